/** Drawings: levels that are painted cell by cell. */

import type { Level, Tile } from "../api";

/** A cell that nothing was put on. */
export const UNSET = -1;

export interface Cell {
  x: number;
  y: number;
}

export function blank(width: number, height: number, tile: number): Level {
  return { width, height, cells: new Array<number>(width * height).fill(tile) };
}

export function at(level: Level, { x, y }: Cell): number | undefined {
  const inside = x >= 0 && y >= 0 && x < level.width && y < level.height;
  return inside ? level.cells[y * level.width + x] : undefined;
}

export function painted(level: Level, cells: Cell[], tile: number): Level {
  const after = [...level.cells];
  for (const cell of cells) {
    if (at(level, cell) !== undefined) after[cell.y * level.width + cell.x] = tile;
  }
  return { ...level, cells: after };
}

/** All cells with the tile of the first one that hang together with it. */
export function area(level: Level, first: Cell): Cell[] {
  const tile = at(level, first);
  if (tile === undefined) return [];
  const seen = new Set<number>();
  const found: Cell[] = [];
  const next = [first];
  for (let cell = next.pop(); cell; cell = next.pop()) {
    const index = cell.y * level.width + cell.x;
    if (at(level, cell) !== tile || seen.has(index)) continue;
    seen.add(index);
    found.push(cell);
    const { x, y } = cell;
    next.push({ x: x - 1, y }, { x: x + 1, y }, { x, y: y - 1 }, { x, y: y + 1 });
  }
  return found;
}

/** The cells from one to another, for a pointer that moves fast. */
export function line(from: Cell, to: Cell): Cell[] {
  const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y), 1);
  return Array.from({ length: steps + 1 }, (_, step) => ({
    x: Math.round(from.x + ((to.x - from.x) * step) / steps),
    y: Math.round(from.y + ((to.y - from.y) * step) / steps),
  }));
}

/** The level with another size; new cells get the tile. */
export function resized(level: Level, width: number, height: number, tile: number): Level {
  const cells = Array.from({ length: width * height }, (_, index) => {
    const cell = { x: index % width, y: Math.floor(index / width) };
    return at(level, cell) ?? tile;
  });
  return { width, height, cells };
}

/** The level in another palette: tiles are found by their names. */
export function translated(level: Level, from: Tile[], to: Tile[]): Level {
  const numbers = from.map(({ name }) => to.findIndex((tile) => tile.name === name));
  return { ...level, cells: level.cells.map((cell) => numbers[cell] ?? UNSET) };
}

/** A drawing and what it was before, step by step. */
export class Drawing {
  private past: Level[] = [];
  private future: Level[] = [];

  constructor(public level: Level) {}

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  change(level: Level): void {
    this.past.push(this.level);
    this.future = [];
    this.level = level;
  }

  /** Goes on with the last step, such as a stroke of the pointer. */
  amend(level: Level): void {
    this.level = level;
  }

  undo(): void {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.level);
    this.level = before;
  }

  redo(): void {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.level);
    this.level = after;
  }
}
