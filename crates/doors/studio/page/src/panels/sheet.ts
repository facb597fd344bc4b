/** Small levels that can be pressed to see them large. */

import type { Level, Tile } from "../api";
import type { App, DrawOptions, Made } from "../app";
import { element } from "../dom";

/** Pixels of a cell, so that a level is at most so wide and high. */
export function scaleFor(level: Level, pixels: number): number {
  return Math.max(1, Math.floor(pixels / Math.max(level.width, level.height, 1)));
}

export interface Shown {
  level: Made;
  tiles: Tile[];
}

export function picture(
  app: App,
  shown: Shown,
  pixels: number,
  options: Partial<DrawOptions> = {},
): HTMLCanvasElement {
  const canvas = element("canvas");
  const look = options.look ?? app.look();
  app.draw(canvas, shown.level, shown.tiles, {
    scale: scaleFor(shown.level, pixels),
    ...options,
    look,
  });
  return canvas;
}

/** A level as a button that shows it large. */
export function levelButton(
  app: App,
  shown: Shown,
  pixels: number,
  label: string,
  options: Partial<DrawOptions> = {},
): HTMLButtonElement {
  const press = () => app.enlarge(shown.level, shown.tiles);
  const attributes = { type: "button", class: "level", "aria-label": label, onclick: press };
  return element("button", attributes, picture(app, shown, pixels, options));
}

/** How a level is called: by its seed, if it has one. */
export function nameOf(level: { seed?: number }): string {
  return level.seed === undefined ? "level" : `level of seed ${level.seed}`;
}
