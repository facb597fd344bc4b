"""Measures how well a generator gives what it is asked for, by the PCG Benchmark.

    python control.py binary --ask 'marahel generate maze.json
        --dial path={path} --seed {seed} --count {count} --format jsonl'

Draws 100 controls from the control space of the benchmark, such as a path of 40
steps, asks for a level for each, and lets the library evaluate these 100 levels
together. Repeats this with ten different levels for each control. Prints means
over these ten draws with standard errors:

  control            share of levels that have what was asked for, as the library
                     counts: an unplayable level may have it
  control & quality  share that also meets all criteria of the benchmark
  quality, diversity as `pcg_benchmark_scores.py`
  different          share of different levels

and the controls whose levels often miss, with their own control & quality.

The command after --ask runs once for each wanted value; {seed} and {count} say
which levels to make. No seed is used twice. Needs the package `pcg_benchmark`.
"""

import argparse
import itertools
import shlex
import subprocess
import sys

import numpy as np
import pcg_benchmark

from levels import PROBLEMS, contents


def main():
    options = arguments()
    name, tiles = PROBLEMS[options.problem]
    env = pcg_benchmark.make(name)
    controls = sampled(env.control_space, options.controls, options.seed)
    commands = [filled(shlex.split(options.ask), control) for control in controls]
    levels = ask(commands, options.draws, options.first_seed, tiles)

    sys.setrecursionlimit(10_000)
    rows, hits = [], []
    for draw in levels:
        quality, diversity, control, passes, _ = env.evaluate(draw, controls)
        both = (passes["quality"] >= 1) & (passes["controlability"] >= 1)
        different = len({str(level) for level in draw}) / len(draw)
        rows.append([control, both.mean(), quality, diversity, different])
        hits.append(both)
    tell(name, controls, np.array(rows), np.mean(hits, axis=0))


def arguments():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("problem", choices=PROBLEMS)
    ask_help = "prints levels, a JSON line each"
    parser.add_argument("--ask", metavar="COMMAND", required=True, help=ask_help)
    parser.add_argument("--controls", type=int, default=100, metavar="N")
    parser.add_argument("--draws", type=int, default=10, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="draws the controls")
    parser.add_argument("--first-seed", type=int, default=1_000_000, metavar="N", help="of levels")
    return parser.parse_args()


def sampled(space, n, seed):
    """Controls from a space, each value equally likely, as `space.sample()` draws.

    Its own `seed` gives every value the same stream: both ways of zelda would
    always be equally long.
    """
    draw = np.random.default_rng(seed)
    bounds = space.range().items()
    return [
        {name: int(draw.integers(bound["min"], bound["max"])) for name, bound in bounds}
        for _ in range(n)
    ]


def filled(words, values):
    """The words of a command with values for {name}; other names stay as they are."""
    for name, value in values.items():
        words = [word.replace(f"{{{name}}}", str(value)) for word in words]
    return tuple(words)


def ask(commands, draws, first_seed, tiles):
    """A list of levels for each draw, in the order of the commands."""
    levels = [[None] * len(commands) for _ in range(draws)]
    order = sorted(range(len(commands)), key=commands.__getitem__)
    seed = first_seed
    for command, group in itertools.groupby(order, commands.__getitem__):
        group = list(group)
        count = len(group) * draws
        words = filled(command, {"seed": seed, "count": count})
        try:
            answer = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            sys.exit(f"{shlex.join(words)}: {error}")
        made = contents(answer.stdout.splitlines(), tiles)
        if len(made) != count:
            sys.exit(f"{shlex.join(words)}: {len(made)} levels instead of {count}")
        for (draw, index), level in zip(itertools.product(range(draws), group), made):
            levels[draw][index] = level
        seed += count
    return levels


def tell(name, controls, rows, hits):
    """Prints means and standard errors of the rows, one for each draw, and what is missed."""
    print(f"{name}: {len(controls)} controls, {len(rows)} draws")
    errors = rows.std(axis=0, ddof=1) / np.sqrt(len(rows))
    measures = ["control", "control & quality", "quality", "diversity", "different"]
    for measure, mean, error in zip(measures, rows.mean(axis=0), errors):
        print(f"{measure:18} {mean:.3f} +- {error:.3f}")
    shares = {}
    for control, share in zip(controls, hits):
        shares.setdefault(tuple(control.items()), []).append(share)
    print("controls that more than a tenth of the levels miss:")
    for control, share in sorted((c, np.mean(s)) for c, s in shares.items()):
        if share < 0.9:
            print(" ".join(f"{name}={value}" for name, value in control), f"{share:.2f}")


main()
