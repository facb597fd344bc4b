"""A first generator: a script, its levels, and what is wrong with another one."""

import marahel

# A script says what there is, and who walks over the map and changes it.
SCRIPT = """{
    "metadata": {"min": "30x20", "max": "30x20"},
    "entities": ["empty", "solid"],
    "explorers": [
        {"type": "horz", "rules": ["self(any) -> self(empty:3|solid:2)"]},
        {"type": "horz", "parameters": {"repeats": "3"}, "rules": ["all(solid)>4 -> self(solid)",
                                                                   "all(solid)<4 -> self(empty)"]}
    ],
    "neighborhoods": {"all": "111,121,111"}
}"""

generator = marahel.Generator.from_text(SCRIPT)
levels = generator.generate(100, seed=7)
print("levels:", levels.shape, levels.dtype, "tiles:", generator.tiles)

# Level k comes from seed 7 + k, on every machine.
assert (levels[5] == generator.generate(1, seed=12)[0]).all()
print("share of solid cells:", (levels == generator.tiles.index("solid")).mean().round(3))

# A picture, which notebooks show by themselves.
with open("caves.png", "wb") as file:
    file.write(generator.picture(n=6, seed=7, columns=3))

# All mistakes of a text are told together, each with its place and what to do.
for found in marahel.check(SCRIPT.replace("horz", "hroz", 1).replace(">4", ">four")):
    print(found)
