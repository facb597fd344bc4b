#!/usr/bin/env bash
# Measures everything and writes target/performance.md, in about half an hour.
# results/performance.md keeps what is worth keeping of it.
#
#   benches/performance.sh [RELEASED]
#
# RELEASED is a folder with the code released with the paper (see benches/released/README.md);
# without it the section that compares with it is left out. Best on an idle machine.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${CARGO_TARGET_DIR:-target}
cargo build --release --package marahel-evolve
cargo build --release --package marahel-evolution --example hot_paths
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
# Performance

Each section begins with the command that prints its table again. A comparison measures both sides in one run.
TEXT

section "Levels per second"
cargo build --release --package speed
printf '`cargo run --release -p speed`\n\n' >>"$page"
"$target/release/speed" >>"$page"

if [ $# -gt 0 ]; then
    cargo build --release --package released
    section "Beside the released code"
    printf '`cargo run --release -p released -- FOLDER` (see `benches/released/README.md`)\n\n' >>"$page"
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
printf '`cargo run --release -p marahel-evolution --example hot_paths -- scale`\n\n' >>"$page"
"$target/release/examples/hot_paths" scale >>"$page"

section "Instructions"
printf '`cargo run --release -p marahel-evolution --example hot_paths -- instructions`, levels of 14x14 tiles\n\n' >>"$page"
"$target/release/examples/hot_paths" instructions >>"$page"

cp "$page" "$target/performance.md"
echo "$target/performance.md"
