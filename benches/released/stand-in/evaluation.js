// See nsgaii.js.

const halves = (n) => () => ({ dimensions: Array(n).fill(0.5) });

module.exports = () => ({ getEvaluation: { binary: halves(2), zelda: halves(5), sokoban: halves(4) } });
