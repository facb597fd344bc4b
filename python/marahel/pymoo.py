"""Generators as a problem of pymoo, and duplicates by script.

Source: J. Blank and K. Deb: pymoo: Multi-Objective Optimization in Python. IEEE Access 8, 2020.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from marahel._marahel import Config, Problem

try:
    from pymoo.core.duplicate import DuplicateElimination
    from pymoo.core.problem import Problem as PymooProblem
except ImportError as error:
    from marahel._optional import missing

    raise missing("pymoo", "pymoo", error) from error


class GeneratorProblem(PymooProblem):
    """Genomes are solutions, and what their levels score is minimized with the sign changed.

    `F` is float64 (n, m), minus the objectives of the problem, in -1..=0. Genomes are
    integers; use the samplings and operators that pymoo has for them.

    Args:
        problem: name, file or config of the problem.
        maps: levels that each genome is measured on.
        seed: seed of the levels.
        threads: 0 for all cores.
    """

    def __init__(
        self, problem: str | Config, maps: int = 50, seed: int = 1, threads: int = 0
    ) -> None:
        self.problem = Problem(problem)
        self.maps, self.seed, self.threads = maps, seed, threads
        n_genes, n_values = self.problem.genome_shape
        n_objectives = len(self.problem.objectives)
        super().__init__(n_var=n_genes, n_obj=n_objectives, xl=0, xu=n_values - 1, vtype=int)

    def _evaluate(self, x: Any, out: dict[str, Any], *args: Any, **kwargs: Any) -> None:
        genomes = np.rint(x).astype(np.int64)
        found = self.problem.evaluate(genomes, self.maps, self.seed, self.threads)
        out["F"] = -found.objectives


class ScriptDuplicates(DuplicateElimination):
    """Takes genomes for equal that write the same script: most genes of most do nothing.

    Args:
        problem: what decodes the genomes.
    """

    def __init__(self, problem: GeneratorProblem) -> None:
        super().__init__()
        self.problem = problem.problem

    def _do(self, pop: Any, other: Any, is_duplicate: Any) -> Any:
        known = set() if other is None else set(self._scripts(other))
        for index, script in enumerate(self._scripts(pop)):
            is_duplicate[index] = script in known
            if other is None:
                known.add(script)
        return is_duplicate

    def _scripts(self, pop: Any) -> list[str | None]:
        return self.problem.decode(np.rint(self.func(pop)).astype(np.int64))
