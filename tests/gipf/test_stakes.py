"""Sentences on a challenge (`docs/reference/gipf.md` §10): the stakes, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

from gipf_meta_gipf import Gipf
from gipf_meta_gipf.state import Outcome, State
from tests.gipf.boards import drawn
from tests.gipf.test_challenge import CENTRED, JUMPER, challenged, linked
from tests.gipf.words import decided

LOST = "the jump is lost, and with it the ZÈRTZ-potential on c3; the piece below stays"


def said(g: Gipf, state: State, seat: int | None = None) -> str:
    return " ".join(g.view(state, seat).stakes)


def in_a_duel(kind: str, **options: Any) -> tuple[Gipf, State]:
    g = linked(**options)
    picture, announced = (JUMPER, "Zc3^") if kind == "jump" else (CENTRED, "+")
    return g, challenged(g, drawn(g, picture), announced)


@pytest.mark.parametrize(
    ("kind", "seat", "claim"),
    [
        ("jump", None, "Black challenges White's jump from c3."),
        ("jump", 0, "Black challenges your jump from c3."),
        ("jump", 1, "You challenge White's jump from c3."),
        ("extra move", None, "Black challenges White's extra move from e5."),
        ("extra move", 0, "Black challenges your extra move from e5."),
        ("extra move", 1, "You challenge White's extra move from e5."),
    ],
)
def test_the_first_sentence_says_who_challenges_what(
    kind: str, seat: int | None, claim: str
) -> None:
    g, state = in_a_duel(kind)
    assert g.view(state, seat).stakes[0] == claim


def test_what_winning_losing_and_a_draw_mean_and_how_many_challenges_are_left() -> None:
    g, state = in_a_duel("jump")
    assert g.view(state, 0).stakes[1:] == (
        "If you win the duel, the jump is made.",
        f"If Black wins the duel, {LOST}.",
        "After a draw another duel is played; this is duel 1 of 3.",
        "Challenges left against ZÈRTZ: White 1, Black 0.",
    )
    _, state = in_a_duel("extra move")
    told = said(g, state)
    assert "If White wins the duel, the extra move is made." in told
    assert (
        "the extra move is lost, and with it the TAMSK-potential on e5; the piece below stays"
        in told
    )
    assert "Challenges left against TAMSK: White 1, Black 0." in told


def test_before_the_challenge_it_is_said_what_one_would_mean() -> None:
    g = linked()
    state = decided(g, drawn(g, JUMPER), "Zc3^")
    for seat in (None, 0, 1):
        told = g.view(state, seat).stakes
        assert told[0] == "If it is challenged, a duel decides."
        assert "If White wins the duel, the jump is made." in told
        assert told[-1] == "Challenges left against ZÈRTZ: White 1, Black 1."
    assert said(g, decided(g, state, "allow")) == ""


def test_one_counter_for_both_kinds_is_told_as_one() -> None:
    g, state = in_a_duel("jump", challenges_per_kind="off")
    assert "Challenges left: White 1, Black 0." in said(g, state)


@pytest.mark.parametrize(
    ("options", "outcome", "news"),
    [
        ({}, Outcome(0, "zertz"), "The jump from c3 is saved."),
        (
            {},
            Outcome(1, "zertz"),
            f"T{LOST[1:]}.",
        ),
        (
            {},
            Outcome(None, "zertz"),
            "Black begins duel 2 of 3.",
        ),
        (
            {"duel_attempts": 1},
            Outcome(None, "zertz"),
            "The last draw counts for White: the jump from c3 is saved.",
        ),
        (
            {"duel_draw_policy": "challenger_wins"},
            Outcome(None, "die"),
            f"The draw counts for Black: {LOST}.",
        ),
    ],
)
def test_the_way_back_says_what_happened(
    options: dict[str, Any], outcome: Outcome, news: str
) -> None:
    g, state = in_a_duel("jump", **options)
    assert g.happenings(state, outcome) == (news,)
    if options:
        last = said(g, state)
        assert "A draw counts as a win of" in last


def test_the_lot_is_told() -> None:
    g = linked()
    state = decided(g, drawn(g, JUMPER), "Zc3^", "challenge")
    told = [g.happenings(state, lot)[0] for lot, _ in g.status(state).outcomes]  # type: ignore[union-attr]
    assert told == [
        "The lot falls on White, who begins the duel.",
        "The lot falls on Black, who begins the duel.",
    ]
    assert not g.happenings(drawn(g, JUMPER), g.parse(drawn(g, JUMPER), 0, "Zc3^"))
