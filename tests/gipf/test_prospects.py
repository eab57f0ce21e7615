"""Pictures of what follows answers to an announced power (`docs/reference/gipf.md` §10)."""

from __future__ import annotations

import pytest

from gipf_meta.match.session import Session
from gipf_meta.narration.prospects import courses, ends_of_duel, places_at_stake
from gipf_meta.protocol.game import Chance
from gipf_meta.protocol.view import View
from gipf_meta.render.board import pieces_by_place
from gipf_meta.render.scene import view_scene
from gipf_meta.render.svg import board_part, svg
from tests.gipf.boards import drawn
from tests.gipf.test_challenge import CENTRED, linked
from tests.gipf.words import decided

TWO_WAYS = """
          b1   W   B   .   .  b6
        c1   .  ZW   W   .   .  c7
      d1   .   W   .   .   .   .  d8
    e1   .   .   .   B   .   .   .  e9
"""
"""A potential on c3 that can jump to c5 and to e3 (Z3 of §9.5)."""


def after(*decisions: str, picture: str = TWO_WAYS) -> Session:
    """GIPF after White has announced the power of a potential, and more *decisions*."""
    g = linked()
    return Session(g, decided(g, drawn(g, picture), *decisions), (0, 1))


def labels(view: View) -> dict[str, str]:
    return {at: piece.label for at, piece in pieces_by_place(view).items()}


@pytest.mark.needs("zertz")
def test_each_answer_is_called_and_shown_with_what_it_leads_to() -> None:
    allow, challenge = courses(after("Zc3^"), 1, 1)
    assert (allow.word, allow.title) == ("allow", "Allow")
    assert (challenge.word, challenge.title) == ("challenge", "Challenge to a duel in ZÈRTZ")
    assert [each.words for each in allow.prospects] == [""]
    assert [each.words for each in challenge.prospects] == ["If you win", "If you lose"]
    won, lost = challenge.prospects
    assert labels(won.view)["c3"] == "W", "the potential is lost, its base stays"
    assert [(mark.at, mark.kind) for mark in won.view.marks] == [("c3", "capture")]
    assert not won.ways
    for made in (allow.prospects[0], lost):
        assert made.possible == {way[-1] for way in made.ways} == {"c5", "e3"}
        assert [labels(made.view)[at] for at in ("c3", "c5", "e3")] == ["W", "Wz", "Wz"]
    assert courses(after("Zc3^"), 1, None)[1].prospects[0].words == "If White wins"


@pytest.mark.needs("zertz")
def test_a_power_that_enters_anew_shows_where() -> None:
    allow, _challenge = courses(after("+", picture=CENTRED), 1, 1)
    (made,) = allow.prospects
    assert labels(made.view)["e5"] == "W"
    assert {mark.kind for mark in made.view.marks} == {"legal"}
    assert {mark.at for mark in made.view.marks} >= {"a1", "i5"}


@pytest.mark.needs("zertz")
def test_where_nobody_can_challenge_nothing_is_foretold() -> None:
    assert courses(after("Zc3^"), 0, 0) == (), "who has announced has nothing to answer"
    assert courses(after("Zc3^", "allow"), 0, 0) == ()
    assert ends_of_duel(after("Zc3^", "allow"), 0, 0) == ()


@pytest.mark.needs("zertz")
def test_during_the_duel_its_ends_are_shown() -> None:
    lots = after("Zc3^", "challenge")
    assert isinstance(lots.status, Chance)
    won, lost = ends_of_duel(lots.play(None, lots.status.outcomes[0][0]), 0, 0)
    assert (won.words, lost.words) == ("If you win", "If you lose")
    assert won.ways
    assert not lost.ways


def test_an_announced_move_is_drawn_with_the_piece_lifted() -> None:
    view = after("Zc3^").view(1)
    assert set(view.announced) == {("c3", "c4", "c5"), ("c3", "d3", "e3")}
    drawn_view, scene = svg(view), view_scene(view)
    assert all(f'data-way="{goal}"' in drawn_view for goal in ("c5", "e3"))
    assert sorted(key for key in scene if key.startswith("way:")) == ["way:c5", "way:e3"]
    lifted = [key for key in scene if "scale(1.1)" in str(scene[key])]
    assert lifted == ["piece:c3"]


@pytest.mark.needs("zertz")
def test_a_picture_shows_the_part_of_the_board_that_is_at_stake() -> None:
    session = after("Zc3^")
    view = session.view(1)
    prospects = [each for course in courses(session, 1, 1) for each in course.prospects]
    places = places_at_stake(view, prospects)
    assert {"c3", "c5", "e3"} <= {*places}
    parts = [board_part(each.view, places, each.ways, each.possible) for each in prospects]
    assert len({part.box for part in parts if part}) == 1, "all show the same part"
    whole = board_part(view, ())
    assert parts[0] is not None
    assert whole is not None
    assert parts[0].box[2] < whole.box[2]
    assert len(parts[0].markup) < len(whole.markup)
    assert board_part(View(()), ()) is None
