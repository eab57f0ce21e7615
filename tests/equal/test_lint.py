"""Code that decides computes alike on every machine
(docs/decisions/0022-equal-by-arithmetic.md)."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Final

import pytest

from building.sources import ROOT
from tests.equal.lint import SENTENCES, find_violations

FOLDERS = (
    *("base", "protocol", "match", "search", "bots", "duels"),
    *("rooms", "deeds", "hub", "records", "table"),
)
"""The folders of the host on which a decision can depend."""
MODULES = ("workshop/arena/referee.py", "workshop/arena/schedule.py")
"""The modules of the arena that decide; its standings of a tournament decide nothing in it."""

LEARNING: Final = (
    "examples/engines/network_engine.py",
    "examples/learner/learner.py",
    "examples/learner/network.py",
    "examples/learner/player.py",
)
"""Examples of networks in NumPy: equal on one machine alone, as their pages say."""
REMEMBER: Final = (
    "gipf_meta/match/session.py",
    "gipf_meta/protocol/view.py",
    "gipf_meta/hub/scenes.py",
)
"""Modules that remember what was made of a value by its address, and keep the value meanwhile: what
they answer does not depend on the address."""


def modules() -> list[Path]:
    """All modules that decide: those of the host, and every plugin."""
    host = ROOT / "gipf_meta"
    found = [*(path for folder in FOLDERS for path in (host / folder).rglob("*.py"))]
    found += [host / name for name in MODULES]
    found += ROOT.glob("plugins/*/gipf_meta_*/**/*.py")
    found += ROOT.glob("examples/*/*.py")
    return sorted(set(found) - {ROOT / name for name in LEARNING})


def test_what_decides_computes_alike_everywhere() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{found.line}: {found.sentence}"
        for path in modules()
        for found in find_violations(path.read_text("utf-8"))
        if not (found.kind == "hash" and path.relative_to(ROOT).as_posix() in REMEMBER)
    ]
    assert not wrong, "\n".join(wrong)


PLANTED = {
    "math": [
        "from math import exp",
        "from math import sqrt, tanh",
        "import math\nmath.log(2)",
        "import math as m\nm.cos(1)",
        "import math\nlist(map(math.tanh, ()))",
    ],
    "module": ["import statistics", "from statistics import mean", "import cmath"],
    "power": ["x = 2\ny = x ** 0.5", "x = 2.0\nx **= 2", "pow(2, 0.5)", "10 ** (-3 / 4)"],
    "sum": [
        "sum([0.5, 0.25])",
        "shares = [share / 2 for share in (1, 2)]\nwhole = sum(shares)",
        "def whole(shares: list[float]) -> float:\n    return sum(shares)",
        "class Lead:\n    worth: float\ndef whole(all):\n    return sum(one.worth for one in all)",
        "def worth(of: int) -> float: ...\nwhole = sum(worth(n) for n in range(3))",
        "SCORES = (0.0, 1.0)\nwhole = sum(score * n for score, n in zip(SCORES, (1, 2)))",
    ],
    "draw": ["def error(rng):\n    return rng.gauss(0, 1)", "lot = lots.sample([1, 2], 1)"],
    "random": ["import random", "from random import choice"],
    "hash": ["hash((1, 2))", "id(print)", "sorted(x, key=lambda one: id(one))"],
    "size": ["import sys\nsys.maxsize", "from sys import maxsize"],
    "set": [
        "for place in {1, 2}: ...",
        "places = set((1, 2))\nfor place in places: ...",
        "def names(of: set[str]) -> list[str]:\n    return [name for name in of]",
        "class Side:\n    held: frozenset[int]\ndef a(of):\n    return next(n for n in of.held)",
        "tuple({1, 2} | {3})",
        "places = {n for n in (1, 2)}\n'/'.join(places)",
        "places = {1, 2}\nlast = places.pop()",
        "def reached() -> set[int]: ...\nfound = [*reached()]",
        "def two(most, places: set[int]):\n    return list(most or places.difference((1,)))",
    ],
}
"""The sources in which the lint must find a fault, by its kind."""


@pytest.mark.parametrize(
    ("kind", "source"), [(kind, source) for kind, planted in PLANTED.items() for source in planted]
)
def test_a_planted_violation_is_found(kind: str, source: str) -> None:
    assert kind in {found.kind for found in find_violations(source)}


def test_every_kind_of_violation_was_planted() -> None:
    assert {*PLANTED} == {*SENTENCES}


def test_what_is_the_same_everywhere_is_let_through() -> None:
    source = """
        from math import floor, fsum, inf, sqrt
        from random import Random
        MOST = 10**15
        class State:
            weight: float
            def __hash__(self) -> int:
                return hash(self.fields())
        def worth(shares: list[float], places: set[int], rng: Random) -> float:
            lowest = min(places)
            for place in sorted(places):
                lowest += place
            names = sorted(name for name in places)
            if 3 in places and all(place for place in places):
                places = {place + 1 for place in places}
            whole = 0.0
            for share in shares:
                whole += share
            rng.shuffle(names)
            pieces = sum(1 for place in names)
            return sqrt(whole) + fsum(shares) + pieces + sum(weight for weight in names)
    """
    assert find_violations(dedent(source)) == []
