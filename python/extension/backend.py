"""Builds the Python package with the programs `evolve` and `marahel` in it (PEP 517).

maturin builds the module. It cannot build programs into the same wheel, but it takes files of a
folder along, which this fills first. Nor does it follow our symbolic links to folders, so the
source distribution is packed here: the files that git knows, but for those that no build needs.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

import maturin
from maturin import (  # noqa: F401, for whoever builds: the rest of the interface
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

EXTENSION = Path("python/extension")

# This file is the backend that maturin misses.
os.environ["MATURIN_NO_MISSING_BUILD_BACKEND_WARNING"] = "1"

# The folder `data` of pyproject.toml; maturin wants it there, whatever it is asked.
SCRIPTS = Path("target/python/scripts")
SCRIPTS.mkdir(parents=True, exist_ok=True)

# What no build needs.
LEFT_OUT = (".ci", ".github", "benches", "docs", "engines", "fuzz", "results", "tests")


def build_sdist(sdist_directory, config_settings=None):
    listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True)
    files = [Path(name) for name in listed.stdout.split("\0") if name]
    with tempfile.TemporaryDirectory() as folder:
        info = maturin.prepare_metadata_for_build_wheel(folder, config_settings)
        name = info.removesuffix(".dist-info")
        with tarfile.open(Path(sdist_directory, f"{name}.tar.gz"), "w:gz") as archive:
            archive.add(Path(folder, info, "METADATA"), f"{name}/PKG-INFO")
            for file in files:
                if file.parts[0] not in LEFT_OUT:
                    archive.add(file, f"{name}/{file.as_posix()}", recursive=False)
    return f"{name}.tar.gz"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build_programs(config_settings)
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    build_programs(config_settings)
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def build_programs(config_settings):
    """Builds the programs in the profile of the module, and puts them where maturin finds them."""
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--profile", default="release")
    args, _ = parser.parse_known_args(maturin.get_maturin_pep517_args(config_settings))
    profile = args.profile
    # As maturin calls cargo: in the workspace of the module, with the same features and profiles,
    # so that the module finds all crates compiled.
    command = ["cargo", "build", "--locked", "--manifest-path", EXTENSION / "Cargo.toml"]
    command += ["--package", "marahel-evolve", "--package", "marahel-python", "--bins"]
    command += ["--profile", profile, "--config", "Cargo.toml"]
    command += ["--config", "profile.release.strip=true"]  # a third smaller
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit("the programs evolve and marahel cannot be built; cargo says why above")
    target = Path(os.environ.get("CARGO_TARGET_DIR", EXTENSION / "target"))
    built = target / {"dev": "debug"}.get(profile, profile)
    for name in ("evolve", "marahel"):
        program = name + (".exe" if sys.platform == "win32" else "")
        shutil.copy2(built / program, SCRIPTS / program)
