/**
 * Levels as games, in turns: one key is one step.
 *
 * "walk": four directions, keys open locked doors. "push": crates go onto targets. "platformer":
 * with gravity, jumps and ladders.
 */

import type { Level } from "../api";
import type { Role } from "./roles";

export interface Rules {
  movement: string;
  /** The role of each tile. */
  roles: Role[];
  /** Whether each tile can be entered, where the problem says so. */
  entered?: boolean[];
  /** Cells that a jump goes up and sideways. */
  jump?: [number, number];
  /** Whether each tile is a platform: entered from below and the sides, and stood on. */
  platforms?: boolean[];
  /** Whether a hero who falls beyond the lower edge is lost; else one stands on it. */
  isDeadlyBelow?: boolean;
}

export interface State {
  cells: number[];
  /** Where the hero is; -1 if nobody is there. */
  hero: number;
  hasKey: boolean;
  steps: number;
  /** What is left of a jump: cells up and sideways. */
  air: [number, number];
  over: "" | "won" | "lost";
}

export type Direction = "left" | "right" | "up" | "down";

const STEPS: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

export class Game {
  state: State;
  private past: State[] = [];
  private readonly heroTile: number;
  private readonly floorTile: number;
  /** Cells that began as targets; crates on them are in place. */
  private readonly targets: Set<number>;
  private readonly hadLoot: boolean;

  constructor(
    private readonly level: Level,
    private readonly rules: Rules,
  ) {
    this.floorTile = Math.max(0, rules.roles.indexOf("floor"));
    const start = this.start();
    this.heroTile = level.cells[start] ?? -1;
    const cells = [...level.cells];
    const isHero = rules.roles[this.heroTile] === "entrance";
    if (isHero) cells[start] = this.floorTile;
    this.targets = new Set(this.cellsOf("target"));
    this.hadLoot = this.cellsOf("loot").length > 0;
    this.state = { cells, hero: start, hasKey: false, steps: 0, air: [0, 0], over: "" };
  }

  /** Whether something falls while nobody does anything. */
  get falls(): boolean {
    return this.rules.movement === "platformer" && this.state.over === "" && !this.isHeld(this.state.hero);
  }

  /** Whether the level has a tile for the hero. */
  get isSeen(): boolean {
    return this.rules.roles[this.heroTile] === "entrance";
  }

