"""What tests share: the repository, its programs, and small configs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GENERATORS = sorted(
    path
    for path in (ROOT / "configs" / "generators").rglob("*.json")
    if path.name != "world.json"  # composes scripts, and is none
)
PROBLEMS = sorted(path.stem for path in (ROOT / "problems").glob("*.toml"))

Program = Callable[..., str]


def _folder_of_programs() -> Path | None:
    """Where the programs are: MARAHEL_BIN, or what cargo built."""
    named = os.environ.get("MARAHEL_BIN")
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    folders = [Path(named)] if named else [target / "release", target / "debug"]
    whole = [one for one in folders if all((one / name).exists() for name in ("evolve", "marahel"))]
    return whole[0] if whole else None


@pytest.fixture(scope="session")
def program() -> Program:
    """Runs `evolve` or `marahel` and returns what it prints."""
    folder = _folder_of_programs()
    if folder is None:
        pytest.skip("the programs are not built; `cargo build --release` builds them")

    def call(name: str, *args: object, stdin: str = "", cwd: Path = ROOT) -> str:
        command = [str(folder / name), *map(str, args)]
        done = subprocess.run(
            command, input=stdin, capture_output=True, text=True, cwd=cwd, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


def files(folder: Path) -> dict[str, bytes]:
    """All files of a run folder, but for what differs between equal runs."""
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in paths
        if path.name not in ("timings.csv", ".lock")
    }


def assert_equal_folders(one: Path, other: Path) -> None:
    """Two run folders have the same files with the same bytes."""
    first, second = files(one), files(other)
    assert sorted(first) == sorted(second)
    differing = [name for name in first if first[name] != second[name]]
    assert not differing
