"""Searches DTLZ2 with pymoo's NSGA-II and prints the costs of each last population.

Usage: pymoo_survival.py N_OBJECTIVES POPULATION N_GENERATIONS SEEDS

Prints one line for each seed: all costs, row after row.
"""

import sys

from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.optimize import minimize
from pymoo.problems.many.dtlz import DTLZ2

n_objectives, population, n_generations, n_seeds = map(int, sys.argv[1:])
problem = DTLZ2(n_var=n_objectives - 1 + 10, n_obj=n_objectives)

# pymoo crosses every pair, half of its variables; one variable in each child mutates on average
variation = {"crossover": SBX(eta=30, prob=1.0), "mutation": PM(eta=20)}
for seed in range(1, n_seeds + 1):
    algorithm = NSGA2(pop_size=population, **variation)
    found = minimize(problem, algorithm, ("n_gen", n_generations), seed=seed)
    print(*found.pop.get("F").ravel().tolist())
