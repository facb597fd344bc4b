"""Where the call of a language model goes: it proposes what `ask_model` writes.

    evolve --problem game.toml --proposer "python3 configs/proposers/model.py"

As it stands, `ask_model` answers nothing, and nothing is proposed. See skeletons.py for a proposer
that does something.
"""

import json
import sys


def prompt(question):
    """The question in words."""
    problem = question["problem"]
    lines = [f"Write {question['n']} Marahel scripts, each in a block of ```json, for this game: {problem['about']}"]
    lines += ["The language:", question["language"], "What levels are asked for, as a file:", problem["file"]]
    for one in question["parents"]:
        lines += [f"{one['good']:.0%} of the levels of this script are good:", json.dumps(one["script"])]
        lines += [f"- {lack['share']:.0%} lack: {lack['text']}" for lack in one["lacks"]]
    lines += [f"Script {one['script']} of your last answer, {one['place']}: {one['message']}" for one in question["mistakes"]]
    return "\n".join(lines)


def ask_model(text):
    """What a model answers. Here goes its call, such as by its own package for Python, or by
    `urllib.request.urlopen` to its address. It may take as long as search.proposing.seconds says.
    """
    return ""


def scripts(answer):
    """The blocks of an answer, as texts: a script with a mistake is told back with it."""
    return [block.split("```")[0] for block in answer.split("```json")[1:]]


for line in sys.stdin:
    question = json.loads(line)
    if "language" in question:
        answer = {"scripts": scripts(ask_model(prompt(question))), "wants": ["language"]}
    else:
        answer = {"wants": ["language"]}
    print(json.dumps(answer), flush=True)
