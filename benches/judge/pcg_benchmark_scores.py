"""Scores levels by the original PCG Benchmark (Khalifa 2025, arXiv 2503.21474).

    marahel generate best.json --count 100 --seed 1000 --format jsonl > levels.jsonl
    python pcg_benchmark_scores.py zelda levels.jsonl

Prints the shares of levels that pass: quality, diversity, and the number of
different levels. Needs the package `pcg_benchmark` from its public repository.
"""

import json
import sys

import pcg_benchmark

from levels import PROBLEMS, contents


def main(problem, file):
    name, tiles = PROBLEMS[problem]
    with open(file, encoding="utf-8") as lines:
        levels = contents(lines, tiles)
    sys.setrecursionlimit(10_000)
    env = pcg_benchmark.make(name)
    quality, _, infos = env.quality(levels)
    diversity, _, _ = env.diversity(infos)
    different = len({json.dumps(level) for level in levels})
    scores = {"levels": len(levels), "quality": quality, "diversity": diversity}
    print(json.dumps({**scores, "different": different}))


main(*sys.argv[1:])
