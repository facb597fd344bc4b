/** A level to paint on, by pointer or by keyboard. */

import type { Level, Tile } from "../api";
import type { App } from "../app";
import { at, line, type Cell } from "./drawing";
import { element } from "../dom";
import { scaleFor } from "./sheet";

export interface EaselEvents {
  /** Paints cells; `begins` if this is a new stroke. */
  paint(cells: Cell[], begins: boolean): void;
  undo(): void;
  redo(): void;
  /** Takes the tile below the cursor. */
  pick(tile: number): void;
}

export class Easel {
  readonly element: HTMLCanvasElement;
  private level: Level | undefined;
  private tiles: Tile[] = [];
  private cursor: Cell = { x: 0, y: 0 };
  /** The last cell of the stroke that is being painted. */
  private stroke: Cell | undefined;

  constructor(
    private readonly app: App,
    private readonly events: EaselEvents,
  ) {
    this.element = element("canvas", {
      class: "easel",
      tabindex: 0,
      role: "application",
      "aria-label":
        "Drawing. Arrow keys move the cursor, space paints, shift with an arrow paints along, p takes the tile below, control z undoes.",
      onpointerdown: (event: PointerEvent) => this.press(event),
      onpointermove: (event: PointerEvent) => this.move(event),
      onpointerup: () => (this.stroke = undefined),
      onpointercancel: () => (this.stroke = undefined),
      onkeydown: (event: KeyboardEvent) => this.key(event),
      onfocus: () => this.paint(),
      onblur: () => this.paint(),
    });
  }

  set(level: Level, tiles: Tile[]): void {
    this.level = level;
    this.tiles = tiles;
    this.cursor = this.inside(this.cursor);
    this.paint();
  }

  private paint(): void {
    const { level } = this;
    if (!level) return;
    const focused = document.activeElement === this.element;
    const room = Math.min(this.element.parentElement?.clientWidth || 480, 560);
    this.app.draw(this.element, level, this.tiles, {
      scale: Math.min(40, scaleFor(level, room)),
      look: this.app.look(),
      marked: focused ? [this.cursor.y * level.width + this.cursor.x] : [],
    });
  }

  private cellOf(event: PointerEvent): Cell {
    const { width, height } = this.element.getBoundingClientRect();
    const { width: columns, height: rows } = this.level ?? { width: 1, height: 1 };
    return {
      x: Math.floor((event.offsetX / width) * columns),
      y: Math.floor((event.offsetY / height) * rows),
    };
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.stroke = this.cellOf(event);
    this.cursor = this.inside(this.stroke);
    this.events.paint([this.stroke], true);
  }

  private move(event: PointerEvent): void {
    if (!this.stroke) return;
    const cell = this.cellOf(event);
    if (cell.x === this.stroke.x && cell.y === this.stroke.y) return;
    const cells = line(this.stroke, cell);
    this.stroke = cell;
    this.cursor = this.inside(cell);
    this.events.paint(cells, false);
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const move = moves[event.key];
    const command = event.ctrlKey || event.metaKey;
    if (move) {
      this.cursor = this.inside({ x: this.cursor.x + move[0], y: this.cursor.y + move[1] });
      if (event.shiftKey) this.events.paint([this.cursor], true);
      this.tell();
    } else if (command && event.key.toLowerCase() === "z") {
      if (event.shiftKey) this.events.redo();
      else this.events.undo();
    } else if (command && event.key === "y") {
      this.events.redo();
    } else if (event.key === " " || event.key === "Enter") {
      this.events.paint([this.cursor], true);
      this.tell();
    } else if (event.key === "p" && !command) {
      const tile = this.level && at(this.level, this.cursor);
      if (tile !== undefined) this.events.pick(tile);
    } else {
      return;
    }
    event.preventDefault();
    this.paint();
  }

  /** Says where the cursor is, for those who do not see it. */
  private tell(): void {
    const { x, y } = this.cursor;
    const tile = this.level && at(this.level, this.cursor);
    const name = tile === undefined ? "" : (this.tiles[tile]?.name ?? "nothing");
    this.app.say(`column ${x + 1}, row ${y + 1}: ${name}`);
  }

  private inside({ x, y }: Cell): Cell {
    const { width, height } = this.level ?? { width: 1, height: 1 };
    return { x: Math.min(Math.max(x, 0), width - 1), y: Math.min(Math.max(y, 0), height - 1) };
  }
}
