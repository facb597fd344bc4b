// Compiles games of PuzzleScript by their own compiler: node compile.js SCRIPT_DOCTOR OUT GAME.txt ...
//
// Writes OUT/NAME.json, what the C++ engine of script-doctor loads, with more that the yardstick
// needs: `rows`, the levels as the author typed them; `glyphs`, the objects of each character as
// words of bits; `chance`, whether the game draws or has a clock. Prints what was left out, and why.
const fs = require("fs");
const path = require("path");
const vm = require("vm");

// The wrapper was written for an older compiler, which called neither of these.
const createContext = vm.createContext;
vm.createContext = (sandbox, ...more) =>
  createContext(
    Object.assign(sandbox, {
      updateFocusBorderColour() {},
      UnitTestingThrow: class extends Error {},
    }),
    ...more,
  );

const [checkout, out, ...games] = process.argv.slice(2);
const compiler = require(path.resolve(checkout, "puzzlescript_nodejs/puzzlescript/engine.js"));
const say = console.log;
for (const level of ["log", "warn", "error"]) console[level] = () => {};

for (const game of games) {
  const name = path.basename(game, ".txt");
  try {
    const text = fs.readFileSync(game, "utf8");
    compiler.compile(["restart"], `${text}\n`);
    const compiled = JSON.parse(compiler.serializeCompiledStateJSON());
    const plain = withoutComments(text);
    const levels = compiled.levels.filter((level) => level.type === "level");
    compiled.rows = rowsOf(plain);
    if (compiled.rows.length !== levels.length) throw new Error("its levels are not understood");
    compiled.glyphs = glyphsOf(compiled.rows, levels, compiled.STRIDE_OBJ);
    compiled.chance = /\brandom(dir)?\b|\brealtime_interval\b/i.test(plain);
    fs.writeFileSync(path.join(out, `${name}.json`), JSON.stringify(compiled));
  } catch (error) {
    say(`${name}: ${String(error).slice(0, 100)}`);
  }
}

function withoutComments(text) {
  let depth = 0;
  let plain = "";
  for (const sign of text) {
    if (sign === "(") depth += 1;
    if (depth === 0 || sign === "\n") plain += sign;
    if (sign === ")" && depth > 0) depth -= 1;
  }
  return plain;
}

/** The levels as rows of characters in lower case. */
function rowsOf(plain) {
  const lines = plain.split(/\r?\n/).map((line) => line.trim());
  const levels = [[]];
  for (const line of lines.slice(lines.findIndex((line) => /^levels$/i.test(line)) + 1)) {
    if (/^=+$/.test(line)) continue;
    if (line === "" || /^(message|section|goto|title)\b/i.test(line)) levels.push([]);
    else levels.at(-1).push(line.toLowerCase());
  }
  return levels.filter((rows) => rows.length > 0);
}

/** The objects of each character, from rectangular levels; the engine counts by columns. */
function glyphsOf(levels, compiled, n_words) {
  const glyphs = {};
  levels.forEach((rows, index) => {
    const { width, height, objects } = compiled[index];
    if (rows.length !== height || rows.some((row) => [...row].length !== width)) return;
    rows.forEach((row, y) =>
      [...row].forEach((sign, x) => {
        const first = (x * height + y) * n_words;
        glyphs[sign] ??= objects.slice(first, first + n_words);
      }),
    );
  });
  return glyphs;
}