  /** A game that goes on from the state of this one. */
  from(state: State): Game {
    const game = new Game(this.level, this.rules);
    game.state = state;
    return game;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  undo(): void {
    this.state = this.past.pop() ?? this.state;
  }

  /** Takes a step; whether anything happened. */
  step(direction: Direction): boolean {
    if (this.state.over !== "" || this.state.hero < 0) return false;
    const next = this.rules.movement === "platformer" ? this.jumpOrRun(direction) : this.walk(direction);
    if (!next) return false;
    this.past.push(this.state);
    this.state = this.settled({ ...next, steps: this.state.steps + 1 });
    return true;
  }

  /** The hero falls by a cell, or beyond the lower edge. */
  fall(): void {
    if (!this.falls) return;
    const below = this.beside(this.state.hero, "down");
    if (below < 0) this.state = { ...this.state, over: "lost" };
    if (below < 0 || !this.isFree(below)) return;
    this.state = this.settled({ ...this.state, hero: below, air: [0, this.state.air[1]] });
  }

  /** The level as it is now, the hero included. */
  shown(): Level {
    const cells = [...this.state.cells];
    if (this.state.hero >= 0 && this.rules.roles[this.heroTile] === "entrance") cells[this.state.hero] = this.heroTile;
    return { ...this.level, cells };
  }

  private role(cell: number, state = this.state): Role | undefined {
    return this.rules.roles[state.cells[cell] ?? -1];
  }

  private cellsOf(role: Role): number[] {
    return this.level.cells.flatMap((tile, cell) => (this.rules.roles[tile] === role ? [cell] : []));
  }

  private start(): number {
    const [hero] = this.cellsOf("entrance");
    if (hero !== undefined) return hero;
    const isOpen = (tile: number): boolean => ["floor", "climbable"].includes(this.rules.roles[tile] ?? "");
    return this.level.cells.findIndex(isOpen);
  }

  /** The cell beside one; -1 beyond the edge. */
  private beside(cell: number, direction: Direction): number {
    const { width, height } = this.level;
    const [right, down] = STEPS[direction];
    const x = (cell % width) + right;
    const y = Math.floor(cell / width) + down;
    return x < 0 || y < 0 || x >= width || y >= height ? -1 : y * width + x;
  }

  private isFree(cell: number): boolean {
    const role = this.role(cell);
    if (cell < 0 || role === undefined) return false;
    if (role === "locked_door") return this.state.hasKey || !this.level.cells.some((tile) => this.rules.roles[tile] === "key");
    if (role === "wall" || role === "crate") return false;
    // Problems may say that nobody walks through an exit; a way ends there.
    if (role === "exit") return true;
    return this.rules.entered?.[this.state.cells[cell] ?? -1] ?? true;
  }

  private walk(direction: Direction): State | undefined {
    const to = this.beside(this.state.hero, direction);
    if (to >= 0 && this.rules.movement === "push" && this.role(to) === "crate") return this.push(to, direction);
    return to >= 0 && this.isFree(to) ? { ...this.state, hero: to } : undefined;
  }

  private push(crate: number, direction: Direction): State | undefined {
    const to = this.beside(crate, direction);
    if (to < 0 || !this.isFree(to)) return undefined;
    const cells = [...this.state.cells];
    cells[to] = cells[crate] ?? this.floorTile;
    cells[crate] = this.targets.has(crate) ? (this.level.cells[crate] ?? this.floorTile) : this.floorTile;
    return { ...this.state, cells, hero: crate };
  }

  private jumpOrRun(direction: Direction): State | undefined {
    const { hero, air } = this.state;
    const to = this.beside(hero, direction);
    if (to < 0 || !this.isFree(to)) return undefined;
    if (direction === "down" && this.isPlatform(to)) return undefined;
    const held = this.isHeld(hero);
    const [up, sideways] = held ? (this.rules.jump ?? [4, 4]) : air;
    const climbs = this.role(hero) === "climbable";
    if (direction === "up") {
      if (climbs) return { ...this.state, hero: to, air: [0, 0] };
      return up > 0 ? { ...this.state, hero: to, air: [up - 1, sideways] } : undefined;
    }
    if (direction === "down") return { ...this.state, hero: to, air: [0, sideways] };
    if (held) return { ...this.state, hero: to, air: [0, 0] };
    return sideways > 0 ? { ...this.state, hero: to, air: [up, sideways - 1] } : undefined;
  }

  /** Whether the hero stands, climbs or hangs at a cell. */
  private isHeld(cell: number): boolean {
    const here = this.role(cell);
    if (here === "climbable" || here === "rope") return true;
    const below = this.beside(cell, "down");
    if (below < 0) return !this.rules.isDeadlyBelow;
    return !this.isFree(below) || this.isPlatform(below) || this.role(below) === "climbable";
  }

  private isPlatform(cell: number): boolean {
    return this.rules.platforms?.[this.state.cells[cell] ?? -1] ?? false;
  }

  /** What lies where the hero came to. */
  private settled(state: State): State {
    const role = this.role(state.hero, state);
    const cells = [...state.cells];
    let { hasKey, over } = state;
    if (role === "key") hasKey = true;
    if (role === "key" || role === "loot" || role === "locked_door") {
      // A locked door at the end of a way is the way out.
      if (role === "locked_door" && this.cellsOf("exit").length === 0) over = "won";
      cells[state.hero] = this.floorTile;
    }
    const next = { ...state, cells, hasKey, over };
    const isHarmless = role === "foe" && this.rules.entered?.[state.cells[state.hero] ?? -1] === true;
    // Whom one may walk through is beaten.
    if (isHarmless) cells[state.hero] = this.floorTile;
    else if (role === "foe" || role === "hazard") return { ...next, over: "lost" };
    // A key without a locked door is for the exit.
    const isKeyMissing = !this.rules.roles.includes("locked_door") && this.cellsOf("key").length > 0 && !hasKey;
    if (role === "exit" && !isKeyMissing) return { ...next, over: "won" };
    if (this.rules.movement === "push" && this.isSolved(cells)) return { ...next, over: "won" };
    const isAllTaken = this.hadLoot && !cells.some((tile) => this.rules.roles[tile] === "loot");
    if (isAllTaken && this.cellsOf("exit").length === 0 && this.cellsOf("locked_door").length === 0) return { ...next, over: "won" };
    return next;
  }

  private isSolved(cells: number[]): boolean {
    return this.targets.size > 0 && [...this.targets].every((cell) => this.rules.roles[cells[cell] ?? -1] === "crate");
  }
}
