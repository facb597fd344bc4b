/** Draw: paint levels, and ask for generators of levels like them. */

import type { Level, Tile } from "../api";
import type { App, Panel } from "../app";
import { area, blank, Drawing, painted, resized, translated, UNSET, type Cell } from "./drawing";
import { button, element, labeled, messageOf, tell, trouble } from "../dom";
import { runsOf } from "../engine";
import { latest, pause } from "../latest";
import { Easel } from "./easel";
import { problemOf } from "./problem";
import { tileOf } from "./roles";
import { levelButton, nameOf, picture } from "./sheet";

export function drawPanel(app: App): Panel {
  const view = new Draw(app);
  return {
    name: "draw",
    title: "Draw",
    element: view.element,
    show: () => void view.changed(),
    changed: () => void view.changed(),
    take: (level, tiles) => void view.take([level], tiles),
  };
}

/** Levels of a search that begins from drawings. */
const BUDGET = 60_000;
const SIDE_MAX = 64;
/** Drawings that say together what they have in common, and levels that show how they are understood. */
const DRAWINGS_MIN = 2;
const UNDERSTOOD = 6;
/** Milliseconds without a change until the drawings are read anew. */
const PAUSE = 300;
/** Files of levels, and files that these may name: tilesets, templates of objects, levels of projects. */
const LEVELS = [".tmx", ".tmj", ".ldtk", ".csv", ".txt", ".xsb", ".json", ".jsonl", ".png"];
const BESIDE = [".tsx", ".tsj", ".tx", ".tj", ".ldtkl"];

class Draw {
  readonly element: HTMLElement;
  private readonly easel: Easel;
  private readonly trouble = trouble();
  private readonly palette = element("div", { class: "palette", role: "radiogroup", "aria-label": "Tile to paint" });
  private readonly strip = element("div", { class: "strip", role: "group", "aria-label": "Drawings" });
  private readonly columns = this.side("Columns");
  private readonly rows = this.side("Rows");
  private readonly fillButton = button("Fill", () => this.toggleFill(), "paint all cells that hang together");
  private readonly undoButton = button("Undo", () => this.undo());
  private readonly redoButton = button("Redo", () => this.redo());
  private readonly file = element("input", {
    type: "file",
    multiple: true,
    accept: [...LEVELS, ...BESIDE].join(","),
    onchange: () => void this.read(),
  });
  private readonly like = element("div", { class: "like-result", role: "status" });
  private readonly understood = element("div", {
    class: "understood",
    role: "group",
    "aria-label": "Levels as the drawings are understood",
  });
  private readonly understand = pause(PAUSE, latest(() => this.readLayers()).bind(undefined, undefined));
  private tiles: Tile[] = [];
  private background = 0;
  private size: [number, number] = [1, 1];
  private drawings: Drawing[] = [];
  private at = 0;
  private tile = 0;
  private filling = false;
  /** The seed of the next variation. */
  private varied = 0;

  constructor(private readonly app: App) {
    this.easel = new Easel(app, {
      paint: (cells, begins) => this.paintCells(cells, begins),
      undo: () => this.undo(),
      redo: () => this.redo(),
      pick: (tile) => this.pick(tile),
    });
    this.fillButton.setAttribute("aria-pressed", "false");
    const askButton = button("Ask for generators like it", () => void this.ask());
    askButton.classList.add("main");
    this.element = element(
      "section",
      { class: "draw" },
      this.strip,
      element(
        "div",
        { class: "row" },
        button("New drawing", () => this.add([this.blank()])),
        button("Take a level of the script", () => void this.fromScript()),
        labeled("Open a file", this.file),
      ),
      this.trouble,
      this.palette,
      element(
        "div",
        { class: "row" },
        this.fillButton,
        this.undoButton,
        this.redoButton,
        button("Repair", () => void this.vary("repair"), "change the fewest cells that make it good"),
        button("Remix", () => void this.vary("remix"), "change it into a variation; each time another one"),
        button("Clear", () => this.change(this.blank(this.drawing?.level))),
        button("Remove", () => this.remove()),
        labeled("Columns", this.columns),
        labeled("Rows", this.rows),
      ),
      element("div", { class: "easel-room" }, this.easel.element),
      this.understood,
      element("div", { class: "row" }, askButton, button("Play it", () => this.play())),
      this.like,
    );
  }

