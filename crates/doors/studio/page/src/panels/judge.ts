/** Judge: what the chosen problem says of many levels of the script. */

import type { Answers } from "../api";
import type { App, Panel } from "../app";
import { meter } from "./bars";
import { choice, element, labeled, messageOf, tell, trouble } from "../dom";
import { levelButton } from "./sheet";
import { short } from "./ticks";

export function judgePanel(app: App): Panel {
  const judge = new Judge(app);
  return {
    name: "judge",
    title: "Judge",
    element: judge.element,
    show: () => judge.want(),
    hide: () => judge.stop(),
    changed: () => judge.changed(),
  };
}

type Verdict = Answers["judge"];

/** Levels that are judged at once, so that there is soon something to see. */
const FIRST = 100;

class Judge {
  readonly element: HTMLElement;
  private readonly trouble = trouble();
  private readonly progress = element("progress", { hidden: true, "aria-label": "Judging" });
  private readonly verdict = element("div");
  private readonly failing = element("div", { class: "cards" });
  private readonly status = element("span", { class: "told", role: "status" });
  private count = FIRST;
  private turn = 0;
  private timer = 0;
  /** What the verdict shown is about. */
  private judged = "";

  constructor(private readonly app: App) {
    const counts: [string, string][] = [
      ["100", "100"],
      ["1000", "1000"],
    ];
    const count = choice(counts, String(FIRST), (value) => {
      this.count = Number(value);
      this.want();
    });
    this.element = element(
      "section",
      { class: "judge" },
      element("div", { class: "row" }, labeled("Levels", count), this.progress, this.status),
      this.trouble,
      this.verdict,
      this.failing,
    );
  }

  changed(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.want(), 250);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.turn += 1;
    this.progress.hidden = true;
  }

  want(): void {
    const info = this.app.info();
    if (!info) {
      this.stop();
      tell(this.trouble, "The script has mistakes; it is judged once they are gone.");
      return;
    }
    void this.run();
  }

  private async run(): Promise<void> {
    const turn = ++this.turn;
    const about = {
      script: this.app.script(),
      dials: this.app.dials(),
      problem: this.app.problem(),
      seed: this.app.seed(),
    };
    const counts = this.count > FIRST ? [FIRST, this.count] : [this.count];
    const wanted = JSON.stringify([about, this.count]);
    if (wanted === this.judged) return;
    tell(this.trouble, "");
    this.progress.hidden = false;
    try {
      for (const count of counts) {
        this.status.textContent = `judging ${count} levels …`;
        const verdict = await this.app.engine.ask<"judge">({ do: "judge", count, ...about });
        if (turn !== this.turn) return;
        this.paint(verdict);
      }
      this.judged = wanted;
    } catch (error) {
      if (turn !== this.turn) return;
      this.judged = "";
      this.status.textContent = "";
      this.verdict.replaceChildren();
      this.failing.replaceChildren();
      tell(this.trouble, messageOf(error));
    }
    this.progress.hidden = true;
  }

  private paint(verdict: Verdict): void {
    this.status.textContent = `${verdict.count} levels`;
    const shares: [string, number, string][] = [
      ["playable", verdict.playable, "levels that can be played"],
      ["good", verdict.good, "playable, whole, and every count in its range"],
      ["diverse", verdict.diversity, "levels that differ from all others"],
    ];
    const line = (name: string, about: string, mean: string, good: string, score: number) =>
      element(
        "tr",
        {},
        element("th", { scope: "row", title: about }, name),
        element("td", {}, mean),
        element("td", {}, good),
        element("td", {}, meter(score)),
      );
    const head = ["of the levels", "mean", "good", "share or score"];
    this.verdict.replaceChildren(
      element(
        "table",
        { class: "scores" },
        element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
        element(
          "tbody",
          {},
          ...shares.map(([name, share, about]) => line(name, about, "", "", share)),
          ...verdict.objectives.map(({ name, text, mean, good, score }) =>
            line(name, text, mean === null ? "none" : short(mean), good, score),
          ),
        ),
      ),
    );
    this.paintFailing(verdict);
  }

  private paintFailing({ failing, tiles }: Verdict): void {
    if (failing.length === 0) {
      this.failing.replaceChildren(element("p", {}, "No level fails."));
      return;
    }
    const cards = failing.map((level) => {
      const lacks = level.lacks.length > 0 ? level.lacks : ["not good"];
      const label = `Show the level of seed ${level.seed} large; it lacks: ${lacks.join("; ")}`;
      return element(
        "figure",
        {},
        levelButton(this.app, { level, tiles }, 140, label, {
          way: level.way,
          marked: level.marks.flatMap((mark) => mark.cells),
        }),
        element(
          "figcaption",
          {},
          element("span", { class: "told" }, `seed ${level.seed}, ${level.playable === null ? "perhaps playable" : level.playable ? "playable" : "not playable"}`),
          element("ul", {}, ...lacks.map((lack) => element("li", {}, lack))),
        ),
      );
    });
    this.failing.replaceChildren(element("h3", {}, "Levels that fail, and why"), ...cards);
  }
}
