"""Adapters against the real libraries; each is left out visibly where its library is missing."""

import os
import sys

import numpy as np
import pytest
from conftest import ROOT

import marahel

ZELDA = ROOT / "configs/generators/evolved/zelda.json"


def test_pymoo_minimizes_what_levels_score():
    pytest.importorskip("pymoo", reason="pymoo is not installed; pip install '.[pymoo]'")
    from pymoo.algorithms.moo.nsga2 import NSGA2
    from pymoo.operators.crossover.pntx import TwoPointCrossover
    from pymoo.operators.mutation.pm import PM
    from pymoo.operators.repair.rounding import RoundingRepair
    from pymoo.operators.sampling.rnd import IntegerRandomSampling
    from pymoo.optimize import minimize

    from marahel.pymoo import GeneratorProblem, ScriptDuplicates

    problem = GeneratorProblem("zelda", maps=5)
    algorithm = NSGA2(
        pop_size=20,
        sampling=IntegerRandomSampling(),
        crossover=TwoPointCrossover(),
        mutation=PM(vtype=float, repair=RoundingRepair()),
        eliminate_duplicates=ScriptDuplicates(problem),
    )
    found = minimize(problem, algorithm, ("n_gen", 4), seed=1)
    genomes = np.atleast_2d(found.X).astype(int)
    own = marahel.Problem("zelda")
    assert np.array_equal(-np.atleast_2d(found.F), own.evaluate(genomes, 5).objectives)
    scripts = own.decode(found.pop.get("X").astype(int))
    assert len(set(scripts)) == len(scripts)


def test_pyribs_fills_an_archive_with_different_generators():
    pytest.importorskip("ribs", reason="pyribs is not installed; pip install '.[ribs]'")
    from ribs.archives import GridArchive
    from ribs.schedulers import Scheduler

    from marahel.ribs import GenomeEmitter, evaluate

    problem = marahel.Problem("binary")
    archive = GridArchive(
        solution_dim=102, dims=[8, 8], ranges=[(0, 50), (0, 0.5)], solution_dtype=np.int32
    )
    emitter = GenomeEmitter(archive, problem, batch_size=32, seed=1)
    scheduler = Scheduler(archive, [emitter])
    for _ in range(6):
        genomes = scheduler.ask()
        assert genomes.dtype == np.int32 and genomes.min() >= 0 and genomes.max() < 50
        scheduler.tell(*evaluate(problem, genomes, maps=5))
    assert archive.stats.num_elites > 2
    elites = archive.data()
    again, _ = evaluate(problem, elites["solution"], maps=5)
    assert np.allclose(again, elites["objective"])
    with pytest.raises(ValueError, match="unknown measure `beauty`; there are"):
        evaluate(problem, genomes, ["beauty"], maps=2)
    with pytest.raises(ValueError, match="102 genes"):
        GenomeEmitter(GridArchive(solution_dim=3, dims=[2], ranges=[(0, 1)]), problem)


@pytest.mark.parametrize("representation", ["narrow", "turtle"])
@pytest.mark.parametrize("problem", ["binary", "zelda", "sokoban"])
def test_gymnasium_accepts_the_environment(problem, representation):
    pytest.importorskip("gymnasium", reason="gymnasium is not installed; pip install '.[gym]'")
    from gymnasium.utils.env_checker import check_env

    from marahel.gym import LevelEnv

    env = LevelEnv(problem, representation)
    check_env(env, skip_render_check=True)
    observation, info = env.reset(seed=3)
    begin = np.mean(list(info["scores"].values()))
    total, is_over = 0.0, False
    env.action_space.seed(3)
    while not is_over:
        observation, reward, is_done, is_cut, info = env.step(env.action_space.sample())
        total += reward
        is_over = is_done or is_cut
    assert info["changes"] <= env.max_changes
    assert np.isclose(total, np.mean(list(info["scores"].values())) - begin)
    scores = env.problem.score(observation["level"], env.tiles)[0]
    assert scores.tolist() == list(info["scores"].values())


def test_the_runner_of_the_pcg_benchmark_draws_levels_of_a_script(tmp_path):
    checkout = os.environ.get("PCG_BENCHMARK")
    if not checkout:
        pytest.skip("PCG_BENCHMARK names no checkout of amidos2006/pcg_benchmark")
    sys.path.insert(0, checkout)
    pcg_benchmark = pytest.importorskip("pcg_benchmark")
    from marahel.pcg_benchmark import Generator

    env = pcg_benchmark.make("zelda-v0")
    env.seed(1)
    generator = Generator(env)
    generator.reset(scripts=str(ZELDA), pop_size=10, seed=5)
    first = [one["content"] for one in generator._population]
    assert all(env.content_space.isSampled(content) for content in first)
    quality, *_ = env.evaluate(first, env.control_space.sample())
    assert 0 < quality <= 1 and 0 < generator.best() <= 1
    generator.save(tmp_path / "iter_0")
    generator.update()
    assert [one["content"] for one in generator._population] != first
    generator.load(tmp_path / "iter_0")
    assert [one["content"] for one in generator._population] == first


def test_levels_are_told_to_the_benchmark_by_the_names_of_tiles():
    from marahel.pcg_benchmark import contents

    levels = np.array([[[0, 1], [2, 0]]], np.uint8)
    assert contents(levels, ["crate", "empty", "player"], "sokoban-v0") == [[[3, 1], [2, 3]]]
    with pytest.raises(ValueError, match="no tile `dragon`"):
        contents(levels, ["crate", "empty", "dragon"], "sokoban")
    with pytest.raises(ValueError, match="unknown game `smb-v0`"):
        contents(levels, ["empty"], "smb-v0")


@pytest.mark.parametrize("module", ["pymoo", "ribs", "gym", "ray"])
def test_a_missing_library_is_named(module, monkeypatch):
    library = {"gym": "gymnasium"}.get(module, module)
    for name in [name for name in sys.modules if name.split(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.delitem(sys.modules, f"marahel.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"marahel\[{module}\]"):
        __import__(f"marahel.{module}")
    monkeypatch.delitem(sys.modules, f"marahel.{module}", raising=False)
