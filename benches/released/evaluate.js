// Evaluates generators with the code released with the FDG'20 paper, and says how long each took.
//
//   node evaluate.js FOLDER PROBLEM N_MAPS
//
// FOLDER holds the released code. Each line of the input is JSON: the array of a genome's genes, or the
// object of a script. Each is answered by a line, { "seconds": s, "fitness": [f, ...] }.

const fs = require('fs');
const path = require('path');
const readline = require('readline');

const [folder, problem, nMaps] = process.argv.slice(2);
process.chdir(folder); // the released code reads its grammar from ./assets

const search = require(path.resolve('nsgaii.js'));
search.initialize(problem);

// As nsgaii.js makes them for itself.
const weights = {
  binary: { solid: 1, empty: 1 },
  zelda: { solid: 15, empty: 30, player: 1, enemy: 5, key: 1, door: 1 },
  sokoban: { solid: 8, empty: 9, player: 1, crate: 1, target: 1 },
};
const marahel = require(path.resolve('libs/Marahel.js'));
const evaluator = require(path.resolve('evaluation.js'))(weights[problem]).getEvaluation[problem];

// The shape of the study's genomes: blocks of 20 genes, at most 5 of them, values below 50.
function evaluateGenome(genes) {
  const chromosome = new search.Chromosome(20, 5, 50);
  chromosome.initializeChromosome({ explorerLength: 20, numberOfExplorers: 5, maxGeneValue: 50, genes });
  chromosome.calculateValues(Number(nMaps));
  return chromosome.fitness();
}

function evaluateScript(script) {
  return evaluator(marahel, Number(nMaps), script).dimensions;
}

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const generator = JSON.parse(line);
  const evaluate = Array.isArray(generator) ? evaluateGenome : evaluateScript;
  const begin = performance.now();
  const fitness = evaluate(generator);
  const seconds = (performance.now() - begin) / 1000;
  fs.writeSync(1, JSON.stringify({ seconds, fitness }) + '\n');
});
