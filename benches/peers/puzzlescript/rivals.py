"""Makers of levels from drawings without rules: what our numbers stand beside."""

import collections
import random
import resource
import string
import subprocess
import time

SEED = 7


def same(left, right):
    """The share of equal cells of two levels of one size."""
    pairs = [pair for rows in zip(left, right) for pair in zip(*rows)]
    return sum(one == other for one, other in pairs) / len(pairs)


def timed(make):
    def made(drawings, n):
        begin = time.process_time()
        levels = make(drawings, n, random.Random(SEED))
        return levels, time.process_time() - begin, ""

    return made


@timed
def markov(drawings, n, rng):
    """Each cell by its left and its upper neighbor and by the last column and row, as often as drawn."""
    width, height = len(drawings[0][0]), len(drawings[0])
    tables = [collections.defaultdict(collections.Counter) for _ in range(3)]

    def contexts(level, x, y):
        left = level[y][x - 1] if x else None
        upper = level[y - 1][x] if y else None
        return [(left, upper, x == width - 1, y == height - 1), (left, upper), ()]

    for drawing in drawings:
        for y in range(height):
            for x in range(width):
                for table, context in zip(tables, contexts(drawing, x, y)):
                    table[context][drawing[y][x]] += 1
    levels = []
    for _ in range(n):
        level = [[""] * width for _ in range(height)]
        for y in range(height):
            for x in range(width):
                pairs = zip(tables, contexts(level, x, y))
                counts = next(table[context] for table, context in pairs if context in table)
                level[y][x] = rng.choices(list(counts), list(counts.values()))[0]
        levels.append(["".join(row) for row in level])
    return levels


@timed
def columns(drawings, n, rng):
    """Each column is the same column of some drawing."""
    levels = []
    for _ in range(n):
        from_drawings = [rng.choice(drawings) for _ in drawings[0][0]]
        rows = range(len(drawings[0]))
        levels.append(["".join(d[y][x] for x, d in enumerate(from_drawings)) for y in rows])
    return levels


def cpu_seconds():
    """CPU seconds of all programs that were called."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def called(command, limit, **more):
    """Runs a program of a rival for so many CPU seconds at most."""
    limited = ["prlimit", f"--cpu={limit:.0f}", *command]
    done = subprocess.run(limited, capture_output=True, text=True, check=False, **more)
    if done.returncode < 0:
        raise RuntimeError(f"not within {limit:.0f} CPU seconds")
    if done.returncode:
        raise RuntimeError((done.stderr + done.stdout)[-300:])


def wfc(ours, program, n):
    """Overlapping WaveFunctionCollapse by the crate `wfc`: 3x3 patterns, no rotations."""
    if program is None:
        raise RuntimeError("name the program `wfc` of benches/peers by --wfc")
    out = ours.folder / "wfc.txt"
    begin = cpu_seconds()
    called([program, ours.problem, str(n), str(SEED), out], 300)
    texts = out.read_text(encoding="utf-8").strip("\n").split("\n\n")
    levels = [["".join(ours.signs.get(sign, "\1") for sign in row) for row in text.split("\n")] for text in texts if text]
    return levels, cpu_seconds() - begin, ""


# Most CPU seconds for the levels of a game by Sturgeon.
GAME_SECONDS = 120


def sturgeon(pattern):
    """Sturgeon (Cooper 2022) as its basic examples call it: hard patterns, soft counts, by PySAT."""

    def made(game, work, python, n):
        folder, interpreter = python
        if folder is None:
            raise RuntimeError("name a clone of crowdgames/sturgeon-pub by --sturgeon")
        signs = sorted({sign for rows in game.drawings for row in rows for sign in row})
        letters = dict(zip(signs, string.ascii_letters + string.digits))
        files = []
        for number, rows in enumerate(game.drawings):
            files.append(work / f"drawn-{number}.lvl")
            lines = ["".join(letters[sign] for sign in row) for row in rows]
            files[-1].write_text("\n".join([*lines, ""]))
        tile, scheme, out = (work / name for name in ["drawn.tile", "drawn.scheme", "made"])

        begin = cpu_seconds()

        def program(name, *arguments):
            left = max(1, begin + GAME_SECONDS - cpu_seconds())
            called([interpreter, name, *map(str, arguments)], left, cwd=folder)

        program("input2tile.py", "--outfile", tile, "--textfile", *files)
        divisions = ["--count-divs", 1, 1, "--pattern", pattern]
        program("tile2scheme.py", "--outfile", scheme, "--tilefile", tile, *divisions)
        width, height = game.size
        asked = ["--schemefile", scheme, "--size", height, width, "--pattern-hard", "--count-soft"]
        owns = {letter: sign for sign, letter in letters.items()}
        levels, failed = [], []
        for number in range(n):
            seed = ["--outfile", out, "--randomize", SEED + number]
            try:
                program("scheme2output.py", *seed, *asked)
            except RuntimeError as error:
                failed.append(str(error))
                continue
            rows = out.with_suffix(".lvl").read_text().split("\n")[:height]
            levels.append(["".join(owns[letter] for letter in row) for row in rows])
        return levels, cpu_seconds() - begin, f"{len(failed)} failed: {failed[0]}" if failed else ""

    return made


STURGEON = {f"sturgeon-{pattern}": sturgeon(pattern) for pattern in ["nbr-plus", "ring"]}
ALL = {"markov": markov, "columns": columns, "wfc": wfc, **STURGEON}
