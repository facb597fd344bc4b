"""Generators: the levels of the programs, and clear errors."""

import json
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import GENERATORS, ROOT

import marahel

CASTLE = ROOT / "configs/generators/gallery/castle.json"
SMALL = """{
    "metadata": {"min": "4x3", "max": "%s"},
    "entities": ["empty", "solid"],
    "explorers": [{"type": "horz", "rules": ["self(any) -> self(empty|solid)"]}]
}"""


@pytest.mark.parametrize("path", GENERATORS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_levels_are_those_of_the_program(path, program):
    generator = marahel.Generator.from_file(path)
    printed = program("marahel", "generate", path, "--count", 5, "--seed", 3, "--format", "jsonl")
    lines = [json.loads(line) for line in printed.splitlines()]
    made = generator.generate_list(5, seed=3)
    assert len(lines) == len(made) == 5
    for line, level in zip(lines, made):
        assert line["entities"] == generator.tiles
        rows = [list(row) for row in line["map"]] if "map" in line else line["tiles"]
        assert np.array_equal(np.array(rows).reshape(level[0].shape), level[0])


def test_an_array_of_levels():
    generator = marahel.Generator.from_file(CASTLE)
    levels = generator.generate(3, seed=5)
    assert levels.dtype == np.uint8 and levels.ndim == 3 and levels.flags.c_contiguous
    assert np.array_equal(levels[1:], generator.generate(2, seed=6))
    assert generator.generate(0).shape[0] == 0
    assert levels.max() < len(generator.tiles)


def test_pictures_are_those_of_the_program(program, tmp_path):
    program("marahel", "generate", CASTLE, "--count", 4, "--out", tmp_path / "sheet.png")
    assert marahel.Generator.from_file(CASTLE).picture(4) == (tmp_path / "sheet.png").read_bytes()


def test_a_generator_can_be_sent_to_another_process():
    generator = marahel.Generator.from_text(SMALL % "4x3", "fdg20")
    again = pickle.loads(pickle.dumps(generator))
    assert np.array_equal(again.generate(9), generator.generate(9))


def test_pins_are_kept_and_begin_the_levels_of_the_program(program, tmp_path):
    generator = marahel.Generator.from_file(CASTLE)
    pins = np.full(generator.generate().shape[1:], -1, "int8")
    pins[3:6, 4:20] = 1
    levels = generator.generate(3, seed=5, pins=pins, pin_tiles=generator.tiles)
    assert (levels[:, 3:6, 4:20] == 1).all()
    assert np.array_equal(levels, generator.generate(3, 5, pins.astype("uint8"), generator.tiles))
    np.savetxt(tmp_path / "start.csv", pins, "%d", ",")
    call = ["generate", CASTLE, "--seed", 5, "--pins", tmp_path / "start.csv", "--format", "json"]
    assert np.array_equal(json.loads(program("marahel", *call))["tiles"], levels[0])
    unpinned = generator.generate(pins=np.full_like(pins, -1), pin_tiles=generator.tiles)
    assert np.array_equal(unpinned, generator.generate())


@pytest.mark.parametrize(
    "pins, message",
    [
        (np.zeros((2, 2), "uint8"), "2x2"),
        (np.full((3, 4), 9), "tile 9, .* at row 0, column 0"),
        (np.zeros((3, 4)), "whole numbers"),
        (np.zeros(12, "uint8"), "shape"),
        (np.zeros((0, 4), "uint8"), "cells"),
        ([[0, 1]], "numpy array"),
    ],
)
def test_pins_that_make_no_sense_are_refused(pins, message):
    with pytest.raises((TypeError, ValueError), match=message):
        generator = marahel.Generator.from_text(SMALL % "4x3")
        generator.generate(pins=pins, pin_tiles=generator.tiles)


def test_a_certificate_turns_any_seed_into_one_that_plays(program, tmp_path):
    (tmp_path / "small.json").write_text(SMALL % "4x3")
    path = tmp_path / "small.cert"
    program("marahel", "certify", tmp_path / "small.json", "--problem", "binary", "--bits", 6)
    generator = marahel.Generator.from_file(tmp_path / "small.json")
    certified = generator.certified(path)
    for seed in (0, 1, 2**64 - 2):
        level = certified.generate(1, seed)
        assert np.array_equal(level, generator.generate(1, certified.seed(seed)))
        assert marahel.Problem("binary").playable(level, certified.tiles).all()
    again = pickle.loads(pickle.dumps(certified))
    assert np.array_equal(again.generate(9), certified.generate(9))
    with pytest.raises(ValueError, match="pins"):
        certified.generate(pins=np.zeros((3, 4), "uint8"))
    with pytest.raises(ValueError, match="another script"):
        marahel.Generator.from_file(CASTLE).certified(path)


def test_dials_are_turned_as_the_program_turns_them(program, tmp_path):
    path = ROOT / "configs/generators/dials/rooms.json"
    generator = marahel.Generator.from_file(path)
    assert generator.dials["rooms"] == (3, 12, 8)
    turned = generator.with_dial("rooms", 4).with_dial("guards", 9)
    assert turned.dials["rooms"] == (3, 12, 4)
    call = ["generate", path, "--dial", "rooms=4", "--dial", "guards=9", "--format", "json"]
    assert np.array_equal(json.loads(program("marahel", *call))["tiles"], turned.generate()[0])
    again = pickle.loads(pickle.dumps(turned))
    assert np.array_equal(again.generate(9), turned.generate(9))
    with pytest.raises(ValueError, match="goes from 3 to 12"):
        generator.with_dial("rooms", 13)
    with pytest.raises(ValueError, match="it has rooms, loops"):
        generator.with_dial("room", 4)


def test_levels_that_differ_in_size_are_a_list():
    generator = marahel.Generator.from_text(SMALL % "9x9")
    with pytest.raises(ValueError, match="generate_list"):
        generator.generate(50)
    shapes = {level.shape for level in generator.generate_list(50)}
    assert len(shapes) > 1


def test_threads_make_the_same_levels():
    generator = marahel.Generator.from_file(CASTLE)
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda seed: generator.generate(5, seed), [0, 5, 10, 15]))
    assert np.array_equal(np.concatenate(made), generator.generate(20))


