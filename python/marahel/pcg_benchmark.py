"""Our generators for the runner of the PCG Benchmark.

A file `generators/marahel.py` beside its `run.py` that says

    from marahel.pcg_benchmark import Generator

makes `python run.py OUT -p zelda-v0 -g marahel --scripts results/runs/zelda-seed1` draw
levels of a front in each iteration, and save them as the runner's own generators do.

Source: A. Khalifa et al.: The Procedural Content Generation Benchmark. FDG 2025, arXiv
2503.21474; the interface is that of `run.py` in its experiments.
"""

from __future__ import annotations

import json
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from marahel._marahel import Generator as Script

TILES = {
    "binary": ["solid", "empty"],
    "zelda": ["solid", "empty", "player", "key", "door", "enemy"],
    "sokoban": ["solid", "empty", "player", "crate", "target"],
    "ddave": ["solid", "empty", "player", "exit", "diamond", "key", "spike"],
    "mdungeons": [
        "solid", "empty", "player", "exit", "potion", "treasure", "goblin", "ogre",
    ],
    "loderunnertile": ["solid", "empty", "player", "gold", "enemy", "ladder", "rope"],
}  # fmt: skip
"""Tiles of the benchmark's games, in the order of its numbers."""


def contents(
    levels: NDArray[np.uint8], tiles: list[str], game: str
) -> list[list[list[int]]]:
    """Levels as the benchmark has them: rows of its own numbers, matched by name.

    Args:
        levels: uint8 array (n, h, w).
        tiles: names of our tiles.
        game: name of the game, such as "zelda" or "zelda-v0".

    Raises:
        ValueError: a game that is not made of tiles, or a tile that it does not have.
    """
    names = TILES.get(game.split("-")[0])
    if names is None:
        raise ValueError(f"unknown game `{game}`; there are {', '.join(TILES)}")
    strange = [tile for tile in tiles if tile not in names]
    if strange:
        raise ValueError(f"{game} has no tile `{strange[0]}`; it has {', '.join(names)}")
    if levels.size and levels.max() >= len(tiles):
        raise ValueError("some cells of the levels are of no tile")
    numbers = np.array([names.index(tile) for tile in tiles])
    return [numbers[level].tolist() for level in levels]


class Generator:
    """Draws levels of scripts, as a generator of the runner.

    Args:
        env: an environment of the benchmark.
    """

    def __init__(self, env: Any) -> None:
        self._env = env
        self._population: list[dict[str, Any]] = []

    def reset(self, **kwargs: Any) -> None:
        """Loads scripts and draws the first levels.

        Args:
            scripts: a script, or a run folder, whose front is taken.
            game: name of the game, if the environment does not say it.
            pop_size: levels of an iteration; 100 by default.
            seed: seed of the first level; 0 by default.
        """
        if "scripts" not in kwargs:
            raise ValueError("name a script or a run folder by --scripts")
        paths = _paths(kwargs["scripts"])
        self._scripts = [Script.from_file(path) for path in paths]
        self._game = str(kwargs.get("game") or self._env._name)
        self._n_levels = int(kwargs.get("pop_size", 100))
        self._seed = int(kwargs.get("seed", 0))
        self.update()

    def update(self) -> None:
        """Draws the next levels: in turn from each script, each of a seed of its own."""
        drawn: list[list[list[int]]] = []
        for index in range(self._n_levels):
            script = self._scripts[index % len(self._scripts)]
            level = script.generate(1, self._seed + index)
            drawn += contents(level, script.tiles, self._game)
        self._seed += self._n_levels
        controls = [self._env.control_space.sample() for _ in drawn]
        _, _, _, details, infos = self._env.evaluate(drawn, controls)
        parts = ("quality", "diversity", "controlability")
        self._population = [
            {"content": content, "control": control, "info": info}
            | {part: details[part][index] for part in parts}
            for index, (content, control, info) in enumerate(zip(drawn, controls, infos))
        ]
        self._population.sort(key=lambda one: -one["quality"])

    def best(self) -> float:
        """The quality of the best level, in 0..=1."""
        return float(self._population[0]["quality"])

    def save(self, folderpath: str | PathLike[str]) -> None:
        """Writes the levels, a JSON file each, best first, as the runner's generators do."""
        folder = Path(folderpath)
        folder.mkdir(parents=True, exist_ok=True)
        for index, one in enumerate(self._population):
            text = json.dumps(one, default=lambda value: value.tolist())
            (folder / f"chromosome_{index}.json").write_text(text)

    def load(self, folderpath: str | PathLike[str]) -> None:
        """Reads the levels that were saved."""
        paths = sorted(Path(folderpath).glob("chromosome_*.json"), key=_number)
        self._population = [json.loads(path.read_text()) for path in paths]


def _number(path: Path) -> int:
    return int(path.stem.split("_")[1])


def _paths(scripts: str | PathLike[str]) -> list[Path]:
    path = Path(scripts)
    if path.is_dir():
        found = sorted((path / "scripts").glob("*.json"))
        if not found:
            raise FileNotFoundError(f"{path}: there are no scripts; this is no run folder")
        return found
    return [path]
