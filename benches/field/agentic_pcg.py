"""Asks a generator for levels as AgenticPCG is asked (JiangZehua/AgenticPCG).

    python agentic_pcg.py AgenticPCG sokoban --trials 10 --ask 'marahel generate best.json
        --dial crates={crates} --seed {seed} --count {count} --format jsonl'

Draws the wanted values as their experiment `controllability` does, from their ranges
and with their seed, 42. Asks for a level for each. Their code, unchanged, then counts:

  solvable        share of levels that can be solved, as they define it
  exact           share of levels that are solvable and have exactly what was asked for
  score           mean of their scores of control, of solvable levels alone
  score, misses   the same, where levels that cannot be solved, and missing ones, count 0
  accepted        share of levels that are solvable and within their tolerance
  quality         share of levels that meet all criteria of their benchmark
  diversity       share of the first ten levels that are unlike the others, as they count
  different       share of different levels

The command after --ask runs once for each combination of wanted values, which it can
use by their names; {seed} and {count} say which levels to make. No seed is used
twice. If it fails, the next --ask is tried; levels that none makes are misses. --missed lists the values
that are missed most.

Their code is imported from a checkout with its submodule `pcg_benchmark`. Needs PyYAML,
numpy, pillow.
"""

import argparse
import collections
import contextlib
import io
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "judge"))
from levels import contents

# Their config of each problem, and the names of our tiles by their numbers.
PROBLEMS = {
    "binary": ("default", ["empty", "wall"]),
    "zelda": ("zelda", ["wall", "empty", "player", "key", "door", "enemy"]),
    "sokoban": ("sokoban", ["solid", "empty", "player", "crate", "target"]),
}


def main():
    options = arguments()
    sys.path[:0] = [str(options.checkout), str(options.checkout / "submodules/pcg_benchmark")]
    sys.setrecursionlimit(10_000)
    with tempfile.TemporaryDirectory() as folder:
        launcher, trials = experiment(options, pathlib.Path(folder))
        wanted = [trial.target_overrides for trial in trials]
        start = time.time()
        levels = ask(options, wanted)
        seconds = time.time() - start
        judge(options, launcher, trials, levels)
    missing = sum(level is None for level in levels)
    print(f"{len(levels)} asked for, {missing} not made, {seconds:.1f} seconds")


def arguments():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("checkout", type=pathlib.Path, help="folder of their repository")
    parser.add_argument("problem", choices=PROBLEMS)
    parser.add_argument(
        "--ask",
        required=True,
        action="append",
        metavar="COMMAND",
        help="prints levels as JSON lines; again, for what it does not make",
    )
    parser.add_argument("--trials", type=int, default=10, metavar="N", help="default 10, as theirs")
    parser.add_argument("--seed", type=int, default=42, metavar="N", help="draws the wanted values")
    parser.add_argument("--first-seed", type=int, default=1_000_000, metavar="N", help="of levels")
    parser.add_argument("--missed", type=int, default=0, metavar="N")
    return parser.parse_args()


def experiment(options, folder):
    """Their experiment, and its trials with what each asks for."""
    from run_experiment import ExperimentLauncher

    config, _ = PROBLEMS[options.problem]
    launcher = ExperimentLauncher(
        config_path=str(options.checkout / f"configs/{config}.yaml"),
        experiment_type="controllability",
        num_trials=options.trials,
        max_workers=1,
        max_steps=0,
        base_seed=options.seed,
        sampling_seed=options.seed,
        run_dir=folder,
        verbose=False,
    )
    return launcher, launcher._prepare_trial_configs()


def ask(options, wanted):
    """A level for each wanted combination of values, or none."""
    _, tiles = PROBLEMS[options.problem]
    places = collections.defaultdict(list)
    for place, values in enumerate(wanted):
        places[tuple(values.items())].append(place)
    levels = [None] * len(wanted)
    seed = options.first_seed
    for values, group in places.items():
        for template in options.ask:
            command = template
            for name, value in [*values, ("seed", seed), ("count", len(group))]:
                command = command.replace(f"{{{name}}}", str(value))
            try:
                answer = subprocess.run(
                    shlex.split(command),
                    check=False,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                )
            except OSError as error:
                sys.exit(f"{command}: {error}")
            made = contents(answer.stdout.splitlines(), tiles)
            for place, level in zip(group, made):
                levels[place] = level
            if len(made) == len(group):
                break
        seed += len(group)
    if not any(levels):
        sys.exit(f"{command}: made no level")
    return levels


def judge(options, launcher, trials, levels):
    """Prints what their code counts."""
    from toolusepcg.evaluator import StatsEvaluator
    from toolusepcg.level import Level

    env = launcher._make_eval_env()
    evaluator = StatsEvaluator(launcher.config, env)
    results, infos = [], []
    for trial, made in zip(trials, levels):
        if made is None:
            continue
        level = Level(data=np.array(made, dtype=np.int32), problem_type=options.problem)
        metrics = evaluator.evaluate(level).metrics
        infos.append(env.info(level.data))
        folder = launcher.run_dir / f"trial_{trial.trial_id}"
        folder.mkdir()
        text = level.to_string()
        (folder / "final_level.txt").write_text(text)
        if (Level.from_string(text, problem_type=options.problem).data != level.data).any():
            sys.exit(f"their text form loses a level:\n{text}")
        results.append(
            {
                "trial_id": trial.trial_id,
                "run_dir": str(folder),
                "target_overrides": trial.target_overrides,
                "summary": {"final_metrics": metrics},
            }
        )
    with contextlib.redirect_stdout(io.StringIO()) as warnings:
        control = launcher._aggregate_controllability(results)
    print(warnings.getvalue(), end="")
    solvable = np.array([result["solvable"] for result in results])
    scores = np.array([result["controllability_score"] for result in results])
    quality = np.array([env.quality(info)[1] for info in infos])
    first = [info for info, ok in zip(infos[:10], solvable) if ok]
    different = len({str(level) for level in levels if level is not None})
    n = len(trials)
    rows = {
        "solvable": control["solvable_count"] / n,
        "exact": control["exact_matches"] / n,
        "score": control["avg_score"],
        "score, misses": sum(control["controllability_scores"]) / n,
        "accepted": (scores >= 1).sum() / n,
        "quality": (quality >= 1).sum() / n,
        "diversity": env.diversity(first)[0] if len(first) > 1 else 0,
        "different": different / n,
    }
    for name, value in rows.items():
        print(f"{name:14} {value:.4f}")
    missed = collections.Counter(
        str(trial.target_overrides)
        for trial, level in zip(trials, levels)
        if level is None or not exact(results, trial)
    )
    for values, count in missed.most_common(options.missed):
        print(f"missed {count} times: {values}")


def exact(results, trial):
    return any(r["trial_id"] == trial.trial_id and r["exact_match"] for r in results)


main()
