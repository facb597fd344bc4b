/** Which explorers and rules of a script must stay. */

import type { ScriptInfo } from "../api";
import { element } from "../dom";

export class Locks {
  readonly element = element("fieldset", { class: "locks", hidden: true });
  private locked = new Set<string>();
  private explorers = "";

  /** Locked parts: "0" an explorer, "0.1" a rule of it. */
  get all(): string[] {
    // A rule of a locked explorer stays with it.
    return [...this.locked].filter((lock) => !lock.includes(".") || !this.locked.has(lock.split(".")[0] ?? ""));
  }

  /** Offers the parts of a script; another script has other parts. */
  offer(info: ScriptInfo | undefined): void {
    const explorers = JSON.stringify(info?.explorers ?? []);
    if (explorers === this.explorers) return;
    this.explorers = explorers;
    this.locked.clear();
    const list = element("ul");
    for (const [index, explorer] of (info?.explorers ?? []).entries()) {
      const name = explorer.description || explorer.type;
      const rules = explorer.rules.map((rule, place) =>
        element("li", {}, this.box(`${index}.${place}`, element("code", {}, rule))),
      );
      const item = element("li", {}, this.box(String(index), `explorer ${index}: ${name}`));
      if (rules.length > 0) item.append(element("ul", {}, ...rules));
      list.append(item);
    }
    this.element.replaceChildren(element("legend", {}, "What must stay as it is"), list);
    this.element.hidden = !info || info.explorers.length === 0;
  }

  private box(lock: string, text: Node | string): HTMLElement {
    const box = element("input", {
      type: "checkbox",
      value: lock,
      onchange: () => {
        if (box.checked) this.locked.add(lock);
        else this.locked.delete(lock);
      },
    });
    return element("label", {}, box, " ", text);
  }
}
