"""What a generator is worth: scores of its levels, and what they are like together."""

from pathlib import Path

import numpy as np

import marahel

ROOT = Path(__file__).parents[2]

problem = marahel.Problem("zelda")
paths = sorted((ROOT / "configs/generators").glob("*/zelda.json"))
scripts = [path.read_text() for path in paths]

# Each on the same levels, with standard errors.
found = problem.evaluate(scripts, maps=500, seed=3)
for path, means, errors, failure in zip(paths, found.objectives, found.errors, found.failures):
    told = [f"{name} {m:.3f}+-{e:.3f}" for name, m, e in zip(found.names, means, errors)]
    print(path.parent.name, failure or ", ".join(told))
for name, values in found.measures.items():
    print(f"{name:10}", values.round(3))

# Why a level is not playable begins with what it has.
# A tile of a level is an index into the names of its generator.
generator = marahel.Generator.from_file(paths[0])
levels = generator.generate(200)
bad = levels[~problem.playable(levels, generator.tiles)]
if len(bad):
    counts = problem.measure(bad, generator.tiles)["counts"]
    print("of unplayable levels:", {tile: np.mean(n).round(2) for tile, n in counts.items()})
