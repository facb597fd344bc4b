"""Problems: what the programs say of levels, genomes and scripts."""

import json
import pickle
import sys

import numpy as np
import pytest
from conftest import PROBLEMS, ROOT

import marahel

CELLAR = """
name = "cellar"
size = "9x9"
playable = "path(hero, stairs) > 0"

[tiles]
rock = { role = "wall" }
air = { role = "floor" }
hero = { role = "entrance" }
stairs = { role = "exit" }

[movement.walk]
over = "air|hero|stairs"

[objectives]
border = { value = "along_border(rock)", range = [1, 1], zero_above = 2 }
hero = { value = "count(hero)", range = [1, 1], zero_above = 9 }
stairs = { value = "count(stairs)", range = [1, 1], zero_above = 9 }
"""


def random_levels(problem, n=6, seed=0):
    rng = np.random.default_rng(seed)
    return rng.integers(0, len(problem.tiles), (n, *problem.shapes[0]), dtype=np.uint8)


def of_paper(name):
    """A problem whose genomes are lists of integers, whatever its file says."""
    return marahel.Problem(marahel.Config(name, settings={"study.representation": "paper"}))


def random_genomes(problem, n=6, seed=0):
    n_genes, n_values = problem.genome_shape
    return np.random.default_rng(seed).integers(0, n_values, (n, n_genes))


@pytest.mark.parametrize("name", PROBLEMS)
def test_levels_have_the_measures_and_scores_of_the_program(name, program, tmp_path):
    problem = of_paper(name)
    levels = random_levels(problem)
    [best] = [problem.evaluate(random_genomes(problem, 1), maps=1)]
    assert len(best) == 1
    path = tmp_path / "levels.csv"
    path.write_text("\n\n".join("\n".join(",".join(map(str, row)) for row in one) for one in levels))
    entities = ",".join(problem.tiles)
    args = ["score", "--problem", name, "--from", "csv", "--entities", entities, path]
    lines = [json.loads(line) for line in program("evolve", *args).splitlines()]
    measured = problem.measure(levels, problem.tiles)
    assert len(lines) == len(levels)
    for index, line in enumerate(lines):
        for tile, count in line.pop("counts").items():
            assert measured["counts"][tile][index] == count
        line.pop("id", None)
        for key, value in line.items():
            found = measured[key][index]
            assert (value is None and np.isnan(found)) or found == value, key
    explained = program("evolve", *args, "--explain", "--all")
    scores = problem.score(levels, problem.tiles)
    for objective in problem.objectives:
        column = scores[:, problem.objectives.index(objective)]
        told = [
            float(line.split(" score ")[1].split(",")[0])
            for line in explained.splitlines()
            if line.split(" ")[0] == objective and " score " in line
        ]
        assert told == [float(f"{score:.2f}") for score in column]
    assert problem.playable(levels, problem.tiles).tolist() == measured["playable"].tolist()


@pytest.mark.parametrize("name", PROBLEMS)
def test_genomes_are_the_scripts_of_the_program(name, program):
    problem = of_paper(name)
    genomes = random_genomes(problem, 12)
    genomes[0, 2:] = 0
    lines = "\n".join(json.dumps({"genes": genome.tolist()}) for genome in genomes)
    args = ["--problem", name, "--set", "study.representation=paper", "--script"]
    printed = program("evolve", "decode", *args, stdin=lines)
    scripts = marahel.decode(genomes, problem)
    for line, script in zip(printed.splitlines(), scripts, strict=True):
        assert script == line if script else "unbounded" in line


@pytest.mark.parametrize("name", PROBLEMS)
def test_scripts_are_worth_what_the_program_says(name, program, tmp_path):
    problem = of_paper(name)
    scripts = [script for script in problem.decode(random_genomes(problem)) if script][:3]
    found = problem.evaluate(scripts, maps=20, seed=3)
    for index, script in enumerate(scripts):
        if found.failures[index] is not None:
            continue
        path = tmp_path / "script.json"
        path.write_text(script)
        args = ["--problem", name, "--maps", 20, "--seed", 3, path]
        printed = json.loads(program("evolve", "evaluate", *args))
        for column, objective in enumerate(found.names):
            assert printed["objectives"][objective]["mean"] == found.objectives[index, column]
            assert printed["objectives"][objective]["se"] == found.errors[index, column]
        for measure, values in found.measures.items():
            assert printed[measure] == values[index] or np.isnan(values[index])


