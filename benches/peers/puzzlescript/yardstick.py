"""Levels like three drawn ones, for puzzles that other people made, judged by the puzzles' own engine.

    python yardstick.py FOLDER fetch            clones, and builds the judge
    python yardstick.py FOLDER run OURS RIVALS  measures, one line of JSON for each game and system
    python yardstick.py FOLDER table            prints the tables of results/field/puzzlescript.md

FOLDER is outside of any repository: it holds games, whose authors have the rights. `fetch
--script-doctor DIR --puzzlescript DIR` takes local clones instead. `run` needs `evolve` and
`marahel` on the path, and `--wfc PROGRAM` (benches/peers) for the rival wfc. README.md says more.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time
import tomllib

import rivals

HERE = pathlib.Path(__file__).parent
SOURCES = {
    "script-doctor": (
        "https://github.com/smearle/script-doctor",
        "7b46a9a6f5ce82b8e9b66f3bc722d247b37ce93e",
        ["puzzlescript_cpp/src", "puzzlescript_nodejs/puzzlescript", "data/scraped_games"],
    ),
    "puzzlescript": (
        "https://github.com/increpare/PuzzleScript",
        "4db08ebe1939411ac07eee916d3a98defa9820b8",
        ["src"],
    ),
}
GAMES = {"demos": "PuzzleScript/src/demo", "scraped": "data/scraped_games"}

BREADTH, GREEDY, SECONDS = 2500, 2500, 1.0
DRAWN, TRIES, CALLS = 3, 2000, 300


def main():
    options = arguments()
    options.folder = options.folder.resolve()
    options.command(options)


def arguments():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("folder", type=pathlib.Path)
    commands = parser.add_subparsers(required=True)
    fetching = commands.add_parser("fetch")
    fetching.set_defaults(command=fetch)
    for name in SOURCES:
        fetching.add_argument(f"--{name}", metavar="DIR", help="a local clone")
    running = commands.add_parser("run")
    running.set_defaults(command=run)
    running.add_argument("systems", nargs="+", choices=[*SYSTEMS, *rivals.ALL])
    running.add_argument("--games", choices=GAMES, default="demos")
    running.add_argument("--count", type=int, default=20, help="games, in the order of their hash")
    running.add_argument("--least", type=int, default=3, help="own levels that the judge must win")
    running.add_argument("--but", choices=GAMES, help="leave out games of this set")
    running.add_argument("--only", nargs="+", metavar="NAME", help="these games alone")
    running.add_argument("--out", default="results.jsonl", help="in FOLDER; lines are appended")
    running.add_argument("--levels", type=int, default=12, help="of each system for a game")
    running.add_argument("--budget", default="60k", help="levels of a search")
    running.add_argument("--limit", type=int, default=1800, help="seconds for the sifting of a game")
    running.add_argument("--wfc", help="program of benches/peers")
    running.add_argument("--sturgeon", metavar="DIR", help="clone of crowdgames/sturgeon-pub")
    running.add_argument("--python", default=sys.executable, help="Python with python-sat")
    printing = commands.add_parser("table")
    printing.set_defaults(command=table)
    printing.add_argument("--out", default="results.jsonl")
    return parser.parse_args()


# ---- What is fetched and built.


def fetch(options):
    checkout = options.folder / "checkout"
    for name, (address, commit, paths) in SOURCES.items():
        clone = getattr(options, name.replace("-", "_"))
        if clone is None:
            clone = options.folder / f"{name}.git"
            if not clone.exists():
                call(["git", "clone", "--bare", address, clone])
        inner = checkout / "PuzzleScript" if name == "puzzlescript" else checkout
        inner.mkdir(parents=True, exist_ok=True)
        packed = call(["git", "-C", clone, "archive", commit, *paths]).stdout
        call(["tar", "x", "-C", inner], input=packed)
    engine = checkout / "puzzlescript_cpp/src"
    sources = [HERE / "judge.cpp", engine / "engine.cpp", engine / "heuristic.cpp"]
    call(["g++", "-std=c++17", "-O3", "-flto", f"-I{engine}", *sources, "-o", options.folder / "judge"])


def compiled(options, games):
    """The compiled games of a set, by their names."""
    out, checkout = options.folder / "compiled" / games, options.folder / "checkout"
    if not out.exists():
        out.mkdir(parents=True)
        sources = sorted((checkout / GAMES[games]).glob("*.txt"))
        done = call(["node", HERE / "compile.js", checkout, out, *sources])
        print(f"{games}: {len(sources)}, without these:\n{done.stdout.decode()}", end="")
    return [path.stem for path in out.glob("*.json")]


def call(command, **more):
    done = subprocess.run(command, capture_output=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{command[0]} ...: {done.stderr.decode(errors='replace')[-2000:]}")
    return done


def seconds_of(command, limit, **more):
    """What a program says, and the CPU seconds of it and of those that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, **more)
    except subprocess.TimeoutExpired:
        done = subprocess.CompletedProcess(command, 1, "", f"not within {limit} s")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


