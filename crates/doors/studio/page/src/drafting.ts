/** Draft: scripts with an explorer for each thing that the chosen problem asks for. */

import type { Answers } from "./api";
import type { App } from "./app";
import { messageOf } from "./dom";

/** Each press of the button puts the next draft into the editor. */
export function makeDrafting(app: App, button: HTMLButtonElement): void {
  let found: Answers["draft"] = { drafts: [], unsaid: [] };
  let problem = "";
  let seed = 0;
  let number = 0;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      if (problem !== app.problem() || found.drafts.length === 0) {
        app.say("Drafts are being written …");
        problem = app.problem();
        found = { drafts: [], unsaid: [] };
        found = await app.engine.ask<"draft">({ do: "draft", problem, seed: ++seed });
      }
      const draft = found.drafts.shift();
      if (!draft) return;
      app.open(draft.script, `draft-${++number}`);
      const rest = found.unsaid.length > 0 ? `; not said, to be written by hand: ${found.unsaid.join(", ")}` : "";
      app.say(`${draft.told}${rest}`);
    } catch (error) {
      app.say(messageOf(error));
    } finally {
      button.disabled = false;
    }
  });
}
