"""Level generators as readable rules, and a search that writes them by itself.

A generator is a Marahel script; seeds go in, levels come out as uint8 arrays (n, h, w). A
problem says what of levels is good. A search breeds scripts for a problem and leaves a run
folder. All results are those of the programs `marahel` and `evolve`, byte for byte.

>>> import marahel
>>> problem = marahel.Problem("zelda")
>>> run = marahel.evolve("zelda", budget="800k")    # doctest: +SKIP
>>> levels = run.best.generate(1000, seed=0)        # doctest: +SKIP
>>> problem.score(levels, run.best.tiles).mean(axis=0)    # doctest: +SKIP

The modules `marahel.pymoo`, `marahel.ribs`, `marahel.gym`, `marahel.pcg_benchmark` and
`marahel.ray` are for the libraries of these names, which they alone import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from marahel import _config as _config  # how a Config is sent to another process
from marahel._marahel import (
    Config,
    Diagnostic,
    Draft,
    Evaluation,
    Generator,
    Population,
    Problem,
    ScriptError,
    Search,
    check,
    picture,
    read_levels,
)
from marahel import _marahel
from marahel._run import Interrupted, Run

__all__ = [
    "Config",
    "Diagnostic",
    "Draft",
    "Evaluation",
    "Generator",
    "Interrupted",
    "Population",
    "Problem",
    "Run",
    "ScriptError",
    "Search",
    "check",
    "decode",
    "draft",
    "evolve",
    "picture",
    "read_levels",
    "resume",
    "validate",
]

Callback = Callable[[dict[str, float]], object]
"""Called after each generation with its row of generations.csv, and the `share` of the search
that is done; if it returns something true the search ends."""

Crew = Callable[[list[bytes]], list[bytes]]
"""Has each job done by some worker, and returns the answers in the order of the jobs."""


def decode(genomes: Any, problem: str | Config | Problem) -> list[str | None]:
    """Turns genomes into scripts.

    Args:
        genomes: integer array (n, n_genes), or a list of lists.
        problem: the problem, by name, file or config, whose entities the scripts have.

    Returns:
        A list of n texts, JSON each; None for a genome whose expansion never ends.

    Raises:
        TypeError: genes that are no whole numbers.
        ValueError: genomes of another shape, genes that are none, an unknown problem.
    """
    if not isinstance(problem, Problem):
        problem = Problem(problem)
    return problem.decode(genomes)


def draft(
    problem: str | Config | Problem, count: int = 1, seed: int = 1, *, threads: int = 0
) -> list[Draft]:
    """Writes readable scripts for a problem, as `evolve draft` does.

    Each has an explorer for each thing that the problem asks for, to be changed by hand.

    Args:
        problem: the problem, by name, file or config.
        count: number of drafts, 1 to 24; they differ in their ground, as far as there are
            different ones.
        seed: seed of all random numbers.
        threads: 0 for all cores. The result is the same for any number.

    Returns:
        A list of `Draft`, best first: the text of each, its generator, what its explorers do,
        and what its levels meet. Empty if no draft makes its levels within their limit of steps,
        or if they have more than 262,144 cells.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown problem, a file with mistakes, a count out of range.
    """
    if not isinstance(problem, Problem):
        problem = Problem(problem)
    return problem.draft(count, seed, threads)


def evolve(
    config: str | Config,
    folder: str | PathLike[str] | None = None,
    *,
    overwrite: bool = False,
    threads: int = 0,
    checkpoint: float | None = None,
    callback: Callback | None = None,
    crew: Crew | None = None,
    **settings: Any,
) -> Run:
    """Searches for generators, and writes the run folder that `evolve` writes.

    The search runs on threads of its own; the callback is called on this one. Ctrl-C ends
    the search with the generation that it is at, which is kept and measured again; a second
    one ends that too.

    Args:
        config: a `Config`, or what its first argument is, with its keywords as `settings`:
            ``evolve("zelda", budget="800k", seed=7)``.
        folder: where to; by default a new one under results/runs.
        overwrite: whether a run that is there may be overwritten.
        threads: 0 for all cores. The result is the same for any number.
        checkpoint: seconds between two checkpoints, 0 for one after each generation; by
            default as many as cost less than a hundredth of the time.
        callback: called after each generation; see `Callback`.
        crew: who measures the levels instead of the threads; see `marahel.ray`.

    Returns:
        The run.

    Raises:
        OSError: the folder is in use, or cannot be written to.
        ValueError: a config that makes no sense.
        Interrupted: Ctrl-C ended the search; its `run` is what was found.
    """
    path, is_interrupted = _marahel.evolve(
        _config.of(config, settings),
        None if folder is None else fspath(folder),
        overwrite,
        threads,
        checkpoint,
        callback,
        crew,
    )
    return _ended(path, is_interrupted)


def resume(
    folder: str | PathLike[str],
    *,
    generations: int | None = None,
    budget: int | None = None,
    threads: int = 0,
    checkpoint: float | None = None,
    callback: Callback | None = None,
    crew: Crew | None = None,
) -> Run:
    """Goes on with a run that was stopped or killed, to the bytes of one that never was.

    Args:
        folder: the run folder; one with a config.toml alone is begun.
        generations: generations after which the search ends, if it should go on longer.
        budget: levels after which it ends, the same.
        threads, checkpoint, callback, crew: as for `evolve`.

    Returns:
        The run.

    Raises:
        OSError: no run folder, or one that another program writes into.
        ValueError: a checkpoint that is damaged or of another version.
        Interrupted: Ctrl-C ended the search; its `run` is what was found.
    """
    path, is_interrupted = _marahel.resume(
        fspath(folder), generations, budget, threads, checkpoint, callback, crew
    )
    return _ended(path, is_interrupted)


def validate(
    folder: str | PathLike[str], maps: int = 1000, *, crew: Crew | None = None
) -> Run:
    """Measures the front of a run folder again on levels that no search saw.

    Replaces front.csv and best.json there, as `evolve validate` does.

    Args:
        folder: the run folder.
        maps: levels for each generator.
        crew: who measures the levels instead of the threads.

    Raises:
        OSError: the folder cannot be read or written to.
        ValueError: no run folder.
    """
    _marahel.revalidate(fspath(folder), maps, crew)
    return Run.open(folder)


def _ended(path: Any, is_interrupted: bool) -> Run:
    run = Run.open(Path(path))
    if is_interrupted:
        raise Interrupted(run)
    return run
