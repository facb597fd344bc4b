/** Play: walk through a level, as its problem says one moves. */

import type { Explanation, Level, ProblemInfo, Tile } from "../api";
import type { App, Panel } from "../app";
import { button, element, icon, messageOf, tell, trouble } from "../dom";
import { Game, type Direction } from "./game";
import { solve } from "./solve";
import { problemOf } from "./problem";
import { rolesOf } from "./roles";
import { scaleFor } from "./sheet";

export function playPanel(app: App): Panel {
  const view = new Play(app);
  return {
    name: "play",
    title: "Play",
    element: view.element,
    show: () => void view.show(),
    hide: () => view.hide(),
    changed: () => view.paint(),
    take: (level, tiles) => void view.take(level, tiles),
  };
}

const ROOM = 520;
const FALL_MS = 140;

/** Time to go on with a jump before the hero falls. */
const JUMP_MS = 450;

/** A touch shorter than this is a tap, in pixels. */
const SWIPE = 24;

const KEYS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  a: "left",
  d: "right",
  w: "up",
  s: "down",
};

class Play {
  readonly element: HTMLElement;
  private readonly canvas = element("canvas", {
    class: "game",
    tabindex: 0,
    role: "application",
    "aria-label": "Level to play. Arrow keys move, z undoes, r begins again.",
  });
  private readonly line = element("p", { class: "told", role: "status" });
  private readonly trouble = trouble();
  private readonly undoButton = button("Undo", () => this.undo());
  private readonly hintButton = button("Show the way", () => void this.hint());
  private level: Level | undefined;
  private tiles: Tile[] = [];
  private problem: ProblemInfo | undefined;
  private game: Game | undefined;
  private way: number[] = [];
  /** Cells that a missed demand is about, while the hint is shown. */
  private missed: number[] = [];
  /** Whether the problem calls the level playable, once it was asked. */
  private verdict = "";
  private timer = 0;
  /** When the last step was. */
  private stepped = 0;
  /** Counts what was asked for; an answer to something older is dropped. */
  private turn = 0;
  private touch: { x: number; y: number } | undefined;

  constructor(private readonly app: App) {
    this.hintButton.setAttribute("aria-pressed", "false");
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("pointerdown", (event) => (this.touch = { x: event.clientX, y: event.clientY }));
    this.canvas.addEventListener("pointerup", (event) => this.swipe(event));
    const pad = (sign: string, direction: Direction): HTMLElement => icon(sign, direction, () => this.step(direction));
    this.element = element(
      "section",
      { class: "play" },
      element(
        "div",
        { class: "row" },
        button("Another level", () => void this.another()),
        button("Begin again", () => this.again()),
        this.undoButton,
        this.hintButton,
      ),
      this.trouble,
      this.line,
      this.canvas,
      element("div", { class: "pad", role: "group", "aria-label": "Steps" }, pad("←", "left"), pad("↑", "up"), pad("↓", "down"), pad("→", "right")),
    );
  }

  async show(): Promise<void> {
    this.timer = window.setInterval(() => this.fall(), FALL_MS);
    if (this.level) this.paint();
    else await this.fetch(this.app.seed());
  }

  hide(): void {
    clearInterval(this.timer);
  }

  /** Plays a level. */
  async take(level: Level, tiles: Tile[]): Promise<void> {
    this.turn += 1;
    this.level = level;
    this.tiles = tiles;
    this.verdict = "";
    this.way = [];
    this.missed = [];
    try {
      this.problem = await problemOf(this.app);
      tell(this.trouble, "");
    } catch (error) {
      this.problem = undefined;
      tell(this.trouble, messageOf(error));
    }
    this.again();
    this.canvas.focus();
  }

