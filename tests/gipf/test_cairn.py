"""A package that GIPF has never heard of brings a game and a kind of potentials, examples/cairn:
played, challenged with its own game, saved, read again, drawn."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.match.match import Match
from gipf_meta.narration.prospects import ends_of_duel
from gipf_meta.plugins.loading import Finder, load_plugins
from gipf_meta.plugins.playable import playable
from gipf_meta.protocol.options import OptionError, configure, read_options
from gipf_meta.records.reader import read_match
from gipf_meta.records.writer import to_record
from gipf_meta.render.svg import svg
from gipf_meta.render.text import page
from gipf_meta_gipf import Gipf
from tests.addressed import faults
from tests.gipf.words import board

OPTIONS = {
    "variant": "basic",
    "cairn_potentials": 3,
    "cairn_over": "any",
    "cairn_duel_options": {"height": 3},
    "challenges_enabled": "on",
    "duel_first_player": "owner",
}
TURNS = ("Ca1-b2", "a1-b2", "i3-h3", "a1-b2")
WHITE_WINS = ("b2", "e3", "b3", "e2", "b2-b3", "c1", "b4", "d2", "b3-b4")
BLACK_WINS = ("e3", "b2", "e2", "b3", "c1", "b2-b3", "d2", "b4", "a1", "b3-b4")


@pytest.fixture(scope="module")
def finder() -> Finder:
    """Finds GIPF with the potential of the example, and the game of its duel."""
    folder = str(Path(__file__).parents[2] / "examples" / "cairn")
    sys.path.insert(0, folder)
    cairn: Any = import_module("gipf_meta_cairn")
    kind = import_module("gipf_meta_cairn.potential").KIND
    sys.path.remove(folder)
    return Finder((Gipf.with_kinds(kind), cairn.Cairn))


def announced(finder: Finder) -> Match:
    """White has announced a climb from d4."""
    match = Match.begin(configure(finder("gipf"), OPTIONS), 2, finder)
    for text in (*TURNS, "Cd4^"):
        match = match.play(text)
    return match


def challenged(finder: Finder, moves: tuple[str, ...]) -> Match:
    match = announced(finder).play("challenge")
    assert match.top.game.id == "cairn"
    for move in moves:
        match = match.play(move)
    return match


def standing(match: Match) -> str:
    game: Any = match.sessions[0].game
    return board(game, match.sessions[0].state)


def test_its_power_covers_a_piece(finder: Finder) -> None:
    match = announced(finder).play("allow").play("b2")
    assert standing(match) == "W:cb2,b5,d4,e2,h3,h5 B:c3,e5,e8,h2"
    assert "(Wc2)" in page(match.top.view(None))


def test_whoever_doubts_it_plays_its_game(finder: Finder) -> None:
    works = challenged(finder, WHITE_WINS).play("b2")
    assert "W:cb2," in standing(works)
    denied = challenged(finder, BLACK_WINS)
    assert standing(denied) == "W:b5,d4,e2,h3,h5 B:b2,c3,e5,e8,h2"
    assert denied.player == 0


@pytest.mark.parametrize("moves", [WHITE_WINS[:5], BLACK_WINS])
def test_its_match_is_saved_and_read_again(finder: Finder, moves: tuple[str, ...]) -> None:
    match = challenged(finder, moves)
    record = to_record(match)
    assert "CAIRN-potential" in record.parts
    again = read_match(record, finder)
    assert again.sessions == match.sessions
    assert to_record(again) == record


def test_it_is_drawn_in_the_duel_and_after_it(finder: Finder) -> None:
    inside = challenged(finder, WHITE_WINS[:5]).top.view(None)
    after = challenged(finder, WHITE_WINS).play("b2").top.view(None)
    assert "(W2)" in page(inside)
    for view in (inside, after):
        assert ElementTree.fromstring(svg(view)).tag.endswith("svg")
    assert svg(inside) != svg(after)


# --- the duels of its own ----------------------------------------------------------------------


def contested(options: dict[str, Any], finder: Finder) -> Match:
    """White has climbed onto a stack that is as high."""
    match = Match.begin(configure(finder("cairn"), options), 2, finder)
    for text in ("b2", "e3", "b3", "e2", "b2-b3"):
        match = match.play(text)
    return match


def test_who_plays_is_you_in_every_sentence(finder: Finder) -> None:
    assert faults(configure(finder("cairn"), {"contests": "on"})) == []


@pytest.mark.parametrize("loser", [0, 1])
def test_a_contested_climb_is_decided_by_a_duel(finder: Finder, loser: int) -> None:
    match = contested({"contests": "on", "duel": "elsewhere"}, finder)
    assert [session.game.id for session in match.sessions] == ["cairn", "elsewhere"]
    below = match.sessions[0].view(None)
    assert below.stakes[0] == "White climbs b2-b3, onto a stack as high, and Black contests it."
    with told_to(Addressee(("Anna", "Mia"), you=0)):
        told = match.sessions[0].view(None).stakes
    assert told == (
        "You climb b2-b3, onto a stack as high, and Mia contests it.",
        "If you win the duel, the stack climbs; else it stays, and the turn is over.",
    )
    assert below.announced == (("b2", "b3"),)
    ends = ends_of_duel(match.sessions[0], 0, 0)
    heights = [[piece.stack for piece in end.view.pieces if piece.at == "b3"] for end in ends]
    assert (heights, [end.words for end in ends]) == ([[2], [1]], ["If you win", "If you lose"])
    match = match.resign(loser)
    assert match.top.turn_texts()[-1] == ("b2-b3,-elsewhere", "b2-b3,+elsewhere")[loser]
    assert "(W2)" in page(match.top.view(None)) or not loser
    assert match.player == 1
    record = to_record(match)
    assert read_match(record, finder).sessions == match.sessions


def test_a_duel_that_is_not_installed_gives_way_to_the_die(finder: Finder) -> None:
    installed = load_plugins()
    options = {"contests": "on", "duel": "elsewhere"}
    game, notices = playable(configure(finder("cairn"), options), installed)
    assert (game.duel, notices) == ("elsewhere", ())  # type: ignore[attr-defined]
    missing = finder("cairn").model_validate({"contests": "on", "duel": "nothing_here"})
    game, notices = playable(missing, installed)
    assert game.duel == "die"  # type: ignore[attr-defined]
    assert notices == (
        "The game nothing_here is not installed, so a die decides contested climbs.",
    )


def test_options_of_its_duel_are_set_and_checked(finder: Finder) -> None:
    typed = ("contests=on", "duel=zertz", "duel.variant=nonsense")
    options = read_options(finder("cairn"), typed, finder)
    assert options["duel_options"] == {"variant": "nonsense"}
    with pytest.raises(OptionError, match="variant"):
        playable(configure(finder("cairn"), options), load_plugins())
