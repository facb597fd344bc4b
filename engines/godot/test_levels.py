"""The maps that `level.gd` reads hold the levels of the program `marahel`.

Godot is not needed: this reads the same fields in the same way as `level.gd`, and
compares with the levels that the program writes as JSON lines.
"""

import json
import os
import struct
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / os.environ.get("MARAHEL_BIN", "target/release") / "marahel"
N_SEEDS = 20


def main() -> None:
    folders = (ROOT / "configs/generators" / name for name in ("gallery", "evolved", "fdg20"))
    scripts = [script for folder in folders for script in sorted(folder.glob("*.json"))]
    assert len(scripts) >= 20, scripts
    for script in scripts:
        with tempfile.TemporaryDirectory() as folder:
            generate(script, "tmj", "--out", folder + "/")
            levels = [json.loads(line) for line in generate(script, "jsonl").splitlines()]
            for seed in range(N_SEEDS):
                assert shown(Path(folder), seed) == named(levels[seed]), (script, seed)
    print(f"{len(scripts)} scripts x {N_SEEDS} seeds: all levels are equal")


def generate(script: Path, form: str, *more: str) -> str:
    command = [PROGRAM, "generate", script, "--format", form, "--count", str(N_SEEDS), *more]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def shown(folder: Path, seed: int) -> dict[tuple[int, int], str]:
    """What `entity_at` says of each cell after `show_level`; unknown ones are left out."""
    map = json.loads((folder / f"{seed:06}.tmj").read_text())
    tiles = map["tilesets"][0]
    entities = [tile["type"] for tile in tiles["tiles"]]
    columns = tiles["columns"]
    check_picture(folder / tiles["image"], tiles, len(entities))
    cells = {}
    for index, number in enumerate(map["layers"][0]["data"]):
        tile = place(number - 1, columns)
        if number > 0:
            cells[place(index, map["width"])] = entities[tile[1] * columns + tile[0]]
    return cells


def check_picture(picture: Path, tiles: dict, n_entities: int) -> None:
    """Every tile that `_read_tiles` creates lies inside the picture."""
    width, height = struct.unpack(">II", picture.read_bytes()[16:24])
    last = place(n_entities - 1, tiles["columns"])
    assert width >= tiles["columns"] * tiles["tilewidth"], picture
    assert height >= (last[1] + 1) * tiles["tileheight"], picture


def place(index: int, columns: int) -> tuple[int, int]:
    return index % columns, index // columns


def named(level: dict) -> dict[tuple[int, int], str]:
    """The names of the cells of a level; unknown ones are left out."""
    return {
        (x, y): level["entities"][tile]
        for y, row in enumerate(level["tiles"])
        for x, tile in enumerate(row)
        if tile >= 0
    }


if __name__ == "__main__":
    main()
