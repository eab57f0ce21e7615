"""Texts for people have no internal word in them, and name nobody twice."""

from __future__ import annotations

import pytest

from gipf_meta.base.texts import spoken
from gipf_meta.library.listed_matches import result_words
from gipf_meta.library.store import LibraryEntry
from gipf_meta.match.match import Match
from gipf_meta.narration import story
from gipf_meta.narration.endings import duel_news
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import reason_words, title_of
from gipf_meta.protocol.options import configure
from gipf_meta.records.player_names import call_players
from tests.specimens import bundled_games
from tests.tables import table

INSTALLED = load_plugins()
OF_WHITE_AND_BLACK = [
    id
    for id, game in bundled_games().items()
    if id != "gipf" and tuple(game.seat_names) == ("White", "Black")
]
WHITE_IS_BLACK = "In this duel Black of GIPF is White and White of GIPF is Black."


@table("""
    game  | reason              | words
    gipf  | no_move             | the other player has no move left
    zertz | goal                | a goal set is complete
    tamsk | rings               | fewer rings left
    zatre | score               | the most points
    zertz | resign              | resignation
    zertz | time                | no time left
    zertz | struck_by_lightning | struck by lightning
          | no_move             | no move
""")
def test_a_reason_is_told_in_words(game: str, reason: str, words: str) -> None:
    assert reason_words(INSTALLED.games.get(game), reason) == words


def test_the_list_of_matches_tells_a_reason_in_words() -> None:
    over = LibraryEntry(1, "gipf", ("Anna", "Ben"), 72, True, "Ben (no_move)", "", "")
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


def test_bots_have_given_names_and_the_only_person_is_you() -> None:
    game = INSTALLED.find("zertz")
    names, kinds = ["Player 1", "Player 2"], ["human", "medium"]
    assert call_players(names, kinds, game) == ["You", "Nora"]
    with spoken("cs"):
        assert call_players(names, kinds, game) == ["Vy", "Nora"]
        assert call_players(["Ann", "greedy:500"], ["human", "greedy:500"], game)[1] == "Bruno"
        assert call_players(["Ann", "Marie"], ["human", "medium"], game)[1] == "Marie"


@pytest.mark.parametrize(
    ("duel", "seed", "told"),
    [
        *((game, 1, WHITE_IS_BLACK) for game in OF_WHITE_AND_BLACK),
        *((game, 6, "") for game in OF_WHITE_AND_BLACK),  # the lot falls on White, White there, too
        ("tamsk", 1, "In this duel Black of GIPF is Red and White of GIPF is Black."),
        ("tamsk", 6, ""),  # White is Red, and Black is Black there, too
        ("zertz", 1, ""),  # whose players have names that nobody has in GIPF
    ],
)
def test_a_duel_in_which_names_are_mixed_up_says_who_is_who(
    duel: str, seed: int, told: str
) -> None:
    """Where it begins: behind each name, and again at its end, it was said three times."""
    options = {"variant": "basic", "zertz_potentials": "3", "challenges_enabled": "on"}
    gipf = configure(INSTALLED.find("gipf"), {**options, "zertz_duel": duel})
    match = Match.begin(gipf, 2, INSTALLED.find, seed)
    for text in ("Za1-b2", "e9-e8", "Zb2^", "challenge"):
        match = match.play(text)
    expected = [told] if told else []
    assert [line for line in story.stakes(match.sessions) if "In this duel" in line] == expected
    ended = match.resign(0).sessions[0]
    who, what = duel_news(ended, ended.steps[-1], ["Anna", "Ben"])
    assert who == f"Ben won the duel in {title_of(INSTALLED.find(duel))}: Anna resigned."
    assert what.startswith("The jump is lost, and with it the ZÈRTZ-potential on b2")
