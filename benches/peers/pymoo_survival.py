"""Searches DTLZ2 with pymoo and prints the costs of each last population.

Usage: pymoo_survival.py N_OBJECTIVES POPULATION N_GENERATIONS SEEDS

Prints one line for each algorithm and seed: its name, then all costs, row after
row. NSGA-III has the directions of Das and Dennis with as many divisions as fit
into the population; its variation and that of NSGA-II are alike.
"""

import sys
from math import comb

from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.algorithms.moo.nsga3 import NSGA3
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.optimize import minimize
from pymoo.problems.many.dtlz import DTLZ2
from pymoo.util.ref_dirs import get_reference_directions

n_objectives, population, n_generations, n_seeds = map(int, sys.argv[1:])
problem = DTLZ2(n_var=n_objectives - 1 + 10, n_obj=n_objectives)

n_divisions = 1
while comb(n_divisions + n_objectives, n_objectives - 1) <= population:
    n_divisions += 1
directions = get_reference_directions("das-dennis", n_objectives, n_partitions=n_divisions)


def algorithms():
    # pymoo crosses every pair, half of its variables; one variable in each child mutates on average
    variation = {"crossover": SBX(eta=30, prob=1.0), "mutation": PM(eta=20)}
    yield "NSGA-II", NSGA2(pop_size=population, **variation)
    yield "NSGA-III", NSGA3(directions, pop_size=population, **variation)


for seed in range(1, n_seeds + 1):
    for name, algorithm in algorithms():
        found = minimize(problem, algorithm, ("n_gen", n_generations), seed=seed)
        costs = found.pop.get("F")
        print(name, *costs.ravel().tolist())