# ---- Which games count.


class Game:
    """A compiled game, with its levels of the commonest size."""

    def __init__(self, folder, games, name):
        self.folder, self.name = folder, name
        self.source = folder / "checkout" / GAMES[games] / f"{name}.txt"
        self.compiled = folder / "compiled" / games / f"{name}.json"
        self.state = json.loads(self.compiled.read_text())
        rows = [level for level in self.state["rows"] if len(set(map(len, level))) == 1]
        sizes = collections.Counter((len(level[0]), len(level)) for level in rows)
        self.size = max(sizes, key=sizes.get) if sizes else (0, 0)
        self.levels = [level for level in rows if (len(level[0]), len(level)) == self.size]
        self.drawings = self.levels[:DRAWN]

    def is_of_form(self):
        width, height = self.size
        is_sized = 5 <= width <= 25 and 5 <= height <= 20
        has_aims = bool(self.state["winconditions"])
        return not self.state["chance"] and has_aims and len(self.levels) >= 4 and is_sized

    def text_of_drawings(self):
        """The source of the game with the drawings as its only levels."""
        lines = self.source.read_text(encoding="utf-8", errors="replace").splitlines()
        depth = 0
        for index, line in enumerate(lines):
            if depth == 0 and line.strip().lower() == "levels":
                break
            depth = max(0, depth + line.count("(") - line.count(")"))
        levels = "\n\n".join("\n".join(level) for level in self.drawings)
        return "\n".join([*lines[: index + 1], "", levels, ""])

    def judged(self, levels):
        """The answer of the judge for each level."""
        asked = [json.dumps({"id": n, "map": level}) for n, level in enumerate(levels)]
        command = [*judge(self.folder, self.compiled), "won", "moves", "limit"]
        done, seconds = seconds_of(command, 60 * len(levels), input="\n".join([*asked, ""]))
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if len(answers) != len(levels):
            sys.exit(f"{self.name}: the judge answered {len(answers)} of {len(levels)} levels")
        return answers, seconds


def judge(folder, compiled):
    limits = [BREADTH, GREEDY, SECONDS]
    return [str(folder / "judge"), str(compiled), *map(str, limits)]


def chosen(options):
    """Games of the right form that the judge can win, in the order of the hash of their names."""
    names = compiled(options, options.games)
    left_out = compiled(options, options.but) if options.but else []
    known, n_left = set(), options.count
    if options.only:
        names = [name for name in names if name in options.only]
    for name in sorted(names, key=lambda name: hashlib.sha256(name.encode()).hexdigest()):
        game = Game(options.folder, options.games, name)
        key = json.dumps(game.levels)
        if name in left_out or not game.is_of_form() or key in known:
            continue
        known.add(key)
        answers, _ = game.judged(game.levels[:6])
        game.own = answers
        n_won = sum(answer["won"] for answer in answers)
        if n_won < options.least:
            print(f"{name}: the judge wins {n_won} of {len(answers)}, so it is left out")
            continue
        yield game
        n_left -= 1
        if n_left == 0:
            return


# ---- What makes levels.


class Ours:
    """A problem file of `evolve like`, and its characters as those of the game."""

    def __init__(self, game, folder):
        self.game, self.folder = game, folder
        self.problem = folder / "game.toml"
        (folder / "game.txt").write_text(game.text_of_drawings(), encoding="utf-8")
        done, self.seconds = seconds_of(
            ["evolve", "like", folder / "game.txt", "-o", self.problem, "--force"], 120
        )
        if done.returncode:
            raise RuntimeError(done.stderr[-300:])
        self.definition = tomllib.loads(self.problem.read_text(encoding="utf-8"))
        drawn = [level.split("\n") for level in self.definition["like"][0].strip().split("\n\n")]
        pairs = zip("".join(sum(drawn, [])), "".join(sum(game.drawings, [])))
        self.signs = dict(pairs)
        self.of_tiles = {
            name: self.signs[tile["character"]]
            for name, tile in self.definition["tiles"].items()
            if tile["character"] in self.signs
        }

    def generated(self, script, problem, count, more=("--seed", "1000"), limit=120):
        command = ["marahel", "generate", script, "--problem", problem, "--format", "jsonl"]
        command += ["--count", str(count), *more]
        done, seconds = seconds_of(command, limit)
        levels = []
        for line in done.stdout.splitlines():
            level = json.loads(line)
            signs = [self.of_tiles.get(name, "\1") for name in level["entities"]]
            levels.append(["".join(signs[tile] for tile in row) for row in level["tiles"]])
        return levels, seconds, done.stderr[-600:]


