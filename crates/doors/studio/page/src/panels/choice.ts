/** Choice: breed generators by liking some of them. */

import type { RunFound } from "../api";
import type { App, Panel } from "../app";
import { button, choice, element, labeled, messageOf, tell, trouble } from "../dom";
import { runsOf } from "../engine";
import { Lineage, type Candidate } from "./lineage";
import { Locks } from "./locks";
import { numberOf } from "./runtable";
import { picture } from "./sheet";

export function choicePanel(app: App): Panel {
  const view = new Choice(app);
  return {
    name: "choice",
    title: "Choice",
    element: view.element,
    show: () => view.show(),
    hide: () => {},
    changed: () => view.changed(),
  };
}

/** Generators of a sheet, and levels of each. */
const CANDIDATES = 12;
const LEVELS = 4;
const POLL_MS = 700;

const BUDGETS: [string, string][] = [
  ["5000", "5k levels"],
  ["20000", "20k levels"],
  ["60000", "60k levels"],
];

class Choice {
  readonly element: HTMLElement;
  private readonly trouble = trouble();
  private readonly status = element("span", { class: "told", role: "status" });
  private readonly sheets = element("ol", { class: "lineage", "aria-label": "Sheets so far" });
  private readonly cards = element("div", { class: "cards" });
  private readonly locks = new Locks();
  private readonly budget = choice(BUDGETS, "20000", () => {});
  private readonly breedButton = button("Breed", () => void this.breed());
  private readonly searchButton = button("Search between", () => void this.search());
  private readonly stopButton = button("Stop the search", () => void this.stop());
  private readonly lineage = new Lineage();
  /** The problem that the sheets are about. */
  private problem = "";
  private seed = 1;
  /** The search that goes on. */
  private run = "";
  private turn = 0;

  constructor(private readonly app: App) {
    this.breedButton.classList.add("main");
    this.stopButton.hidden = true;
    this.searchButton.hidden = !app.engine.runs;
    this.element = element(
      "section",
      { class: "choice" },
      element(
        "div",
        { class: "row" },
        button("Begin with known generators", () => void this.starters()),
        button("Begin with the script in the editor", () => void this.own()),
      ),
      this.sheets,
      element(
        "div",
        { class: "row" },
        this.breedButton,
        this.searchButton,
        labeled("for", this.budget),
        this.stopButton,
        this.status,
      ),
      this.trouble,
      this.locks.element,
      this.cards,
    );
    this.paint();
  }

  show(): void {
    if (this.lineage.at < 0) void this.starters();
    else this.changed();
  }

  changed(): void {
    const other = this.lineage.at >= 0 && this.problem !== this.app.problem();
    tell(this.trouble, other ? "These generators are for another problem; begin anew." : "");
  }

  private async starters(): Promise<void> {
    this.cards.inert = true; // a like of what is about to be replaced would be lost
    await this.act("looking for known generators …", async (problem) => {
      const { scripts } = await this.app.engine.ask<"starters">({ do: "starters", problem });
      if (scripts.length === 0) throw new Error("No known generator fits the tiles of this problem.");
      const all = scripts.slice(0, CANDIDATES).map((one) => ({ ...one, change: "" }));
      return () => this.lineage.begin("known generators", all);
    });
  }

  private async own(): Promise<void> {
    this.cards.inert = true;
    await this.act("breeding …", async (problem) => {
      if (!this.app.info()) throw new Error("The script in the editor has mistakes.");
      const script = this.app.script();
      const name = this.app.name() || "script";
      const children = await this.children(problem, [script], [], CANDIDATES - 1);
      return () => this.lineage.begin(name, [{ name, script, change: "" }, ...children]);
    });
  }

  private async breed(): Promise<void> {
    const liked = this.lineage.liked();
    const locks = this.locks.all;
    await this.act("breeding …", async (problem) => {
      const scripts = liked.map(({ script }) => script);
      const count = CANDIDATES - Math.min(liked.length, 3);
      const children = await this.children(problem, scripts, locks, count);
      // The liked ones stay in view, to be liked again.
      const kept = liked.slice(0, 3).map((one) => ({ ...one, change: "liked before" }));
      return () => this.lineage.add(`bred from ${names(liked)}`, [...kept, ...children]);
    });
  }

  private async children(
    problem: string,
    parents: string[],
    locks: string[],
    count: number,
  ): Promise<Candidate[]> {
    const seed = this.seed++;
    const answer = await this.app.engine.ask<"breed">({
      do: "breed",
      problem,
      parents,
      locks,
      seed,
      count,
    });
    return answer.scripts.map(({ script, change }, index) => ({
      name: `child ${seed}.${index + 1}`,
      script,
      change,
    }));
  }

  /** A short search from the liked ones; its front is the next sheet. */
  private async search(): Promise<void> {
    const liked = this.lineage.liked();
    const locks = this.locks.all;
    await this.act("searching …", async (problem, turn) => {
      const runs = runsOf(this.app.engine);
      const taken = new Set((await runs.list()).map(({ name }) => name));
      let number = 1;
      while (taken.has(`choice-${number}`)) number += 1;
      const name = await runs.start({
        name: `choice-${number}`,
        problem,
        budget: Number(this.budget.value),
        seed: this.seed++,
        from: liked.map(({ script }) => script),
        locks,
      });
      this.run = name;
      this.stopButton.hidden = false;
      const found = await this.wait(name, turn);
      const front = found ? await this.front(found) : [];
      return () => this.lineage.add(`searched from ${names(liked)}`, front);
    });
    this.run = "";
    this.stopButton.hidden = true;
  }

