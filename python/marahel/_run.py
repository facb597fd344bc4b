"""Run folders, read as tables, scripts and levels."""

from __future__ import annotations

import html
from functools import cached_property
from os import PathLike
from pathlib import Path

import pandas as pd

from marahel._marahel import Config, Generator


class Run:
    """What a run left in its folder. Tables are read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def open(cls, folder: str | PathLike[str]) -> Run:
        """The run of a folder.

        Args:
            folder: a folder that `evolve` wrote, here or as a program.

        Raises:
            OSError: there is no such folder, or it is none of a run.
        """
        path = Path(folder)
        if not (path / "config.toml").is_file():
            raise FileNotFoundError(f"{path}: there is no config.toml; this is no run folder")
        return cls(path)

    @cached_property
    def config(self) -> Config:
        """Everything that decided it."""
        return Config(file=self.folder / "config.toml")

    @property
    def front(self) -> pd.DataFrame:
        """front.csv: a row for each generator, by `id`, best first."""
        return self._table("front.csv")

    @property
    def generations(self) -> pd.DataFrame:
        """generations.csv: a row for each generation, by `generation`."""
        return self._table("generations.csv")

    @property
    def population(self) -> pd.DataFrame:
        """population.csv: everyone in the last generation, by `id`."""
        return self._table("population.csv")

    @property
    def scripts(self) -> dict[int, str]:
        """The different generators of the front, texts by their ids."""
        return _scripts(self.folder / "scripts")

    @property
    def best(self) -> Generator:
        """The generator to try first."""
        return self._generator(self.folder / "best.json")

    def generator(self, id: int) -> Generator:
        """A generator of the front.

        Args:
            id: its `id` in `front`; one with the script of another has that one's.

        Raises:
            KeyError: there is no such generator.
        """
        path = self.folder / "scripts" / f"{id:06}.json"
        if not path.is_file():
            raise KeyError(id)
        return self._generator(path)

    def _generator(self, path: Path) -> Generator:
        return Generator.from_file(path, self.config.semantics)

    def _table(self, name: str) -> pd.DataFrame:
        table = pd.read_csv(self.folder / name)
        return table.set_index(table.columns[0])

    def __repr__(self) -> str:
        return f"<Run in {self.folder}>"

    def _repr_html_(self) -> str:
        """The front as a table, for notebooks."""
        title = f"<p>{html.escape(repr(self))}</p>"
        if not (self.folder / "front.csv").is_file():
            return title
        front = self.front
        columns = [name for name in front.columns if name != "genes"]
        return title + str(front[columns].to_html(max_rows=20))


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a search. `run` is what it had found by then, as its folder has it."""

    def __init__(self, run: Run) -> None:
        super().__init__(f"the search was interrupted; {run.folder} has what it found")
        self.run = run


def _scripts(folder: Path) -> dict[int, str]:
    if not folder.is_dir():
        return {}
    paths = (path for path in sorted(folder.glob("*.json")) if path.is_file())
    return {int(path.stem): path.read_text("utf-8") for path in paths}
