"""Scores levels by the original PCG Benchmark (Khalifa 2025, arXiv 2503.21474).

    marahel generate best.json --count 100 --seed 1000 --format jsonl > levels.jsonl
    python pcg_benchmark_scores.py zelda levels.jsonl
    python pcg_benchmark_scores.py zelda seed-1.jsonl seed-2.jsonl seed-3.jsonl

Prints the shares of the levels of each file that pass: quality, diversity, and both,
counted as the notebook of the benchmark's experiments does; and the share of different
levels. Of several files, means over the files, and standard errors (`_error`). Also
how many levels the library finds unplayable, and their seeds: its quality asks for
more, such as long ways, so this is read from what it measures of each level
(`unplayable`). Needs the package `pcg_benchmark` from its public repository.
"""

import argparse
import json
import pathlib
import sys

import numpy as np
import pcg_benchmark

from levels import PROBLEMS, contents


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("problem", choices=PROBLEMS)
    parser.add_argument("files", nargs="+", type=pathlib.Path, metavar="LEVELS", help="JSON lines")
    options = parser.parse_args()
    name, tiles = PROBLEMS[options.problem]
    sys.setrecursionlimit(10_000)
    env = pcg_benchmark.make(name)
    rows, n_levels, failed = [], 0, []
    for file in options.files:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
            levels = contents(lines, tiles)
        except (OSError, ValueError) as error:
            sys.exit(f"{file}: {error}")
        quality, values, infos = env.quality(levels)
        diversity, unlike, _ = env.diversity(infos)
        both = ((values >= 1) & (unlike >= 1)).mean()
        different = len({json.dumps(level) for level in levels}) / len(levels)
        rows.append([quality, diversity, both, different])
        n_levels += len(levels)
        failed += [json.loads(line).get("seed") for line, i in zip(lines, infos) if unplayable(i)]
    scores = {"files": len(rows), "levels": n_levels}
    for index, measure in enumerate(["quality", "diversity", "both", "different"]):
        column = np.array(rows)[:, index]
        scores[measure] = round(float(column.mean()), 4)
        if len(rows) > 1:
            scores[f"{measure}_error"] = round(float(column.std(ddof=1) / len(rows) ** 0.5), 4)
    scores |= {"unplayable": len(failed), "unplayable_seeds": failed}
    print(json.dumps(scores))


def unplayable(info):
    """Whether a level cannot be played, by what the library measures of it."""
    if "heuristic" in info:  # 0 once one of its solvers won, -1 if none was tried
        return info["heuristic"] != 0
    if "keys" in info:  # zelda: as its quality counts playability
        has_ends = info["players"] == info["keys"] == info["doors"] == 1
        return not (has_ends and info["player_key"] > 0 and info["key_door"] > 0)
    if "collected_gold" in info:  # loderunner
        return info["player"] != 1 or info["collected_gold"] < info["gold"]
    return info["regions"] != 1  # binary


main()
