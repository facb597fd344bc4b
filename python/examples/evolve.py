"""A search: what it tells while it runs, and what it leaves."""

import marahel

# The same options as the program has; any other setting goes into `settings`.
config = marahel.Config(
    "zelda", budget="40k", population=20, validation_maps=100, settings={"search.islands": 2}
)


def tell(row):
    """Called after each generation with its row of generations.csv."""
    if row["generation"] % 10 == 0:
        print(f"{row['share']:4.0%}  hypervolume {row['hypervolume']:.4f}")
    # Something true would end the search here.


run = marahel.evolve(config, "zelda", callback=tell)
print(run.front.drop(columns=["genes", "script"]).head())
print("levels of the best:", run.best.generate(100).shape)

# The folder is that of the program: a search that was stopped goes on, or goes on longer.
again = marahel.resume("zelda", budget=50_000)
print("generations:", len(run.generations), "levels:", again.generations["maps"].iloc[-1])

# Or breed by hand: ask, judge by whatever you like, tell.
search = marahel.Search(marahel.Config("zelda", population=20, generations=10))
problem = marahel.Problem("zelda")
while search.share < 1:
    genomes = search.ask()
    found = problem.evaluate(genomes, maps=10)
    search.tell(found.objectives.mean(axis=1, keepdims=True))
print("best mean of objectives:", search.front.objectives.max())
