// Stands in for the released code where only the comparison itself is tested: it has the same files and
// functions, as far as evaluate.js calls them, and finds everything worth a half.

let evaluate;

class Chromosome {
  initializeChromosome() {}

  calculateValues(nMaps) {
    this.found = evaluate(null, nMaps, null).dimensions;
  }

  fitness() {
    return this.found;
  }
}

function initialize(problem) {
  evaluate = require('./evaluation.js')({}).getEvaluation[problem];
}

module.exports = { Chromosome, initialize };
