"""Makers of levels from drawings without rules: what our numbers stand beside."""

import collections
import random
import resource
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


def wfc(ours, program, n):
    """Overlapping WaveFunctionCollapse by the crate `wfc`: 3x3 patterns, no rotations."""
    if program is None:
        raise RuntimeError("name the program `wfc` of benches/peers by --wfc")
    out = ours.folder / "wfc.txt"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, ours.problem, str(n), str(SEED), out]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        raise RuntimeError("not within 300 s") from None
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(done.stderr[-300:])
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    texts = out.read_text(encoding="utf-8").strip("\n").split("\n\n")
    levels = [["".join(ours.signs.get(sign, "\1") for sign in row) for row in text.split("\n")] for text in texts if text]
    return levels, seconds, ""


ALL = {"markov": markov, "columns": columns, "wfc": wfc}
