"""A problem of your own: a file that says what a good level is; no Rust is needed."""

from pathlib import Path

import numpy as np

import marahel

# `evolve problem new cellar.toml` writes a longer one to start from, and
# `evolve problem measures` lists what expressions can measure.
Path("islands.toml").write_text("""
name = "islands"
about = "A few islands in the sea"
size = "16x12"
playable = "regions(empty) > 0"

[tiles]
water = { character = "~", weight = 3 }
empty = { character = ".", weight = 2 }

[movement.walk]
over = "empty"

[measures]
islands = "regions(empty)"
land = "count(empty)"

[objectives]
islands = { value = "regions(empty)", range = [3, 5], zero_above = 20 }
land = { value = "count(empty)", range = [60, 90], zero_below = 0, zero_above = 192 }
""")

problem = marahel.Problem("islands.toml")
print("objectives:", problem.objectives, "tiles:", problem.tiles)

# Scores of any levels, from anywhere: here noise.
levels = np.random.default_rng(1).integers(0, 2, (50, 12, 16), dtype=np.uint8)
print("islands in noise:", problem.measure(levels, problem.tiles)["islands"].mean())
print("mean scores of noise:", problem.score(levels, problem.tiles).mean(axis=0).round(3))

# And a search that finds generators for it.
run = marahel.evolve("islands.toml", "islands", budget=20_000, population=20, validation_maps=100)
best = run.best
found = problem.score(best.generate(200), best.tiles)
print("mean scores of the best generator:", found.mean(axis=0).round(3))
Path("islands.png").write_bytes(problem.picture(best.generate(6), best.tiles, columns=3))
