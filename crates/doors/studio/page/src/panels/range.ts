/** Range: which levels a script makes, as a heat map of two measures. */

import type { App, Panel } from "../app";
import { axisOf, binsOf, firstMeasures, valuesOf } from "./bins";
import { Collector, type Collected, type Wanted } from "./collector";
import { button, choice, element, fillChoice, labeled, messageOf, tell, trouble } from "../dom";
import { HeatView } from "./heatview";
import { levelButton, nameOf } from "./sheet";

const LEVELS = 1000;
/** Levels of a bin that are shown. */
const SHOWN = 4;

export function rangePanel(app: App): Panel {
  const range = new Range(app);
  return {
    name: "range",
    title: "Range",
    element: range.element,
    show: () => range.show(),
    hide: () => range.hide(),
    changed: () => range.changed(),
  };
}

interface Pinned {
  name: string;
  collected: Collected;
}

class Range {
  readonly element: HTMLElement;
  private readonly collector: Collector;
  private readonly own: HeatView;
  private readonly other: HeatView;
  private readonly trouble = trouble();
  private readonly progress = element("progress", { max: LEVELS, "aria-label": "Levels measured" });
  private readonly count = element("span", { class: "told" });
  private readonly axes: [HTMLSelectElement, HTMLSelectElement];
  private readonly found = element("div", { class: "row", "aria-live": "polite" });
  private readonly pinButton: HTMLButtonElement;
  private names = "";
  /** The measures that were chosen by hand. */
  private chosen: [string, string] | undefined;
  private pinned: Pinned | undefined;
  private timer = 0;

  constructor(private readonly app: App) {
    this.collector = new Collector(app.engine, LEVELS, (error) => this.heard(error));
    const choose = () => {
      this.chosen = [this.axes[0].value, this.axes[1].value];
      this.paint();
    };
    this.axes = [choice([], "", choose), choice([], "", choose)];
    this.own = new HeatView("script in the editor", (rows, told) =>
      this.open(this.collector.collected, rows, told),
    );
    this.other = new HeatView("script kept", (rows, told) =>
      this.open(this.pinned?.collected, rows, told),
    );
    this.other.element.hidden = true;
    this.pinButton = button("Keep this one for comparison", () => this.pin());
    this.element = element(
      "section",
      { class: "range" },
      element(
        "div",
        { class: "row" },
        labeled("Across", this.axes[0]),
        labeled("Up", this.axes[1]),
        this.pinButton,
        this.progress,
        this.count,
      ),
      this.trouble,
      element("div", { class: "maps" }, this.own.element, this.other.element),
      this.found,
    );
  }

  show(): void {
    this.want();
    this.paint();
  }

  hide(): void {
    clearTimeout(this.timer);
    this.collector.stop();
  }

  changed(): void {
    // While somebody types, the map waits.
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.want(), 150);
  }

  private want(): void {
    if (!this.app.info()) {
      this.collector.stop();
      tell(this.trouble, "The script has mistakes; its range is shown once they are gone.");
      return;
    }
    tell(this.trouble, "");
    const wanted: Wanted = {
      script: this.app.script(),
      dials: this.app.dials(),
      seed: this.app.seed(),
      problem: this.app.problem(),
    };
    this.collector.want(wanted);
  }

  private heard(error?: unknown): void {
    tell(this.trouble, error === undefined ? "" : messageOf(error));
    this.paint();
    if (this.collector.done) this.app.say(`${LEVELS} levels are measured.`);
  }

  private paint(): void {
    const collected = this.collector.collected;
    if (!collected || collected.rows.length === 0) return;
    const done = collected.rows.length;
    this.progress.value = done;
    this.progress.hidden = this.collector.done;
    this.count.textContent = `${done} levels`;
    this.offer(collected);
    const names: [string, string] = [this.axes[0].value, this.axes[1].value];
    const all = [collected, ...(this.pinned ? [this.pinned.collected] : [])];
    const [x, y] = names.map((name) => axisOf(all.flatMap((one) => valuesOf(one.rows, column(one, name)))));
    this.other.element.hidden = this.pinned === undefined;
    if (!x || !y) {
      tell(this.trouble, "No level has a value of one of these measures.");
      return;
    }
    const bins = all.map((one) => binsOf(one.rows, columns(one, names), x, y));
    const most = Math.max(1, ...bins.map((one) => one.most));
    const labels: [string, string] = [labelOf(collected, names[0]), labelOf(collected, names[1])];
    [this.own, this.other].forEach((view, index) => {
      const one = bins[index];
      if (one) view.set({ bins: one, labels, most });
    });
  }

  /** Offers the measures, once they are known. */
  private offer(collected: Collected): void {
    const measures = collected.measures.map(({ name, label }): [string, string] => [name, label]);
    const known = measures.map(([name]) => name);
    const kept = this.chosen?.every((name) => known.includes(name)) ? this.chosen : undefined;
    const first = firstMeasures(known, collected.rows);
    const chosen = kept ?? [known[first[0]] ?? "", known[first[1]] ?? ""];
    const names = JSON.stringify([known, chosen]);
    if (names === this.names) return;
    this.names = names;
    this.axes.forEach((list, index) => fillChoice(list, measures, chosen[index] ?? ""));
  }

  private pin(): void {
    if (this.pinned) {
      this.pinned = undefined;
      this.pinButton.textContent = "Keep this one for comparison";
      this.other.element.hidden = true;
    } else if (this.collector.collected) {
      const { wanted, measures, rows, seeds } = this.collector.collected;
      const collected = { wanted, measures, rows: [...rows], seeds: [...seeds] };
      this.pinned = { name: this.app.name(), collected };
      this.pinButton.textContent = "Compare no more";
      const caption = this.other.element.querySelector("figcaption");
      if (caption) caption.textContent = `kept: ${this.pinned.name || "script"}`;
      this.app.say("Change or open a script: both are shown side by side.");
    }
    this.paint();
  }

  /** Shows some levels of a bin. */
  private async open(collected: Collected | undefined, rows: number[], told: string): Promise<void> {
    if (!collected) return;
    const { script, dials } = collected.wanted;
    const seeds = rows.slice(0, SHOWN).map((row) => collected.seeds[row] ?? 0);
    if (seeds.length === 0) {
      this.found.replaceChildren(element("p", {}, `${told}.`));
      return;
    }
    try {
      const answers = await Promise.all(
        seeds.map((seed) =>
          this.app.engine.ask<"levels">({
            do: "levels",
            script,
            ...(dials ? { dials } : {}),
            seed,
            count: 1,
          }),
        ),
      );
      const shown = answers.flatMap(({ levels, tiles }) => levels.map((level) => ({ level: { ...level, of: { script, ...(dials ? { dials } : {}) } }, tiles })));
      this.found.replaceChildren(
        element("p", { class: "told" }, `${told}. The first of them:`),
        ...shown.map((one) =>
          element(
            "figure",
            {},
            levelButton(this.app, one, 150, `Show ${nameOf(one.level)} large`),
            element("figcaption", {}, `seed ${one.level.seed}`),
          ),
        ),
      );
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }
}

function column(collected: Collected, name: string): number {
  return collected.measures.findIndex((measure) => measure.name === name);
}

function columns(collected: Collected, names: [string, string]): [number, number] {
  return [column(collected, names[0]), column(collected, names[1])];
}

function labelOf(collected: Collected, name: string): string {
  return collected.measures.find((measure) => measure.name === name)?.label ?? name;
}

