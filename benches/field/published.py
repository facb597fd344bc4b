"""Reads what the PCG Benchmark's paper measured, from the bars of its figure.

    git clone https://github.com/amidos2006/benchmark_experiments
    python published.py benchmark_experiments/plots/fitness_metrics_subplot.pdf

The figure (Khalifa et al. 2025, arXiv 2503.21474) is a vector graphic, so that the
heights of its bars are the numbers that it was drawn from. Prints CSV: for each
fitness, measure, problem and algorithm the mean number of levels that pass, of the
last population of 100, and the ends of its error bar, which is a 95 % interval by
bootstrap.
"""

import argparse
import csv
import pathlib
import re
import sys
import zlib

FITNESS = ["quality", "quality_control", "quality_control_diversity"]  # columns of the figure
MEASURES = ["quality", "control", "diversity"]  # its rows, from the top
ALGORITHMS = ["random", "es", "ga"]  # by their hatches, /H1 to /H3
PROBLEMS = [
    "arcade",
    "binary",
    "building",
    "ddave",
    "elimination",
    "isaac",
    "loderunner",
    "mdungeons",
    "smb",
    "sokoban",
    "talakat",
    "zelda",
]
CLIP = re.compile(r"q (\S+) (\S+) (\S+) (\S+) re W n")
POINT = re.compile(r"(\S+) (\S+) [ml]")


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("figure", type=pathlib.Path, help="fitness_metrics_subplot.pdf")
    file = parser.parse_args().figure
    try:
        bars, errors = shapes(drawing(file.read_bytes()))
    except (OSError, ValueError) as error:
        sys.exit(f"{file}: {error}")
    out = csv.writer(sys.stdout)
    out.writerow(["fitness", "measure", "problem", "algorithm", "mean", "low", "high"])
    for key in sorted(bars):
        row, column, problem, algorithm = key
        names = [FITNESS[column], MEASURES[row], PROBLEMS[problem], ALGORITHMS[algorithm]]
        out.writerow(names + [f"{abs(round(value, 3)):.3f}" for value in (bars[key], *errors[key])])


def drawing(pdf):
    """The longest of the drawings in a file."""
    texts = []
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            texts.append(zlib.decompress(stream).decode("latin1"))
        except zlib.error:
            continue
    if not texts:
        raise ValueError("no drawing")
    return max(texts, key=len)


def shapes(text):
    """Bars and error bars by row, column, problem and algorithm."""
    n_problems = len(PROBLEMS)
    bars, errors = {}, {}
    pieces = re.split(r"(?=q \S+ \S+ \S+ \S+ re W n)", text)[1:]
    frames = sorted({tuple(map(float, CLIP.match(piece).groups())) for piece in pieces})
    lefts = sorted({frame[0] for frame in frames})
    bottoms = sorted({frame[1] for frame in frames}, reverse=True)
    if (len(lefts), len(bottoms)) != (len(FITNESS), len(MEASURES)):
        raise ValueError("not three by three panels")
    for piece in pieces:
        left, bottom, width, height = map(float, CLIP.match(piece).groups())
        panel = bottoms.index(bottom), lefts.index(left)
        points = [tuple(map(float, point)) for point in POINT.findall(piece)]
        if not points:
            continue
        values = [100 * (y - bottom) / height for _, y in points]
        middle = sum(x for x, _ in points) / len(points)
        position = (middle - left) / width * n_problems
        hatch = re.search(r"/H(\d) scn", piece)
        if hatch and len(points) == 4:
            key = (*panel, int(position), int(hatch[1]) - 1)
            bars[key] = max(values)
        elif len(points) == 6:  # a line with a cap at each end
            third = int(3 * (position - int(position)))
            errors[(*panel, int(position), third)] = (min(values), max(values))
    if len(bars) != len(errors) or len(bars) != 9 * n_problems * len(ALGORITHMS):
        raise ValueError(f"{len(bars)} bars and {len(errors)} error bars")
    return bars, errors


main()
