/** The form that starts a search. */

import type { RunWish } from "../api";
import type { App } from "../app";
import { choice, element, labeled } from "../dom";
import { Locks } from "./locks";
import { problemOf } from "./problem";

/** Budgets in levels, with what one gets for them. */
export const BUDGETS: [string, string][] = [
  ["20000", "20k levels: a first look"],
  ["60000", "60k levels: some seconds"],
  ["300000", "300k levels: a minute or so"],
  ["800000", "800k levels: a few minutes"],
];

export class RunForm {
  readonly element: HTMLFormElement;
  private readonly name = element("input", { name: "name", required: true, maxlength: 40, pattern: "[A-Za-z0-9_\\-]+" });
  private readonly seed = element("input", { name: "seed", type: "number", min: 0, value: 1, required: true });
  private readonly budget = choice(BUDGETS, "60000", () => {});
  private readonly from = element("input", { type: "checkbox", onchange: () => this.changed() });
  private readonly locks = new Locks();
  private readonly about = element("p", { class: "told" });
  private problem = "";

  constructor(
    private readonly app: App,
    start: (wish: RunWish) => void,
  ) {
    this.element = element(
      "form",
      {
        class: "start",
        onsubmit: (event: SubmitEvent) => {
          event.preventDefault();
          start(this.wish());
        },
      },
      element(
        "div",
        { class: "row" },
        labeled("Name", this.name),
        labeled("Budget", this.budget),
        labeled("Seed", this.seed),
        element("button", { type: "submit", class: "main" }, "Start search"),
      ),
      element("label", { class: "check" }, this.from, " start from the script in the editor"),
      this.locks.element,
      this.about,
    );
  }

  /** The problem or the script changed. */
  changed(): void {
    this.locks.offer(this.from.checked ? this.app.info() : undefined);
    problemOf(this.app).then(
      (problem) => {
        if (problem.name === this.problem) return;
        this.problem = problem.name;
        this.about.textContent = `Problem ${problem.name}: ${problem.description}`;
      },
      () => {
        this.about.textContent = "The problem file has mistakes.";
      },
    );
  }

  /** Proposes a name that no run has. */
  propose(taken: string[]): void {
    if (this.name.value !== "" && !taken.includes(this.name.value)) return;
    const base = this.problem || "run";
    let number = 1;
    while (taken.includes(`${base}-${number}`)) number += 1;
    this.name.value = `${base}-${number}`;
  }

  private wish(): RunWish {
    const wish: RunWish = {
      name: this.name.value,
      problem: this.app.problem(),
      budget: Number(this.budget.value),
      seed: Number(this.seed.value),
    };
    if (this.from.checked) {
      wish.from = [this.app.script()];
      wish.locks = this.locks.all;
    }
    return wish;
  }
}
