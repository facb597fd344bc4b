"""The server of the Model Context Protocol, driven by the official client."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from assistants import Assistant, assistant, draft, game, run

pytest.importorskip("mcp", reason="the client of the protocol is not installed")

import anyio

# A level of these rules takes long, and never ends too early.
SLOW = json.dumps(
    {
        "metadata": {"min": "60x60", "max": "60x60"},
        "entities": ["solid", "empty"],
        "explorers": [
            {"type": "rorder", "parameters": {"repeats": 800},
             "rules": ["random < 0.5, dist(solid) > 0 -> self(empty)", "-> self(solid)"]}
        ],
    }
)

SCRIPT = json.dumps(
    {
        "metadata": {"min": "5x5", "max": "5x5"},
        "entities": ["solid", "empty"],
        "explorers": [{"type": "horz", "rules": ["-> self(empty)"]}],
    }
)

DRAWINGS = ["#####\n#@..#\n#...#\n#..$#\n#####", "#####\n#..$#\n#@..#\n#...#\n#####"]

# A good level of `zelda`.
QUEST = "#########\n#@....#k#\n#####.#.#\n#e..#.#.#\n#.#d#...#\n#.#####e#\n#.......#\n"

# A problem file that asks a program, which nobody may start.
JUDGED = """
name = "judged"
size = "5x5"
playable = "count(floor) > 0"
[tiles]
wall = { character = "#" }
floor = { character = "." }
[outside]
command = ["python3", "judge.py"]
values = ["beauty"]
[objectives]
beauty = { value = "outside(beauty)", range = [1, inf], zero_below = 0 }
"""

JUDGE = """
import json, sys
open("started", "w").close()
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "beauty": 1}), flush=True)
"""


async def ended(a: Assistant, name: str) -> str:
    """What is told of a search when nobody works on it any more."""
    while ": running" in (look := await a.call("look_at_search", name=name, wait_seconds=45)):
        pass
    return look


def share(text: str, name: str) -> float:
    """A share of an evaluation, in percent."""
    found = re.search(rf"^{name} +([0-9.]+)", text, re.MULTILINE)
    assert found, text
    return float(found[1])


def test_a_whole_session_from_nothing_to_levels(tmp_path: Path) -> None:
    problem, script = draft()
    mended, better = game()

    async def work() -> None:
        async with assistant(tmp_path) as a:
            assert "explorers" in await a.call("docs", page="language")
            told = await a.refused("save", to="defence.toml", text=problem)
            assert "there is no tile `raod`" in told
            await a.call("save", to="defence.toml", text=mended)
            assert "already exists" in await a.refused("save", to="defence.toml", text=mended)
            assert "7 objectives" not in await a.call("check", problem="defence.toml")
            assert "6 objectives" in await a.call("check", problem="defence.toml")
            await a.call("save", to="defence.json", text=script)
            assert "no mistakes" in await a.call("check", script="defence.json")
            answer = await a.session.call_tool("generate", {"script": "defence.json"})
            assert [one.type for one in answer.content] == ["text", "image"]
            before = await a.call("evaluate", script="defence.json", problem="defence.toml")
            assert "trees is not 0.1 to 0.3" in before
            await a.call("save", to="defence.json", text=better, overwrite=True)
            after = await a.call("evaluate", script="defence.json", problem="defence.toml")
            assert share(before, "good") < 70 and share(after, "good") > 90, (before, after)
            wrong = {"from": ["defence.json"], "locks": ["99"]}
            refusal = await a.refused("start_search", problem="defence.toml", **wrong)
            assert "`99` locks nothing" in refusal, refusal
            begun = await a.call(
                "start_search",
                problem="defence.toml",
                **{"from": ["defence.json"]},
                locks=["0", "1", "2"],
                budget=20_000,
            )
            name = re.search(r"the search (\S+) has begun", begun)
            assert name and name[1] == "defence"
            look = await ended(a, name[1])
            assert "finished, 100 % done" in look and "best.json" in look, look
            await a.call("take_best", name=name[1], to="found/best.json")
            found = await a.call("evaluate", script="found/best.json", problem="defence.toml")
            assert share(found, "good") > 90, found
            certified = await a.call(
                "certify", script="found/best.json", problem="defence.toml", to="best.cert", bits=8
            )
            assert "of 256 levels" in certified
            await a.call("export", script="found/best.json", to="levels/one.tmj")
            files = await a.call("list", what="files")
            assert "script: found/best.json" in files and "problem: defence.toml" in files

    run(work)
    assert (tmp_path / "best.cert").stat().st_size > 32
    level = json.loads((tmp_path / "levels" / "one.tmj").read_text())
    tiles = level["tilesets"][0]["image"]
    assert (tmp_path / "levels" / tiles).read_bytes().startswith(b"\x89PNG")


# For each tool a call that makes sense, with a word of its answer; one that makes none, with a word of
# the error; and one that means harm.
CALLS: dict[str, tuple[tuple[dict[str, Any], str], tuple[dict[str, Any], str], dict[str, Any]]] = {
    "docs": (
        ({"page": "measures", "section": "share"}, "share(tiles)"),
        ({"page": "nonsense"}, "there is no page"),
        {"page": "../../etc/passwd"},
    ),
    "list": (({"what": "problems"}, "roguelike"), ({"what": "wishes"}, "unknown variant"), {"what": 7}),
    "read": (
        ({"what": "starter:manor"}, "explorers"),
        ({"what": "starter:nonsense"}, "there is no starter"),
        {"what": "../../../../etc/passwd"},
    ),
    "save": (
        ({"to": "a.json", "text": SCRIPT}, "is written"),
        ({"to": "a.exe", "text": ""}, "ends in .json"),
        {"to": "../out.json", "text": SCRIPT},
    ),
    "edit": (
        ({"file": "a.json", "old": "self(empty)", "new": "self(solid)"}, "no mistakes"),
        ({"file": "a.json", "old": "nowhere", "new": ""}, "is not in a.json"),
        {"file": "../a.json", "old": "a" * 1_000_000, "new": ""},
    ),
    "rename": (
        ({"file": "a.json", "to": "b.json"}, "is now b.json"),
        ({"file": "nowhere.json", "to": "c.json"}, "no such file"),
        {"file": "b.json", "to": "../../b.json"},
    ),
    "remove": (
        ({"file": "b.json"}, "is removed"),
        ({"file": "b.json"}, "no such file"),
        {"file": "../inner"},
    ),
    "check": (
        ({"script": "starter:manor"}, "no mistakes"),
        ({}, "give a `script`"),
        {"script": '{"explorers": ' + "[" * 100_000},
    ),
    "generate": (
        ({"script": "generator:castle", "count": 2}, "2 levels of 49x35"),
        ({"script": "{}"}, "metadata"),
        {"script": SLOW.replace("60x60", "4096x4096"), "count": 16, "seed": 2**64 - 1},
    ),
    "trace": (
        ({"script": "generator:castle"}, "fired"),
        ({"script": "generator:castle", "seed": -1}, "these arguments are invalid"),
        {"script": SLOW.replace('"repeats": 800', '"repeats": 999999999')},
    ),
    "evaluate": (
        ({"script": "starter:manor", "problem": "roguelike"}, "what 200 of them lack"),
        ({"script": "starter:manor", "problem": "nonsense"}, "there is no problem `nonsense`"),
        {"script": SLOW.replace('"repeats": 800', '"repeats": 999999999'), "problem": "binary"},
    ),
    "score": (
        ({"problem": "zelda", "levels": "@.k\n#.d\n"}, "enemies is not 2 to 4"),
        ({"problem": "zelda", "levels": "?!"}, "score"),
        {"problem": "binary", "levels": "." * 3_000_000},
    ),
    "repair": (
        ({"problem": "zelda", "levels": QUEST, "variations": 1, "change": 0.1}, "1 of 1 variations"),
        ({"problem": "zelda", "levels": "@.k\n#.d\n", "keep": ["lava"]}, "there is no tile `lava`"),
        {"problem": "binary", "levels": "." * 3_000_000},
    ),
    "compare": (
        ({"script": "generator:zelda", "with": "generator:zelda", "problem": "zelda"}, "the scripts are the same"),
        ({"script": "generator:zelda", "with": "generator:zelda", "problem": "zelda", "count": 1}, "2 to 500"),
        {"script": "generator:zelda", "with": "../../a.json", "problem": "zelda"},
    ),
    "draft": (
        ({"problem": "zelda", "to": "drafted.json", "seed": 2}, "demands met"),
        ({"problem": "zelda", "to": "other.json", "count": 99}, "`count` is 1 to"),
        {"problem": "name = \"big\"\nsize = \"200x200\"\n[tiles]\nx = {}\ny = {}\n", "to": "big.json"},
    ),
    "imitate": (
        ({"drawings": DRAWINGS, "to": "mine.toml"}, "layer by layer"),
        ({"drawings": [], "to": "none.toml"}, "drawings"),
        {"drawings": ["." * 1000] * 64, "to": "../x.toml"},
    ),
    "improve": (
        ({"script": "generator:zelda", "problem": "zelda", "to": "z2.json", "budget": 3000}, "good levels"),
        ({"script": "generator:zelda", "problem": "zelda", "to": "z3.json", "budget": 0}, "`budget` is"),
        {"script": SLOW.replace('"repeats": 800', '"repeats": 999999999'), "problem": "binary", "to": "../z2.json"},
    ),
    "start_search": (
        ({"problem": "roguelike", "budget": 2000, "name": "short"}, "has begun"),
        ({"problem": "roguelike", "budget": 0}, "`budget` is"),
        {"problem": "binary", "budget": 100_000_000, "from": [SLOW] * 100},
    ),
    "look_at_search": (
        ({"name": "short", "wait_seconds": 45}, "best.json"),
        ({"name": "nonsense"}, "there is no run"),
        {"name": "../../etc"},
    ),
    "stop_search": (
        ({"name": "short"}, "ends with what it has"),
        ({"name": "nonsense"}, "there is no run"),
        {"name": "../runs/short"},
    ),
    "resume_search": (
        ({"name": "short"}, "goes on"),
        ({"name": "nonsense"}, "there is no run"),
        {"name": "."},
    ),
    "take_best": (
        ({"name": "short", "to": "best.json"}, "best.json is best.json of short"),
        ({"name": "short", "to": "best.json"}, "already exists"),
        {"name": "short", "to": "x.json", "member": "../../a.json"},
    ),
    "certify": (
        ({"script": "generator:zelda", "problem": "zelda", "to": "z.cert", "bits": 6}, "of 64 levels"),
        ({"script": "generator:zelda", "problem": "zelda", "to": "z3.cert", "bits": 60}, "at most 14"),
        {"script": "generator:zelda", "problem": "zelda", "to": "/tmp/z.cert"},
    ),
    "export": (
        ({"script": "generator:castle", "to": "castle.gif"}, "castle.gif is written"),
        ({"script": "generator:castle", "to": "castle.exe"}, "not written as `exe`"),
        {"script": "generator:castle", "to": "..\\x.png", "count": 2**63},
    ),
}


def test_every_tool_answers_whatever_it_is_asked(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()

    async def work() -> None:
        async with assistant(folder) as a:
            tools = (await a.session.list_tools()).tools
            assert {tool.name for tool in tools} == set(CALLS)
            for tool in tools:
                assert tool.description and len(tool.description) < 400
                good, bad, hostile = CALLS[tool.name]
                answer = await a.call(tool.name, **good[0])
                assert good[1] in answer, (tool.name, answer)
                assert len(answer) < 13_000, tool.name
                refusal = await a.refused(tool.name, **bad[0])
                assert bad[1] in refusal, (tool.name, refusal)
                assert "are invalid" in await a.refused(tool.name, **{**good[0], "nonsense": 1})
                begin = time.monotonic()
                answer = (await a.session.call_tool(tool.name, hostile)).content[0].text
                assert time.monotonic() - begin < 40, (tool.name, answer)
                assert len(answer) < 13_000, (tool.name, answer)
                assert "root:" not in answer
            # It is well after all this.
            assert "levels of" in await a.call("generate", script="starter:manor")

    run(work)
    assert [path.name for path in tmp_path.iterdir()] == ["inner"]


def test_resources_and_prompts(tmp_path: Path) -> None:
    async def work() -> None:
        async with assistant(tmp_path) as a:
            pages = (await a.session.list_resources()).resources
            assert "marahel://docs/language" in {str(page.uri) for page in pages}
            for page in pages:
                contents = (await a.session.read_resource(page.uri)).contents
                assert len(contents[0].text) > 500, page.uri
            with pytest.raises(Exception, match="there is no page"):
                await a.session.read_resource("marahel://docs/nonsense")
            with pytest.raises(Exception, match="there is no page"):
                await a.session.read_resource("file:///etc/passwd")
            prompts = (await a.session.list_prompts()).prompts
            assert {one.name for one in prompts} == {"generator_for_my_game", "why_are_my_levels_bad"}
            given = {"game": "cats on roofs"}
            told = await a.session.get_prompt("generator_for_my_game", given)
            assert "cats on roofs" in told.messages[0].content.text
            with pytest.raises(Exception, match="needs `script`"):
                await a.session.get_prompt("why_are_my_levels_bad", {"problem": "zelda"})

    run(work)


def test_progress_of_a_search_that_is_stopped_and_goes_on(tmp_path: Path) -> None:
    async def work() -> None:
        seen: list[float] = []

        async def progress(done: float, total: float | None, message: str | None) -> None:
            assert total == 1 and message
            seen.append(done)

        async with assistant(tmp_path) as a:
            await a.call("start_search", problem="binary", budget=3_000_000, name="long")
            for _ in range(20):
                # Progress grows within a call; the next call begins where the search stands.
                seen.clear()
                look = {"name": "long", "wait_seconds": 5}
                answer = await a.session.call_tool("look_at_search", look, progress_callback=progress)
                assert seen == sorted(set(seen)), seen
                if len(seen) > 1:
                    break
            assert "long: running" in answer.content[0].text
            assert len(seen) > 1
            await a.call("stop_search", name="long")
            look = await a.call("look_at_search", name="long", wait_seconds=45)
            assert "long: stopped" in look, look
            await a.call("resume_search", name="long")
            assert "long: running" in await a.call("look_at_search", name="long")

    run(work)


def test_two_clients_in_a_row(tmp_path: Path) -> None:
    async def work() -> None:
        async with assistant(tmp_path) as first:
            await first.call("start_search", problem="roguelike", budget=60_000, name="dungeon")
            await first.call("look_at_search", name="dungeon", wait_seconds=3)
        async with assistant(tmp_path) as second:
            assert "dungeon: roguelike, " in await second.call("list", what="searches")
            # It may still be at the end of its generation.
            look = await ended(second, "dungeon")
            if "stopped" in look:
                await second.call("resume_search", name="dungeon")
                look = await ended(second, "dungeon")
            assert "finished, 100 % done" in look, look
            await second.call("take_best", name="dungeon", to="best.json")

    run(work)


def test_work_that_nobody_waits_for_ends(tmp_path: Path) -> None:
    slow = {"script": SLOW, "problem": "binary", "count": 1000}

    async def work() -> None:
        async with assistant(tmp_path) as a:

            async def cancelled() -> None:
                with anyio.move_on_after(1):
                    await a.session.call_tool("evaluate", slow)
                    pytest.fail("this should take longer")

            async with anyio.create_task_group() as group:
                for _ in range(2 * (os.cpu_count() or 1)):
                    group.start_soon(cancelled)
            # There is room again at once.
            begin = time.monotonic()
            await a.call("check", script="starter:manor")
            assert time.monotonic() - begin < 10

    run(work)


def test_nothing_leads_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    secret = tmp_path / "secret.json"
    secret.write_text('{"secret": 1}')
    (tmp_path / "levels.txt").write_text("#.\n.#\n")
    (folder / "link.json").symlink_to(secret)
    (folder / "away").symlink_to(tmp_path)
    head = 'name = "p"\nsize = "3x3"\nplayable = "count(wall) > 0"\n[tiles]\nwall = { character = "#" }\nfloor = { character = "." }\n'
    objective = '[objectives]\nwalls = { value = "count(wall)", range = [1, 9], zero_above = 10 }\n'
    (folder / "drawn.toml").write_text(f'like = ["../levels.txt"]\n{head}{objective}')
    (folder / "linked.toml").write_text(f'like = ["away/levels.txt"]\n{head}{objective}')

    async def work() -> None:
        async with assistant(folder) as a:
            for name in ["link.json", "away/secret.json", "../secret.json", str(secret), "a/../b.json"]:
                refusal = await a.refused("read", what=name)
                assert "secret\"" not in refusal, refusal
                await a.refused("generate", script=name)
                await a.refused("save", to=name, text=SCRIPT, overwrite=True)
                await a.refused("edit", file=name, old="e", new="f", all=True)
                await a.refused("rename", file=name, to="other.json")
                await a.refused("rename", file="drawn.toml", to=name)
                await a.refused("remove", file=name)
                await a.refused("export", script="starter:manor", to=name, overwrite=True)
            for problem in ["drawn.toml", "linked.toml"]:
                for tool, more in [("check", {}), ("start_search", {}), ("score", {"levels": "#."})]:
                    refusal = await a.refused(tool, problem=problem, **more)
                    assert "not inside of the folder" in refusal, refusal
            for text in [(folder / "drawn.toml").read_text(), JUDGED]:
                refusal = await a.refused("score", problem=text, levels="#.")
                assert "names files or a program" in refusal, refusal
                await a.refused("start_search", problem=text)
                await a.refused("check", problem=text)
            await a.refused("score", problem="binary", levels="away/levels.txt")
            await a.refused("imitate", drawings=["away/levels.txt"], to="x.toml")
            await a.refused("save", to="runs/x/config.toml", text="")

    run(work)
    assert secret.read_text() == '{"secret": 1}'
    assert sorted(path.name for path in folder.iterdir()) == [
        "away", "drawn.toml", "link.json", "linked.toml"
    ]


def test_no_link_of_a_run_leads_out(tmp_path: Path) -> None:
    folder, away = tmp_path / "inner", tmp_path / "away"
    folder.mkdir()
    away.mkdir()
    (away / "victim.txt").write_text("secret")

    async def work() -> None:
        async with assistant(folder) as a:
            await a.call("start_search", problem="roguelike", budget=1000, name="run")
            look = await ended(a, "run")
            assert "finished" in look
            member = re.search(r"scripts/\d+\.json", look)
            assert member
            await a.call("take_best", name="run", to="other.json", member=member[0])
            best = folder / "runs" / "run" / "best.txt"
            best.unlink()
            best.symlink_to(away / "victim.txt")
            for tool, more in [
                ("look_at_search", {}),
                ("take_best", {"to": "x.json"}),
                ("resume_search", {}),
                ("stop_search", {}),
            ]:
                assert "holds a link" in await a.refused(tool, name="run", **more)
            assert "run:" not in await a.call("list", what="searches")
            # What lies beside a run is no way out, either.
            (folder / "runs" / "next.log").symlink_to(away / "victim.txt")
            (folder / "runs" / "last.from").symlink_to(away)
            begun = await a.call("start_search", problem="roguelike", budget=1000, name="next")
            assert "next-2 has begun" in begun
            begun = await a.call(
                "start_search", problem="roguelike", budget=1000, name="last",
                **{"from": ["starter:manor"]},
            )
            assert "last-2 has begun" in begun

    run(work)
    assert (away / "victim.txt").read_text() == "secret"
    assert [path.name for path in away.iterdir()] == ["victim.txt"]


def test_programs_start_only_where_a_person_allowed_it(tmp_path: Path) -> None:
    (tmp_path / "judged.toml").write_text(JUDGED)
    (tmp_path / "judge.py").write_text(JUDGE)
    call = {"problem": "judged.toml", "levels": "#####\n#...#\n#...#\n#...#\n#####"}

    async def refused() -> None:
        async with assistant(tmp_path) as a:
            for tool in ["score", "start_search", "check"]:
                more = call if tool == "score" else {"problem": "judged.toml"}
                assert "--allow-judges" in await a.refused(tool, **more)

    run(refused)
    assert not (tmp_path / "started").exists()

    async def allowed() -> None:
        async with assistant(tmp_path, "--allow-judges") as a:
            assert "1 of 1 objective" in await a.call("score", **call)
            await a.call("start_search", problem="judged.toml", budget=1000, name="judged")
            await a.call("look_at_search", name="judged", wait_seconds=45)

    run(allowed)
    (tmp_path / "started").unlink()
    # Whoever writes a run by hand starts nothing, either.
    by_hand = tmp_path / "runs" / "by_hand"
    by_hand.mkdir()
    config = (tmp_path / "runs" / "judged" / "config.toml").read_text()
    (by_hand / "config.toml").write_text(config.replace('"problem.toml"', '".toml"'))
    (by_hand / ".toml").write_text(JUDGED)
    (by_hand / ".lock").touch()
    judged = str(tmp_path / "judged.toml")

    async def not_resumed() -> None:
        async with assistant(tmp_path) as a:
            assert "--allow-judges" in await a.refused("resume_search", name="judged")
            assert "neither a built-in one" in await a.refused("resume_search", name="by_hand")
            # What was looked up has a form of its own, which a caller may not write.
            looked_up = {"file": ["judged.toml", judged]}
            for tool, more in [("score", {"levels": "#"}), ("start_search", {}), ("check", {})]:
                answer = await a.refused(tool, problem=looked_up, **more)
                assert "write it as a text" in answer, answer
            for tool, more in [
                ("score", {"problem": "zelda", "levels": {"file": judged}}),
                ("imitate", {"to": "x.toml", "drawings": [{"file": judged}, {"file": judged}]}),
                ("check", {"script": {"text": "{}", "file": "judged.toml"}, "fix": True}),
                ("evaluate", {"problem": "zelda", "script": ["starter:manor"]}),
                ("start_search", {"problem": "zelda", "from": "starter:manor"}),
            ]:
                assert "text" in await a.refused(tool, **more)

    run(not_resumed)
    assert not (tmp_path / "started").exists()
