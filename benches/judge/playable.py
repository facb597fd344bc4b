"""Judges levels anew, from the texts of the problems: no line is shared with the Rust code.

    marahel generate best.json --count 1000 --format jsonl > levels.jsonl
    python playable.py zelda levels.jsonl
    evolve score --problem zelda levels.jsonl > scores.jsonl
    python playable.py zelda levels.jsonl scores.jsonl

Prints how many levels are not what the problem asks for, and their seeds. With
the output of `evolve score`, also each level that both judge differently; then
the exit code is 1. Needs `networkx`. Knows binary, zelda, sokoban and roguelike.
"""

import collections
import json
import sys

import networkx

# A puzzle that is not solved in so many positions counts as unplayable, with a note.
MAX_POSITIONS = 1_000_000


def binary(level):
    """All empty cells are connected."""
    graph = grid(level, {"empty"})
    regions = [graph.subgraph(cells) for cells in networkx.connected_components(graph)]
    diameter = max((networkx.diameter(region, usebounds=True) for region in regions), default=0)
    return {"playable": len(regions) == 1, "regions": len(regions), "diameter": diameter}


def zelda(level):
    """One player, key and door; the player gets to the key, from there to the door.

    Nobody walks through a door. All cells but walls are connected.
    """
    ends = [where(level, name) for name in ("player", "key", "door")]
    over = {"empty", "enemy", "key", "player"}
    is_whole = networkx.number_connected_components(grid(level, over | {"door"})) == 1
    if any(len(cells) != 1 for cells in ends):
        return {"playable": False, "whole": is_whole, "solution": 0}
    player, key, door = (cells[0] for cells in ends)
    fetch = steps(grid(level, over), [player], [key])
    leave = steps(grid(level, over | {"door"}), [key], [door])
    solution = fetch + leave if fetch and leave else 0
    return {"playable": solution > 0, "whole": is_whole, "solution": solution}


def sokoban(level):
    """One player, as many targets as crates, and some moves put all crates on targets.

    Tries all positions in the order of their moves, so that the first is shortest.
    """
    players, crates, targets = (where(level, name) for name in ("player", "crate", "target"))
    if len(players) != 1 or not crates or len(crates) != len(targets):
        return {"playable": False}
    floor = grid(level, {"empty", "player", "crate", "target"})
    start = (players[0], frozenset(crates))
    moves = {start: 0}
    queue = collections.deque([start])
    while queue and len(moves) <= MAX_POSITIONS:
        player, crates = position = queue.popleft()
        if crates == set(targets):
            return {"playable": True, "optimal": moves[position]}
        for cell in floor[player]:
            pushed = crates
            if cell in crates:
                beyond = (2 * cell[0] - player[0], 2 * cell[1] - player[1])
                if beyond not in floor or beyond in crates:
                    continue
                pushed = crates - {cell} | {beyond}
            if (cell, pushed) not in moves:
                moves[cell, pushed] = moves[position] + 1
                queue.append((cell, pushed))
    if queue:
        print(f"seed {level.get('seed')}: not solved in {MAX_POSITIONS} positions")
    return {"playable": False}


def roguelike(level):
    """One way up and one down, and a way between them.

    An iron door opens for whoever was on a key. Whole: some treasure can be reached,
    and some key without opening a door. Locked: no treasure without opening one.
    """
    ups, downs, keys, treasures = (where(level, n) for n in ("up", "down", "key", "treasure"))
    over = {"empty", "up", "down", "wooden_door", "key", "treasure", "monster"}
    # A place is a cell, and whether a key was reached; only then are there doors.
    places = networkx.DiGraph()
    for has_key, names in (False, over), (True, over | {"iron_door"}):
        for one, other in networkx.to_directed(grid(level, names)).edges:
            places.add_edge((one, has_key), (other, has_key or other in keys))
    doorless = grid(level, over)

    def descent(cells):
        ends = [(cell, has_key) for cell in cells for has_key in (False, True)]
        return steps(places, [(up, False) for up in ups], ends)

    has_ends = len(ups) == 1 and len(downs) == 1
    is_found = descent(treasures) > 0
    return {
        "playable": has_ends and descent(downs) > 0,
        "whole": is_found and steps(doorless, ups, keys) > 0,
        "locked": is_found and steps(doorless, ups, treasures) == 0,
        "descent": descent(downs) if has_ends else 0,
    }


def grid(level, names):
    """The cells with certain tiles, each joined to those beside, above and below it."""
    graph = networkx.grid_2d_graph(level["height"], level["width"])
    return graph.subgraph([cell for name in names for cell in where(level, name)]).copy()


def where(level, name):
    """The cells with a tile, (row, column)."""
    rows = enumerate(level["tiles"])
    names = level["entities"]
    return [(y, x) for y, row in rows for x, tile in enumerate(row) if names[tile] == name]


def steps(graph, starts, ends):
    """Steps of the shortest way from any start to any end; 0 if there is none."""
    starts = [start for start in starts if start in graph]
    if not starts:
        return 0
    far = networkx.multi_source_dijkstra_path_length(graph, starts)
    return min((far[end] for end in ends if end in far), default=0)


def main(problem, file, scores=None):
    judge = {f.__name__: f for f in (binary, zelda, sokoban, roguelike)}[problem]
    with open(file, encoding="utf-8") as lines:
        levels = [json.loads(line) for line in lines]
    verdicts = [judge(level) for level in levels]
    seeds = [level.get("seed", number) for number, level in enumerate(levels)]
    print(f"{problem}: {len(levels)} levels")
    for claim in [name for name in verdicts[0] if isinstance(verdicts[0][name], bool)]:
        failed = [seed for seed, verdict in zip(seeds, verdicts) if not verdict[claim]]
        print(f"not {claim}: {len(failed)}", *failed)
    if scores:
        with open(scores, encoding="utf-8") as lines:
            others = [json.loads(line) for line in lines]
        sys.exit(compare(seeds, verdicts, others))


def compare(seeds, verdicts, others):
    """Prints what two judges see differently; whether there is anything."""
    n_different = 0
    for seed, verdict, other in zip(seeds, verdicts, others, strict=True):
        for name, value in verdict.items():
            its = other[name] == 1 if isinstance(value, bool) else other[name] or 0
            if its != value:
                print(f"seed {seed}: {name} is {value} here, {its} there")
                n_different += 1
    print(f"judged differently: {n_different}")
    return int(n_different > 0)


main(*sys.argv[1:])