def test_genomes_and_their_scripts_are_worth_the_same():
    problem = marahel.Problem("zelda")
    genomes = random_genomes(problem, 20)
    one = problem.evaluate(genomes, maps=10)
    assert np.array_equal(one.objectives, problem.evaluate(genomes.tolist(), 10, threads=1).objectives)
    for index, script in enumerate(problem.decode(genomes)):
        if script is None:
            assert one.failures[index] and (one.objectives[index] == 0).all()
        else:
            other = problem.evaluate([script], maps=10)
            assert np.array_equal(one.objectives[index], other.objectives[0])


def test_a_problem_of_ones_own(tmp_path):
    text = (ROOT / "problems/binary.toml").read_text()
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('name = "binary"', 'name = "mine"'))
    mine, binary = marahel.Problem(str(path)), marahel.Problem("binary")
    levels = random_levels(binary)
    assert np.array_equal(mine.score(levels, mine.tiles), binary.score(levels, mine.tiles))
    path.write_text("name = 3")
    with pytest.raises(ValueError, match="mine.toml"):
        marahel.Problem(str(path))


def test_arrays_of_any_layout_are_read_and_left_alone():
    problem = marahel.Problem("binary")
    levels = random_levels(problem)
    before = levels.copy()
    tiles = problem.tiles
    expected = problem.score(levels, tiles)
    assert np.array_equal(problem.score(np.asfortranarray(levels), tiles), expected)
    assert np.array_equal(problem.score(levels[::-1], tiles)[::-1], expected)
    levels.setflags(write=False)
    assert np.array_equal(problem.score(levels, tiles), expected)
    assert np.array_equal(problem.score(levels[0], tiles), expected[:1])
    assert problem.score(levels[:0], tiles).shape == (0, len(problem.objectives))
    assert np.array_equal(levels, before)


def test_tiles_are_matched_by_name(program, tmp_path):
    problem = marahel.Problem("zelda")
    text = (ROOT / "configs/generators/evolved/zelda.json").read_text()
    script = json.loads(text)
    script["entities"] = problem.tiles
    ordered = marahel.Generator.from_text(json.dumps(script))
    script["entities"] = problem.tiles[::-1]
    shuffled = marahel.Generator.from_text(json.dumps(script))
    levels, same = ordered.generate(20), shuffled.generate(20)
    assert not np.array_equal(levels, same)
    assert np.array_equal(np.array(ordered.tiles)[levels], np.array(shuffled.tiles)[same])
    scores = problem.score(levels, ordered.tiles)
    assert np.array_equal(problem.score(same, shuffled.tiles), scores)
    assert (scores == 1).any()
    measured, again = problem.measure(levels, ordered.tiles), problem.measure(same, shuffled.tiles)
    assert measured.keys() == again.keys()
    assert np.array_equal(measured["counts"]["enemy"], again["counts"]["enemy"])
    playable = problem.playable(same, shuffled.tiles)
    assert playable.any() and np.array_equal(problem.playable(levels, ordered.tiles), playable)
    drawn = problem.picture(levels, ordered.tiles)
    assert problem.picture(same, shuffled.tiles) == drawn
    # Numbers alone say nothing.
    for call in (problem.measure, problem.score, problem.playable, problem.picture):
        with pytest.raises(TypeError, match="tiles"):
            call(levels)
    pins = np.full(levels.shape[1:], -1)
    pins[2, 3:6] = problem.tiles.index("enemy")
    made = shuffled.generate(3, pins=pins, pin_tiles=problem.tiles)
    assert (made[:, 2, 3:6] == shuffled.tiles.index("enemy")).all()
    with pytest.raises(TypeError, match="pin_tiles=generator.tiles"):
        shuffled.generate(pins=pins)
    # Names that no cell has need not be known; open cells are none.
    wider = [*ordered.tiles, "dragon"]
    assert np.array_equal(problem.score(levels, wider), scores)
    with pytest.raises(ValueError, match="level 0 has `dragon`, which is none of .* row 0, column 0"):
        problem.score(np.full((1, 3, 3), len(wider) - 1, np.uint8), wider)
    open_cells = problem.measure(np.full((1, *problem.shapes[0]), 255, np.uint8), problem.tiles)
    assert not open_cells["good"].any() and open_cells["counts"]["empty"] == 0


