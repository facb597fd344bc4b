/** Painting levels, and what tiles are for. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { area, blank, Drawing, line, painted, resized, roleOf, rolesOf, translated, UNSET } = await load(
  "panels/drawing",
  "panels/roles",
);

test("an area ends at other tiles and at the edge", () => {
  const level = { width: 3, height: 2, cells: [0, 1, 0, 0, 1, 0] };
  const cells = area(level, { x: 0, y: 1 });
  assert.equal(cells.length, 2);
  assert.deepEqual(painted(level, cells, 2).cells, [2, 1, 0, 2, 1, 0]);
  assert.deepEqual(area(level, { x: 9, y: 0 }), []);
});

test("a fast stroke leaves no gap", () => {
  const cells = line({ x: 0, y: 0 }, { x: 4, y: 2 });
  assert.equal(cells.length, 5);
  assert.deepEqual(cells.at(-1), { x: 4, y: 2 });
  assert.deepEqual(line({ x: 1, y: 1 }, { x: 1, y: 1 })[0], { x: 1, y: 1 });
});

test("painting beyond the edge changes nothing", () => {
  const level = blank(2, 2, 0);
  assert.deepEqual(painted(level, [{ x: -1, y: 0 }, { x: 2, y: 1 }], 1), level);
});

test("another size keeps what fits", () => {
  const level = { width: 2, height: 2, cells: [1, 2, 3, 4] };
  assert.deepEqual(resized(level, 3, 1, 0).cells, [1, 2, 0]);
});

test("other palettes are read by the names of tiles", () => {
  const tiles = (...names) => names.map((name) => ({ name }));
  const level = { width: 3, height: 1, cells: [0, 1, UNSET] };
  const after = translated(level, tiles("wall", "lamp"), tiles("floor", "wall"));
  assert.deepEqual(after.cells, [1, UNSET, UNSET]);
});

test("a stroke is undone as one", () => {
  const drawing = new Drawing(blank(3, 1, 0));
  drawing.change(painted(drawing.level, [{ x: 0, y: 0 }], 1));
  drawing.amend(painted(drawing.level, [{ x: 1, y: 0 }], 1));
  drawing.undo();
  assert.deepEqual(drawing.level.cells, [0, 0, 0]);
  drawing.redo();
  assert.deepEqual(drawing.level.cells, [1, 1, 0]);
  assert.equal(drawing.canRedo, false);
});

test("names of tiles say what they are for", () => {
  const roles = {
    solid: "wall",
    iron_door: "locked_door",
    wooden_door: "door",
    coins: "loot",
    stairs_up: "entrance",
    xyz: "floor",
  };
  for (const [name, role] of Object.entries(roles)) assert.equal(roleOf(name), role, name);
});

test("what a problem says counts more than a name", () => {
  const tiles = [{ name: "door" }, { name: "mud" }];
  assert.deepEqual(rolesOf(tiles, { tiles: [{ name: "door" }], roles: ["exit"] }), ["exit", "floor"]);
});
