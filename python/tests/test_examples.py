"""Every page of the documentation runs, and the README of the package says what is so."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

EXAMPLES = sorted((ROOT / "python/examples").glob("*.py"))
NEEDS = {
    "compare": "scipy",
    "distribute": "ray",
    "with_gymnasium": "gymnasium",
    "with_pymoo": "pymoo",
    "with_ribs": "ribs",
}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_a_page_runs(path, tmp_path):
    if path.stem in NEEDS:
        library = NEEDS[path.stem]
        pytest.importorskip(library, reason=f"{library} is not installed")
    environment = os.environ | {"RAY_worker_niceness": "0"}
    command = [sys.executable, str(path)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_rank_tests_are_those_of_the_textbooks(tmp_path):
    pytest.importorskip("scipy", reason="scipy is not installed")
    samples = {"a": [1, 2, 2, 3, 5], "b": [2, 4, 4, 5, 5, 6], "c": [7, 8, 9, 10, 11]}
    for setting, values in samples.items():
        for seed, value in enumerate(values):
            run = tmp_path / setting / f"seed-{seed}"
            run.mkdir(parents=True)
            (run / "front.csv").write_text(f"id,playable,script\n0,{value},a.json\n")
            (run / "generations.csv").write_text("validated_hypervolume\n0\n")
    command = [sys.executable, str(ROOT / "python/examples/compare.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    rows = {tuple(row.split()[:2]): row.split()[2:] for row in done.stdout.splitlines()}
    # Of the 462 ways to deal 5 and 6 values, 27 are as far to this side; of 252, 1.
    assert rows["playable", "b"] == ["4.5", "2.0", "0.8", "0.1169", "0.3506"]
    assert rows["playable", "c"] == ["9.0", "2.0", "1.0", "0.0079", "0.0317"]
    assert rows["hypervolume", "b"][2:] == ["0.5", "1.0000", "1.0000"]


def test_the_readme_names_every_page_and_runs(tmp_path):
    text = (ROOT / "python/README.md").read_text("utf-8")
    assert {path.name for path in EXAMPLES} == set(re.findall(r"examples/(\w+\.py)", text))
    [block] = re.findall(r"```python\n(.*?)```", text, re.S)
    block = block.replace("800k", "8k").replace('generations=20', 'generations=3, population=10')
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    script = Path(tmp_path / "readme.py")
    script.write_text(block)
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, cwd=tmp_path, timeout=300
    )
    assert done.returncode == 0, done.stderr
