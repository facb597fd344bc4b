"""NSGA-II of pymoo over genomes. Needs pymoo."""

import numpy as np
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.operators.crossover.pntx import TwoPointCrossover
from pymoo.operators.mutation.pm import PM
from pymoo.operators.repair.rounding import RoundingRepair
from pymoo.operators.sampling.rnd import IntegerRandomSampling
from pymoo.optimize import minimize

from marahel.pymoo import GeneratorProblem, ScriptDuplicates

problem = GeneratorProblem("binary", maps=10)
algorithm = NSGA2(
    pop_size=40,
    sampling=IntegerRandomSampling(),
    crossover=TwoPointCrossover(),
    mutation=PM(vtype=float, repair=RoundingRepair()),
    eliminate_duplicates=ScriptDuplicates(problem),
)
found = minimize(problem, algorithm, ("n_gen", 15), seed=1)
print("front, as pymoo minimizes it:", np.unique(np.atleast_2d(found.F).round(3), axis=0))
