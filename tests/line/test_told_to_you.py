"""A person who plays a bot is told of himself and of it by name, in every game and on every face:
never of ``Player 2`` or of the beginner (ADR 0050)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gipf_meta.base.addressee import told_to
from gipf_meta.hub.scenes import room_scene
from gipf_meta.library.store import Library
from gipf_meta.line.played_match import telling
from gipf_meta.records.exporting import export
from gipf_meta.records.player_names import PERSON
from tests.line.rooms_here import FOUND, game_of, sit
from tests.tiers import slow, soak
from tests.told import BOT, games_of_two, odd_sentences, walk

GAMES = games_of_two()


@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda each: str(each)[:12])
@pytest.mark.sample(4)
def test_no_screen_of_two_players_names_a_seat_by_its_number_or_a_level(
    game: str, options: Mapping[str, Any]
) -> None:
    shown = [*walk(game, options, seed=1, most=8)]
    assert [each for each in shown if each.names_seat_or_level] == []
    assert any(each.text == "You" for each in shown if each.place == "page player name")
    assert any(each.text == "Mia" for each in shown if each.place == "page player name")
    headings = {each.text for each in shown if each.place == "page heading text"}
    assert all("You" in each and "Mia" in each for each in headings)


@pytest.mark.parametrize("seed", [1, *slow(2), *soak(3)])
@pytest.mark.parametrize(("game", "options"), GAMES, ids=lambda each: str(each)[:12])
def test_no_sentence_of_a_match_is_told_again_in_its_turn_or_disagrees_with_its_subject(
    game: str, options: Mapping[str, Any], seed: int
) -> None:
    assert [*odd_sentences(game, options, seed)] == []


def _whole_matches() -> Iterator[object]:
    """Each game with one seed: every second one with an odd seed, of which a person begins."""
    for number, (game, options) in enumerate(GAMES):
        for seed in range(2, 8):
            tier = slow if seed == 2 + number % 2 else soak
            yield from tier(pytest.param(game, options, seed))


@pytest.mark.parametrize(
    ("game", "options", "seed"), [*_whole_matches()], ids=lambda each: str(each)[:12]
)
def test_no_screen_of_whole_matches_names_a_seat_by_its_number_or_a_level(
    game: str, options: Mapping[str, Any], seed: int
) -> None:
    assert [each for each in walk(game, options, seed) if each.names_seat_or_level] == []


@pytest.mark.needs("gipf", "zertz")
def test_records_ledgers_and_exports_know_no_you_and_no_given_name(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.db")
    sitting = sit(game_of("zertz"), [PERSON, BOT], library)
    for _turn in range(4):
        sitting.let_bots_decide()
        sitting.play_first()
    with telling(sitting.played):  # as a face does that saves while it speaks
        record = sitting.played.record()
        texts = [export(record, FOUND.find, form) for form in ("", ".txt", ".sgf")]
    kept = json.dumps([event.model_dump(mode="json") for event in sitting.events])
    for text in (*texts, kept):
        assert "You" not in text
        assert "Mia" not in text


def test_who_watches_a_match_against_a_bot_reads_of_no_you() -> None:
    sitting = sit(game_of("zertz"), [PERSON, BOT])
    scene = json.dumps(room_scene(sitting.played.room, "somebody else"))
    assert '"Mia"' in scene
    assert '"You' not in scene


def test_without_a_reader_players_are_called_by_their_seats() -> None:
    sitting = sit(game_of("zertz"), [PERSON, BOT])
    with told_to(None):
        view = sitting.table.view()
    assert view.caption == "Turn 1, Player 1."
