"""Measures how near levels are to drawings, and to each other.

    marahel generate best.json --problem rooms.toml --count 100 --seed 1000 > ours.txt
    cargo run --release --manifest-path benches/peers/Cargo.toml --bin wfc -- rooms.toml 100 0 wfc.txt
    python nearest.py rooms.toml ours.txt wfc.txt

Takes the drawings of a problem file that `evolve like` wrote, and texts of levels of the
same size. Prints for the drawings, and for each file:

  to a drawing   share of cells that a level has in common with the drawing nearest to it
                 (for a drawing: with another one); mean, and the most
  to each other  the same with the other levels of the file; mean
  different      number of different levels
"""

import argparse
import pathlib
import sys
import tomllib


def main():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("problem", type=pathlib.Path, help="a file with drawings in it")
    parser.add_argument("levels", type=pathlib.Path, nargs="+", help="texts of levels")
    options = parser.parse_args()
    try:
        problem = tomllib.loads(options.problem.read_text(encoding="utf-8"))
        drawings = split("\n\n".join(problem["like"]))
        files = {file.name: split(file.read_text(encoding="utf-8")) for file in options.levels}
    except (OSError, KeyError, tomllib.TOMLDecodeError) as error:
        sys.exit(f"cannot read {error}")
    print(f"{'':24} levels  different  to a drawing  the most  to each other")
    for name, levels in {"drawings": drawings, **files}.items():
        others = nearest(levels, levels)
        to_drawings = others if levels is drawings else nearest(levels, drawings)
        mean, most = sum(to_drawings) / len(levels), max(to_drawings)
        among = sum(others) / len(levels)
        n = f"{len(levels):6} {len(set(levels)):10}"
        print(f"{name:24} {n} {mean:13.3f} {most:9.3f} {among:14.3f}")


def split(text):
    """The levels of a text, each a string without line ends."""
    return [part.replace("\n", "") for part in text.strip().split("\n\n")]


def nearest(levels, others):
    """For each level the greatest share of cells that it has in common with another."""
    sizes = {len(level) for level in [*levels, *others]}
    if len(sizes) != 1 or len(others) < 2:
        sys.exit("there must be at least two levels, all of one size")
    n_cells = sizes.pop()
    return [
        max(sum(map(str.__eq__, level, other)) for other in others if other is not level) / n_cells
        for level in levels
    ]


main()