  private async wait(name: string, turn: number): Promise<RunFound | undefined> {
    while (turn === this.turn) {
      const found = await runsOf(this.app.engine).found(name);
      if (found.state === "failed") throw new Error(found.message || "The search failed.");
      if (found.state !== "running") return found;
      this.status.textContent = `searching: ${Math.round(found.share * 100)} %`;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return undefined;
  }

  /** The front of a run, those with most good levels first. */
  private async front(found: RunFound): Promise<Candidate[]> {
    const worth = (row: RunFound["front"][number]) =>
      (numberOf(row, "good") ?? 0) * 10 + (numberOf(row, "playable") ?? 0);
    const rows = [...found.front].sort((a, b) => worth(b) - worth(a)).slice(0, CANDIDATES);
    const front = await Promise.all(
      rows.map(async (row) => ({
        name: `${found.name}/${row["id"]}`,
        script: await runsOf(this.app.engine).script(found.name, row["script"] ?? ""),
        change: "",
      })),
    );
    if (front.length === 0) throw new Error("The search was stopped before it found anything.");
    return front;
  }

  private async stop(): Promise<void> {
    if (!this.run) return;
    try {
      await runsOf(this.app.engine).stop(this.run);
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }

  /** Does one step; what it returns happens only if nothing else was begun since. */
  private async act(
    told: string,
    step: (problem: string, turn: number) => Promise<() => void>,
  ): Promise<void> {
    const turn = ++this.turn;
    const problem = this.app.problem();
    tell(this.trouble, "");
    this.status.textContent = told;
    this.busy(true);
    try {
      const finish = await step(problem, turn);
      if (turn !== this.turn) return;
      this.problem = problem;
      finish();
      this.status.textContent = "";
    } catch (error) {
      if (turn !== this.turn) return;
      this.status.textContent = "";
      tell(this.trouble, messageOf(error));
    }
    this.busy(false);
    this.paint();
  }

  private busy(busy: boolean): void {
    const none = this.lineage.liked().length === 0;
    this.breedButton.disabled = busy || none;
    this.searchButton.disabled = busy || none;
  }

  private paint(): void {
    this.busy(false);
    this.cards.inert = false;
    this.sheets.replaceChildren(
      ...this.lineage.sheets.map((sheet, index) => {
        const open = button(sheet.title, () => {
          this.lineage.at = index;
          this.paint();
        });
        if (index === this.lineage.at) open.setAttribute("aria-current", "step");
        return element("li", {}, open);
      }),
    );
    const candidates = this.lineage.sheet?.candidates ?? [];
    this.cards.replaceChildren(...candidates.map((candidate, place) => this.card(candidate, place)));
    void this.offerLocks();
  }

  private card(candidate: Candidate, place: number): HTMLElement {
    const { name, script, change } = candidate;
    const levels = element("span", { class: "mini" });
    void this.fill(levels, candidate);
    const like = element(
      "button",
      {
        type: "button",
        class: "like",
        "aria-pressed": String(this.lineage.sheet?.liked.includes(place) ?? false),
        "aria-label": `Like ${name}${change ? `: ${change}` : ""}`,
        onclick: () => {
          this.lineage.toggle(place);
          const liked = this.lineage.sheet?.liked.includes(place) ?? false;
          like.setAttribute("aria-pressed", String(liked));
          this.busy(false);
          void this.offerLocks();
        },
      },
      levels,
    );
    const open = button("Open", () => this.app.open(script, fileName(name)));
    open.setAttribute("aria-label", `Open ${name} in the editor`);
    return element(
      "figure",
      {},
      like,
      element("figcaption", {}, element("strong", {}, name), " ", open, element("p", { class: "told" }, change)),
    );
  }

  /** Some levels of a candidate, as it comes into view. */
  private async fill(place: HTMLElement, { script }: Candidate): Promise<void> {
    try {
      const seed = this.app.seed();
      const answer = await this.app.engine.ask<"levels">({ do: "levels", script, seed, count: LEVELS });
      place.replaceChildren(
        ...answer.levels.map((level) => picture(this.app, { level, tiles: answer.tiles }, 84)),
      );
    } catch (error) {
      place.textContent = messageOf(error);
    }
  }

  /** The parts of the first liked one can be locked. */
  private async offerLocks(): Promise<void> {
    const [first] = this.lineage.liked();
    if (!first) return this.locks.offer(undefined);
    try {
      const answer = await this.app.engine.ask<"check">({
        do: "check",
        script: first.script,
      });
      if (this.lineage.liked()[0] === first) this.locks.offer(answer.info);
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }
}

/** A name for a file, of the first words of a description. */
function fileName(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\d/]+/gu) ?? ["script"];
  return words.slice(0, 4).join("-");
}

function names(candidates: Candidate[]): string {
  return candidates.map(({ name }) => name).join(" and ");
}
