"""A player's turn is told in whole and in words, whatever was told of it before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from textwrap import wrap
from typing import Any

import pytest

from gipf_meta.base.addressee import told_to
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.narration import prompts, story
from gipf_meta.narration.news import news
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.capabilities import Narrated
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure
from gipf_meta.records.models import Seat
from gipf_meta.render.speech import begin_sentence
from gipf_meta.search.analysis import analyse
from gipf_meta.search.budget import Budget
from gipf_meta.search.search_tree import Node, SearchedDecision, options
from tests.specimens import find_specimens
from tests.tables import table

INSTALLED = load_plugins()
MIXED_UP = [
    game
    for game in find_specimens()
    if game != "gipf" and {"White", "Black"} & {*INSTALLED.find(game).seat_names}
]
"""The games in which a name of GIPF's players is that of a seat."""
GAMES = [(game, dict(said.told)) for game, said in find_specimens().items()]
FAULTY = (
    (r"one of: [^,;.]+[.;]", "a list of one"),
    (r"\b([2-9]|\d\d+) (white |black |[A-Z]+ |red |grey )+(piece|marble|ring|tile)\b(?!-)", "one"),
    (r"\b1 (points|rings|pieces|marbles|tiles|turns)\b", "one of many"),
    (r", capturing\.", "nothing that is captured"),
    (r"\(\w+ \(", "a bracket inside a bracket"),
)  # fmt: skip


def played(game: str, options: dict[str, Any], seed: int, decisions: int) -> Iterator[Match]:
    """A match of random decisions, after each of them."""
    rng = Random(seed)
    match = Match.begin(configure(INSTALLED.find(game), options), 2, INSTALLED.find, seed).resolve()
    yield match
    for _n in range(decisions):
        if not isinstance(match.top.status, Turn):
            return
        seat = match.top.status.seat
        move = rng.choice(match.top.game.legal_moves(match.top.state, seat))
        match = match.play(match.top.game.format(match.top.state, move), match.player)
        yield match


def last_turn_done(session: Session) -> str:
    """The decisions of the last seat in its turn, in the words of the game."""
    last, game = session.steps[-1], session.game
    assert isinstance(game, Narrated)
    steps = [step for step in session.last_turn if step.seat == last.seat and step.duel is None]
    return ", then ".join(filter(None, (game.predicate(each.before, each.move) for each in steps)))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_turn_is_told_whole_in_a_sentence_by_the_name_of_who_played_it(
    game: str, options: dict[str, Any]
) -> None:
    """It was told as notation and then as the labels of buttons: ``Ann as White: Wd4,a1: place a
    white marble on d4; remove ring a1``."""
    seen: Match | None = None
    for match in played(game, options, 3, 45):
        if seen is not None and match.top.steps and len(match.sessions) == len(seen.sessions):
            told = [*news(seen.sessions, match.sessions, ["Ann", "Bob"], in_words=True)]
            seat = match.top.steps[-1].seat
            if seat is not None and (done := last_turn_done(match.top)):
                name = ["Ann", "Bob"][match.top.players[seat]]
                assert f"{name} {done}." in told, (told, done)
        seen = match


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_no_sentence_counts_wrongly_and_no_question_is_cut(
    game: str, options: dict[str, Any]
) -> None:
    seen: Match | None = None
    for match in played(game, options, 4, 40):
        view = match.top.view(None)
        # a terminal of 80 columns has two rows for the question beside one status line and words
        assert len(wrap(view.prompt, 78)) <= 2, view.prompt
        said = [view.prompt, view.caption, *(choice.label for choice in view.choices[:6])]
        if seen is not None:
            said += news(seen.sessions, match.sessions, ["Ann", "Bob"], in_words=True)
        for sentence in said:
            for pattern, fault in FAULTY:
                assert not re.search(pattern, sentence), (fault, sentence)
        seen = match


def test_what_happened_in_the_turn_is_told_again_only_to_who_sees_the_last_news_alone() -> None:
    matches = [*played("zatre", {}, 5, 8)]
    drawn = next(n for n, match in enumerate(matches) if _has_drawn(match) and n > 1)
    seen, now = matches[drawn + 0], matches[drawn + 1]
    once = [*news(seen.sessions, now.sessions, ["Ann", "Bob"])]
    again = [*news(seen.sessions, now.sessions, ["Ann", "Bob"], again=True)]
    assert not any("draws" in line for line in once)
    assert any("draws" in line for line in again[: -len(once)])
    assert again[-len(once) :] == once


def _has_drawn(match: Match) -> bool:
    return match.top.steps[-1:] != () and match.top.steps[-1].seat is None


@pytest.mark.parametrize("duel", MIXED_UP)
def test_nobody_is_called_by_a_colour_that_is_another_seat_of_the_duel(duel: str) -> None:
    game = configure(INSTALLED.find(duel), {})
    top = Session(game, game.start(2), (1, 0))
    names = ["White", "Black"]
    called = story.players_by_seat(top, names)
    own = game.seat_names
    assert called == [f"{own[0]} (Black in the match)", f"{own[1]} (White in the match)"]
    assert story.address("White is asked.", top, 0, names) == f"{called[0]}: White is asked."
    assert story.players_by_seat(top, ["Ann", "Bob"])[0] == f"Bob as {own[0]}"
    alike = Session(game, game.start(2), (0, 1))
    if own == ("White", "Black"):
        assert story.players_by_seat(alike, names) == names


def test_two_bots_of_one_kind_have_two_names() -> None:
    match = Match.begin(configure(INSTALLED.find("zertz"), {}), 2, INSTALLED.find, 0)
    people = [Seat(name="Player 1", player="greedy"), Seat(name="Player 2", player="greedy")]
    with told_to(story.addressee_of(people, match)):
        heading = prompts.heading(match.sessions, ())
        assert heading == "ZÈRTZ   Bruno against Bruno (2)"
        assert story.head(match.top, ()) == "ZÈRTZ: Bruno, Bruno (2)"


@table("""
    label                    | begun
    a2 to b3                 | a2 to b3
    x c2Bc4: jump            | x c2Bc4: jump
    place a ring             | Place a ring
    pass, which costs a turn | Pass, which costs a turn
    a draw                   | A draw
""")
def test_notation_at_the_beginning_of_a_sentence_stays_as_it_is(label: str, begun: str) -> None:
    assert begin_sentence(label) == begun


def test_best_lines_stand_in_the_order_of_the_chances_they_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = Match.begin(configure(INSTALLED.find("zertz"), {}), 2, INSTALLED.find, 0).top

    def unsorted(root: Node) -> list[SearchedDecision]:
        values = (0.0, -0.4, 0.2)
        return [
            replace(each, value=value) for each, value in zip(options(root), values, strict=False)
        ]

    monkeypatch.setattr("gipf_meta.search.search_tree.options", unsorted)
    found = analyse(start.game, start.state, 2, Budget(10), Random(2))
    assert [line.chances for line in found.lines] == [60, 50, 30]
    assert found.headline("Ann").startswith("On turn: Ann, chances 60 %.")
