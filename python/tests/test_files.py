"""Levels in files, as the programs read them."""

import json
import shutil
from pathlib import Path

import marahel
import numpy as np
import pytest

FILES = Path(__file__).parents[2] / "tests" / "files"
MAPS = Path(__file__).parents[2] / "configs" / "drawn" / "crypt"


def test_maps_are_read_as_the_program_reads_them(program):
    for path in [MAPS / "crypt-1.tmx", FILES / "two.tmx", FILES / "ext.tmj", FILES / "twolayers.ldtk"]:
        told = json.loads(program("marahel", "export", path, "--format", "json"))
        tiles, levels = marahel.read_levels(path)
        assert tiles == told["entities"]
        assert levels[0].tolist() == told["tiles"]
        assert levels[0].dtype == np.uint8


def test_a_problem_scores_what_was_read():
    problem = marahel.Problem("sokoban")
    tiles, levels = marahel.read_levels(MAPS / "crypt-1.tmx", ["wall", "floor", "door", "player", "exit", "coin", "enemy"])
    assert tiles[0] == "wall" and levels[0].shape == (12, 20)
    with pytest.warns(UserWarning, match="Sokoban"):
        tiles, levels = marahel.read_levels(FILES / "coll.txt", problem.tiles)
    assert tiles == problem.tiles
    assert [level.shape for level in levels] == [(6, 7)]


def test_what_is_guessed_is_a_warning_and_can_be_said():
    with pytest.warns(UserWarning, match="tile_0"):
        tiles, _ = marahel.read_levels(FILES / "unnamed2.tmx")
    assert tiles == ["tile_0", "tile_1", "tile_2", "tile_3"]
    legend = {"tile_0": "wall", "tile_1": "floor", "tile_2": "coin", "tile_3": "player"}
    assert marahel.read_levels(FILES / "unnamed2.tmx", legend=legend)[0] == list(legend.values())
    assert marahel.read_levels(FILES / "air.ldtk", empty="floor")[0][:2] == ["wall", "floor"]


def test_layers_are_chosen_and_errors_say_why(tmp_path):
    tiles, levels = marahel.read_levels(FILES / "two.tmx", layers=["ground"])
    assert tiles[levels[0][1, 3]] == "floor"
    with pytest.raises(ValueError, match="there is no layer `roof`; the layers are `ground`, `things`"):
        marahel.read_levels(FILES / "two.tmx", layers=["roof"])
    with pytest.raises(ValueError, match="row 4, column 6"):
        marahel.read_levels(FILES / "trailing.tmx")
    with pytest.raises(OSError, match="none.tmx"):
        marahel.read_levels(tmp_path / "none.tmx")
    shutil.copy(FILES / "external.tmx", tmp_path)
    with pytest.raises(ValueError, match="t.tsx, which is not there"):
        marahel.read_levels(tmp_path / "external.tmx")
