"""Ray: the folder of a local run for any number of actors, and when they die."""

import os
import random
import signal
import threading

import pytest

pytest.importorskip("ray", reason="ray is not installed; pip install '.[ray]'")

import ray
from conftest import assert_equal_folders

import marahel
import marahel.ray

SMALL = {"budget": 8000, "population": 16, "validation_maps": 50}


@pytest.fixture(scope="module", autouse=True)
def cluster():
    # Ray is polite to others, who may be many where tests run.
    os.environ["RAY_worker_niceness"] = "0"
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.parametrize("algorithm", ["islands", "nsga2"])
@pytest.mark.parametrize("actors", [2, 4])
def test_any_number_of_actors_leaves_the_folder_of_a_local_run(algorithm, actors, tmp_path):
    config = marahel.Config("binary", algorithm=algorithm, **SMALL)
    local = marahel.evolve(config, tmp_path / "local")
    spread = marahel.ray.evolve(config, tmp_path / "spread", actors=actors)
    assert_equal_folders(local.folder, spread.folder)


def test_actors_may_die(tmp_path):
    config = marahel.Config(
        "zelda", algorithm="nsga2", budget=60_000, population=60, maps=50, validation_maps=50
    )
    local = marahel.evolve(config, tmp_path / "local")
    killed = []
    with marahel.ray.Crew(config, 2) as crew:
        stop = threading.Event()

        def kill():
            """Kills an actor's process each second."""
            while not stop.wait(1):
                try:
                    pid = ray.get(random.choice(crew.actors).pid.remote())
                except ray.exceptions.RayError:
                    continue  # it is dead already
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

        killer = threading.Thread(target=kill)
        killer.start()
        spread = marahel.evolve(config, tmp_path / "spread", crew=crew)
        stop.set()
        killer.join()
    assert_equal_folders(local.folder, spread.folder)
    assert killed


def test_a_front_is_measured_again_by_actors(tmp_path):
    for name in ("local", "spread"):
        marahel.evolve("binary", tmp_path / name, **SMALL)
    marahel.validate(tmp_path / "local", 2000)
    marahel.ray.validate(tmp_path / "spread", 2000, actors=2)
    assert_equal_folders(tmp_path / "local", tmp_path / "spread")


def test_a_sweep_is_many_local_runs(tmp_path):
    configs = [marahel.Config(name, **SMALL) for name in ("binary", "zelda")]
    runs = marahel.ray.sweep(configs, tmp_path / "sweep", seeds=[1, 2])
    assert sorted(runs) == ["binary/seed-1", "binary/seed-2", "zelda/seed-1", "zelda/seed-2"]
    local = marahel.evolve(configs[1].with_seed(2), tmp_path / "local")
    assert_equal_folders(local.folder, runs["zelda/seed-2"].folder)
    assert marahel.ray.sweep(configs, tmp_path / "sweep", seeds=[1, 2]).keys() == runs.keys()
