"""What threads and Ray gain on this machine; results/python/README.md has what was measured.

    python python/benchmarks/gains.py threads
    RAY_worker_niceness=0 python python/benchmarks/gains.py ray
"""

import argparse
import statistics
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import marahel

ROOT = Path(__file__).parents[2]
N_REPEATS = 7
N_REPEATS_OF_RUNS = 3


def seconds(work):
    """Seconds that something takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def threads():
    """Levels of two threads for those of one, in turns, so that a busy machine is fair."""
    path = ROOT / "configs/generators/evolved/binary.json"
    generator = marahel.Generator.from_file(path)
    n_levels = 5_000
    generator.generate(n_levels)
    ratios = []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(3 * N_REPEATS):
            one = seconds(lambda: generator.generate(n_levels))
            two = seconds(lambda: list(pool.map(generator.generate, [n_levels] * 2)))
            ratios.append(2 * one / two)
    low, middle, high = statistics.quantiles(ratios)
    print(f"quartiles of {len(ratios)}: {low:.2f} {middle:.2f} {high:.2f}")
    print(f"two threads make {statistics.median(ratios):.2f} times the levels of one")


def with_ray():
    """Round trips, and full-size generations of binary with one and two actors."""
    import ray

    import marahel.ray

    marahel.ray.connect()
    config = marahel.Config(
        file=ROOT / "configs/fdg20/binary.toml",
        generations=4,
        validation_maps=0,
        settings={"validation_period": 0},
    )
    crews = {n: marahel.ray.Crew(config, n) for n in (1, 2)}
    for crew in crews.values():
        ray.get([actor.pid.remote() for actor in crew.actors])
    [actor] = crews[1].actors
    trips = [seconds(lambda: ray.get(actor.work.remote([]))) for _ in range(200)]
    print(f"a round trip without work: {statistics.median(trips) * 1e3:.2f} ms")
    many = seconds(lambda: ray.get([actor.work.remote([]) for _ in range(500)]))
    print(f"a task without work among 500: {many / 500 * 1e3:.2f} ms")

    spent = {}
    jobs_of = []

    def timed(crew):
        def work(jobs):
            begin = time.perf_counter()
            answers = crew(jobs)
            spent[crew] = spent.get(crew, 0) + time.perf_counter() - begin
            jobs_of.append(len(jobs))
            return answers

        return work

    ratios, inner = [], []
    with tempfile.TemporaryDirectory() as folder:
        for repeat in range(N_REPEATS_OF_RUNS):
            took = {}
            spent.clear()
            for n, crew in crews.items():
                run = Path(folder) / f"{repeat}-{n}"
                took[n] = seconds(lambda: marahel.evolve(config, run, crew=timed(crew)))
            measured = {n: spent[crew] for n, crew in crews.items()}
            print(
                f"4 generations: one actor {took[1]:.2f} s (measuring {measured[1]:.2f}), "
                f"two {took[2]:.2f} s (measuring {measured[2]:.2f})"
            )
            ratios.append(took[1] / took[2])
            inner.append(measured[1] / measured[2])
    print(f"scripts measured in a generation: {statistics.mean(jobs_of):.0f}")
    print(f"two actors: {statistics.median(ratios):.2f} times the throughput of one,")
    print(f"            {statistics.median(inner):.2f} times while levels are measured")


if __name__ == "__main__":
    measures = {"threads": threads, "ray": with_ray}
    parser = argparse.ArgumentParser(description="What threads and Ray gain on this machine.")
    parser.add_argument("what", choices=measures)
    measures[parser.parse_args().what]()
