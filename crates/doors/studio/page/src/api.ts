/**
 * What the page asks, and what it is told.
 *
 * Each question is one JSON object and has one JSON object as its answer. `evolve studio`
 * answers natively, with all cores; without a server a worker answers with the same code,
 * compiled to wasm. Rust's side of this file is `crates/doors/studio/src/answers`.
 */

/** A tile of a palette. Its number is its place in the list. */
export interface Tile {
  name: string;
  /** What stands for it in texts. */
  character: string;
  /** "#rrggbb". */
  color: string;
  /** A picture of 16 by 16 pixels, as a data URL. */
  picture: string;
  scene: Scene;
}

/**
 * How a tile is drawn in a level. Tiles are numbers; pictures are data URLs, 16 pixels high.
 * Rust's side is `crates/level/level/src/scene_tile.rs`.
 */
export interface Scene {
  /** Tiles that are part of its mass. */
  joined: number[];
  /** Grounds on which it may stand. */
  grounds: number[];
  /** Grounds that it prefers to stand on. */
  prefers: number[];
  /** The ground that it stands on if no neighbor is one; null for none. */
  usual: number | null;
  /** Tiles on which it stands where there is no ground. */
  areas: number[];
  isWay: boolean;
  isHigh: boolean;
  /** What shows beside other masses: "#rrggbb". */
  color: string;
  /** Of a thing: its picture, with transparent parts. */
  thing: string | null;
  /** Of a terrain: its looks side by side, one for each set of neighbors, then its textures. */
  looks: string | null;
}

/** A level, row by row. */
export interface Level {
  width: number;
  height: number;
  /** Numbers of tiles; -1 for a cell that nothing was put on. */
  cells: number[];
}

export interface SeededLevel extends Level {
  seed: number;
}

/** A script with its dials as they are turned. */
export interface Turned {
  script: string;
  dials?: Record<string, number>;
}

/** A problem: a built-in one by its name, or the text of a problem file. */
export interface Asked {
  problem: string;
}

/** Something to say about a script. Places are in UTF-16 code units, as in JavaScript. */
export interface Diagnostic {
  from: number;
  to: number;
  severity: "error" | "warning";
  /** Part of the script, such as "explorer 2, rule 1"; may be empty. */
  place: string;
  message: string;
  /** What to do about it; may be empty. */
  help: string;
  /** The change that does it, where it is clear what was meant. */
  fix?: { from: number; to: number; insert: string };
}

export interface Dial {
  name: string;
  min: number;
  max: number;
  value: number;
}

/** What is known of a script without mistakes. */
export interface ScriptInfo {
  description: string;
  /** Columns and rows, smallest and largest. */
  min: [number, number];
  max: [number, number];
  entities: string[];
  dials: Dial[];
  explorers: { type: string; description: string; rules: string[] }[];
}

/** A problem that is built in. */
export interface ProblemInfo {
  name: string;
  description: string;
  width: number;
  height: number;
  tiles: Tile[];
  /** How its hero walks: "walk", "platformer" or "push"; empty if nobody does. */
  movement: string;
  /** What each tile is for, such as "locked_door"; without it, their names say so. */
  roles?: string[];
  /** Whether the hero may enter each tile; without it, the roles say so. */
  entered?: boolean[];
  /** Cells that a jump goes up and sideways, where there is gravity. */
  jump?: [number, number];
  /** Whether each tile is a platform, where there are some. */
  platforms?: boolean[];
  /** Whether a hero who falls beyond the lower edge is lost; else one stands on it. */
  deadly_below?: boolean;
  objectives: string[];
}

export interface GeneratorInfo {
  /** Such as "gallery/castle". */
  name: string;
  script: string;
}

/** A level of a trace: what it is after some repeats of an explorer. */
export interface Frame extends Level {
  /** From 0. */
  explorer: number;
  type: string;
  description: string;
  first_repeat: number;
  last_repeat: number;
  repeats: number;
  rules: { text: string; fired: number; changed: number }[];
  /** For each cell the last rule of this frame that changed it, from 0; -1 if none. */
  by_rule: number[];
}

/** What a problem says of one level. */
export interface Explanation {
  /** Null if nobody knows, because the solver of Sokoban gave up. */
  playable: boolean | null;
  good: boolean;
  /** What it lacks, in words. */
  lacks: string[];
  objectives: {
    name: string;
    /** What is measured. */
    text: string;
    value: number | null;
    score: number;
    /** The good values, in words. */
    good: string;
  }[];
  /** Cells of the longest way that is measured, from its last cell to its first. */
  way: number[];
  /** Cells that a missed demand is about: its name, and what they have in common. */
  marks: { text: string; what: string; cells: number[] }[];
}

/** What a problem says of many levels. */
export interface Verdict {
  /** Number of levels. */
  count: number;
  /** Shares of the levels. */
  playable: number;
  good: number;
  diversity: number;
  objectives: { name: string; text: string; good: string; mean: number | null; score: number }[];
  /** Up to a dozen levels that are not good, with what they lack. */
  failing: (SeededLevel & Explanation)[];
}

export interface ExportFile {
  name: string;
  mime: string;
  base64: string;
}

