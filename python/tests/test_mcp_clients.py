"""A whole task by the official clients, as they connect by themselves: from an empty folder to the
certified script of a game."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from assistants import game, run, server

mcp = pytest.importorskip("mcp", reason="the client of the protocol is not installed")

from mcp.client.stdio import stdio_client

# The inspector's program, which .ci/python installs.
INSPECTOR = os.environ.get("MCP_INSPECTOR")

PROBLEM, SCRIPT = game()
OWN = {"script": "defence.json", "problem": "defence.toml"}

# Each call of the task, with a word of its answer.
TASK: list[tuple[str, dict[str, Any], str]] = [
    ("list", {"what": "files"}, "no script and no problem file"),
    ("save", {"to": "defence.toml", "text": PROBLEM}, "is written"),
    ("check", {"problem": "defence.toml"}, "6 objectives"),
    ("save", {"to": "defence.json", "text": SCRIPT}, "is written"),
    ("check", {"script": "defence.json"}, "no mistakes"),
    ("evaluate", OWN, "good"),
    ("generate", {**OWN, "seeds": [1, 5]}, "seed 5:"),
    ("certify", {**OWN, "to": "defence.cert", "bits": 6, "good": True}, "of 64 levels"),
    ("list", {"what": "files"}, "script: defence.json"),
]


def check_answer(step: tuple[str, dict[str, Any], str], answer: dict[str, Any]) -> None:
    """The answer to a call of the task is none of an error, and as good as it should be."""
    tool, _, word = step
    contents = answer["content"]
    assert not answer.get("isError") and word in contents[0]["text"], (step, contents)
    if tool == "evaluate":
        assert answer["structuredContent"]["good"] > 0.9, answer
    if tool == "generate":
        assert "image" in [content["type"] for content in contents], contents


def check_folder(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == [
        "defence.cert", "defence.json", "defence.toml"
    ]
    assert (folder / "defence.cert").stat().st_size > 32


def test_the_python_client_does_a_whole_task(tmp_path: Path) -> None:
    """`mcp.Client` of version 2 asks for newer versions of the protocol first."""
    async def work() -> None:
        async with mcp.Client(stdio_client(server(tmp_path))) as client:
            for step in TASK:
                answer = await client.call_tool(step[0], step[1])
                check_answer(step, answer.model_dump(mode="json", by_alias=True))

    run(work)
    check_folder(tmp_path)


def test_the_inspector_does_a_whole_task(tmp_path: Path) -> None:
    """Each of its calls starts a server and ends it."""
    if INSPECTOR is None:
        pytest.skip("MCP_INSPECTOR names no program; .ci/python installs it")
    command = server(tmp_path)

    def asked(method: str, *more: str) -> dict[str, Any]:
        call = [INSPECTOR, "--cli", command.command, *command.args, "--method", method, *more]
        done = subprocess.run(call, capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, (call, done.stdout, done.stderr)
        # What is not portable between clients is told as a warning.
        assert "warning" not in done.stderr.lower(), done.stderr
        return json.loads(done.stdout)

    tools = {tool["name"] for tool in asked("tools/list")["tools"]}
    assert {step[0] for step in TASK} <= tools
    for step in TASK:
        more = ["--tool-name", step[0], "--tool-args-json", json.dumps(step[1])]
        check_answer(step, asked("tools/call", *more))
    check_folder(tmp_path)
