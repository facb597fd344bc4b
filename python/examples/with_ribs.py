"""An archive of generators that differ, by pyribs. Needs ribs."""

import numpy as np
from ribs.archives import GridArchive
from ribs.schedulers import Scheduler

import marahel
from marahel.ribs import GenomeEmitter, evaluate

problem = marahel.Problem("zelda")
archive = GridArchive(
    solution_dim=102, dims=[10, 10], ranges=[(0, 1), (0, 0.5)], solution_dtype=np.int32
)
scheduler = Scheduler(archive, [GenomeEmitter(archive, problem, batch_size=50, seed=1)])
for _ in range(20):
    genomes = scheduler.ask()
    scheduler.tell(*evaluate(problem, genomes, ["playable", "floor"], maps=10))
print("elites:", archive.stats.num_elites, "best:", round(float(archive.stats.obj_max), 3))
best = problem.decode(archive.best_elite["solution"][None])[0]
print("levels of the best elite:", marahel.Generator.from_text(best).generate(10).shape)
