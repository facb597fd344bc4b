// See ../nsgaii.js. For benches/judge/released_levels.js, levels of one entity.

let script;

module.exports = {
  initialize(given) { script = given; },
  generate() {
    const [width, height] = script.metadata.min.split('x').map(Number);
    const [name] = Array.isArray(script.entities) ? script.entities : Object.keys(script.entities);
    return Array.from({ length: height }, () => Array(width).fill(name));
  },
};
