"""Runs: the folders of the program, callbacks, stops, and searches by hand."""

import os
import pickle
import signal
import subprocess
import sys
import threading

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT, assert_equal_folders

import marahel

SMALL = {"budget": 6000, "population": 12, "validation_maps": 30}
ALGORITHMS = ["islands", "nsga2", "random"]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_run_folder_is_that_of_the_program(algorithm, program, tmp_path):
    run = marahel.evolve("zelda", tmp_path / "here", algorithm=algorithm, seed=4, **SMALL)
    args = ["--problem", "zelda", "--algorithm", algorithm, "--seed", 4, "--budget", 6000]
    args += ["--pop", 12, "--validation-maps", 30, "--quiet", "--out", tmp_path / "there"]
    program("evolve", *args)
    assert_equal_folders(run.folder, tmp_path / "there")


def test_a_run_is_read_as_tables_scripts_and_levels(tmp_path):
    run = marahel.evolve("zelda", tmp_path / "run", **SMALL)
    assert isinstance(run.front, pd.DataFrame) and run.front.index.name == "id"
    assert (run.generations["maps"].diff().dropna() >= 0).all()
    assert set(run.front["script"]) <= {f"scripts/{id:06}.json" for id in run.scripts}
    id = next(iter(run.scripts))
    assert run.generator(id).generate(2).shape[0] == 2
    assert run.best.generate(1).dtype == np.uint8
    assert "<table" in run._repr_html_()
    assert run.config.problem == "zelda" and run.config.seed == 1
    with pytest.raises(KeyError):
        run.generator(10**9)
    with pytest.raises(OSError, match="no run folder"):
        marahel.Run.open(tmp_path)


def test_a_config_says_what_the_options_of_the_program_say(tmp_path):
    config = marahel.Config(
        "zelda", budget="6k", seed=9, settings={"search.islands": 3, "search.goals": ["problem"]}
    )
    assert "islands = 3" in config.to_toml() and "budget = 6000" in config.to_toml()
    assert marahel.Config(text=config.to_toml()) == config
    assert config.with_seed(1) != config
    path = tmp_path / "mine.toml"
    text = (ROOT / "problems/binary.toml").read_text()
    path.write_text(text.replace('name = "binary"', 'name = "mine"'))
    mine = marahel.Config(str(path))
    sent = pickle.dumps(mine)
    path.unlink()
    assert pickle.loads(sent).problem == "mine"


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({}, TypeError, "name a problem"),
        ({"problem": "chess"}, ValueError, "chess"),
        ({"problem": "zelda", "budget": "many"}, ValueError, "no number of levels"),
        ({"problem": "zelda", "algorithm": "hope"}, ValueError, "hope"),
        ({"problem": "zelda", "settings": {"no.such": 1}}, ValueError, "no"),
        ({"problem": "zelda", "settings": {"maps": object()}}, TypeError, "object"),
        ({"problem": "zelda", "population": 0}, ValueError, None),
        ({"text": "problem = ["}, ValueError, None),
        ({"file": "no/such.toml"}, OSError, "no/such.toml"),
    ],
)
def test_configs_that_make_no_sense_are_refused(arguments, error, message):
    with pytest.raises(error, match=message):
        marahel.Config(**arguments)


def test_a_folder_in_use_is_left_alone(tmp_path):
    marahel.evolve("binary", tmp_path / "run", **SMALL)
    with pytest.raises(OSError, match="not empty"):
        marahel.evolve("binary", tmp_path / "run", **SMALL)
    marahel.evolve("binary", tmp_path / "run", overwrite=True, seed=2, **SMALL)
    assert marahel.Run.open(tmp_path / "run").config.seed == 2


def test_a_callback_is_told_of_each_generation_on_the_thread_that_asked(tmp_path):
    told = []

    def callback(row):
        assert threading.current_thread() is threading.main_thread()
        told.append(row)

    run = marahel.evolve("binary", tmp_path / "run", callback=callback, **SMALL)
    assert [row["generation"] for row in told] == run.generations.index.tolist()
    assert [row["hypervolume"] for row in told] == run.generations["hypervolume"].tolist()
    assert told[-1]["share"] == 1.0


