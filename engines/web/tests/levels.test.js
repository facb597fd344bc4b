import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { load } from "../marahel.js";

const root = new URL("../../../", import.meta.url).pathname;
const program = process.env.MARAHEL_BIN ? join(process.env.MARAHEL_BIN, "marahel") : join(root, "target/release/marahel");
const marahel = (...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });
const scripts = ["gallery", "evolved", "fdg20", "dials"].flatMap((folder) => {
  const path = join(root, "configs/generators", folder);
  return readdirSync(path).filter((name) => name.endsWith(".json")).sort().map((name) => join(path, name));
});
const module = await load();

/** The tiles of a level as the program writes them. */
const rows = (level) =>
  Array.from({ length: level.height }, (_, y) =>
    Array.from(level.cells.subarray(y * level.width, (y + 1) * level.width), (cell) => (cell === 62 ? -1 : cell)),
  );

for (const path of scripts) {
  test(`levels of ${path.slice(root.length)} are those of the program`, () => {
    const lines = marahel("generate", path, "--count", "100", "--format", "jsonl").trimEnd().split("\n");
    const generator = module.generator(readFileSync(path, "utf8"));
    for (const line of lines) {
      const known = JSON.parse(line);
      const level = generator.generate(known.seed);
      assert.deepEqual(rows(level), known.tiles);
    }
    assert.equal(lines.length, 100);
    generator.close();
    assert.throws(() => generator.generate(1));
  });
}

test("certified levels are those of the program", () => {
  const script = join(root, "configs/generators/evolved/zelda.json");
  const folder = mkdtempSync(join(tmpdir(), "marahel-"));
  marahel("certify", script, "--problem", "zelda", "--bits", "10", "--out", join(folder, "zelda.cert"));
  const certificate = join(folder, "zelda.cert");
  const lines = marahel("generate", script, "--certificate", certificate, "--count", "50", "--format", "jsonl");
  const generator = module.generator(readFileSync(script, "utf8"), { certificate: readFileSync(certificate, "utf8") });
  for (const [index, line] of lines.trimEnd().split("\n").entries()) {
    const level = generator.generate(index);
    assert.deepEqual(rows(level), JSON.parse(line).tiles);
    assert.equal(module.explain(level, "zelda").playable, true);
  }
  const other = readFileSync(join(root, "configs/generators/evolved/sokoban.json"), "utf8");
  assert.throws(() => module.generator(other, { certificate: JSON.parse(readFileSync(certificate, "utf8")) }), /another script/);
});

test("dials are turned, and mistakes are told", () => {
  const script = readFileSync(join(root, "configs/generators/dials/rooms.json"), "utf8");
  const [dial] = module.generator(script).dials;
  const level = (value) => module.generator(script, { dials: { [dial.name]: value } }).generate(5).toString();
  assert.notEqual(level(dial.min), level(dial.max));
  assert.throws(() => module.generator(script, { dials: { [dial.name]: dial.max + 1 } }), new RegExp(dial.name));
  assert.throws(() => module.generator("{"), /line 1/);
  assert.equal(module.check("{").diagnostics[0].severity, "error");
});

test("a problem judges levels", () => {
  const script = readFileSync(join(root, "configs/generators/gallery/zelda.json"), "utf8");
  const judged = module.judge(script, "zelda", { count: 50 });
  assert.equal(judged.count, 50);
  assert.ok(judged.playable > 0.9);
});
