"""Pictures of levels with a tileset are what Tiled itself draws of their maps."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, Program
from PIL import Image

TILESETS = ROOT / "configs/tilesets"
GALLERY = ROOT / "configs/generators/gallery"

RASTERIZER = shutil.which("tmxrasterizer")
pytestmark = pytest.mark.skipif(RASTERIZER is None, reason="there is no tmxrasterizer of Tiled")


def drawn_by_tiled(map_file: Path, picture: Path) -> Image.Image:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(picture.parent)}
    subprocess.run([str(RASTERIZER), str(map_file), str(picture)], check=True, capture_output=True, env=environment)
    return Image.open(picture).convert("RGBA")


def check(program: Program, script: Path, tileset: Path, folder: Path, seeds: range) -> None:
    """Each level looks the same in our picture, and in Tiled's of our map, where that has a tile."""
    for seed in seeds:
        ours, theirs = folder / f"{seed}.png", folder / f"{seed}.tmx"
        for file in [ours, theirs]:
            program("marahel", "generate", script, "--seed", seed, "--tileset", tileset, "--out", file)
        picture = Image.open(ours).convert("RGBA")
        expected = drawn_by_tiled(theirs, folder / "tiled.png")
        assert picture.size == expected.size
        # Tiled leaves open what has no tile.
        whole = Image.alpha_composite(picture, expected)
        assert whole.tobytes() == picture.tobytes(), (script.name, seed)


@pytest.mark.parametrize(("script", "tileset"), [("archipelago", "island"), ("caves", "cave")])
def test_of_the_repository(program: Program, script: str, tileset: str, tmp_path: Path) -> None:
    check(program, GALLERY / f"{script}.json", TILESETS / f"{tileset}.tsx", tmp_path, range(4))


ROADS = """{"metadata": {"min": "9x7", "max": "12x9"}, "entities": ["grass", "road", "tree"],
 "explorers": [{"rules": ["-> self(grass:3|road:2|tree)"]}]}"""


def roads(folder: Path, kind: str, looks: list[tuple[int, ...]], turns: str, gap: int) -> Path:
    """A tileset of roads on grass; each pixel of its picture has a color of its own."""
    size, columns = 8, 5
    n_tiles = len(looks) + 2
    rows = -(-n_tiles // columns)
    width, height = (2 * gap + columns * (size + gap) - gap, 2 * gap + rows * (size + gap) - gap)
    picture = Image.new("RGBA", (width, height))
    for x, y in itertools.product(range(width), range(height)):
        picture.putpixel((x, y), (x * 5 % 256, y * 7 % 256, (x + y) % 256, 255))
    picture.save(folder / "roads.png")
    wangtiles = "".join(
        f'<wangtile tileid="{tile}" wangid="{",".join(map(str, sides))}"/>' for tile, sides in enumerate(looks)
    )
    tileset = folder / "roads.tsx"
    tileset.write_text(
        f'<tileset name="roads" tilewidth="{size}" tileheight="{size}" spacing="{gap}" margin="{gap}" '
        f'tilecount="{n_tiles}" columns="{columns}">{turns}<image source="roads.png" width="{width}" height="{height}"/>'
        f'<tile id="{len(looks)}" type="grass"/><tile id="{len(looks) + 1}" type="tree"/>'
        f'<wangsets><wangset name="roads" type="{kind}" tile="-1"><wangcolor name="road" color="#ff0000" tile="-1"/>'
        f"{wangtiles}</wangset></wangsets></tileset>"
    )
    return tileset


def sides(kind: str) -> list[tuple[int, ...]]:
    """All looks of a road that is open to nothing."""
    places = {"edge": (0, 2, 4, 6), "corner": (1, 3, 5, 7), "mixed": tuple(range(8))}[kind]
    looks = []
    for chosen in itertools.product((0, 1), repeat=len(places)):
        look = [0] * 8
        for place, side in zip(places, chosen, strict=True):
            look[place] = side
        if any(look):
            looks.append(tuple(look))
    return looks


@pytest.mark.parametrize("kind", ["edge", "corner", "mixed"])
def test_of_each_kind(program: Program, kind: str, tmp_path: Path) -> None:
    (tmp_path / "roads.json").write_text(ROADS)
    check(program, tmp_path / "roads.json", roads(tmp_path, kind, sides(kind), "", 0), tmp_path, range(3))


def test_with_turns_and_gaps(program: Program, tmp_path: Path) -> None:
    (tmp_path / "roads.json").write_text(ROADS)
    pieces = [(1, 0, 0, 0, 0, 0, 0, 0), (1, 0, 1, 0, 0, 0, 0, 0), (1, 0, 0, 0, 1, 0, 0, 0), (1, 0, 1, 0, 1, 0, 0, 0)]
    looks = [*pieces, (1, 0, 1, 0, 1, 0, 1, 0)]
    turns = '<transformations hflip="1" vflip="1" rotate="1" preferuntransformed="0"/>'
    check(program, tmp_path / "roads.json", roads(tmp_path, "edge", looks, turns, 2), tmp_path, range(6))
