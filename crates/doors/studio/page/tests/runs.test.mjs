/** What the tables of a run say, and the sheets of a choice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./bundle.mjs";

const { curveColumns, curveOf, firstAxes, frontColumns, Lineage, numberOf } = await load(
  "panels/runtable",
  "panels/lineage",
);

const generations = [
  { generation: "0", maps: "100", hypervolume: "0.1", key_mean: "0.5", validated_hypervolume: "0.2" },
  { generation: "1", maps: "300", hypervolume: "0.3", key_mean: "0.7", validated_hypervolume: "" },
];

test("an empty cell is no number", () => {
  assert.equal(numberOf({ a: "" }, "a"), undefined);
  assert.equal(numberOf({ a: "x" }, "a"), undefined);
  assert.equal(numberOf({ a: "0" }, "a"), 0);
  assert.equal(numberOf({}, "a"), undefined);
});

test("curves go over the levels measured, and skip what is missing", () => {
  assert.deepEqual(curveOf(generations, "hypervolume"), [[100, 0.1], [300, 0.3]]);
  assert.deepEqual(curveOf(generations, "validated_hypervolume"), [[100, 0.2]]);
});

test("the most telling curve comes first, and counters are no curves", () => {
  assert.deepEqual(curveColumns(generations), ["hypervolume", "validated_hypervolume", "key_mean"]);
});

test("axes of a front are as measured again", () => {
  const front = [
    { id: "1", key: "1", key_validated: "0.9", key_se: "0.1", good: "0.5", script: "a.json" },
    { id: "2", key: "1", key_validated: "0.8", key_se: "0.1", good: "0.5", script: "b.json" },
  ];
  const columns = frontColumns(front);
  assert.deepEqual(columns, ["key_validated", "good"]);
  assert.deepEqual(firstAxes(columns, front), ["key_validated", "good"]);
  assert.deepEqual(firstAxes([], []), ["", ""]);
});

const sheet = (...names) => names.map((name) => ({ name, script: name, change: "" }));

test("the first liked one is the first parent", () => {
  const lineage = new Lineage();
  lineage.begin("first", sheet("a", "b", "c"));
  lineage.toggle(2);
  lineage.toggle(0);
  assert.deepEqual(lineage.liked().map(({ name }) => name), ["c", "a"]);
  lineage.toggle(2);
  assert.deepEqual(lineage.liked().map(({ name }) => name), ["a"]);
});

test("who goes back and breeds again drops what followed", () => {
  const lineage = new Lineage();
  lineage.begin("first", sheet("a"));
  lineage.add("second", sheet("b"));
  lineage.add("third", sheet("c"));
  lineage.at = 0;
  lineage.add("other", sheet("d"));
  assert.deepEqual(lineage.sheets.map(({ title }) => title), ["first", "other"]);
  assert.equal(lineage.at, 1);
});
