/** Levels: sixteen of consecutive seeds, made anew with each change. */

import type { SeededLevel, Tile, Turned } from "../api";
import type { App, Made, Panel } from "../app";
import { element, icon, labeled, messageOf, tell, trouble } from "../dom";
import { latest } from "../latest";
import { scaleFor } from "./sheet";

export const COUNT = 16;

/** Room of a level, in pixels. */
const ROOM = 220;

interface Wish {
  script: string;
  dials: Record<string, number>;
  seed: number;
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
  const setSeed = (value: number): void => {
    box.value = String(Math.max(0, value));
    seedChanged();
  };
  box.addEventListener("change", () => setSeed(seed()));
  const dice = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

  /** The last question that was answered; the page tells of changes that are none for levels. */
  let answered = "";
  const make = latest(async (wish: Wish) => {
    const question = JSON.stringify(wish);
    if (question === answered) {
      for (const one of cells) one.paint();
      tell(line, "");
      return;
    }
    const { script, dials, seed } = wish;
    try {
      const { tiles, levels } = await app.engine.ask<"levels">({ do: "levels", script, dials, seed, count: COUNT });
      for (const [index, one] of cells.entries()) one.show(levels[index], tiles, { script, dials });
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
        icon("▶", "the next sixteen", () => setSeed(seed() + COUNT)),
        icon("⚄", "random seeds", () => setSeed(dice())),
      ),
      line,
      grid,
    ),
    seed,
    setSeed,
    show: () => make({ script: app.script(), dials: app.dials(), seed: seed() }),
    changed: () => make({ script: app.script(), dials: app.dials(), seed: seed() }),
  };
}

function cell(app: App, index: number): {
  button: HTMLButtonElement;
  show(level: SeededLevel | undefined, tiles: Tile[], of: Turned): void;
  /** Draws it again, perhaps in another look. */
  paint(): void;
} {
  const canvas = element("canvas");
  const caption = element("span");
  let shown: { level: Made; tiles: Tile[] } | undefined;
  const press = (): void => {
    if (shown) app.enlarge(shown.level, shown.tiles);
  };
  const button = element("button", { type: "button", class: "level", onclick: press, "data-index": index }, canvas, caption);
  const paint = (): void => {
    if (!shown) return;
    app.draw(canvas, shown.level, shown.tiles, { scale: scaleFor(shown.level, ROOM), look: app.look() });
  };
  return {
    button,
    paint,
    show(level, tiles, of) {
      button.hidden = !level;
      shown = level && { level: { ...level, of }, tiles };
      if (!level) return;
      paint();
      caption.textContent = String(level.seed);
      button.setAttribute("aria-label", `level of seed ${level.seed}`);
    },
  };
}
