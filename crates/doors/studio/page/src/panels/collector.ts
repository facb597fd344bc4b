/** Collects the measures of many levels, some at a time, until there are enough. */

import type { Answers, Engine, Turned } from "../api";

export interface Wanted extends Turned {
  seed: number;
  problem?: string;
}

export interface Collected {
  wanted: Wanted;
  measures: Answers["range"]["measures"];
  rows: Answers["range"]["rows"];
  seeds: number[];
}

/** The first answer is small, so that it is there soon. */
const FIRST = 50;
const CHUNK = 100;

export class Collector {
  private turn = 0;
  private running = false;
  collected: Collected | undefined;

  /** `tell` hears of each chunk, and of what went wrong. */
  constructor(
    private readonly engine: Engine,
    private readonly count: number,
    private readonly tell: (error?: unknown) => void,
  ) {}

  get done(): boolean {
    return (this.collected?.rows.length ?? 0) >= this.count;
  }

  /** Goes on with what is wanted; begins again if that is something else. */
  want(wanted: Wanted): void {
    const same = JSON.stringify(this.collected?.wanted) === JSON.stringify(wanted);
    if (same && (this.running || this.done)) return;
    if (!same) this.collected = { wanted, measures: [], rows: [], seeds: [] };
    void this.run(++this.turn);
  }

  stop(): void {
    this.turn += 1;
    this.running = false;
  }

  private async run(turn: number): Promise<void> {
    const collected = this.collected;
    if (!collected) return;
    this.running = true;
    while (turn === this.turn && collected.rows.length < this.count) {
      const have = collected.rows.length;
      const count = Math.min(have === 0 ? FIRST : CHUNK, this.count - have);
      const seed = collected.wanted.seed + have;
      try {
        const answer = await this.engine.ask<"range">({
          ...collected.wanted,
          do: "range",
          seed,
          count,
        });
        // Whatever was asked before the script changed is of no use.
        if (turn !== this.turn) return;
        if (answer.rows.length === 0) break;
        collected.measures = answer.measures;
        collected.rows.push(...answer.rows);
        collected.seeds.push(...answer.seeds);
        this.tell();
      } catch (error) {
        if (turn !== this.turn) return;
        this.running = false;
        this.tell(error);
        return;
      }
    }
    if (turn === this.turn) this.running = false;
  }
}
