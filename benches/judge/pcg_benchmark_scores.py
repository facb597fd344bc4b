"""Scores levels by the original PCG Benchmark (Khalifa 2025, arXiv 2503.21474).

    marahel generate best.json --count 100 --seed 1000 --format jsonl > levels.jsonl
    python pcg_benchmark_scores.py zelda levels.jsonl

Prints the shares of levels that pass: quality, diversity, and the number of
different levels. Needs the package `pcg_benchmark` from its public repository.
Tiles are matched by name: each level names its entities, in an order of its own.
"""

import json
import sys

import pcg_benchmark

PROBLEMS = {
    "binary": ("binary-v0", ["solid", "empty"]),
    "zelda": ("zelda-v0", ["solid", "empty", "player", "key", "door", "enemy"]),
    "sokoban": ("sokoban-v0", ["solid", "empty", "player", "crate", "target"]),
}


def main(problem, levels):
    name, tiles = PROBLEMS[problem]
    contents = []
    for line in open(levels, encoding="utf-8"):
        level = json.loads(line)
        index = [tiles.index(entity) for entity in level["entities"]]
        contents.append([[index[tile] for tile in row] for row in level["tiles"]])
    sys.setrecursionlimit(10_000)
    env = pcg_benchmark.make(name)
    quality, _, infos = env.quality(contents)
    diversity, _, _ = env.diversity(infos)
    different = len({json.dumps(content) for content in contents})
    scores = {"levels": len(contents), "quality": quality, "diversity": diversity}
    print(json.dumps({**scores, "different": different}))


main(*sys.argv[1:])
