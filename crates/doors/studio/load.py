"""Many pages at once: how long a running studio takes to answer, and whether its memory grows.

    evolve studio --port 8100 &
    python crates/doors/studio/load.py 8100 $!
"""

import http.client
import json
import re
import sys
import threading
import time

CLIENTS = 20
REQUESTS = 10_000


def resident_mb(process: str) -> float:
    """The memory that a process holds, where the system tells it."""
    try:
        with open(f"/proc/{process}/status", encoding="utf-8") as status:
            return int(re.search(r"VmRSS:\s*(\d+) kB", status.read()).group(1)) / 1024
    except OSError:
        return float("nan")


def requests(port: int) -> list[tuple[str, str, str, dict]]:
    """What a page asks while somebody types: kind, method, path, question."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/")
    token = re.search(rb'name="token" content="(\w+)"', connection.getresponse().read()).group(1)
    headers = {"X-Token": token.decode(), "Content-Type": "application/json"}

    def asked(question: dict) -> tuple[str, str, dict]:
        return "/api/ask", json.dumps(question), headers

    path, body, _ = asked({"do": "about"})
    connection.request("POST", path, body, headers)
    generators = json.load(connection.getresponse())["generators"]
    script = next(one["script"] for one in generators if one["name"].endswith("caves"))
    return [
        ("page", "GET", "/", None, {}),
        ("check", "POST", *asked({"do": "check", "script": script})),
        ("levels", "POST", *asked({"do": "levels", "script": script, "seed": 1, "count": 4})),
        ("mistake", "POST", *asked({"do": "check", "script": script[: len(script) // 2]})),
    ]


def client(port: int, first: int, kinds: list, times: dict, failures: list) -> None:
    """One page: a connection that stays, and a request after each answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for number in range(first, REQUESTS, CLIENTS):
        # Clients do not ask the same at the same time.
        kind, method, path, body, headers = kinds[(number // CLIENTS + first) % len(kinds)]
        begin = time.perf_counter()
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            answer.read()
            status = answer.status
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            status = repr(error)
        times[kind].append(time.perf_counter() - begin)
        if status != 200:
            failures.append((kind, status))


def main(port: int, process: str) -> None:
    kinds = requests(port)
    for turn in range(1, 4):
        before = resident_mb(process)
        times = {kind[0]: [] for kind in kinds}
        failures = []
        arguments = (kinds, times, failures)
        threads = [
            threading.Thread(target=client, args=(port, first, *arguments)) for first in range(CLIENTS)
        ]
        begin = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        took = time.perf_counter() - begin
        print(f"turn {turn}: {REQUESTS} requests of {CLIENTS} clients in {took:.1f} s, {len(failures)} failed")
        everything = [second for kind in times.values() for second in kind]
        for kind, seconds in [("all", everything), *times.items()]:
            seconds.sort()
            p50, p99 = (1000 * seconds[int(len(seconds) * share)] for share in (0.5, 0.99))
            print(f"  {kind:8} p50 {p50:7.1f} ms   p99 {p99:7.1f} ms   max {1000 * seconds[-1]:7.1f} ms")
        print(f"  resident {before:.1f} MB before, {resident_mb(process):.1f} MB after")
        if failures:
            sys.exit(f"such as {failures[0]}")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