def understood(ours, options):
    levels, seconds, said = ours.generated(
        ours.folder / "game-understood.json", ours.problem, options.levels
    )
    return levels, ours.seconds + seconds, said


def searched(ours, options, problem=None):
    run = ours.folder / "run"
    command = ["evolve", "--problem", problem or ours.problem, "--budget", options.budget, "--seed", "1"]
    command += ["--threads", "1", "--validation-maps", "100", "--out", run, "--force", "-q"]
    done, seconds = seconds_of(command, 900)
    if done.returncode:
        return [], ours.seconds + seconds, done.stderr[-300:]
    levels, more, said = ours.generated(run / "best.json", ours.problem, options.levels)
    return levels, ours.seconds + seconds + more, said


def finalists(ours, options):
    """A search that asks the judge about few levels of its best scripts."""
    problem = judged(ours, f'when = "finalists"\ncalls = {CALLS}')
    return searched(ours, options, problem)


def judged(ours, more, values=("won",)):
    """The problem file with the judge in it."""
    state = dict(ours.game.state)
    state["glyphs"] = {sign: state["glyphs"][own] for sign, own in ours.signs.items()}
    (ours.folder / "game.json").write_text(json.dumps(state))
    command = [*judge(ours.game.folder, "game.json"), *values]
    values = f"values = {json.dumps(values)}"
    outside = f'[outside]\ncommand = {json.dumps(command)}\n{values}\ntimeout = "10min"\n{more}\n\n'
    text = ours.problem.read_text(encoding="utf-8").replace("[tiles]", f"{outside}[tiles]", 1)
    problem = ours.folder / "judged.toml"
    problem.write_text(text, encoding="utf-8")
    return problem


def sifted(ours, options):
    """Levels of the understood script that the judge wins."""
    return passed(ours, options, judged(ours, "sift = true"), [])


def demanding(ours, options):
    """The same, with at least as many moves as the middle one of the drawings."""
    answers, _ = ours.game.judged(ours.game.drawings)
    moves = [answer["moves"] for answer in answers if answer["won"]]
    least = median(moves) if moves else 1
    problem = judged(ours, "sift = true", ("won", "moves"))
    return passed(ours, options, problem, ["--where", f"outside(moves) >= {least}"])


def passed(ours, options, problem, demands):
    """Levels of the understood script that a problem with the judge passes."""
    script = ours.folder / "game-understood.json"
    levels, seconds, left = [], ours.seconds, TRIES
    end = time.monotonic() + options.limit
    while len(levels) < options.levels and left > 0:
        seed = 1000 + len(levels)
        more = ["--playable", "--seed", str(seed), "--tries", str(left), *demands]
        limit = max(1, end - time.monotonic())
        found, took, said = ours.generated(script, problem, 1, more, limit)
        seconds += took
        tried = re.search(r"of ([0-9]+) levels?", said)
        if not found:
            return levels, seconds, said[-300:]
        # Nothing is said of a level that the first seed makes.
        left -= int(tried[1]) if tried else 1
        levels += found
    return levels, seconds, f"{TRIES - left} tries"


SYSTEMS = {
    "understood": understood,
    "searched": searched,
    "finalists": finalists,
    "sifted": sifted,
    "demanding": demanding,
}


