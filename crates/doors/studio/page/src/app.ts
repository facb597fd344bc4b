/** What the parts of the page share. */

import type { Engine, Level, ProblemInfo, ScriptInfo, Tile, Turned } from "./api";

/** How tiles are drawn. */
export type Look = "letters" | "colors" | "art";

export interface DrawOptions {
  /** Pixels of a side of a cell. */
  scale: number;
  look?: Look;
  /** Cells of a way, drawn over the tiles. */
  way?: number[];
  /** Cells to mark. */
  marked?: number[];
}

/** The page as its parts see it. */
export interface App {
  readonly engine: Engine;
  /** Problems that are built in; `about` of the engine. */
  readonly problems: ProblemInfo[];
  /** The text in the editor. */
  script(): string;
  /** Puts a script into the editor. */
  open(script: string, name: string): void;
  name(): string;
  /** What is known of the script in the editor; undefined while it has mistakes. */
  info(): ScriptInfo | undefined;
  /** Dials as they are turned. */
  dials(): Record<string, number>;
  /** Seed of the first level shown. */
  seed(): number;
  /** The chosen problem: its name, or the text of a problem file. */
  problem(): string;
  setProblem(problem: string): void;
  look(): Look;
  /** Draws a level on a canvas of `width * scale` by `height * scale` pixels. */
  draw(canvas: HTMLCanvasElement, level: Level, tiles: Tile[], options: DrawOptions): void;
  /** Says something in the status line, and to screen readers. */
  say(message: string): void;
  /** Shows a panel, and gives it a level if there is one. */
  show(panel: string, level?: Level, tiles?: Tile[]): void;
  /** Shows a level large, with what can be done with it (play, trace, export). */
  enlarge(level: Made, tiles: Tile[]): void;
}

/** A level, with what made it if that is known. */
export interface Made extends Level {
  seed?: number;
  /** The script of the seed; that of the editor if it is left out. */
  of?: Turned;
}

/** A part of the page with a tab of its own. */
export interface Panel {
  /** Short and unique; the tab's name is `title`. */
  name: string;
  title: string;
  element: HTMLElement;
  /** It comes into view. */
  show?(): void;
  hide?(): void;
  /** The script, its dials, the seed or the problem changed while it is in view. */
  changed?(): void;
  /** It is given a level: one to play, or one to draw on. */
  take?(level: Level, tiles: Tile[]): void;
}