@pytest.mark.parametrize(
    ("levels", "error", "message"),
    [
        ([[0, 1]], TypeError, "numpy array of dtype uint8"),
        (None, TypeError, "NoneType"),
        (np.zeros((1, 3, 3)), TypeError, 'astype\\("uint8"\\)'),
        (np.zeros((1, 3, 3), bool), TypeError, "bool"),
        (np.zeros((3,), np.uint8), ValueError, "shape"),
        (np.zeros((1, 1, 3, 3), np.uint8), ValueError, "shape"),
        (np.zeros((1, 0, 3), np.uint8), ValueError, "1 to"),
        (np.full((1, 3, 3), 2, np.uint8), ValueError, "tile 2, .* at row 0, column 0"),
        (np.zeros((0, 2**20, 2**20), np.uint8), ValueError, "tiles"),
    ],
)
def test_arrays_that_are_no_levels_are_refused(levels, error, message):
    problem = marahel.Problem("binary")
    for call in (problem.measure, problem.score, problem.playable, problem.picture):
        with pytest.raises(error, match=message):
            call(levels, problem.tiles)


@pytest.mark.parametrize(
    ("genomes", "error", "message"),
    [
        (3, TypeError, "list of lists"),
        (["no script"], marahel.ScriptError, None),
        ("no list", TypeError, "list of scripts"),
        (np.zeros((2, 102)), TypeError, "whole numbers"),
        (np.zeros(102, int), ValueError, "shape"),
        (np.zeros((2, 3), int), ValueError, None),
        (np.full((1, 102), 50), ValueError, None),
        (np.full((1, 102), -1), ValueError, "whole numbers from 0"),
        ([[0.5] * 102], TypeError, "whole numbers"),
        ([[10**30] * 102], ValueError, None),
    ],
)
def test_what_are_no_generators_is_refused(genomes, error, message):
    with pytest.raises(error, match=message):
        marahel.Problem("zelda").evaluate(genomes, maps=2)


def test_unknown_problems_are_named():
    with pytest.raises(ValueError, match="unknown problem `chess`; there are binary"):
        marahel.Problem("chess")
    with pytest.raises(TypeError, match="Config"):
        marahel.Problem(3)
    with pytest.raises(ValueError, match="maps = 0"):
        marahel.Problem("zelda").evaluate(np.zeros((1, 102), int), maps=0)


def test_a_problem_can_be_sent_to_another_process():
    problem = marahel.Problem(marahel.Config("binary", size="9x7"))
    again = pickle.loads(pickle.dumps(problem))
    assert again.shapes == [(7, 9)] and again.config == problem.config


def test_a_problem_is_drafted_as_by_the_program(program, tmp_path):
    path = tmp_path / "cellar.toml"
    path.write_text(CELLAR)
    [best, *_] = drafts = marahel.draft(str(path), count=2, seed=3)
    args = ["--count", 2, "--seed", 3, "--out", tmp_path / "drafts"]
    told = program("evolve", "draft", path, *args)
    assert [one.text for one in drafts] == [
        (tmp_path / "drafts" / f"{number}.json").read_text() for number in (1, 2)
    ]
    assert f"{best.good * 100:.0f} % of the levels are good" in told
    assert all(words in told for words in best.explorers)
    assert best.met["border"] == 1 and 0 <= best.playable <= 1 and best.unsaid == []
    assert best.generator.generate(3).shape == (3, 9, 9)
    assert marahel.draft(marahel.Problem(str(path)), seed=3, threads=1)[0].text == best.text
    with pytest.raises(ValueError, match="count = 0: 1 to 24"):
        marahel.draft(str(path), count=0)


def test_a_judge_from_outside_sifts_what_is_playable(tmp_path):
    judge = "import json, sys\nfor line in sys.stdin:\n    level = json.loads(line)\n"
    judge += "    wins = level['map'][0][0] == '.'\n    print(json.dumps({'id': level['id'], 'wins': int(wins)}), flush=True)\n"
    (tmp_path / "judge.py").write_text(judge)
    text = 'name = "p"\nsize = "2x1"\nplayable = "count(floor) > 0"\n[tiles]\n'
    text += 'wall = { character = "#" }\nfloor = { character = "." }\n'
    text += '[objectives]\nfloors = { value = "count(floor)", range = [1, 2], zero_above = 3 }\n'
    text += f'[outside]\ncommand = ["{sys.executable}", "judge.py"]\nvalues = ["wins"]\n'
    levels = np.array([[[0, 1]], [[1, 0]], [[1, 1]], [[0, 0]]], dtype=np.uint8)
    for more, expected in [("", [True, True, True, False]), ("sift = true\n", [False, True, True, False])]:
        (tmp_path / "p.toml").write_text(text + more)
        problem = marahel.Problem(str(tmp_path / "p.toml"))
        assert problem.playable(levels, ["wall", "floor"]).tolist() == expected
