/** How levels fill their room, and what their cells show. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { Composer, fit } = await load("scene", "room");

const FRAME = { width: 20, height: 40 };

test("levels fill the room that they have", () => {
  const level = { width: 20, height: 10, cells: [] };
  const { columns, scale } = fit(level, 16, { width: 1000, height: 800 }, FRAME);
  assert.ok(columns * (20 * scale + 20) <= 1000 && Math.ceil(16 / columns) * (10 * scale + 40) <= 800);
  assert.ok(scale >= 10, `${scale}`);
  // No other number of columns has larger cells.
  for (let other = 1; other <= 16; other++) {
    const wide = Math.floor((1000 / other - 20) / 20);
    const high = Math.floor((800 / Math.ceil(16 / other) - 40) / 10);
    assert.ok(Math.min(wide, high) <= scale, `${other} columns`);
  }
});

test("what does not fit at once is readable, and one scrolls", () => {
  const level = { width: 60, height: 40, cells: [] };
  const { columns, scale } = fit(level, 16, { width: 1100, height: 800 }, FRAME);
  assert.deepEqual([columns, scale], [2, 8]);
  assert.deepEqual(fit(level, 16, { width: 30, height: 0 }, FRAME), { columns: 1, scale: 1 });
});

const scene = { joined: [], prefers: [], usual: null, grounds: [0], areas: [], isWay: false, isHigh: false, thing: null, looks: "" };
const TILES = [
  { scene: { ...scene, joined: [0, 1, 2] } },
  { scene: { ...scene, joined: [1], isHigh: true } },
  { scene: { ...scene, thing: "data:", looks: null, usual: 0 } },
];
const cells = (level) => {
  const composer = new Composer(TILES);
  const base = composer.base(level);
  return level.cells.map((_, index) => composer.cell(level, base, index));
};

test("a cell has a look by its neighbors", () => {
  const one = cells({ width: 3, height: 3, cells: [0, 0, 0, 0, 1, 0, 0, 0, 0] });
  assert.deepEqual(one[4], { base: 1, under: 0, look: 0, isShaded: false });
  assert.deepEqual([one[7].isShaded, one[1].isShaded], [true, false]);
  const all = cells({ width: 2, height: 2, cells: [1, 1, 1, 1] });
  assert.ok(all.every(({ look }) => look >= 46), "a mass goes on outside of the level");
});

test("things stand on what surrounds them", () => {
  const [first] = cells({ width: 2, height: 1, cells: [2, 0] });
  assert.equal(first.base, 0);
  const [alone] = cells({ width: 1, height: 1, cells: [2] });
  assert.equal(alone.base, 0);
  const building = [...TILES.slice(0, 2), { scene: { ...TILES[2].scene, joined: [2], looks: "data:" } }];
  const level = { width: 4, height: 1, cells: [2, 2, 0, 2] };
  assert.deepEqual(new Composer(building).base(level), [2, 2, 0, 0], "houses that join are one");
  const [unset] = cells({ width: 1, height: 1, cells: [-1] });
  assert.equal(unset.base, -1);
});
