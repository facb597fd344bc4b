"""A language model in the loop: it replaces a tenth of the scripts that a search breeds.

As it stands, `ask_model` asks no model: drafts from the problem stand in for its scripts.
"""

import marahel

PROBLEM = "town"
problem = marahel.Problem(PROBLEM)
drafts = marahel.draft(PROBLEM, count=4)


def prompt(parents, mistakes):
    """What a model is asked, in words; docs/language.md describes the language."""
    lines = [f"Write a Marahel script with these entities, in this order: {problem.tiles}."]
    for score, script in parents:
        lines += [f"This one scores {score:.2f} of 1:", script]
    return "\n".join(lines + [f"A mistake of your last script: {mistake}" for mistake in mistakes])


def ask_model(text):
    """Here goes the call of your model, by its own package or `urllib.request.urlopen`."""
    return drafts[len(text) % len(drafts)].text


# Whole scripts are bred by the algorithm `islands`, which ranks what it is told.
search = marahel.Search(marahel.Config(PROBLEM, population=20, generations=5))
parents, mistakes = [], []
while search.share < 1:
    genomes = list(search.ask())
    written = 0
    for index in range(0, len(genomes), 10):
        script = ask_model(prompt(parents, mistakes))
        mistakes = [str(mistake) for mistake in marahel.check(script) if mistake.severity == "error"]
        if not mistakes:
            genomes[index] = [ord(character) for character in script]  # a genome of these
            written += 1
    values = problem.evaluate(genomes, maps=10).objectives
    search.tell(values, genomes=genomes)  # what is not as asked takes the place of it
    scripts = problem.decode(search.front.genomes[:3])
    parents = list(zip(search.front.objectives.mean(axis=1), scripts))
    print(f"{written} of {len(genomes)} scripts are the model's; best mean {parents[0][0]:.3f}")
print("proposed:", search.population.operators.count("proposed"), "of", len(search.population))
