"""An emitter of genomes for pyribs, and measures of what a generator's levels are like.

Source: B. Tjanaka et al.: pyribs: A Bare-Bones Python Library for Quality Diversity
Optimization. GECCO 2023.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marahel._marahel import Config, Problem

try:
    from ribs.emitters import EmitterBase
except ImportError as error:
    from marahel._optional import missing

    raise missing("pyribs", "ribs", error) from error


class GenomeEmitter(EmitterBase):  # type: ignore[misc]
    """Mutates elites: a few genes of each are drawn anew. Random genomes at first.

    Args:
        archive: where elites come from; with solution_dim the number of genes of the
            problem, and an integer dtype of solutions.
        problem: the problem that the genomes are for.
        batch_size: genomes to `ask` for.
        n_changes: mean number of genes of a child that are drawn anew.
        seed: seed of the emitter.

    Raises:
        ValueError: an archive for solutions of another length.
    """

    def __init__(
        self,
        archive: Any,
        problem: Problem,
        *,
        batch_size: int = 64,
        n_changes: float = 3.0,
        seed: int | None = None,
    ) -> None:
        n_genes, n_values = problem.genome_shape
        if archive.solution_dim != n_genes:
            raise ValueError(
                f"the archive holds solutions of {archive.solution_dim}; genomes of "
                f"{problem.name} have {n_genes} genes"
            )
        super().__init__(
            archive,
            solution_dim=n_genes,
            bounds=None,
            lower_bounds=np.zeros(n_genes),
            upper_bounds=np.full(n_genes, n_values - 1),
        )
        self.batch_size = batch_size
        self._n_values = n_values
        self._rate = n_changes / n_genes
        self._rng = np.random.default_rng(seed)

    def ask(self) -> NDArray[np.integer[Any]]:
        """Genomes to measure: integer array (batch_size, n_genes)."""
        shape = (self.batch_size, self.solution_dim)
        drawn = self._rng.integers(0, self._n_values, shape)
        if self.archive.empty:
            return drawn.astype(self.archive.dtypes["solution"])
        parents = self.archive.sample_elites(self.batch_size)["solution"]
        changes = self._rng.random(shape) < self._rate
        return np.where(changes, drawn, parents).astype(self.archive.dtypes["solution"])


def evaluate(
    problem: str | Config | Problem,
    genomes: Any,
    measures: Sequence[str] = ("unlike", "floor"),
    maps: int = 50,
    seed: int = 1,
    threads: int = 0,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What an archive is told of genomes.

    Args:
        problem: the problem, by name, file or config.
        genomes: integer array (n, n_genes).
        measures: names of objectives of the problem, or of measures of all levels of a
            generator together: playable, good, length, unlike, floor, different.
        maps: levels that each genome is measured on.
        seed: seed of the levels.
        threads: 0 for all cores.

    Returns:
        The objective, float64 (n,): the mean of the problem's objectives, in 0..=1; and
        the measures, float64 (n, len(measures)). Both are 0 where there are no levels.

    Raises:
        ValueError: a measure that there is not.
    """
    if not isinstance(problem, Problem):
        problem = Problem(problem)
    found = problem.evaluate(np.asarray(genomes), maps, seed, threads)
    named = dict(zip(found.names, found.objectives.T)) | found.measures
    unknown = [name for name in measures if name not in named]
    if unknown:
        raise ValueError(f"unknown measure `{unknown[0]}`; there are {', '.join(named)}")
    columns = np.stack([named[name] for name in measures], axis=1)
    return found.objectives.mean(axis=1), np.nan_to_num(columns)
