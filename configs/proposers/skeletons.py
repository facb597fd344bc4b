"""Proposes skeletons: scripts from a folder whose entities are all tiles of the problem, or roles.

    evolve --problem game.toml --proposer "python3 configs/proposers/skeletons.py FOLDER"

A question is a line of JSON on standard input, an answer a line on standard output. The README of
crates/files/system says what is in them.
"""

import json
import sys
from pathlib import Path


def skeletons(folder):
    """All scripts of a folder, by name, as objects."""
    return [json.loads(path.read_text()) for path in sorted(Path(folder).glob("*.json"))]


def fits(script, problem):
    """Whether each entity is the name of a tile, or the role of one."""
    known = {tile[key] for tile in problem["tiles"] for key in ("name", "role")}
    return set(script["entities"]) <= known


def main():
    left = None
    for line in sys.stdin:
        question = json.loads(line)
        if left is None or question["call"] == 1:
            left = [one for one in skeletons(sys.argv[1]) if fits(one, question["problem"])]
        scripts, left = left[: question["n"]], left[question["n"] :]
        print(json.dumps({"scripts": scripts}), flush=True)


main()
