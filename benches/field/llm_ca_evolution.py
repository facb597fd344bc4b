"""Scores generators by the fitness of llm-ca-evolution (amidos2006/llm-ca-evolution).

    python llm_ca_evolution.py llm-ca-evolution binary best.json --seed 42
    python llm_ca_evolution.py llm-ca-evolution binary --random --seed 42
    python llm_ca_evolution.py llm-ca-evolution binary --theirs results/.../chromosome_0.json

The fitness is that of their class, unchanged: 30 levels are 1 + (share of diverse
levels + mean diversity) / 2 if all are good, otherwise (share of good levels +
mean quality) / 2. So 1 or more means that all 30 are good, and 2 is the best.

A script makes 30 levels from --seed on, and --fresh more levels from --first-seed
on, which are scored in sets of 30. Prints a line of JSON for each script:

  fitness            of the 30 levels
  fresh              mean of the sets, with its standard error over sets
  passed             share of sets in which all levels are good
  good, different    shares of the fresh levels

--check makes good levels alone, as `marahel generate --where 'quality == 1'` does.
Needs `marahel` (or --marahel), the package `pcg_benchmark`, and PyYAML for --theirs.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import numpy as np
import pcg_benchmark

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "judge"))
from levels import PROBLEMS, contents

SET = 30


def main():
    options = arguments()
    sys.path.insert(0, str(options.checkout))
    sys.setrecursionlimit(10_000)
    name, tiles = PROBLEMS[options.problem]
    env = pcg_benchmark.make(name)
    remember(env)
    if options.random:
        env.content_space.seed(options.seed)
        levels = [env.content_space.sample() for _ in range(SET + options.fresh)]
        tell("random", scores(env, options, levels[:SET], levels[SET:]))
    elif options.theirs:
        for path in options.theirs:
            recorded, now = replayed(env, options, path)
            tell(path, {"recorded": recorded, "fitness": now})
    else:
        for script in options.scripts:
            levels = made(options, script, options.seed, SET, tiles)
            fresh = made(options, script, options.first_seed, options.fresh, tiles)
            tell(script, scores(env, options, levels, fresh))


def arguments():
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("checkout", type=pathlib.Path, help="folder of their repository")
    parser.add_argument("problem", choices=PROBLEMS)
    parser.add_argument("scripts", nargs="*", metavar="SCRIPT")
    parser.add_argument("--random", action="store_true", help="levels of random tiles instead")
    parser.add_argument("--theirs", nargs="+", metavar="FILE", help="their generators instead")
    parser.add_argument("--check", action="store_true", help="leave out levels that are not good")
    parser.add_argument("--seed", type=int, default=42, metavar="N", help="of the 30 levels")
    parser.add_argument("--fresh", type=int, default=1000, metavar="N")
    parser.add_argument("--first-seed", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--marahel", default="marahel", metavar="PROGRAM")
    options = parser.parse_args()
    if sum(map(bool, [options.scripts, options.random, options.theirs])) != 1:
        parser.error("give scripts, --random or --theirs")
    return options


def made(options, script, seed, count, tiles):
    """Levels of a script, as rows of the benchmark's tile numbers."""
    words = [options.marahel, "generate", script, "--format", "jsonl"]
    words += ["--seed", str(seed), "--count", str(count)]
    if options.check:
        words += ["--problem", f"{options.problem}-v0", "--where", "quality == 1"]
    try:
        answer = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True)
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"{' '.join(words)}: {error}")
    return contents(answer.stdout.splitlines(), tiles)


def remember(env):
    """Measures equal levels once, as the benchmark measures them."""
    measure, known = env._problem.info, {}

    def info(level):
        key = str(level)
        if key not in known:
            known[key] = measure(level)
        return known[key]

    env._problem.info = info


def fitness(env, levels):
    """Their fitness of levels that are there already."""
    from evolution.ca_chromosome import CAChromosome

    class Made(CAChromosome):
        def __init__(self):
            self.config = {"evolution": {"seed": 0, "fitness_runs": len(levels)}}
            self.fitness_value = None
            self.left = iter(levels)

        def compile(self):
            return 0.0

        def execute(self, env):
            return 0.0, next(self.left), 0

    return float(Made().fitness(env))


def replayed(env, options, path):
    """The recorded fitness of one of their generators, and that of levels made now."""
    import yaml
    from evolution.ca_chromosome import CAChromosome

    class Recorded(CAChromosome):
        def __init__(self, config, file):
            self.config = config
            self.load_from_file(file)

    settings = options.checkout / f"configurations/{options.problem}.yaml"
    config = yaml.safe_load(settings.read_text())
    config["evolution"]["seed"] = options.seed
    chromosome = Recorded(config, options.checkout / path)
    config["ca"]["local_functions"] = len(chromosome.local_string)
    config["ca"]["global_functions"] = len(chromosome.global_string)
    recorded, chromosome.fitness_value = chromosome.fitness_value, None
    return recorded, float(chromosome.fitness(env))


def scores(env, options, levels, fresh):
    sets = [fresh[start : start + SET] for start in range(0, len(fresh) - SET + 1, SET)]
    of_sets = np.array([fitness(env, levels) for levels in sets])
    quality = [env.quality(level)[0] for level in fresh]
    return {
        "fitness": fitness(env, levels),
        "fresh": of_sets.mean(),
        "error": of_sets.std(ddof=1) / np.sqrt(len(sets)),
        "passed": (of_sets >= 1).mean(),
        "good": np.mean(quality),
        "different": len({str(level) for level in fresh}) / len(fresh),
    }


def tell(name, values):
    rounded = {key: round(float(value), 4) for key, value in values.items()}
    print(json.dumps({"name": str(name)} | rounded), flush=True)


main()
