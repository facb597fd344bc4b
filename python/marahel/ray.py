"""Searches whose levels are measured by Ray actors, on one machine or on many.

The search stays in this process and decides everything; actors measure levels for it. What
an actor answers depends on the config and the job alone, so that a run folder is byte for
byte that of `marahel.evolve`, for any number of actors, and when actors die: their jobs are
done again by others.

A generation of small levels takes a tenth of a second on one core, and cannot be spread with
gain over many: see results/python in the repository. Whole runs (`sweep`) can.

Source: the actor pool of Ray, https://docs.ray.io/en/latest/ray-core/patterns/index.html
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any

try:
    import ray
except ImportError as error:
    from marahel._optional import missing

    raise missing("ray", "ray", error) from error

import marahel
from marahel import _config
from marahel._marahel import Config, Worker

N_PARTS = 4
"""Batches for each actor and round: enough that nobody waits long for the slowest."""

N_RETRIES = 20
"""Times that a whole run is made again whose process or machine died."""


@ray.remote(max_restarts=-1, max_task_retries=0)
class _Actor:
    """A worker in a process of its own."""

    def __init__(self, config: Config) -> None:
        self.worker = Worker(config)

    def work(self, jobs: list[bytes]) -> list[bytes]:
        return self.worker.work(jobs)

    def pid(self) -> int:
        """The process that it is."""
        return os.getpid()


class Crew:
    """Ray actors that measure levels for searches of one config.

    Args:
        config: the config of the searches.
        actors: number of actors; by default one for each CPU of the cluster.
        address: of the cluster, as for `ray.init`; by default the one that runs, or a new
            one on this machine.

    Ends its actors when the `with` block ends.
    """

    def __init__(
        self, config: Config, actors: int | None = None, address: str | None = None
    ) -> None:
        connect(address)
        n_actors = actors or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.actors = [_Actor.remote(config) for _ in range(n_actors)]

    def __call__(self, jobs: list[bytes]) -> list[bytes]:
        """Has all jobs done; the answers in their order.

        Actors take the next batch when they are done with one. A batch whose actor died is
        done again.
        """
        n_jobs = max(1, len(jobs) // (N_PARTS * len(self.actors)))
        starts = list(range(0, len(jobs), n_jobs))
        waiting = starts[::-1]
        idle = list(self.actors)
        answers: dict[int, list[bytes]] = {}
        at_work: dict[Any, tuple[int, Any]] = {}
        while len(answers) < len(starts):
            while waiting and idle:
                start, actor = waiting.pop(), idle.pop()
                at_work[actor.work.remote(jobs[start : start + n_jobs])] = (start, actor)
            done, _ = ray.wait(list(at_work), num_returns=1)
            for batch in done:
                start, actor = at_work.pop(batch)
                idle.append(actor)
                try:
                    answers[start] = ray.get(batch)
                except ray.exceptions.RayActorError:
                    waiting.append(start)  # Ray starts the actor again
        return [answer for start in starts for answer in answers[start]]

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for actor in self.actors:
            ray.kill(actor)


def connect(address: str | None = None) -> None:
    """Connects to a cluster, unless this process is connected already."""
    if not ray.is_initialized():
        ray.init(address=address, include_dashboard=False, log_to_driver=False)


def evolve(
    config: str | Config,
    folder: str | PathLike[str] | None = None,
    *,
    actors: int | None = None,
    address: str | None = None,
    overwrite: bool = False,
    checkpoint: float | None = None,
    callback: marahel.Callback | None = None,
    **settings: Any,
) -> marahel.Run:
    """`marahel.evolve`, with the levels measured by actors.

    Args:
        config, folder, overwrite, checkpoint, callback, settings: as for `marahel.evolve`.
        actors: number of actors; by default one for each CPU of the cluster.
        address: of the cluster, as for `ray.init`.

    Returns:
        The run; its folder has the bytes of a local run, timings.csv aside.

    Raises:
        As `marahel.evolve`.
    """
    config = _config.of(config, settings)
    with Crew(config, actors, address) as crew:
        return marahel.evolve(
            config,
            folder,
            overwrite=overwrite,
            checkpoint=checkpoint,
            callback=callback,
            crew=crew,
        )


def validate(
    folder: str | PathLike[str],
    maps: int = 1_000_000,
    *,
    actors: int | None = None,
    address: str | None = None,
) -> marahel.Run:
    """`marahel.validate`, with the levels measured by actors, a generator each.

    Args:
        folder: the run folder.
        maps: levels for each generator of the front.
        actors, address: as for `evolve`.
    """
    with Crew(marahel.Run.open(folder).config, actors, address) as crew:
        return marahel.validate(folder, maps, crew=crew)


@ray.remote(max_retries=N_RETRIES)
def _run(config: Config) -> dict[str, bytes]:
    """A whole run on one thread; the files of its folder."""
    with TemporaryDirectory() as folder:
        marahel.evolve(config, folder, threads=1)
        paths = [path for path in Path(folder).rglob("*") if path.is_file()]
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def sweep(
    configs: Mapping[str, Config] | Iterable[Config],
    folder: str | PathLike[str],
    *,
    seeds: Sequence[int] | None = None,
    address: str | None = None,
) -> dict[str, marahel.Run]:
    """Whole runs, each on one CPU of the cluster.

    A run that is in the folder already is not made again, so that the same call goes on
    after a stop. A run whose machine dies is made again elsewhere.

    Args:
        configs: names of runs and their configs; without names they are called by problem.
        folder: gets a run folder for each, NAME/seed-SEED.
        seeds: seeds for each config; by default its own.
        address: of the cluster, as for `ray.init`.

    Returns:
        The runs, by their paths within the folder.
    """
    if not isinstance(configs, Mapping):
        configs = {config.problem: config for config in configs}
    runs = {
        f"{name}/seed-{seed}": config.with_seed(seed)
        for name, config in configs.items()
        for seed in (seeds or [config.seed])
    }
    connect(address)
    root = Path(folder)
    missing = {name: config for name, config in runs.items() if not (root / name).exists()}
    at_work = {_run.remote(config): name for name, config in missing.items()}
    while at_work:
        done, _ = ray.wait(list(at_work), num_returns=1)
        for run in done:
            _save(root / at_work.pop(run), ray.get(run))
    return {name: marahel.Run.open(root / name) for name in runs}


def _save(folder: Path, files: dict[str, bytes]) -> None:
    """Writes a run folder, which has its name when it is whole."""
    part = folder.with_name(folder.name + ".part")
    for name, content in files.items():
        path = part / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    part.rename(folder)
