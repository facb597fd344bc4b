/** Level generators written in Marahel, for web pages and Node. */

/** Loads the module: from beside `marahel.js`, or from bytes, an address or a response. */
export function load(source?: URL | string | Response | ArrayBuffer | ArrayBufferView | Promise<Response>): Promise<Marahel>;

export interface Marahel {
  /**
   * A generator of a script (JSON or JSON5), with its dials as they are turned. With a
   * certificate of `marahel certify` each level that it makes is one that plays.
   *
   * Throws an error that says what is wrong with the script, a dial, or the certificate.
   */
  generator(script: string | object, options?: { dials?: Record<string, number>; certificate?: string | object }): Generator;
  /** What is wrong with a script, with places in UTF-16 code units. */
  check(script: string): { diagnostics: Diagnostic[]; info?: { entities: string[]; min: [number, number]; max: [number, number] } };
  /** What a problem (the name of a built-in one, or the text of a problem file) says of `count` levels of a script. */
  judge(
    script: string,
    problem: string,
    options?: { dials?: Record<string, number>; seed?: number; count?: number },
  ): Judgement;
  /** What a problem says of one level: whether it is playable, and the longest way that it measures. */
  explain(level: Level, problem: string): Explanation;
}

export interface Entity {
  name: string;
  character: string;
  /** "#rrggbb". */
  color: string;
}

export interface Dial {
  name: string;
  min: number;
  max: number;
  value: number;
}

export interface Generator {
  readonly entities: Entity[];
  readonly dials: Dial[];
  /** The level of a seed in 0..2^64: the same in every program of Marahel. Throws if it costs too much work. */
  generate(seed: number | bigint): Level;
  /** Gives its memory back. */
  close(): void;
}

export interface Level {
  readonly width: number;
  readonly height: number;
  /** The entity of each cell, row by row; 62 where nothing was put. */
  readonly cells: Uint8Array;
  readonly entities: Entity[];
  /** The name of the entity at a place; undefined where nothing was put. */
  at(x: number, y: number): string | undefined;
  /** Rows of characters. */
  toString(): string;
}

export interface Diagnostic {
  from: number;
  to: number;
  severity: "error" | "warning";
  place: string;
  message: string;
  help: string;
  fix?: { from: number; to: number; insert: string };
}

export interface Explanation {
  playable: boolean;
  good: boolean;
  lacks: string[];
  objectives: { name: string; text: string; value: number | null; score: number; good: string }[];
  /** Cells, row by row, the last one of the way first. */
  way: number[];
}

export interface Judgement {
  count: number;
  /** Shares of the levels. */
  playable: number;
  good: number;
  diversity: number;
  objectives: { name: string; text: string; good: string; mean: number | null; score: number }[];
  failing: ({ seed: number; width: number; height: number; cells: number[] } & Explanation)[];
}
