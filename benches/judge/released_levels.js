// Levels of a script, made by the original Marahel engine inside the code released with the FDG'20 paper.
//
//   node released_levels.js FOLDER SCRIPT N > levels.jsonl
//
// FOLDER holds the released code. Each line is {"map": [row, ...]} in the characters of `evolve score`, which
// measures them: evolve score --problem zelda < levels.jsonl

const fs = require('fs');
const path = require('path');

const [folder, scriptFile, n] = process.argv.slice(2);
const script = JSON.parse(fs.readFileSync(scriptFile, 'utf8'));
const marahel = require(path.resolve(folder, 'libs/Marahel.js'));

const CHARACTERS = {
  binary: { empty: '.', solid: '#' },
  zelda: { door: 'd', empty: '.', enemy: 'e', key: 'k', player: '@', solid: '#' },
  sokoban: { crate: '$', empty: '-', player: '@', solid: '#', target: '.' },
};
const entities = Array.isArray(script.entities) ? script.entities : Object.keys(script.entities);
const problem = entities.includes('door') ? 'zelda' : entities.includes('crate') ? 'sokoban' : 'binary';

marahel.initialize(script);
for (let i = 0; i < Number(n); i++) {
  const rows = marahel.generate(false);
  const map = rows.map((row) => row.map((name) => CHARACTERS[problem][name] || '?').join(''));
  process.stdout.write(JSON.stringify({ map }) + '\n');
}
