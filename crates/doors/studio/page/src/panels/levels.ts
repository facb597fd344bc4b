/** Levels: sixteen of consecutive seeds, made anew with each change. */

import type { Level, SeededLevel, Tile, Turned } from "../api";
import type { App, Made, Panel } from "../app";
import { byId, element, icon, labeled, messageOf, tell, trouble } from "../dom";
import { latest } from "../latest";
import { fit } from "../room";

export const COUNT = 16;

/** What surrounds a level: the border, the caption and the gap of style.css, in pixels. */
const FRAME = { width: 22, height: 42 };

/** What is left free below the levels, in pixels. */
const MARGIN = 16;

interface Wish {
  script: string;
  dials: Record<string, number>;
  seed: number;
  /** A problem file, whose judge from outside may sift the levels. */
  problem?: string;
}

export interface LevelsPanel extends Panel {
  setSeed(seed: number): void;
  seed(): number;
}

export function levelsPanel(app: App, seedChanged: () => void): LevelsPanel {
  const box = element("input", { type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, value: 0, id: "seed" });
  const line = trouble();
  const grid = element("div", { class: "levels" });
  const cells = Array.from({ length: COUNT }, (_, index) => cell(app, index));
  grid.append(...cells.map(({ button }) => button));

  const seed = (): number => Math.min(Math.max(Math.floor(box.valueAsNumber || 0), 0), Number.MAX_SAFE_INTEGER - COUNT);
  const wish = (): Wish => {
    const problem = app.problem();
    // Built-in problems have only a name, and no judge from outside.
    const file = problem.includes("\n") ? { problem } : {};
    return { script: app.script(), dials: app.dials(), seed: seed(), ...file };
  };
  const setSeed = (value: number): void => {
    box.value = String(Math.max(0, value));
    seedChanged();
  };
  box.addEventListener("change", () => setSeed(seed()));
  const dice = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

  const paint = (): void => {
    const levels = cells.flatMap((one) => one.level() ?? []);
    if (levels.length === 0 || grid.clientWidth === 0) return;
    const side = (of: (level: Level) => number): number => Math.max(...levels.map(of));
    const largest = { width: side((level) => level.width), height: side((level) => level.height), cells: [] };
    const above = grid.getBoundingClientRect().top - parent.getBoundingClientRect().top + parent.scrollTop;
    // On a narrow screen the whole page scrolls, and its part grows with the levels.
    const page = getComputedStyle(parent).overflowY === "visible" ? parent.parentElement : null;
    const height = (page ?? parent).clientHeight;
    const room = { width: grid.clientWidth, height: height - above - MARGIN };
    const { columns, scale } = fit(largest, levels.length, room, FRAME);
    grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
    for (const one of cells) one.paint(scale);
  };
  const parent = byId("right");
  new ResizeObserver(paint).observe(parent);

  /** Number of seeds in view; a judge may leave out their levels. */
  let step = COUNT;
  /** The last question that was answered; the page tells of changes that are none for levels. */
  let answered = "";
  const make = latest(async (wish: Wish) => {
    const question = JSON.stringify(wish);
    if (question === answered) {
      paint();
      tell(line, "");
      return;
    }
    const { script, dials, seed } = wish;
    try {
      const { tiles, levels } = await app.engine.ask<"levels">({ do: "levels", ...wish, count: COUNT });
      step = (levels.at(-1)?.seed ?? seed + COUNT - 1) - seed + 1;
      for (const [index, one] of cells.entries()) one.show(levels[index], tiles, { script, dials });
      paint();
      tell(line, "");
      answered = question;
      grid.dataset.seed = String(seed);
      grid.dataset.made = String(Number(grid.dataset.made ?? 0) + 1);
    } catch (error) {
      // While somebody types, the last levels stay; the editor marks what is wrong.
      if (app.info()) tell(line, messageOf(error));
    }
  });

  return {
    name: "levels",
    title: "Levels",
    element: element(
      "section",
      { class: "levels-panel" },
      element(
        "div",
        { class: "row" },
        labeled("First seed", box),
        icon("◀", "the sixteen before", () => setSeed(seed() - COUNT)),
        icon("▶", "the next sixteen", () => setSeed(seed() + step)),
        icon("⚄", "random seeds", () => setSeed(dice())),
      ),
      line,
      grid,
    ),
    seed,
    setSeed,
    show: () => make(wish()),
    changed: () => make(wish()),
  };
}

function cell(app: App, index: number): {
  button: HTMLButtonElement;
  show(level: SeededLevel | undefined, tiles: Tile[], of: Turned): void;
  level(): Level | undefined;
  /** Draws it, perhaps in another size or look. */
  paint(scale: number): void;
} {
  const canvas = element("canvas");
  const caption = element("span");
  let shown: { level: Made; tiles: Tile[] } | undefined;
  const press = (): void => {
    if (shown) app.enlarge(shown.level, shown.tiles);
  };
  const button = element("button", { type: "button", class: "level", onclick: press, "data-index": index }, canvas, caption);
  return {
    button,
    level: () => shown?.level,
    paint(scale) {
      if (shown) app.draw(canvas, shown.level, shown.tiles, { scale, look: app.look() });
    },
    show(level, tiles, of) {
      button.hidden = !level;
      shown = level && { level: { ...level, of }, tiles };
      if (!level) return;
      caption.textContent = String(level.seed);
      button.setAttribute("aria-label", `level of seed ${level.seed}`);
    },
  };
}