def test_mistakes_of_a_script_are_told_together():
    text = (SMALL % "4x3").replace("horz", "hroz").replace("empty|solid", "empty|sold")
    with pytest.raises(marahel.ScriptError, match="hroz") as raised:
        marahel.Generator.from_text(text)
    assert isinstance(raised.value, ValueError)
    found = raised.value.diagnostics
    assert found == marahel.check(text) and len(found) == 2
    start, end, replacement = found[0].fix
    assert text[start:end].strip('"') == "hroz" and replacement.strip('"') == "horz"
    assert found[0].severity == "error" and found[0].line == 4


def test_places_are_those_of_the_program(program):
    idle = '"-> self(sölid)", "-> self(empty)"'
    warned = (SMALL % "4x3").replace('"self(any) -> self(empty|solid)"', idle)
    warned = warned.replace("solid", "sölid")
    [one, *_] = marahel.check(warned)
    printed = json.loads(program("marahel", "check", "--format", "json", "-", stdin=warned))
    assert printed[0]["message"] == one.message and len(warned.encode()[: printed[0]["start"]].decode()) == one.start
    assert one.severity == "warning" and "warning" in str(one)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda g: g.generate(-1), OverflowError, None),
        (lambda g: g.generate(2, seed=2**64 - 1), ValueError, "seed"),
        (lambda g: g.generate(1, seed="1"), TypeError, None),
        (lambda g: g.picture(1, scale=0), ValueError, None),
        (lambda g: g.picture(0), ValueError, "no level"),
        (lambda g: g.picture(1, columns=0), ValueError, "columns"),
        (lambda g: marahel.Generator(g.text), TypeError, "from_text"),
        (lambda g: marahel.Generator.from_text("{}", "other"), ValueError, "other"),
        (lambda g: marahel.Generator.from_file("no/such/file"), OSError, "no/such/file"),
    ],
)
def test_what_makes_no_sense_is_refused(call, error, message):
    generator = marahel.Generator.from_text(SMALL % "4x3")
    with pytest.raises(error, match=message):
        call(generator)
