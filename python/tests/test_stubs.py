"""The stubs say what the module is."""

import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("mypy")


def test_stubs_agree_with_the_module():
    command = [sys.executable, "-m", "mypy.stubtest", "marahel._marahel"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT / "python/tests")
    assert done.returncode == 0, done.stdout + done.stderr