def test_a_callback_may_end_a_search_and_it_goes_on_to_the_same_bytes(tmp_path):
    whole = marahel.evolve("binary", tmp_path / "whole", **SMALL)
    stopped = marahel.evolve(
        "binary",
        tmp_path / "stopped",
        checkpoint=0,
        callback=lambda row: row["generation"] >= 3,
        **SMALL,
    )
    assert len(stopped.generations) < len(whole.generations)
    again = marahel.resume(tmp_path / "stopped")
    assert_equal_folders(whole.folder, again.folder)


def test_an_error_of_a_callback_is_raised(tmp_path):
    def callback(row):
        raise ZeroDivisionError("of a callback")

    with pytest.raises(ZeroDivisionError, match="of a callback"):
        marahel.evolve("binary", tmp_path / "run", callback=callback, **SMALL)
    marahel.resume(tmp_path / "run")


@pytest.mark.skipif(os.name == "nt", reason="signals are sent another way")
def test_ctrl_c_keeps_what_was_found(tmp_path):
    # A shell's background jobs ignore Ctrl-C, and so would the child of a test that runs in one.
    script = f"""
import marahel, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    marahel.evolve("binary", {str(tmp_path / "run")!r}, generations=10**6, population=20, validation_maps=20,
                   callback=lambda row: print(row["generation"], flush=True) and None)
except KeyboardInterrupt as stopped:
    print("found", len(stopped.run.front))
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    printed, _ = child.communicate(timeout=600)  # a stop that is not heard would never end
    assert "found" in printed and child.returncode == 0
    assert "interrupted = true" in (tmp_path / "run/run.toml").read_text()


@pytest.mark.parametrize("algorithm", ["nsga2", "random"])
def test_a_search_by_hand_finds_what_the_run_finds(algorithm, tmp_path):
    config = marahel.Config(
        "zelda", algorithm=algorithm, generations=4, population=12, maps=5, validation_maps=0
    )
    run = marahel.evolve(config, tmp_path / "run")
    search = marahel.Search(config)
    while search.share < 1:
        search.tell(search.evaluate(search.ask()))
    found = search.population
    assert found.ids.tolist() == run.population.index.tolist()
    columns = marahel.Problem("zelda").objectives
    assert np.array_equal(found.objectives, run.population[columns].to_numpy(float))
    assert sorted(search.front.ids) == sorted(run.front.index)


def test_a_search_takes_any_objectives():
    search = marahel.Search(marahel.Config("binary", population=10, generations=8))
    for _ in range(4):
        genomes = search.ask()
        assert genomes.dtype == np.int32 and genomes.shape[1] == 102
        search.tell(np.stack([(genomes == 0).mean(axis=1), genomes.mean(axis=1)], axis=1))
    assert (search.front.ranks == 0).all() and search.generation == 4
    with pytest.raises(RuntimeError, match="ask before tell"):
        search.tell(np.zeros((1, 2)))
    n = len(search.ask())
    for wrong, message in [
        (np.zeros((n + 1, 2)), "rows"),
        (np.zeros((n, 3)), "objectives"),
        (np.zeros(n), "shape"),
        (np.full((n, 2), np.nan), None),
    ]:
        with pytest.raises(ValueError, match=message):
            search.tell(wrong)
    with pytest.raises(TypeError, match="float64"):
        search.tell(np.zeros((n, 2), int))


def test_whole_scripts_are_genomes_of_their_own_lengths():
    config = marahel.Config("binary", population=10, settings={"study.representation": "free"})
    search = marahel.Search(config)
    genomes = search.ask()
    scripts = marahel.Problem(config).decode(genomes)
    assert len(scripts) == len(genomes) and all(scripts)


def test_a_front_is_measured_again_as_by_the_program(program, tmp_path):
    for name in ("here", "there"):
        marahel.evolve("binary", tmp_path / name, **SMALL)
    marahel.validate(tmp_path / "here", 200)
    program("evolve", "validate", tmp_path / "there", "--maps", 200)
    assert_equal_folders(tmp_path / "here", tmp_path / "there")
