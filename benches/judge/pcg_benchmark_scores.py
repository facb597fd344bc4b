"""Scores levels by the original PCG Benchmark (Khalifa 2025, arXiv 2503.21474).

    marahel generate best.json --count 100 --seed 1000 --format jsonl > levels.jsonl
    python pcg_benchmark_scores.py zelda best.json levels.jsonl

Prints the shares of levels that pass: quality, diversity, and the number of
different levels. Needs the package `pcg_benchmark` from its public repository.
Tiles are matched by name: a script lists its entities in an order of its own.
"""

import json
import sys

import pcg_benchmark

PROBLEMS = {
    "binary": ("binary-v0", ["solid", "empty"]),
    "zelda": ("zelda-v0", ["solid", "empty", "player", "key", "door", "enemy"]),
    "sokoban": ("sokoban-v0", ["solid", "empty", "player", "crate", "target"]),
}


def main(problem, script, levels):
    name, tiles = PROBLEMS[problem]
    entities = json.load(open(script, encoding="utf-8"))["entities"]
    if isinstance(entities, dict):
        entities = list(entities)
    entities = sorted(entities)
    index = [tiles.index(entity) for entity in entities]
    contents = []
    for line in open(levels, encoding="utf-8"):
        rows = json.loads(line)["tiles"]
        contents.append([[index[tile] for tile in row] for row in rows])
    sys.setrecursionlimit(10_000)
    env = pcg_benchmark.make(name)
    quality, _, infos = env.quality(contents)
    diversity, _, _ = env.diversity(infos)
    different = len({json.dumps(content) for content in contents})
    scores = {"levels": len(contents), "quality": quality, "diversity": diversity}
    print(json.dumps({**scores, "different": different}))


main(*sys.argv[1:])
