"""Arrays and texts from anywhere: an answer or an exception of ours, never a panic.

MARAHEL_HOSTILE=600 looks for ten minutes; by default it is some seconds.
"""

import os
import time

import pytest

pytest.importorskip("hypothesis")

import numpy as np
from conftest import GENERATORS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import marahel

SECONDS = float(os.environ.get("MARAHEL_HOSTILE", 8))
EXPECTED = (ValueError, TypeError, OverflowError, RuntimeError, MemoryError)
PROBLEMS = [marahel.Problem(name) for name in ("binary", "zelda", "sokoban", "platformer")]
TEXTS = [path.read_text() for path in GENERATORS]

any_array = arrays.arrays(
    dtype=st.one_of(
        st.just(np.dtype("uint8")),
        arrays.scalar_dtypes(),
        st.sampled_from([np.dtype(object), np.dtype(">u2"), np.dtype("U3")]),
    ),
    shape=arrays.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=7),
)
levels = arrays.arrays(
    np.uint8,
    arrays.array_shapes(min_dims=2, max_dims=3, min_side=1, max_side=9),
    elements=st.integers(0, 8),
)
anything = st.one_of(any_array, levels, st.none(), st.text(), st.lists(st.integers() | st.text()))


@st.composite
def broken_texts(draw):
    """A script with a part cut out or put in."""
    text = draw(st.sampled_from(TEXTS))
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 20)))
    return text[:start] + draw(st.text(max_size=8)) + text[end:]


def attempt(call, *args, **kwargs):
    """Calls, and lets exceptions of ours pass; a panic is none of them."""
    try:
        return call(*args, **kwargs)
    except EXPECTED:
        return None


def search_long(test):
    """Runs a test of hypothesis again and again for its part of the time."""

    def repeated():
        until = time.monotonic() + SECONDS / 4
        test()
        while time.monotonic() < until:
            test()

    return repeated


examples = settings(
    max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)


def test_problems():
    @examples
    @given(st.sampled_from(PROBLEMS), anything, st.integers(-2, 20), st.integers(-2, 9))
    def check(problem, array, scale, columns):
        scores = attempt(problem.score, array, problem.tiles)
        if scores is not None:
            assert scores.shape[1] == len(problem.objectives)
            assert ((scores >= 0) & (scores <= 1)).all()
        attempt(problem.measure, array, problem.tiles)
        attempt(problem.playable, array, problem.tiles)
        attempt(problem.picture, array, problem.tiles, scale, columns)
        attempt(marahel.picture, array, problem.tiles, scale)

    search_long(check)()


def test_genomes():
    genes = st.lists(st.lists(st.integers(-1, 60), min_size=100, max_size=104), max_size=3)
    whole = arrays.arrays(np.int64, (2, 102), elements=st.integers(0, 49))

    @examples
    @given(st.sampled_from(PROBLEMS), st.one_of(anything, genes, whole), st.integers(-1, 3))
    def check(problem, genomes, maps):
        scripts = attempt(problem.decode, genomes)
        found = attempt(problem.evaluate, genomes, maps, threads=1)
        assert found is None or scripts is None or len(found) == len(scripts)

    search_long(check)()


def test_texts():
    @examples
    @given(st.one_of(st.text(), broken_texts()), st.integers(0, 2**64 - 1))
    def check(text, seed):
        found = marahel.check(text)
        try:
            generator = marahel.Generator.from_text(text)
        except marahel.ScriptError as error:
            assert [str(one) for one in error.diagnostics] == [str(one) for one in found]
            assert all(text[one.start : one.end] is not None for one in found)
            return
        assert all(one.severity == "warning" for one in found)
        made = attempt(generator.generate_list, 1, seed)
        assert made is None or made[0].size > 0

    search_long(check)()


def test_configs_searches_and_jobs():
    config = marahel.Config("binary", population=4, maps=2)
    worker = marahel._marahel.Worker(config)
    value = st.one_of(st.text(), st.integers(), st.floats(), st.booleans(), st.lists(st.text()))
    keys = st.sampled_from(["maps", "seed", "search.population", "binary", "x", "a.b", "noise"])

    @examples
    @given(st.dictionaries(keys, value), st.text(), st.lists(st.binary()), anything)
    def check(settings, text, jobs, told):
        attempt(marahel.Config, "binary", settings=settings)
        attempt(marahel.Config, text=text)
        attempt(marahel.Config, text)
        attempt(worker.work, jobs)
        search = marahel.Search(config)
        attempt(search.tell, told)
        search.ask()
        attempt(search.tell, told)

    search_long(check)()
