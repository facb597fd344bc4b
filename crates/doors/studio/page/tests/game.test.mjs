/** The rules of play, and the way that a hint shows. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { Game, solve } = await load("panels/game", "panels/solve");

const TILES = { "#": "wall", ".": "floor", "@": "entrance", k: "key", d: "locked_door", e: "foe", $: "crate", o: "target", ">": "exit" };
const game = (movement, ...rows) => {
  const letters = Object.keys(TILES);
  const cells = [...rows.join("")].map((letter) => letters.indexOf(letter));
  return new Game({ width: rows[0].length, height: rows.length, cells }, { movement, roles: Object.values(TILES) });
};
const steps = (played, words) => words.split(" ").map((word) => played.step(word));

test("a locked door opens with its key", () => {
  const played = game("walk", "@d.", "k#.");
  assert.deepEqual(steps(played, "right down up right"), [false, true, true, true]);
  assert.equal(played.state.over, "won");
  played.undo();
  assert.equal(played.state.over, "");
  assert.equal(played.state.steps, 2);
});

test("who meets a foe is lost, and goes no further", () => {
  const played = game("walk", "@e>");
  assert.deepEqual(steps(played, "right right"), [true, false]);
  assert.equal(played.state.over, "lost");
});

test("a door that ends a way is entered with its key, past foes that stop nobody", () => {
  const tiles = { "#": "wall", ".": "floor", "@": "entrance", k: "key", e: "foe", d: "exit" };
  const letters = Object.keys(tiles);
  const cells = [..."d@ek"].map((letter) => letters.indexOf(letter));
  // As in Zelda: no movement goes through the door.
  const entered = letters.map((letter) => !"#d".includes(letter));
  const played = new Game({ width: 4, height: 1, cells }, { movement: "walk", roles: Object.values(tiles), entered });
  steps(played, "left right");
  assert.equal(played.state.over, "");
  steps(played, "right right left left left");
  assert.equal(played.state.over, "won");
});

test("crates are pushed, not pulled, and never two", () => {
  const played = game("push", "@$.o#");
  assert.deepEqual(steps(played, "right left right right"), [true, true, true, true]);
  assert.equal(played.state.over, "won");
  assert.deepEqual(played.state.cells, [1, 1, 1, 6, 0]);
  assert.deepEqual(steps(game("push", "@$$.o"), "right"), [false]);
});

test("a hint leads to the end", () => {
  const played = game("push", "......", ".@$.o.", "......");
  const way = solve(played);
  assert.deepEqual(way, [9, 8, 7]);
  assert.equal(solve(game("push", "@$#", "..o")), undefined);
});

test("whoever falls beyond a deadly edge is lost, else stands on it", () => {
  const rules = { movement: "platformer", roles: ["floor", "wall", "entrance"] };
  const level = { width: 3, height: 2, cells: [2, 0, 0, 1, 0, 1] };
  const solid = new Game(level, rules);
  steps(solid, "right down");
  assert.equal(solid.falls, false);
  assert.deepEqual(steps(solid, "up right"), [true, true]);
  const deadly = new Game(level, { ...rules, isDeadlyBelow: true });
  steps(deadly, "right down");
  assert.equal(deadly.falls, true);
  assert.deepEqual(steps(deadly, "up down"), [false, false]);
  deadly.fall();
  assert.equal(deadly.state.over, "lost");
  assert.equal(deadly.falls, false);
  deadly.undo();
  assert.equal(deadly.state.over, "");
});

test("a platform is jumped through, and stood on", () => {
  const rules = { movement: "platformer", roles: ["floor", "wall", "entrance", "decoration"], platforms: [false, false, false, true] };
  const played = new Game({ width: 1, height: 5, cells: [0, 3, 0, 2, 1] }, rules);
  assert.deepEqual(steps(played, "up up up"), [true, true, true]);
  assert.equal(played.falls, false);
  assert.deepEqual(steps(played, "down"), [false]);
});

test("who jumps comes down, and ladders hold", () => {
  const played = game("platformer", "...", "...", "@#.", "##.");
  assert.deepEqual(steps(played, "up"), [true]);
  assert.equal(played.falls, true);
  played.fall();
  assert.equal(played.state.hero, 6);
  assert.equal(played.falls, false);
});
