"""Results of matches in the words of lists, for their player and for others, in both languages."""

from __future__ import annotations

import pytest

from gipf_meta.base.texts import speak
from gipf_meta.library.outcome_words import moves_words, result_sentence, turn_sentence
from gipf_meta.records.player_names import PERSON

TWO, THREE, SOLO = ("You", "Mia"), ("You", "Mia", "Oskar"), ("You",)
OTHERS = ("Anna", "Ben", "Cyril")


@pytest.mark.parametrize(
    ("called", "own", "winners", "words"),
    [
        (TWO, 0, (0,), "Won against Mia"),
        (TWO, 0, (1,), "Lost to Mia"),
        (TWO, 0, (), "Drawn with Mia"),
        (THREE, 0, (0,), "Won against Mia and Oskar"),
        (THREE, 0, (0, 1), "Won against Oskar"),
        (THREE, 0, (1, 2), "Lost to Mia and Oskar"),
        (SOLO, 0, (0,), "Won"),
        (SOLO, 0, (), "Drawn"),
        (OTHERS[:2], None, (0,), "Anna beat Ben"),
        (OTHERS, None, (1,), "Ben beat Anna and Cyril"),
        (OTHERS, None, (0, 1, 2), "Anna, Ben and Cyril won"),
        (OTHERS[:2], None, (), "Anna and Ben: a draw"),
        (TWO, 0, (7,), "Drawn with Mia"),  # a winner whom the record does not name
    ],
)
def test_a_result_is_read_by_its_player_and_by_others(
    called: tuple[str, ...], own: int | None, winners: tuple[int, ...], words: str
) -> None:
    assert result_sentence(called, own, winners) == words


@pytest.mark.parametrize(
    ("called", "own", "player", "words"),
    [
        (TWO, 0, 0, "Your move against Mia"),
        (TWO, 0, 1, "Waiting for Mia"),
        (SOLO, 0, 0, "Your move"),
        (TWO, 0, None, "You against Mia"),
        (TWO, 0, 5, "You against Mia"),
        (OTHERS[:2], None, 1, "Anna against Ben"),
        ((), None, None, ""),
    ],
)
def test_whose_turn_it_is_where_that_is_known(
    called: tuple[str, ...], own: int | None, player: int | None, words: str
) -> None:
    kinds = [PERSON if name in (*OTHERS, "You") else "beginner" for name in called]
    assert turn_sentence(called, kinds, own, player) == words


def test_moves_are_counted_as_each_language_counts() -> None:
    assert [moves_words(n) for n in (0, 1, 2, 27)] == ["0 moves", "1 move", "2 moves", "27 moves"]
    speak("cs")
    assert [moves_words(n) for n in (1, 2, 5)] == ["1 tah", "2 tahy", "5 tahů"]
