"""A run as data frames, and figures of your own if matplotlib is there."""

import numpy as np

import marahel

run = marahel.evolve("binary", "binary", budget=40_000, population=20, validation_maps=100)

# As searched and as measured again on levels that the search never saw: what luck was.
front = run.front
luck = front["path"] - front["path_validated"]
print(front[["regions_validated", "path_validated", "playable"]].describe().round(3))
print("luck in `path`:", luck.mean().round(4))

# Levels of each generator of the front, and how much they differ.
problem = marahel.Problem("binary")
for id in list(run.scripts)[:3]:
    generator = run.generator(id)
    paths = problem.measure(generator.generate(100), generator.tiles)["diameter"]
    print(f"{id}: paths {np.nanmean(paths):.1f} +- {np.nanstd(paths):.1f}")

try:
    import matplotlib
except ImportError:
    print("figures need matplotlib; the run's own are in", run.folder / "figures")
else:
    matplotlib.use("Agg")
    axes = run.generations.plot(x="maps", y="hypervolume", xlabel="levels measured")
    axes.get_figure().savefig("hypervolume.png")
