"""Asks the PCG Benchmark library what it thinks of levels.

It reads a JSON object from each line and answers each with one line:

  {"name": "zelda-v0", "rows": ["0112...", ...]}
      a level as digits; {"values": "0.5 ..."}: what it measures, in the order
      of `names` below
  {"name": "zelda-v0", "set": 100}
      {"share": "0.5", "values": "...", "distances": "..."}: the diversity of
      the last levels of that name, and of each with each, row by row

Numbers are written as text, since it depends on the reader whether JSON keeps
all their digits.
"""

import json
import sys

import numpy as np
import pcg_benchmark

sys.setrecursionlimit(10_000)


def same(*names):
    """Values that have the same name in the library."""
    return {name: lambda info, name=name: info[name] for name in names}


def if_played(*names):
    """Values that the library only has for levels that were played."""
    return {name: lambda info, name=name: info.get(name, 0) for name in names}


# What Rust calls it, and how to find it in the library's `info`.
NAMES = {
    "binary": same("regions", "path"),
    "zelda": same("regions", "players", "keys", "doors", "enemies", "player_key", "key_door"),
    "sokoban": {
        **same("players", "crates", "targets", "heuristic"),
        "solution_length": lambda info: len(info["solution"]),
    },
    "ddave": {
        **same("players", "exits", "keys", "spikes", "diamonds"),
        "players_on_ground": lambda info: info["playerOnGround"],
        "exits_on_ground": lambda info: info["exitOnGround"],
        "heuristic": lambda info: info["heuristic"],
        "solution_length": lambda info: len(info["solution"]),
        "jumps": lambda info: info.get("num_jumps", 0),
        "col_diamonds": lambda info: info.get("col_diamonds", 0),
        "col_keys": lambda info: info.get("col_key", 0),
        "reachable_diamonds": lambda info: info["diamond_reachable"].count(0),
    },
    "mdungeons": {
        **same("regions", "players", "exits", "layout", "potions", "treasures", "enemies"),
        **same("heuristic", "solution_length"),
        **if_played("health", "col_potions", "col_treasures", "col_enemies"),
    },
    "loderunnertile": {
        "players": lambda info: info["player"],
        "gold": lambda info: info["gold"],
        "enemies": lambda info: info["enemy"],
        "ladders": lambda info: info["ladder"],
        "ropes": lambda info: info["rope"],
        **same("empty", "islands"),
        "explored": lambda info: (np.array(info["exploration"]) > 0).sum(),
        **same("collected_gold", "used_tiles", "tiles"),
        **same("walking", "hanging", "climbing", "falling"),
    },
}


def text(numbers):
    return " ".join(repr(n.item() if hasattr(n, "item") else n) for n in numbers)


def main():
    environments, known = {}, {}
    for line in sys.stdin:
        asked = json.loads(line)
        name = asked["name"]
        if name not in environments:
            environments[name], known[name] = pcg_benchmark.make(name), []
        problem, infos = environments[name]._problem, known[name]
        if "set" in asked:
            some = infos[-asked["set"] :]
            share, values, _ = environments[name].diversity(some)
            distances = [problem.diversity(one, other) for one in some for other in some]
            answer = {"share": text([share]), "values": text(values), "distances": text(distances)}
        else:
            info = problem.info([[int(tile) for tile in row] for row in asked["rows"]])
            infos.append(info)
            measured = [read(info) for read in NAMES[name.split("-")[0]].values()]
            answer = {"values": text([problem.quality(info), *measured])}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
