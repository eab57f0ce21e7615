"""News that are found step by step are those that are told from scratch."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.narration.news import news
from gipf_meta.narration.news_so_far import news_unanswered
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure
from tests.narration.test_news_so_far import GAMES, at_random, in_duel

INSTALLED = load_plugins()
NAMES = ("Ann", "Mia")
READERS = [
    None,
    *(Addressee(NAMES, you=you, hand=hand) for you in (None, 0, 1) for hand in ("mouse", "typed")),
]
Sessions = tuple[Session, ...]


def all_told(before: Sessions, now: Sessions, reader: int | None) -> list[list[str]]:
    """The news from the sessions *before* to those *now*, in all forms in which they are told."""
    return [
        [*news(before, now, NAMES, reader, in_words=True, again=True)],
        [*news(before, now, NAMES, reader)],
        news_unanswered(now, NAMES, (0,), reader),
        news_unanswered(now, NAMES, (1,), reader),
    ]


def check(before: Match, now: Match, was_told: set[str]) -> None:
    """Fails unless every reader is told of the last decision as if nothing had been told before."""
    for language in ("en", "cs"):
        for reader in READERS:
            you = None if reader is None else reader.you
            with spoken(language), told_to(reader):
                told = all_told(before.sessions, now.sessions, you)
                # copies know nothing of what was told
                anew = pickle.loads(pickle.dumps((before.sessions, now.sessions)))
                assert told == all_told(*anew, you)
            was_told.update(line for lines in told for line in lines)


def play_at_random(match: Match, decisions: int) -> None:
    rng, earlier, was_told = Random(5), [match], set[str]()
    for n in range(decisions):
        if not isinstance(match.top.status, Turn):
            break
        before, match = match, at_random(match, rng)
        check(before, match, was_told)
        earlier.append(match)
        if n % 7 == 6:  # taken back: other steps follow the same ones
            match = earlier[-3]
    assert any("Ann" in line for line in was_told)
    assert len(was_told) > decisions


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.sample(3)
def test_all_readers_are_told_as_if_nothing_had_been_told_before(
    game: str, options: dict[str, Any]
) -> None:
    begun = Match.begin(configure(INSTALLED.find(game), options), 2, INSTALLED.find, 3)
    play_at_random(begun.resolve(), 10)


@pytest.mark.needs("gipf", "zertz", "tamsk")
def test_so_they_are_in_a_duel_and_after_it() -> None:
    play_at_random(in_duel(), 15)
