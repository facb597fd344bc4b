"""Says how dangerous a level is for a player who avoids enemies as well as can be.

A level comes as a line of JSON on standard input, an answer goes out as a line on
standard output. The answer must depend on the level alone.
"""

import heapq
import json
import sys


def danger(rows):
    """The least danger of a way from the hero to the exit: each cell of it costs as
    many points as there are enemies on it or beside it. None where there is no way."""
    cells = {(x, y): tile for y, row in enumerate(rows) for x, tile in enumerate(row)}
    beside = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]

    def around(cell):
        return [(cell[0] + x, cell[1] + y) for x, y in beside]

    queue, done = [(0, cell) for cell, tile in cells.items() if tile == "@"], set()
    while queue:
        so_far, cell = heapq.heappop(queue)
        if cells[cell] == ">":
            return so_far
        if cell in done:
            continue
        done.add(cell)
        for other in around(cell)[1:]:
            if cells.get(other, "#") != "#" and other not in done:
                cost = sum(cells.get(near) == "e" for near in around(other))
                heapq.heappush(queue, (so_far + cost, other))
    return None


for line in sys.stdin:
    level = json.loads(line)
    print(json.dumps({"id": level["id"], "danger": danger(level["map"])}), flush=True)
