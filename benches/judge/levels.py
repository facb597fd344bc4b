"""Levels of `marahel generate --format jsonl` as the PCG Benchmark stores them."""

import json

# Environment of each problem, and the names of its tiles by the benchmark's numbers.
PROBLEMS = {
    "binary": ("binary-v0", ["solid", "empty"]),
    "zelda": ("zelda-v0", ["solid", "empty", "player", "key", "door", "enemy"]),
    "sokoban": ("sokoban-v0", ["solid", "empty", "player", "crate", "target"]),
    "ddave": ("ddave-v0", ["solid", "empty", "player", "exit", "diamond", "key", "spike"]),
    "mdungeons": (
        "mdungeons-v0",
        ["solid", "empty", "player", "exit", "potion", "treasure", "goblin", "ogre"],
    ),
    "loderunner": (
        "loderunnertile-v0",
        ["solid", "empty", "player", "gold", "enemy", "ladder", "rope"],
    ),
}


def contents(lines, tiles):
    """Rows of tile numbers for each line.

    Tiles are matched by name: each level names its entities, in an order of its own. A cell
    without a tile (-1) is an error; the benchmark has none.
    """
    levels = [json.loads(line) for line in lines]
    for place, level in enumerate(levels):
        if any(tile < 0 for row in level["tiles"] for tile in row):
            raise ValueError(f"level {place} has a cell without a tile")
    index = [[tiles.index(entity) for entity in level["entities"]] for level in levels]
    return [
        [[number[tile] for tile in row] for row in level["tiles"]]
        for level, number in zip(levels, index)
    ]
