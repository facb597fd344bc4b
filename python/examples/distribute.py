"""Searches on many cores and machines, by Ray. Needs ray."""

import marahel
import marahel.ray

# Whole runs, one on each CPU: what to do first. Made again where a machine dies; the same
# call goes on after a stop. 
configs = {
    name: marahel.Config(name, budget="10k", population=16, validation_maps=50)
    for name in ("binary", "zelda")
}
marahel.ray.connect()  # or connect("auto"), or an address
for name, run in marahel.ray.sweep(configs, "sweep", seeds=[1, 2]).items():
    print(name, "hypervolume", run.generations["hypervolume"].iloc[-1].round(4))

# One run whose levels are measured by actors: the same bytes as on one machine.
config = configs["binary"]
local = marahel.evolve(config, "local")
spread = marahel.ray.evolve(config, "spread", actors=2)
assert (spread.folder / "front.csv").read_bytes() == (local.folder / "front.csv").read_bytes()

# And its front on more levels than one machine has patience for; here 1000 each.
run = marahel.ray.validate("spread", 1000, actors=2)
print(run.front["path_validated"].describe().round(3))
