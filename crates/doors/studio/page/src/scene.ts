/**
 * What each cell of a level shows: which look of its terrain, on which ground, and which thing.
 *
 * The same as `crates/level/level/src/scene.rs`, which draws the pictures of exports; a test
 * compares the two.
 */

import type { Level, Tile } from "./api";

/** A cell without the thing in it. */
export interface Cell {
  /** The terrain; undefined for a cell that nothing was put on, and below things without a ground. */
  base: number | undefined;
  /** What shows beside its mass. */
  under: number | undefined;
  /** Which of the looks. */
  look: number;
  isShaded: boolean;
}

/** Column and row of each neighbor relative to the cell, clockwise from above. */
const AROUND = [[0, -1], [1, -1], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1]] as const;

/** Number of textures of a cell within its mass. */
const N_TEXTURES = 8;

/** Neighbors without corners that do not matter: those that are not beside two sides. */
function withoutIdleCorners(bits: number): number {
  const has = (bit: number): boolean => ((bits >> bit) & 1) === 1;
  let all = bits;
  for (const corner of [1, 3, 5, 7]) {
    if (!has(corner - 1) || !has((corner + 1) % 8)) all &= ~(1 << corner);
  }
  return all;
}

/** For each set of neighbors the number of its look. */
const FORMS = new Map<number, number>();
for (let bits = 0; bits < 256; bits++) {
  if (withoutIdleCorners(bits) === bits) FORMS.set(bits, FORMS.size);
}

/** How levels of these tiles are composed. */
export class Composer {
  private readonly joined: Set<number>[];

  constructor(private readonly tiles: Tile[]) {
    this.joined = tiles.map(({ scene }) => new Set(scene.joined));
  }

  /** What lies in each cell below things; -2 for a thing without any ground, -1 for nothing. */
  base(level: Level): number[] {
    return level.cells.map((cell, index) => {
      const { scene } = this.tiles[cell] ?? {};
      // A thing that is part of a building is its own base, and is not seen.
      if (!scene?.thing || (scene.looks !== null && this.isInBuilding(level, index))) return cell;
      return this.below(level, index) ?? scene.usual ?? -2;
    });
  }

  /** The cell at an index of a level, whose base is given. */
  cell(level: Level, base: number[], index: number): Cell {
    const own = base[index]!;
    const { scene } = this.tiles[own] ?? {};
    if (!scene) return { base: own, under: own, look: 0, isShaded: false };
    const above = this.tiles[base[index - level.width] ?? -1]?.scene;
    const isShaded = !!above?.isHigh && !scene.isHigh;
    const joined = this.joined[own]!;
    let bits = 0;
    for (const [bit, [x, y]] of AROUND.entries()) {
      const neighbor = at(level, base, index, x, y);
      // The mass goes on outside of the level.
      if (neighbor === undefined || joined.has(neighbor)) bits |= 1 << bit;
    }
    bits = withoutIdleCorners(bits);
    if (bits === 255) {
      const texture = textureOf(index % level.width, Math.floor(index / level.width));
      return { base: own, under: own, look: FORMS.get(255)! + texture, isShaded };
    }
    const isOther = (tile: number): boolean => scene.grounds.includes(tile) && !joined.has(tile);
    const under = this.most(level, base, index, scene.prefers, isOther) ?? scene.usual ?? -2;
    return { base: own, under, look: FORMS.get(bits)!, isShaded };
  }

  /** Whether a cell is one of several that are one building. */
  private isInBuilding(level: Level, index: number): boolean {
    const { cells } = level;
    const beside = [[1, 0], [-1, 0], [0, 1], [0, -1]] as const;
    return beside.some(([x, y]) => at(level, cells, index, x, y) === cells[index]);
  }

  /** What a thing stands on: a way that goes through its cell, or else what surrounds it. */
  private below(level: Level, index: number): number | undefined {
    const { cells } = level;
    const scene = (tile: number) => this.tiles[tile]?.scene;
    const { grounds = [], prefers = [], areas = [] } = scene(cells[index]!) ?? {};
    const stands = (tile: number): boolean => grounds.includes(tile) || prefers.includes(tile);
    const way = (x: number, y: number): number | undefined => {
      const ends = [at(level, cells, index, -x, -y), at(level, cells, index, x, y)];
      return ends.every((tile) => tile !== undefined && scene(tile)?.isWay && stands(tile)) ? ends[1] : undefined;
    };
    const around = (isGround: (tile: number) => boolean) => this.most(level, cells, index, prefers, isGround);
    return (
      way(1, 0) ?? way(0, 1) ?? around((tile) => grounds.includes(tile)) ?? around((tile) => areas.includes(tile))
    );
  }

  /** The ground that most of the neighbors are, or that is preferred; the first of several. */
  private most(
    level: Level,
    cells: number[],
    index: number,
    prefers: number[],
    isGround: (tile: number) => boolean,
  ): number | undefined {
    const counts = this.tiles.map(() => 0);
    for (const [x, y] of AROUND) {
      const tile = at(level, cells, index, x, y) ?? -1;
      if (!this.tiles[tile]) continue;
      const isPreferred = prefers.includes(tile);
      if (isPreferred || isGround(tile)) counts[tile]! += isPreferred ? 9 : 1;
    }
    const most = Math.max(...counts);
    return most > 0 ? counts.indexOf(most) : undefined;
  }
}

/** The neighbor of a cell, if it is in the level. */
function at(level: Level, cells: number[], index: number, x: number, y: number): number | undefined {
  const column = (index % level.width) + x;
  const row = Math.floor(index / level.width) + y;
  const isInside = column >= 0 && column < level.width && row >= 0 && row < level.height;
  return isInside ? cells[row * level.width + column] : undefined;
}

/** The texture of a cell, as if by chance but always the same. */
function textureOf(x: number, y: number): number {
  let mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return (mixed >>> 16) % N_TEXTURES;
}
