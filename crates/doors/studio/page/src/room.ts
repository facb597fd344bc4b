/** How many levels stand side by side in a room, and how large their cells are. */

import type { Level } from "./api";

export interface Fit {
  columns: number;
  /** Pixels of a side of a cell. */
  scale: number;
}

/** A place of this many pixels. */
export interface Room {
  width: number;
  height: number;
}

/** From so many pixels of a cell on, things are drawn; smaller cells are plain colors. */
const READABLE = 6;

/** Larger cells show no more. */
const LARGEST = 32;

/**
 * The largest cells with which all levels are seen at once. If these are too small to be readable,
 * levels are as large as needed, and one scrolls. `frame` is what surrounds a level.
 */
export function fit(level: Level, count: number, room: Room, frame: Room): Fit {
  const scale = (pixels: number, cells: number): number => Math.floor(pixels / Math.max(1, cells));
  const across = (columns: number): number => scale(room.width / columns - frame.width, level.width);
  let best: Fit = { columns: 1, scale: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const down = room.height / Math.ceil(count / columns) - frame.height;
    const fitting = Math.min(across(columns), scale(down, level.height));
    if (fitting > best.scale) best = { columns, scale: fitting };
  }
  if (best.scale < READABLE) {
    let columns = 1;
    while (columns < count && across(columns + 1) >= READABLE) columns++;
    best = { columns, scale: Math.max(across(columns), best.scale) };
  }
  return { columns: best.columns, scale: Math.min(Math.max(best.scale, 1), LARGEST) };
}
