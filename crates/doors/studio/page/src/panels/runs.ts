/** Runs: start searches, watch them, and open what they found. */

import type { Row, Run, RunFound, RunWish } from "../api";
import type { App, Panel } from "../app";
import { runsOf } from "../engine";
import { meter } from "./bars";
import { curves, scatter, type Dot } from "./chart";
import { button, choice, element, fillChoice, labeled, messageOf, tell, trouble } from "../dom";
import { RunForm } from "./runform";
import { curveColumns, curveOf, firstAxes, frontColumns, numberOf } from "./runtable";

const POLL_MS = 1000;

export function runsPanel(app: App): Panel {
  const runs = new RunsView(app);
  return {
    name: "runs",
    title: "Runs",
    element: runs.element,
    show: () => runs.show(),
    hide: () => runs.hide(),
    changed: () => runs.changed(),
  };
}

class RunsView {
  readonly element: HTMLElement;
  private readonly form: RunForm;
  private readonly trouble = trouble();
  private readonly list = element("tbody");
  private readonly empty = element("p", {}, "No search yet. Start one above.");
  private readonly curve = choice([], "", () => this.paint());
  private readonly axes = [
    choice([], "", () => this.pick()),
    choice([], "", () => this.pick()),
  ] as const;
  private readonly found = element("div", { class: "found", hidden: true });
  private readonly plots = element("div", { class: "maps" });
  private readonly told = element("div");
  private runs: Run[] = [];
  private readonly chosen = new Set<string>();
  private readonly details = new Map<string, RunFound>();
  private axesChosen = false;
  private shown = false;
  private timer = 0;
  private listed = "";
  private painted = "";

