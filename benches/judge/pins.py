"""Measures how well a generator fills in what is given, by the judge of its problem.

    marahel generate drawn.json --problem zelda --playable --distinct --seed 1000000
        --count 200 --format jsonl > held.jsonl
    python pins.py zelda best.json held.jsonl

Gives one to ten random cells of each level of the file, and asks the script for
three levels around them. Prints the share of levels that is playable, also by the
number of given cells, and the share of start maps for which
`marahel generate --playable` finds one. Needs `marahel` and `evolve` on the path.
"""

import argparse
import collections
import json
import pathlib
import random
import subprocess
import tempfile


def main():
    options = arguments()
    draw = random.Random(options.seed)
    with open(options.levels, encoding="utf-8") as lines:
        starts = [start(json.loads(line), draw) for line in lines]

    made, n_given, n_found = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (level, n_cells) in enumerate(starts):
            pins = pathlib.Path(folder, f"{number}.json")
            pins.write_text(json.dumps(level), encoding="utf-8")
            call = ["marahel", "generate", options.script, "--pins", str(pins), "--format", "jsonl"]
            call += ["--problem", options.problem, "--seed", str(number * 1000)]
            answer = run([*call, "--count", str(options.draws)])
            made += answer.stdout.splitlines()
            n_given += [n_cells] * options.draws
            n_found += run([*call, "--playable"]).returncode == 0
    score = run(["evolve", "score", "--problem", options.problem], "\n".join(made))
    verdicts = [json.loads(line)["playable"] for line in score.stdout.splitlines()]

    print(f"{len(starts)} start maps, {len(verdicts)} levels")
    print(f"playable: {sum(verdicts) / len(verdicts):.3f}")
    shares = collections.defaultdict(list)
    for n_cells, is_playable in zip(n_given, verdicts, strict=True):
        shares[n_cells].append(is_playable)
    for n_cells, share in sorted(shares.items()):
        print(f"  {n_cells:2} cells given: {sum(share) / len(share):.3f}")
    print(f"start maps with a playable level by --playable: {n_found / len(starts):.3f}")


def arguments():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("problem", help="name or file")
    parser.add_argument("script")
    parser.add_argument("levels", help="JSON lines; playable ones, so that some level fits")
    parser.add_argument("--draws", type=int, default=3, metavar="N", help="levels for each map")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="chooses the cells")
    return parser.parse_args()


def start(level, draw):
    """A start map of a level, with one to ten of its cells, and their number."""
    cells = [(x, y) for y in range(level["height"]) for x in range(level["width"])]
    given = set(draw.sample(cells, draw.randint(1, 10)))
    rows = enumerate(level["tiles"])
    tiles = [[tile if (x, y) in given else -1 for x, tile in enumerate(row)] for y, row in rows]
    return {**level, "tiles": tiles}, len(given)


def run(words, text=None):
    """What a program answers; it may find nothing."""
    return subprocess.run(words, input=text, capture_output=True, text=True, check=False)


main()
