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
