#!/usr/bin/env bash
# Measures everything and writes results/performance-log.md, in about half an hour.
#
#   benches/performance.sh [RELEASED]
#
# RELEASED is a folder with the code released with the paper (see benches/released/README.md);
# without it the section that compares with it is left out. Best on an idle machine.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
cargo build --release --package marahel-evolve
cargo build --release --package marahel-experiment --example hot_paths
cargo build --release --manifest-path benches/peers/Cargo.toml --target-dir "$target"
python=$target/peers/bin/python
if [ ! -x "$python" ]; then
    python3 -m venv "$target/peers"
    "$python" -m pip install --quiet --requirement benches/peers/requirements.txt
fi

page=$(mktemp)
trap 'rm -f "$page"' EXIT

section() {
    printf '\n## %s\n\n' "$1" >>"$page"
    echo "measuring: $1" >&2
}

cat >"$page" <<'TEXT'
# Performance: the log

[performance.md](performance.md) is the summary.

`benches/performance.sh` wrote this page. Each section begins with the command that prints its table again. A comparison
measures both sides in one run. If the machine does other work, too, times are the fastest or the median of several;
instruction counts do not depend on other work. `cargo bench` prints the time of each hot path.
TEXT

section "Levels per second"
printf '`evolve bench`\n\n' >>"$page"
"$target/release/evolve" bench >>"$page"

if [ $# -gt 0 ]; then
    cargo build --release --manifest-path benches/released/Cargo.toml --target-dir "$target"
    section "Beside the released code"
    printf '`cargo run --release --manifest-path benches/released/Cargo.toml -- FOLDER` (see `benches/released/README.md`)\n\n' >>"$page"
    "$target/release/released" "$1" >>"$page"
fi

section "The whole study"
printf '`time evolve --problem P --pop 500 --gens 2000`, default settings, all cores\n\n| problem | seconds |\n|---|---:|\n' >>"$page"
runs=$(mktemp -d)
for problem in binary zelda sokoban; do
    begin=$SECONDS
    "$target/release/evolve" --problem "$problem" --pop 500 --gens 2000 --out "$runs/$problem" --quiet >/dev/null
    printf '| %s | %d |\n' "$problem" "$((SECONDS - begin))" >>"$page"
done
rm -rf "$runs"

section "Sorting beside other libraries"
printf '`cargo run --release --manifest-path benches/peers/Cargo.toml` (see `benches/peers/README.md`); the fastest of several sorts.\n\n' >>"$page"
"$target/release/peers" "$python" >>"$page"

section "Growth with the size of a level"
printf '`cargo run --release -p marahel-experiment --example hot_paths -- scale`\n\n' >>"$page"
"$target/release/examples/hot_paths" scale >>"$page"
cat >>"$page" <<'TEXT'

What grows, and why:

- Sweeps of all kinds, from 14x14 to 64x64: levels up to about 30x30 are a few words of bits, swept at once. Larger ones are words of
  eight by eight cells, and only words on the front are swept. If the front is a cell or two wide, as in mazes, this is one word per cell.
- `survey`: the number of sweeps that find the longest path depends on the shape of a region, most of all for scattered floor.
- `turtle_connect`: it walks further, because waypoints are drawn by the rank of their distance and lie further apart in larger levels. It makes 0.75
  visits per tile at 14x14, then 2.1, 7.3, 29 and 57 (firings of a rule `-> self(empty)`, by `marahel trace`; the mean of 20 levels,
  of 3 for the larger sizes). The cost of a visit stays the same.
- `wide_heur`, `wide_rand` and `turtle_heur by distance` beyond 256x256: they visit a million cells or more in no order, which misses the caches.
TEXT

section "Instructions"
printf '`cargo run --release -p marahel-experiment --example hot_paths -- instructions`, levels of 14x14 tiles\n\n' >>"$page"
"$target/release/examples/hot_paths" instructions >>"$page"

mkdir -p results
cp "$page" results/performance-log.md