  private async another(): Promise<void> {
    await this.fetch(crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  }

  private async fetch(seed: number): Promise<void> {
    const turn = ++this.turn;
    try {
      const wish = { script: this.app.script(), dials: this.app.dials(), seed, count: 1 };
      const { levels, tiles } = await this.app.engine.ask<"levels">({ do: "levels", ...wish });
      const [level] = levels;
      if (level && turn === this.turn) await this.take(level, tiles);
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
  }

  private again(): void {
    if (!this.level) return;
    const roles = rolesOf(this.tiles, this.problem);
    // Tiles of the script are those of the problem by their names.
    const entered = this.problem?.entered;
    const own = this.tiles.map(({ name }) => {
      const index = this.problem?.tiles.findIndex((tile) => tile.name === name) ?? -1;
      return index < 0 ? true : (entered?.[index] ?? true);
    });
    const rules = { movement: this.problem?.movement || "walk", roles, ...(entered && { entered: own }) };
    const { jump, platforms, deadly_below: isDeadlyBelow = false } = this.problem ?? {};
    this.game = new Game(this.level, { ...rules, ...(jump && { jump }), ...(platforms && { platforms }), isDeadlyBelow });
    this.way = [];
    this.missed = [];
    this.paint();
  }

  private step(direction: Direction): void {
    if (!this.game?.step(direction)) return;
    this.stepped = performance.now();
    this.paint();
  }

  private fall(): void {
    if (!this.game?.falls) return;
    const isJumping = this.game.state.air.some((left) => left > 0);
    if (isJumping && performance.now() - this.stepped < JUMP_MS) return;
    this.game.fall();
    this.paint();
  }

  private undo(): void {
    this.game?.undo();
    this.paint();
  }

  private key(event: KeyboardEvent): void {
    const direction = KEYS[event.key];
    if (direction) this.step(direction);
    else if (event.key === "z") this.undo();
    else if (event.key === "r") this.again();
    else return;
    event.preventDefault();
  }

  private swipe(event: PointerEvent): void {
    const from = this.touch;
    this.touch = undefined;
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
    this.step(Math.abs(x) > Math.abs(y) ? (x < 0 ? "left" : "right") : y < 0 ? "up" : "down");
  }

  private async hint(): Promise<void> {
    if (!this.level) return;
    if (this.way.length > 0 || this.missed.length > 0) {
      this.way = [];
      this.missed = [];
      this.paint();
      return;
    }
    try {
      const tiles = this.tiles.map(({ name }) => name);
      const { width, height, cells } = this.level;
      const told: Explanation = await this.app.engine.ask<"explain">({
        do: "explain",
        level: { width, height, cells },
        tiles,
        problem: this.app.problem(),
      });
      this.way = told.way.length > 0 ? told.way : (solve(this.game) ?? []);
      this.missed = told.marks.flatMap((mark) => mark.cells);
      this.verdict = told.playable === null ? " Nobody knows whether it is playable." : told.playable ? " Playable." : " Not playable.";
      tell(this.trouble, told.lacks.length > 0 ? `This level: ${told.lacks.join(", ")}.` : "");
      if (this.way.length === 0) this.app.say(told.playable ? "The level is playable; its way is too long to be shown." : "No way is known.");
    } catch (error) {
      tell(this.trouble, messageOf(error));
    }
    this.paint();
  }

  paint(): void {
    const { game } = this;
    if (!game) return;
    const shown = game.shown();
    const scale = Math.min(40, scaleFor(shown, Math.min(ROOM, this.element.clientWidth || ROOM)));
    const { hero, steps, hasKey, over } = game.state;
    this.app.draw(this.canvas, shown, this.tiles, { scale, look: this.app.look(), way: this.way, marked: game.isSeen ? this.missed : [hero, ...this.missed] });
    this.undoButton.disabled = !game.canUndo;
    this.hintButton.setAttribute("aria-pressed", String(this.way.length > 0 || this.missed.length > 0));
    const end = { won: " Done!", lost: " You did not survive. Undo, or begin again.", "": "" }[over];
    this.line.textContent = `${steps} steps${hasKey ? ", with a key" : ""}.${this.verdict}${end}`;
    this.element.dataset.over = over;
  }
}
