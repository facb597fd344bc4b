/** Bins and axes of heat maps, and how levels are collected for them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { axisOf, binOf, binsOf, Collector, firstMeasures, roundStep, short, spanOf, ticks } = await load(
  "panels/bins",
  "panels/ticks",
  "panels/collector",
);

test("few whole numbers have a bin each", () => {
  const axis = axisOf([3, 7, 5]);
  assert.deepEqual(axis, { low: 3, step: 1, count: 5, whole: true });
  assert.equal(binOf(axis, 7), 4);
  assert.equal(spanOf(axis, 0), "3");
});

test("shares get round bins, and each value is in one", () => {
  const values = Array.from({ length: 101 }, (_, index) => index / 100);
  const axis = axisOf(values);
  assert.equal(axis.step, 0.05);
  for (const value of values) {
    const low = axis.low + binOf(axis, value) * axis.step;
    assert.ok(value >= low - 1e-9 && value < low + axis.step + 1e-9, `${value}`);
  }
  assert.equal(spanOf(axis, 2), "0.1 to 0.15");
});

test("a value that never changes has one bin", () => {
  assert.equal(axisOf([0.3, 0.3]).count, 1);
  assert.equal(axisOf([0]).count, 1);
  assert.equal(axisOf([]), undefined);
});

test("bins keep their rows, and levels without a value are counted", () => {
  const rows = [[1, 1], [1, 1], [2, 1], [null, 2]];
  const bins = binsOf(rows, [0, 1], axisOf([1, 1, 2]), axisOf([1, 1, 1, 2]));
  assert.deepEqual(bins.cells[0].rows, [0, 1]);
  assert.equal(bins.most, 2);
  assert.equal(bins.without, 1);
  const counted = bins.cells.reduce((sum, bin) => sum + (bin?.rows.length ?? 0), 0);
  assert.equal(counted + bins.without, rows.length);
});

test("the first measures are known ones that vary", () => {
  const names = ["seed", "empty", "isolated", "diameter"];
  const rows = [[1, 0.5, 2, 9], [2, 0.5, 3, 8]];
  assert.deepEqual(firstMeasures(names, rows), [3, 2]);
  assert.deepEqual(firstMeasures(["seed", "empty", "diameter"], [[1, 1, 1]]), [1, 2]);
});

test("axes have round numbers", () => {
  assert.equal(roundStep(0.13), 0.2);
  assert.deepEqual(ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(ticks(4, 4, 5), [4]);
  assert.equal(short(0.12345), "0.123");
  assert.equal(short(1234.5), "1235");
});

/** An engine that answers when it is told to. */
function slowEngine() {
  const asked = [];
  const ask = (question) =>
    new Promise((resolve, reject) => {
      const answer = () => {
        const seeds = Array.from({ length: question.count }, (_, index) => question.seed + index);
        resolve({ measures: [{ name: "a", label: "a" }], rows: seeds.map((seed) => [seed]), seeds });
      };
      asked.push({ question, answer, refuse: reject });
    });
  return { asked, ask };
}
const settled = () => new Promise((resolve) => setTimeout(resolve));

test("levels are collected some at a time, without a gap", async () => {
  const engine = slowEngine();
  const collector = new Collector(engine, 200, () => {});
  collector.want({ script: "s", seed: 7 });
  for (let next = 0; !collector.done; next++) {
    engine.asked[next].answer();
    await settled();
  }
  assert.deepEqual(collector.collected.seeds, Array.from({ length: 200 }, (_, index) => 7 + index));
  collector.want({ script: "s", seed: 7 });
  assert.equal(engine.asked.length, 3);
});

test("what was asked for another script is dropped", async () => {
  const engine = slowEngine();
  const collector = new Collector(engine, 50, () => {});
  collector.want({ script: "old", seed: 1 });
  collector.want({ script: "new", seed: 1 });
  engine.asked[0].answer();
  await settled();
  assert.equal(collector.collected.rows.length, 0);
  engine.asked[1].answer();
  await settled();
  assert.equal(collector.collected.wanted.script, "new");
  assert.ok(collector.done);
});

test("a refusal is told, and asked again later", async () => {
  const engine = slowEngine();
  const told = [];
  const collector = new Collector(engine, 50, (error) => told.push(error?.message));
  collector.want({ script: "s", seed: 1 });
  engine.asked[0].refuse(new Error("too slow"));
  await settled();
  assert.deepEqual(told, ["too slow"]);
  collector.want({ script: "s", seed: 1 });
  assert.equal(engine.asked.length, 2);
});
