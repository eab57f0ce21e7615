"""Any value that is passed to the public API is accepted, or refused in a sentence of its own."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import gipf_meta as gm
from gipf_meta.cli import run

MATCH = gm.new_match("zertz", seed=1)
STUDY = gm.study(MATCH).play("Wd4,d1")
DUEL = gm.new_match("die", seed=1)
VALUES: tuple[Any, ...] = (
    None, 1.5, math.nan, math.inf, -1, 10**30, True, "", "１２", "no", b"x", object(), [], {}, (),
)  # fmt: skip
DOOR: dict[str, Callable[[Any], object]] = {
    "perft": DUEL.perft,
    "advance": MATCH.advance,
    "play": MATCH.play,
    "play as": lambda value: MATCH.play("Wd4", player=value),
    "legal_for": lambda value: list(MATCH.legal_for(value)),
    "resign": MATCH.resign,
    "with_duel": MATCH.with_duel,
    "svg": lambda value: MATCH.svg(player=value),
    "analyse": lambda value: gm.analyse(DUEL, value),
    "analyse, seed": lambda value: gm.analyse(DUEL, 1, value),
    "analyse, by": lambda value: gm.analyse(DUEL, 1, by=value),
    "bot": gm.bot,
    "play_out": lambda value: MATCH.play_out(value, value),
    "seats": lambda value: gm.new_match("zertz", seats=value),
    "seed": lambda value: gm.new_match("zertz", seed=value),
    "clock": lambda value: gm.new_match("zertz", clock=value),
    "position": lambda value: gm.new_match("zertz", position=value),
    "names": lambda value: gm.new_match("zertz", names=[value, "Bob"]),
    "game": lambda value: gm.new_match(value),
    "options": lambda value: gm.new_match("zertz", board=value),
    "options of": gm.options,
    "study": gm.study,
    "go": STUDY.go,
    "try": STUDY.play,
    "write": STUDY.write,
    "write at": lambda value: STUDY.write("x", at=value),
    "signs": lambda value: STUDY.write(signs=value),
    "promote": STUDY.promote,
    "delete": STUDY.delete,
}


@pytest.mark.parametrize("door", DOOR)
def test_no_value_comes_through_a_door_with_an_error_of_python(door: str) -> None:
    told = []
    for value in VALUES:
        try:
            DOOR[door](value)
        except gm.GipfMetaError as error:
            told.append(str(error))
    assert told
    assert all(each.endswith((".", "?")) for each in told)


def test_what_is_no_number_is_refused_with_what_would_be_one() -> None:
    for ask, what in (
        (lambda: MATCH.perft(1.5), "turns is a whole number from 0 to 200, and not 1.5."),  # type: ignore[arg-type]
        (lambda: MATCH.advance(math.nan), "milliseconds is a whole number from 0"),  # type: ignore[arg-type]
        (lambda: gm.analyse(MATCH, math.nan), "positions is a whole number from 1"),  # type: ignore[arg-type]
        (lambda: MATCH.play(None), "A decision is a text, and not None."),  # type: ignore[arg-type]
    ):
        with pytest.raises(gm.GipfMetaError, match=what):
            ask()


def test_a_bot_is_no_seat() -> None:
    with pytest.raises(gm.UnknownBot) as error:
        gm.bot("deepblue")
    assert "human" not in str(error.value)


@pytest.mark.parametrize("lot", [[], ["--lot"]])
def test_nobody_who_is_named_is_left_out_without_a_word(
    lot: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["random", "random", "random", "nope"]
    assert run(["play", "zertz", "--plain", *lot, "--seats", *seats]) == 2
    told = capsys.readouterr()
    assert "ZÈRTZ is for 2 players, not for 4." in told.err
    assert run(["play", "zertz", "--plain", *lot, "--seats", "random", "nope"]) == 2
    assert "There is no player 'nope'; a seat is human or one of" in capsys.readouterr().err