  /** Another problem has other tiles; drawings keep those that have the same name. */
  async changed(): Promise<void> {
    try {
      await this.learn();
      tell(this.trouble, "");
      if (this.drawings.length === 0) this.add([this.blank()]);
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
    this.paint();
  }

  /** Takes levels over from somewhere else. */
  async take(levels: Level[], tiles: Tile[]): Promise<void> {
    try {
      await this.learn();
      this.add(levels.map((level) => translated(level, tiles, this.tiles)));
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }

  private async learn(): Promise<void> {
    const problem = await problemOf(this.app);
    const names = (tiles: Tile[]) => tiles.map(({ name }) => name).join();
    this.size = [problem.width, problem.height];
    if (names(problem.tiles) === names(this.tiles)) return;
    const before = this.tiles;
    this.tiles = problem.tiles;
    this.drawings = this.drawings.map((one) => new Drawing(translated(one.level, before, this.tiles)));
    this.background = Math.max(tileOf(problem, "floor"), 0);
    const wall = tileOf(problem, "wall");
    this.tile = wall >= 0 ? wall : 0;
    this.paintPalette();
  }

  private get drawing(): Drawing | undefined {
    return this.drawings[this.at];
  }

  private blank(like?: Level): Level {
    const [width, height] = like ? [like.width, like.height] : this.size;
    return blank(width, height, this.background);
  }

  private add(levels: Level[]): void {
    // A drawing that nobody touched makes room.
    const first = this.drawing;
    if (first && !first.canUndo && !first.canRedo && this.isBlank(first)) {
      this.drawings.splice(this.at, 1);
    }
    this.drawings.push(...levels.map((level) => new Drawing(level)));
    this.at = this.drawings.length - 1;
    this.paint();
  }

  private remove(): void {
    this.drawings.splice(this.at, 1);
    this.at = Math.max(0, this.at - 1);
    if (this.drawings.length === 0) this.drawings.push(new Drawing(this.blank()));
    this.paint();
  }

  private change(level: Level): void {
    this.drawing?.change(level);
    this.paint();
  }

  private paintCells(cells: Cell[], begins: boolean): void {
    const { drawing } = this;
    const [first] = cells;
    if (!drawing || !first) return;
    const all = this.filling ? area(drawing.level, first) : cells;
    const level = painted(drawing.level, all, this.tile);
    if (begins) drawing.change(level);
    else drawing.amend(level);
    this.paint();
  }

  /** Changes the drawing as the method of repairs and variations does; undo brings it back. */
  private async vary(how: "repair" | "remix"): Promise<void> {
    const { drawing } = this;
    if (!drawing) return;
    const question = { level: drawing.level, problem: this.app.problem(), seed: this.varied++ };
    try {
      const { engine } = this.app;
      const answer = await (how === "repair"
        ? engine.ask<"repair">({ do: how, ...question })
        : engine.ask<"remix">({ do: how, ...question }));
      tell(this.trouble, answer.told.join("; "));
      drawing.change(answer.level);
      this.paint();
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }

  private play(): void {
    if (this.drawing) this.app.show("play", this.drawing.level, this.tiles);
  }

  private undo(): void {
    this.drawing?.undo();
    this.paint();
  }

  private redo(): void {
    this.drawing?.redo();
    this.paint();
  }

  private toggleFill(): void {
    this.filling = !this.filling;
    this.fillButton.setAttribute("aria-pressed", String(this.filling));
  }

  private pick(tile: number): void {
    if (tile === UNSET) return;
    this.tile = tile;
    this.paintPalette();
    this.app.say(`Tile ${this.tiles[tile]?.name ?? ""}.`);
  }

  private side(name: string): HTMLInputElement {
    const side = element("input", {
      type: "number",
      min: 1,
      max: SIDE_MAX,
      "aria-label": name,
      onchange: () => this.resize(),
    });
    return side;
  }

  private resize(): void {
    const { drawing } = this;
    const sides = [this.columns, this.rows].map((side) => Math.min(Math.max(side.valueAsNumber || 1, 1), SIDE_MAX));
    if (drawing) this.change(resized(drawing.level, sides[0] ?? 1, sides[1] ?? 1, this.background));
  }

  private async fromScript(): Promise<void> {
    try {
      const answer = await this.app.engine.ask<"levels">({
        do: "levels",
        script: this.app.script(),
        dials: this.app.dials(),
        seed: this.app.seed(),
        count: 1,
      });
      tell(this.trouble, "");
      await this.take(answer.levels, answer.tiles);
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }

  private async read(): Promise<void> {
    const problem = this.app.problem();
    const chosen = [...(this.file.files ?? [])];
    const isBeside = (file: File) => BESIDE.some((ending) => file.name.toLowerCase().endsWith(ending));
    const sent = async (file: File) => ({ name: file.name, base64: await base64Of(file) });
    const beside = await Promise.all(chosen.filter(isBeside).map(sent));
    const notes: string[] = [];
    for (const file of chosen.filter((file) => !isBeside(file))) {
      try {
        const question = { ...(await sent(file)), beside, problem };
        const answer = await this.app.engine.ask<"read">({ do: "read", ...question });
        notes.push(...answer.notes.map((note) => `${file.name}: ${note}`));
        await this.take(answer.levels, answer.tiles);
      } catch (error) {
        notes.push(`${file.name}: ${messageOf(error)}`);
      }
      tell(this.trouble, notes.join("; "));
    }
    this.file.value = "";
  }

  private async ask(): Promise<void> {
    const drawings = this.drawings.map(({ level }) => level);
    if (drawings.some(({ cells }) => cells.includes(UNSET))) {
      tell(this.trouble, "Some cells have no tile; paint them first.");
      return;
    }
    try {
      const { text, told } = await this.app.engine.ask<"like">({
        do: "like",
        drawings,
        problem: this.app.problem(),
      });
      tell(this.trouble, "");
      this.app.setProblem(text);
      this.paintLike(text, told);
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }

  private paintLike(text: string, told: string): void {
    const start = button("Start a search", () => void this.search(text));
    start.classList.add("main");
    this.like.replaceChildren(
      element("p", {}, "This problem asks for playable levels like the drawings. It is chosen now."),
      told ? element("pre", {}, told) : "",
      element("details", {}, element("summary", {}, "the problem file"), element("pre", {}, text)),
      this.app.engine.runs ? start : "",
    );
  }

  private async search(problem: string): Promise<void> {
    try {
      const runs = runsOf(this.app.engine);
      const taken = new Set((await runs.list()).map(({ name }) => name));
      let number = 1;
      while (taken.has(`drawn-${number}`)) number += 1;
      const name = await runs.start({ name: `drawn-${number}`, problem, budget: BUDGET, seed: 1 });
      this.app.say(`The search ${name} has begun.`);
      this.app.show("runs");
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }

  private paint(): void {
    const { drawing } = this;
    if (!drawing) return;
    this.easel.set(drawing.level, this.tiles);
    this.undoButton.disabled = !drawing.canUndo;
    this.redoButton.disabled = !drawing.canRedo;
    this.columns.value = String(drawing.level.width);
    this.rows.value = String(drawing.level.height);
    this.paintStrip();
    this.understand();
  }

  /** Shows levels of the script that explains the drawings, as soon as there are some. */
  private async readLayers(): Promise<void> {
    const drawings = this.drawings.filter((one) => one.canUndo || !this.isBlank(one)).map(({ level }) => level);
    if (drawings.length < DRAWINGS_MIN || drawings.some(({ cells }) => cells.includes(UNSET))) {
      this.understood.replaceChildren();
      return;
    }
    try {
      const { engine } = this.app;
      const problem = this.app.problem();
      const { script, layers } = await engine.ask<"understand">({ do: "understand", drawings, problem });
      if (script === null) return;
      const made = await engine.ask<"levels">({ do: "levels", script, dials: {}, seed: 0, count: UNDERSTOOD });
      const { tiles } = made;
      const pictures = made.levels.map((one) => {
        const level = { ...one, of: { script, dials: {} } };
        return levelButton(this.app, { level, tiles }, 84, `${nameOf(level)}, as understood`);
      });
      const list = element("ol", {}, ...layers.map((layer) => element("li", {}, layer)));
      this.understood.replaceChildren(
        element("p", {}, "This is how the drawings are understood so far:"),
        element("div", { class: "strip" }, ...pictures),
        element("details", {}, element("summary", {}, `${layers.length} layers`), list),
        button("Take this script", () => this.app.open(script, "drawn")),
      );
    } catch {
      // Drawings that are half done need not be understood.
      this.understood.replaceChildren();
    }
  }

  private isBlank({ level }: Drawing): boolean {
    return level.cells.every((cell) => cell === this.background);
  }

  private paintStrip(): void {
    const focused = this.strip.contains(document.activeElement);
    this.strip.replaceChildren(
      ...this.drawings.map(({ level }, index) => {
        const press = () => {
          this.at = index;
          this.paint();
        };
        const attributes = {
          type: "button",
          class: "level",
          "aria-label": `Drawing ${index + 1}`,
          "aria-pressed": String(index === this.at),
          onclick: press,
        };
        return element("button", attributes, picture(this.app, { level, tiles: this.tiles }, 56));
      }),
    );
    if (focused) this.strip.querySelectorAll("button")[this.at]?.focus();
  }

  private paintPalette(): void {
    const focused = this.palette.contains(document.activeElement);
    const choose = (tile: number) => {
      this.tile = tile;
      this.paintPalette();
    };
    const buttons = this.tiles.map((tile, index) => {
      const chosen = index === this.tile;
      const attributes = {
        type: "button",
        role: "radio",
        "aria-checked": String(chosen),
        tabindex: chosen ? 0 : -1,
        onclick: () => choose(index),
        onkeydown: (event: KeyboardEvent) => {
          const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
          if (move === undefined) return;
          event.preventDefault();
          choose((index + move + this.tiles.length) % this.tiles.length);
        },
      };
      const one: Level = { width: 1, height: 1, cells: [index] };
      const swatch = picture(this.app, { level: one, tiles: this.tiles }, 20);
      return element("button", attributes, swatch, ` ${tile.name}`);
    });
    this.palette.replaceChildren(...buttons);
    if (focused) buttons[this.tile]?.focus();
  }
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // A call takes only so many arguments.
  for (let from = 0; from < bytes.length; from += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  }
  return btoa(text);
}
