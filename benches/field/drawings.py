"""Cuts drawings from levels of the VGLC, so that `evolve like` can imitate them.

    git clone https://github.com/TheVGLC/TheVGLC
    python drawings.py TheVGLC drawings

Writes three folders of text files, with a legend beside each:

  lode-runner   levels 1 to 20, as they are: 32 x 22 tiles
  zelda-rooms   the different rooms of dungeons 1, 2 and 3 of the first quest, 11 x 16;
                void counts as wall
  super-mario   levels 1-1, 1-2, 1-3, 2-1 and 3-1 in screens of 28 columns, 14 rows;
                what remains at the right is left out
"""

import argparse
import json
import pathlib
import sys

ROOM = (11, 16)
SCREEN = 28
ZELDA = {
    "W": ["solid", "wall"],
    "F": ["passable", "floor"],
    "B": ["solid", "block"],
    "D": ["passable", "door"],
    "S": ["passable", "stairs"],
    "M": ["passable", "damaging", "monster"],
    "P": ["solid", "element"],
    "O": ["passable", "element floor"],
}


def main():
    options = arguments()
    vglc = options.vglc
    runner = [rows(vglc / f"Lode Runner/Processed/Level {n}.txt") for n in range(1, 21)]
    write(options.out / "lode-runner", runner, legend(vglc / "Lode Runner/Loderunner.json"))

    maps = [rows(vglc / f"The Legend of Zelda/Processed/tloz{n}_1.txt") for n in (1, 2, 3)]
    rooms = [room for dungeon in maps for room in cut(dungeon, *ROOM)]
    rooms = dict.fromkeys(tuple(row.replace("-", "W") for row in room) for room in rooms)
    rooms.pop(("W" * ROOM[0],) * ROOM[1])
    write(options.out / "zelda-rooms", list(rooms), {"tiles": ZELDA})

    names = ["1-1", "1-2", "1-3", "2-1", "3-1"]
    levels = [rows(vglc / f"Super Mario Bros/Processed/mario-{name}.txt") for name in names]
    screens = [screen for level in levels for screen in cut(level, SCREEN, len(level))]
    write(options.out / "super-mario", screens, legend(vglc / "Super Mario Bros/smb.json"))


def arguments():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("vglc", type=pathlib.Path, help="a clone of TheVGLC/TheVGLC")
    parser.add_argument("out", type=pathlib.Path, help="folder to write")
    return parser.parse_args()


def rows(file):
    """The rows of a level."""
    try:
        return file.read_text(encoding="utf-8").split()
    except OSError as error:
        sys.exit(f"{error}: is this a clone of TheVGLC/TheVGLC?")


def legend(file):
    return json.loads("\n".join(file.read_text(encoding="utf-8").splitlines()))


def cut(level, width, height):
    """The parts of a map, row by row."""
    tops = range(0, len(level) - height + 1, height)
    lefts = range(0, len(level[0]) - width + 1, width)
    return [tuple(row[x : x + width] for row in level[y : y + height]) for y in tops for x in lefts]


def write(folder, levels, tiles):
    folder.mkdir(parents=True, exist_ok=True)
    for number, level in enumerate(levels, 1):
        (folder / f"{number:02}.txt").write_text("\n".join(level) + "\n", encoding="utf-8")
    folder.with_suffix(".json").write_text(json.dumps(tiles, indent=1), encoding="utf-8")
    print(f"{folder}: {len(levels)} drawings")


main()
