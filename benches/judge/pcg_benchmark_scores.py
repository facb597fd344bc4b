"""Scores levels by the original PCG Benchmark (Khalifa 2025, arXiv 2503.21474).

    marahel generate best.json --count 100 --seed 1000 --format jsonl > levels.jsonl
    python pcg_benchmark_scores.py zelda levels.jsonl

Prints the shares of levels that pass: quality, diversity, and the number of
different levels. Also how many levels the library finds unplayable, and their
seeds: its quality asks for more, such as long ways, so this is read from what it
measures of each level (`unplayable`). Needs the package `pcg_benchmark` from its
public repository.
"""

import json
import sys

import pcg_benchmark

from levels import PROBLEMS, contents


def main(problem, file):
    name, tiles = PROBLEMS[problem]
    with open(file, encoding="utf-8") as text:
        lines = text.readlines()
    levels = contents(lines, tiles)
    sys.setrecursionlimit(10_000)
    env = pcg_benchmark.make(name)
    quality, _, infos = env.quality(levels)
    diversity, _, _ = env.diversity(infos)
    different = len({json.dumps(level) for level in levels})
    scores = {"levels": len(levels), "quality": quality, "diversity": diversity}
    failed = [json.loads(line).get("seed") for line, i in zip(lines, infos) if unplayable(i)]
    scores |= {"different": different, "unplayable": len(failed), "unplayable_seeds": failed}
    print(json.dumps(scores))


def unplayable(info):
    """Whether a level cannot be played, by what the library measures of it."""
    if "heuristic" in info:  # sokoban: 0 once one of its four solvers won, -1 if none was tried
        return info["heuristic"] != 0
    if "keys" in info:  # zelda: as its quality counts playability
        has_ends = info["players"] == info["keys"] == info["doors"] == 1
        return not (has_ends and info["player_key"] > 0 and info["key_door"] > 0)
    return info["regions"] != 1  # binary


main(*sys.argv[1:])
