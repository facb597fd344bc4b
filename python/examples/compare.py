"""Settings of a search, compared over seeds by rank tests. Needs scipy.

`python compare.py FOLDER` reads FOLDER/SETTING/seed-N, as `marahel.ray.sweep` makes them on many
cores, and compares with the first setting. Without a folder, it makes a few small runs.
"""

import sys
from pathlib import Path

import pandas as pd
from scipy.stats import PermutationMethod, mannwhitneyu

MEASURES = ["playable", "good", "different", "worth", "hypervolume"]


def make(folder: Path) -> None:
    """A search, and as many random genomes, in small."""
    import marahel

    for setting, algorithm in [("a-random", "random"), ("b-nsga2", "nsga2")]:
        config = marahel.Config(
            "binary", algorithm=algorithm, population=12, generations=6, maps=4, validation_maps=40
        )
        for seed in range(1, 5):
            marahel.evolve(config.with_seed(seed), folder / setting / f"seed-{seed}")


def row(run: Path) -> dict[str, float]:
    """What a run reached: its best generator, or else its front; and its hypervolume."""
    front = pd.read_csv(run / "front.csv").max(numeric_only=True).to_dict()
    best = run / "best.csv"
    found = pd.read_csv(best).iloc[0].to_dict() if best.exists() else {}
    last = pd.read_csv(run / "generations.csv").iloc[-1]
    return front | found | {"hypervolume": last["validated_hypervolume"]}


def compared(values: list[float], baseline: list[float]) -> tuple[float, float]:
    """The chance that a value is above one of the baseline (A12), and the p-value of the two-sided
    test of Mann and Whitney: exact, with ties too, for up to eight seeds of each."""
    exactly = PermutationMethod(n_resamples=20_000, rng=1)
    test = mannwhitneyu(values, baseline, method=exactly)
    return test.statistic / (len(values) * len(baseline)), test.pvalue


def holm(p_values: list[float]) -> list[float]:
    """The p-values, adjusted for their number (Holm 1979)."""
    adjusted, so_far = [0.0] * len(p_values), 0.0
    for place, index in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        so_far = max(so_far, min(1.0, (len(p_values) - place) * p_values[index]))
        adjusted[index] = so_far
    return adjusted


folder = Path(sys.argv[1] if len(sys.argv) > 1 else "compared")
if not folder.exists():
    make(folder)
runs = {
    setting.name: pd.DataFrame([row(run) for run in sorted(setting.glob("seed-*"))])
    for setting in sorted(folder.iterdir())
}
baseline, *settings = runs
rows = []
for measure in (name for name in MEASURES if all(name in table for table in runs.values())):
    for setting in settings:
        a12, p = compared(runs[setting][measure], runs[baseline][measure])
        medians = [runs[name][measure].median() for name in (setting, baseline)]
        rows.append([measure, setting, *medians, a12, p])
table = pd.DataFrame(rows, columns=["measure", "setting", "median", baseline, "A12", "p"])
table["p_holm"] = holm(table["p"].tolist())
print(table.round(4).to_string(index=False))
