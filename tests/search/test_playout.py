"""Games finished at random: what they are worth, and that a game's own short cut is taken."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gipf_meta import Fast, Over
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.protocol.options import configure
from gipf_meta.search.playout import (
    play_at_random,
    playout_of,
    random_utilities,
    utilities,
)
from gipf_meta.testing import check
from tests.specimens import of_all
from tests.testing.broken.sound import FastNim, Heaps, Nim, Pacing, SoundFuse, SoundWager, Team
from tests.tiers import slow, soak


def test_the_games_own_playout_is_taken() -> None:
    game = FastNim()
    assert playout_of(game) == game.playout


def test_winners_share_what_they_win_and_a_draw_is_worth_nothing() -> None:
    assert utilities(Over((0, 2), ""), 4) == (1.0, -1.0, 1.0, -1.0)
    assert utilities(Over((), ""), 2) == (0.0, 0.0)


@pytest.mark.parametrize("game", [Nim(), Nim(coin=True), Team(), SoundWager(), SoundFuse()])
def test_a_random_game_ends_in_the_utilities_of_its_winners(game: Any) -> None:
    seats = game.seat_counts[0]
    told = playout_of(game, seats)(game.start(seats), Random(3))
    end = play_at_random(game, game.start(seats), Random(3))
    assert isinstance(end.status, Over)
    assert told == utilities(end.status, seats)
    assert {*told} <= {1.0, -1.0, 0.0}


def test_a_finished_game_is_not_played_on() -> None:
    game = Nim()
    assert playout_of(game)(Heaps((0, 0), "", 0, 5), Random(1)) == (-1.0, 1.0)


def test_time_passes_between_decisions() -> None:
    fuse = SoundFuse(fuse_ms=999)
    after = play_at_random(fuse, fuse.start(2), Random(1))
    slow = play_at_random(SoundFuse(fuse_ms=10**9), fuse.start(2), Random(1))
    assert after.decisions < slow.decisions


def test_a_game_without_an_end_is_judged_or_a_draw() -> None:
    assert random_utilities(Nim(), 2, Heaps((5, 5)), Random(1), most=0) == (0.1, -0.1)
    assert random_utilities(Pacing(), 2, (1,), Random(1), most=0) == (0.0, 0.0)


GAMES = [
    *slow(*of_all(lambda game, said: [f"{game} {words}".strip() for words in said.playouts])),
    *soak(*of_all(lambda game, said: [f"{game} {words}".strip() for words in said.more_playouts])),
]


@pytest.mark.parametrize("words", GAMES)
def test_a_short_cut_leads_where_random_games_lead_with_all_options(words: str) -> None:
    name, *options = words.split()
    game = configure(load_plugins().find(name), dict(text.split("=", 1) for text in options))
    assert isinstance(game, Fast)
    (finding,) = check(game, games=1, laws=["playouts_are_random_games"])
    assert finding.ok, str(finding)
