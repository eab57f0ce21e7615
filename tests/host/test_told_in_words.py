"""What people read of a match has no internal word in it, and names nobody twice."""

from __future__ import annotations

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.library.entry_words import result_words
from gipf_meta.library.store import Entry
from gipf_meta.match.match import Match
from gipf_meta.narration import story
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import reason_words
from gipf_meta.protocol.options import configure
from gipf_meta.records.people import call_players

INSTALLED = load_plugins()


@pytest.mark.parametrize(
    ("game", "reason", "words"),
    [
        ("gipf", "no_move", "the other player has no move left"),
        ("zertz", "goal", "a goal set is complete"),
        ("tamsk", "rings", "fewer rings left"),
        ("zatre", "score", "the most points"),
        ("zertz", "resign", "resignation"),
        ("zertz", "time", "no time left"),
        ("zertz", "struck_by_lightning", "struck by lightning"),
        ("", "no_move", "no move"),
    ],
)
def test_a_reason_is_told_in_words(game: str, reason: str, words: str) -> None:
    assert reason_words(INSTALLED.games.get(game), reason) == words


def test_the_list_of_matches_tells_a_reason_in_words() -> None:
    over = Entry(1, "gipf", ("Anna", "Ben"), 72, True, "Ben (no_move)", "", "")
    assert result_words(over, INSTALLED.games) == "Ben (the other player has no move left)"


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Enter a piece.", "Anna as White: Enter a piece."),
        ("White must jump.", "Anna: White must jump."),
        ("Anna is asked.", "Anna is asked."),
    ],
)
def test_a_question_says_once_whom_it_asks(prompt: str, told: str) -> None:
    match = Match.begin(configure(INSTALLED.find("gipf"), {}), 2, INSTALLED.find, 0)
    assert story.address(prompt, match.top, 0, ["Anna", "Ben"]) == told


def test_bots_have_names_in_the_language_of_the_reader() -> None:
    game = INSTALLED.find("zertz")
    names, kinds = ["Player 1", "Player 2"], ["human", "medium"]
    assert call_players(names, kinds, game) == ["You", "medium"]
    with spoken("cs"):
        assert call_players(names, kinds, game) == ["Vy", "střední"]
        assert call_players(["Ann", "greedy:500"], ["human", "greedy:500"], game)[1] == "hltavý:500"
        assert call_players(["Ann", "Marie"], ["human", "medium"], game)[1] == "Marie"