def run(options):
    out = options.folder / options.out
    known = set()
    if out.exists():
        lines = map(json.loads, out.read_text().splitlines())
        known = {(line["game"], line["system"]) for line in lines}
    for game in chosen(options):
        own = {
            "width": game.size[0],
            "height": game.size[1],
            "own_won": sum(answer["won"] for answer in game.own),
            "own_of": len(game.own),
            "own_moves": [answer["moves"] for answer in game.own if answer["won"]],
            "hash": hashlib.sha256(game.name.encode()).hexdigest()[:8],
        }
        work = options.folder / "work" / out.stem / re.sub("[^A-Za-z0-9]", "_", game.name)
        work.mkdir(parents=True, exist_ok=True)
        ours = None
        for system in options.systems:
            if (game.name, system) in known:
                continue
            try:
                if system in SYSTEMS or system == "wfc":
                    ours = ours or Ours(game, work)
                if system in SYSTEMS:
                    levels, seconds, said = SYSTEMS[system](ours, options)
                elif system == "wfc":
                    levels, seconds, said = rivals.wfc(ours, options.wfc, options.levels)
                elif system in rivals.STURGEON:
                    python = (options.sturgeon, options.python)
                    levels, seconds, said = rivals.STURGEON[system](game, work, python, options.levels)
                else:
                    levels, seconds, said = rivals.ALL[system](game.drawings, options.levels)
            except RuntimeError as error:
                levels, seconds, said = [], 0.0, str(error)
            line = {"game": game.name, **own, "system": system, "seconds": round(seconds, 2)}
            line |= {"asked": options.levels, **measured(game, levels, said)}
            with out.open("a") as file:
                file.write(f"{json.dumps(line)}\n")
            print(game.name, system, *(f"{key} {line[key]}" for key in SHOWN), said, flush=True)
        if ours:
            shutil.rmtree(work / "run", ignore_errors=True)


SHOWN = ["won", "copies", "near", "why", "seconds"]


def measured(game, levels, said):
    answers, _ = game.judged(levels) if levels else ([], 0.0)
    near = [max(rivals.same(level, drawing) for drawing in game.drawings) for level in levels]
    won = [answer["won"] for answer in answers]
    lost = [level for level, answer in zip(levels, answers) if not answer["won"]]
    limits = [answer["limit"] for answer in answers if not answer["won"]]
    why = collections.Counter(reason(game.state, *pair) for pair in zip(lost, limits))
    return {
        "made": len(levels),
        "won": sum(won),
        "copies": sum(share == 1 for share in near),
        "copies_won": sum(share == 1 for share, is_won in zip(near, won) if is_won),
        "distinct": len({tuple(level) for level in levels}),
        "near": round(sum(near) / max(1, len(near)), 3),
        "moves": [answer["moves"] for answer in answers if answer["won"]],
        "why": dict(why),
        "said": said,
    }


def reason(state, level, limit):
    """Why a level was not won, as far as counts say it."""
    words = [state["glyphs"].get(sign) for row in level for sign in row]
    if None in words:
        return "unknown thing"

    def n_with(mask, is_all):
        pairs = [[bits & part for bits, part in zip(cell, mask)] for cell in words]
        return sum(pair == mask if is_all else any(pair) for pair in pairs)

    is_all, mask = state["playerMask"]
    if n_with(mask, is_all) == 0:
        return "no player"
    for aim in state["winconditions"]:
        left = n_with(aim["mask1"], aim["aggr1"])
        right = len(words) if aim["mask2"] is None else n_with(aim["mask2"], aim["aggr2"])
        if aim["num"] == 1 and left > right:
            return "counts"
        if aim["num"] == 0 and not (left and right):
            return "missing"
    return "limit" if limit else "cannot be won"


# ---- Tables.


def table(options):
    lines = [json.loads(line) for line in (options.folder / options.out).read_text().splitlines()]
    games = list(dict.fromkeys(line["game"] for line in lines))
    systems = list(dict.fromkeys(line["system"] for line in lines))
    of = {(line["game"], line["system"]): line for line in lines}
    print("| | won | games with 10 or more won, none a copy | copies | CPU s in all, median |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for system in systems:
        all_of = [of[game, system] for game in games if (game, system) in of]
        good = sum(line["won"] >= 10 / 12 * line["asked"] and line["copies"] == 0 for line in all_of)
        seconds = sorted(line["seconds"] for line in all_of)
        n_asked = sum(line["asked"] for line in all_of)
        print(
            f"| {system} | {sum(line['won'] for line in all_of)} of {n_asked} | {good} |"
            f" {sum(line['copies'] for line in all_of)} | {sum(seconds):.0f}, {median(seconds):.1f} |"
        )
    print(f"\n| game | size | own levels won; moves | {' | '.join(systems)} |")
    print(f"| --- | --- | --- |{' --- |' * len(systems)}")
    for game in games:
        first = next(line for line in lines if line["game"] == game)
        cells = [of.get((game, system)) for system in systems]
        texts = [
            f"{line['won']}; {median(line['moves'])}; {line['near']:.2f}" if line else ""
            for line in cells
        ]
        own = f"{first['own_won']} of {first['own_of']}; {median(first['own_moves'])}"
        size = f"{first['width']}x{first['height']}"
        print(f"| {game} | {size} | {own} | {' | '.join(texts)} |")


def median(values):
    values = sorted(values)
    return values[len(values) // 2] if values else "-"


if __name__ == "__main__":
    main()