export type Question =
  | { do: "about" }
  | ({ do: "check" } & { script: string })
  /** Levels of the seeds from `seed` on; if the problem sifts them, those that its judge from outside passes. */
  | ({ do: "levels"; seed: number; count: number; problem?: string } & Turned)
  | ({ do: "trace"; seed: number; frames: number } & Turned)
  /** All measures of levels, with those of the problem if it fits. */
  | ({ do: "range"; seed: number; count: number; problem?: string } & Turned)
  | ({ do: "judge"; seed: number; count: number } & Turned & Asked)
  | ({ do: "explain"; level: Level; tiles: string[] } & Asked)
  /** Format: "png" | "gif" (of the trace) | "tmj" (for Tiled) | "ldtk" | "csv" | "txt" | "json". */
  | ({ do: "export"; format: string; seed: number; count: number } & Turned)
  /** Reads a level file (tmx, tmj, ldtk, csv, txt, json, png) in the tiles of a problem. `beside`: files that it
   * may name, such as tilesets. */
  | ({ do: "read"; name: string; base64: string; beside: SentFile[] } & Asked)
  /** A problem file that asks for levels like drawn ones in the tiles of a problem. */
  | ({ do: "like"; drawings: Level[] } & Asked)
  /** The script that explains drawings, layer by layer. */
  | ({ do: "understand"; drawings: Level[] } & Asked)
  /** What is asked of a problem file: its tiles and sizes. */
  | ({ do: "problem" } & Asked)
  /** Scripts with an explorer for each thing that a problem asks for, best first. */
  | ({ do: "draft"; seed: number } & Asked)
  /** A drawn level with the fewest changes that make it good. */
  | ({ do: "repair"; level: Level; seed: number } & Asked)
  /** A good variation of a drawn level. */
  | ({ do: "remix"; level: Level; seed: number } & Asked)
  /** Known generators in the tiles of a problem, to choose from. */
  | ({ do: "starters"; seed?: number } & Asked)
  /** Children of scripts. `locks`: explorers "0" or rules "0.1" of the first parent that stay. */
  | ({ do: "breed"; parents: string[]; locks: string[]; seed: number; count: number } & Asked);

/** A file that goes with another. */
export interface SentFile {
  name: string;
  base64: string;
}

export interface Answers {
  about: { version: string; problems: ProblemInfo[]; generators: GeneratorInfo[]; schema: unknown };
  check: { diagnostics: Diagnostic[]; info?: ScriptInfo };
  levels: { tiles: Tile[]; levels: SeededLevel[] };
  trace: { tiles: Tile[]; frames: Frame[] };
  range: { measures: { name: string; label: string }[]; rows: (number | null)[][]; seeds: number[] };
  judge: Verdict & { tiles: Tile[] };
  explain: Explanation;
  /** `more`: files that go beside it, such as the picture of a map's tiles. */
  export: ExportFile & { more?: ExportFile[] };
  /** `notes`: what of the file was not read, or was guessed. */
  read: { tiles: Tile[]; levels: Level[]; notes: string[] };
  like: { text: string; told: string };
  /** `script`: null if cells have no tile. `layers`: what its explorers are. */
  understand: { script: string | null; layers: string[] };
  problem: ProblemInfo;
  /** `told`: what its levels meet. `unsaid`: demands that no draft mentions. */
  draft: { drafts: { script: string; told: string }[]; unsaid: string[] };
  /** `told`: what changed. */
  repair: { level: Level; told: string[] };
  remix: { level: Level; told: string[] };
  starters: { scripts: { name: string; script: string }[] };
  breed: { scripts: { script: string; change: string }[] };
}

/** An answer that says what is wrong. */
export interface Refusal {
  error: string;
}

/** One row of a table with a header. */
export type Row = Record<string, string>;

/** A search: one that goes on, or one that is over. */
export interface Run {
  name: string;
  problem: string;
  state: "running" | "stopped" | "finished" | "failed";
  /** 0 to 1. */
  share: number;
  /** The last line of a run that failed; else empty. */
  message: string;
  /** What its best script meets, while it runs; else empty. */
  best_so_far: string;
}

/** What a run has found so far. */
export interface RunFound extends Run {
  /** generations.csv: one row for each generation. */
  generations: Row[];
  /** front.csv: one row for each generator of the front; empty until the run wrote it. */
  front: Row[];
  /** best.json, once there is one. */
  best?: string;
  best_told?: string;
}

export interface RunWish extends Asked {
  name: string;
  /** Number of levels to measure. */
  budget: number;
  seed: number;
  /** Scripts to start from, instead of the known generators. */
  from?: string[];
  /** Parts of the first of them that stay: "0" an explorer, "0.1" a rule. */
  locks?: string[];
}

/** Who answers: the server of `evolve studio`, or a worker. */
export interface Engine {
  /** Asks a question; fails with a message for people. Without an answer in time it fails, too. */
  ask<K extends keyof Answers>(question: Extract<Question, { do: K }>): Promise<Answers[K]>;
  /** The user's own folder; undefined where there is none. */
  files?: Files;
  /** Searches; undefined without a server. */
  runs?: Runs;
}

export interface Files {
  list(): Promise<{ scripts: string[]; problems: string[] }>;
  read(path: string): Promise<string>;
  write(path: string, text: string): Promise<void>;
}

export interface Runs {
  list(): Promise<Run[]>;
  start(wish: RunWish): Promise<string>;
  found(name: string): Promise<RunFound>;
  /** The script of a row of the front: its column `script`. */
  script(name: string, script: string): Promise<string>;
  stop(name: string): Promise<void>;
  resume(name: string): Promise<void>;
}
