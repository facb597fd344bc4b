"""Clients of the server for assistants, and the game of the page about it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from conftest import _folder_of_programs

pytest.importorskip("mcp", reason="the client of the protocol is not installed")

import anyio
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


class Assistant:
    """A client of a server, and what it does with answers."""

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def call(self, tool: str, **arguments: Any) -> str:
        """The text of an answer that is none of an error."""
        answer = await self.session.call_tool(tool, arguments)
        assert not answer.is_error, (tool, arguments, answer.content[0].text)
        return answer.content[0].text

    async def refused(self, tool: str, **arguments: Any) -> str:
        """The text of an error."""
        answer = await self.session.call_tool(tool, arguments)
        assert answer.is_error, (tool, arguments, answer.content[0].text)
        return answer.content[0].text


def server(folder: Path, *options: str) -> StdioServerParameters:
    """The command of a server of a folder."""
    programs = _folder_of_programs()
    if programs is None:
        pytest.skip("the programs are not built; `cargo build --release` builds them")
    arguments = ["mcp", str(folder), *options]
    return StdioServerParameters(command=str(programs / "evolve"), args=arguments)


@asynccontextmanager
async def assistant(folder: Path, *options: str) -> AsyncIterator[Assistant]:
    channel = stdio_client(server(folder, *options))
    async with channel as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield Assistant(session)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        with anyio.fail_after(300):
            await work()

    asyncio.run(bounded())


def draft() -> tuple[str, str]:
    """A problem file with a mistake, and a script that makes too many trees."""
    folder = Path(__file__).parent
    return (folder / "defence.toml").read_text(), (folder / "defence.json").read_text()


def game() -> tuple[str, str]:
    """The same, mended."""
    problem, script = draft()
    mended = problem.replace("raod", "road")
    better = script.replace("noise2 > 0.1", "noise2 > 0.2")
    assert mended != problem and better != script
    return mended, better
