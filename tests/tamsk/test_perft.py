"""The published numbers of legal turns of TAMSK, without time between them, counted by both
engines."""

from __future__ import annotations

import re

import pytest

from gipf_meta_tamsk import Tamsk
from tests.perft import Case, check, check_other, tiered
from tests.tamsk.naive import GLASSES, Glass, Naive, State


def read(text: str) -> State:
    """A position in which nothing is lifted, late or over, for the second engine."""
    _level, side, left, red, black, rings, timer, skip, opened, now, *idle = text.split(" ")
    t = int(now.removeprefix("t:"))
    white, other = map(int, left.split("/"))
    skips = skip.removeprefix("skip:").split("/")
    glasses = [*red.removeprefix("R:").split(","), *black.removeprefix("B:").split(",")]
    ring = opened.removeprefix("open:")
    assert timer == "timer:-"
    return State(
        rings_left={"R": white, "B": other},
        glass={name: glass(field, t) for name, field in zip(GLASSES, glasses, strict=True)},
        t=t,
        to_move=side,
        rings_on={
            each[:2]: int(each[2:]) for each in rings.removeprefix("rings:").split(",") if each[1:]
        },
        skip={"R": int(skips[0]), "B": int(skips[1])},
        open_ring=None if ring == "-" else (ring[:2], ring[2]),
        idle_turns=int(idle[0].removeprefix("idle:")) if idle else 0,
    )


def glass(field: str, t: int) -> Glass:
    """One glass of a position at the time *t*."""
    space, sign, ms = re.split("([~x])", f"{field}x", maxsplit=1)
    if not ms:
        return Glass(None if space == "-" else space)
    at = int(ms.removesuffix("x"))
    return Glass(space, "running", t + at) if sign == "~" else Glass(space, "dead", at)


def test_positions_are_read_as_they_are_written() -> None:
    for case in tiered(Tamsk, 10**9, 10**9):
        if (text := case.benchmark.position) is not None:
            assert Naive(**case.benchmark.options).position(read(text)) == text


@pytest.mark.parametrize("case", tiered(Tamsk, 3_000, 60_000), ids=str)
def test_the_engine_counts_what_is_published(case: Case) -> None:
    check(Tamsk, case)


@pytest.mark.parametrize("case", tiered(Tamsk, 80, 1_200, 60_000), ids=str)
def test_the_second_engine_counts_the_same(case: Case) -> None:
    naive, position = Naive(**case.benchmark.options), case.benchmark.position
    state = naive.start() if position is None else read(position)
    check_other(case, lambda s: {each: naive.event(s, each) for each in naive.moves(s)}, state)
