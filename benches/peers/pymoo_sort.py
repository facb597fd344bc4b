"""Sorts points with pymoo: prints the fastest seconds, then the rank of each point.

Usage: pymoo_sort.py POINTS N_OBJECTIVES SECONDS_MAX N_REPEATS_MAX
POINTS holds little-endian doubles, row after row; all objectives are minimized.
"""

import sys
import time

import numpy as np
from pymoo.util.nds.non_dominated_sorting import NonDominatedSorting

points, n_objectives, seconds_max, n_repeats_max = sys.argv[1], *map(int, sys.argv[2:])
costs = np.fromfile(points, dtype="<f8").reshape(-1, n_objectives)

fastest = float("inf")
begin = time.perf_counter()
for _ in range(n_repeats_max):
    start = time.perf_counter()
    fronts = NonDominatedSorting().do(costs)
    fastest = min(fastest, time.perf_counter() - start)
    if time.perf_counter() - begin > seconds_max:
        break

ranks = np.empty(len(costs), dtype=int)
for rank, front in enumerate(fronts):
    ranks[front] = rank
print(fastest)
print(*ranks)
