"""Configs from what people write, and on their way to other processes."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from marahel._marahel import Config


def of(config: str | Config, settings: Mapping[str, Any]) -> Config:
    """A config as it is, or one of a problem with settings."""
    if not isinstance(config, Config):
        return Config(config, **settings)
    if settings:
        names = ", ".join(settings)
        raise TypeError(f"{names}: give a Config its settings when you make it")
    return config


def _pack(config: Config) -> dict[str, bytes]:
    """The files that decide a run, its problem and the scripts that it begins with among them."""
    with TemporaryDirectory() as folder:
        config.write(folder)
        files = (path for path in Path(folder).rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def _unpack(files: dict[str, bytes]) -> Config:
    with TemporaryDirectory() as folder:
        for name, content in files.items():
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        return Config(file=Path(folder) / "config.toml")


copyreg.pickle(Config, lambda config: (_unpack, (_pack(config),)))