  constructor(private readonly app: App) {
    this.form = new RunForm(app, (wish) => void this.start(wish));
    const head = ["show", "name", "problem", "state", "done", ""];
    this.found.append(
      element(
        "div",
        { class: "row" },
        labeled("Curve", this.curve),
        labeled("Front across", this.axes[0]),
        labeled("Front up", this.axes[1]),
      ),
      this.plots,
      this.told,
    );
    this.element = element(
      "section",
      { class: "runs" },
      this.form.element,
      this.trouble,
      element(
        "div",
        { class: "scroll" },
        element(
          "table",
          { class: "scores" },
          element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { scope: "col" }, text)))),
          this.list,
        ),
      ),
      this.empty,
      this.found,
    );
  }

  show(): void {
    this.shown = true;
    this.form.changed();
    void this.poll();
  }

  hide(): void {
    this.shown = false;
    clearTimeout(this.timer);
  }

  changed(): void {
    this.form.changed();
  }

  private async start(wish: RunWish): Promise<void> {
    await this.act(async () => {
      const name = await runsOf(this.app.engine).start(wish);
      this.chosen.clear();
      this.chosen.add(name);
      this.app.say(`The search ${name} has begun.`);
    });
  }

  /** Does something to a run, and looks at once at what came of it. */
  private async act(what: () => Promise<void>): Promise<void> {
    try {
      await what();
      tell(this.trouble, "");
    } catch (error) {
      tell(this.trouble, messageOf(error));
      return;
    }
    await this.poll();
  }

  /** Asks how the runs are; again after a second while one goes on. */
  private async poll(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.runs = await runsOf(this.app.engine).list();
      const asked = this.runs.filter(({ name }) => this.chosen.has(name) && this.isStale(name));
      const details = await Promise.all(asked.map(({ name }) => runsOf(this.app.engine).found(name)));
      for (const found of details) this.details.set(found.name, found);
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
    this.paintList();
    this.paint();
    this.form.propose(this.runs.map(({ name }) => name));
    if (this.shown && this.runs.some(({ state }) => state === "running")) {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.poll(), POLL_MS);
    }
  }

  /** Whether there is more to know of a run than was asked last. */
  private isStale(name: string): boolean {
    const known = this.details.get(name);
    const run = this.runs.find((run) => run.name === name);
    return !known || known.state === "running" || known.state !== run?.state;
  }

  private paintList(): void {
    const listed = JSON.stringify([this.runs, [...this.chosen]]);
    if (listed === this.listed) return;
    this.listed = listed;
    this.empty.hidden = this.runs.length > 0;
    // The focus stays where it is while the list is made anew.
    const focused = document.activeElement?.getAttribute("data-key");
    this.list.replaceChildren(...this.runs.map((run) => this.line(run)));
    if (focused) this.list.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  private line(run: Run): HTMLElement {
    const { name, state } = run;
    const box = element("input", {
      type: "checkbox",
      "data-key": `show ${name}`,
      "aria-label": `Show ${name}`,
      onchange: () => {
        if (box.checked) this.chosen.add(name);
        else this.chosen.delete(name);
        void this.poll();
      },
    });
    box.checked = this.chosen.has(name);
    const actions = element("td", { class: "row" });
    const action = (label: string, act: () => Promise<void>) => {
      const made = button(label, () => void this.act(act));
      made.setAttribute("data-key", `${label} ${name}`);
      made.setAttribute("aria-label", `${label} ${name}`);
      actions.append(made);
    };
    if (state === "running") action("Stop", () => runsOf(this.app.engine).stop(name));
    if (state === "stopped") action("Resume", () => runsOf(this.app.engine).resume(name));
    if (state === "finished" || state === "stopped") action("Open best", () => this.openBest(name));
    const said = element("td", {}, state);
    if (run.best_so_far) said.append(element("span", {}, `: ${run.best_so_far}`));
    if (run.message) said.append(element("span", { class: "trouble" }, ` ${run.message}`));
    return element(
      "tr",
      {},
      element("td", {}, box),
      element("th", { scope: "row" }, name),
      element("td", {}, run.problem),
      said,
      element("td", {}, meter(run.share)),
      actions,
    );
  }

  private async openBest(name: string): Promise<void> {
    const found = await runsOf(this.app.engine).found(name);
    if (!found.best) throw new Error(`${name} has no best generator yet.`);
    this.details.set(name, found);
    this.app.open(found.best, `${name}/best`);
    this.app.say(`The best generator of ${name} is in the editor.`);
  }

  private pick(): void {
    this.axesChosen = true;
    this.paint();
  }

  private paint(): void {
    const shown = this.runs
      .filter(({ name }) => this.chosen.has(name))
      .flatMap(({ name }) => this.details.get(name) ?? []);
    this.found.hidden = shown.length === 0;
    if (shown.length === 0) return;
    const columns = [...new Set(shown.flatMap(({ generations }) => curveColumns(generations)))];
    offer(this.curve, columns, this.curve.value || columns[0] || "");
    const front = shown.flatMap(({ front }) => front);
    const axes = [...new Set(shown.flatMap(({ front }) => frontColumns(front)))];
    const first = firstAxes(axes, front);
    this.axes.forEach((list, index) => {
      const kept = this.axesChosen && axes.includes(list.value);
      offer(list, axes, kept ? list.value : (first[index] ?? ""));
    });

    const column = this.curve.value;
    // Points that have the focus keep it while nothing is new.
    const sizes = shown.map((run) => [run.name, run.generations.length, run.front.length, run.state]);
    const painted = JSON.stringify([sizes, column, ...this.axes.map(({ value }) => value)]);
    if (painted === this.painted) return;
    this.painted = painted;
    const series = shown.map(({ name, generations }) => ({ name, points: curveOf(generations, column) }));
    const plots = [
      curves(series, { title: words(column) || "progress", x: "levels measured", y: words(column) }),
    ];
    const dots = shown.flatMap((run, index) => this.dots(run, index));
    if (dots.length > 0) {
      const [x, y] = this.axes.map((list) => words(list.value));
      const names = shown.map(({ name }) => name);
      plots.push(scatter(dots, names, { title: "front: press a point to open it", x: x ?? "", y: y ?? "" }));
    }
    this.plots.replaceChildren(...plots);
    this.told.replaceChildren(
      ...shown
        .filter(({ best_told }) => best_told)
        .map(({ name, best_told }) =>
          element(
            "details",
            {},
            element("summary", {}, `why this one is the best of ${name}`),
            element("pre", {}, best_told ?? ""),
          ),
        ),
    );
  }

  /** The front of one run as points. */
  private dots(run: RunFound, series: number): Dot[] {
    const [columnX, columnY] = [this.axes[0].value, this.axes[1].value];
    return run.front.flatMap((row) => {
      const [x, y] = [numberOf(row, columnX), numberOf(row, columnY)];
      if (x === undefined || y === undefined) return [];
      const label = `generator ${row["id"]} of ${run.name}: ${words(columnX)} ${x}, ${words(columnY)} ${y}`;
      return [{ x, y, series, label, press: () => void this.act(() => this.open(run.name, row)) }];
    });
  }

  private async open(name: string, row: Row): Promise<void> {
    const script = await runsOf(this.app.engine).script(name, row["script"] ?? "");
    this.app.open(script, `${name}/${row["id"]}`);
    this.app.say(`Generator ${row["id"]} of ${name} is in the editor.`);
  }
}

function offer(list: HTMLSelectElement, columns: string[], chosen: string): void {
  const names = [...list.options].map(({ value }) => value);
  if (names.join() !== columns.join()) {
    fillChoice(list, columns.map((column): [string, string] => [column, words(column)]), chosen);
  }
  list.value = chosen;
}

/** The name of a column in words. */
function words(column: string): string {
  return column.replace(/_validated$/, "").replaceAll("_", " ");
}
