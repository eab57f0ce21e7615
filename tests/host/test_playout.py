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
from tests.host.broken.sound import FastNim, Heaps, Nim, Pacing, SoundFuse, SoundWager, Team
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
    *slow(
        "zertz",
        "gipf tamsk_potentials=2 zertz_potentials=2 challenges_enabled=on",
        "yinsh",
        "dvonn",
        "tamsk",
        "punct variant=basic",
        "zatre short_game=1 scoring_unit=line_once leftover_draw=optional leftover_topup=on",
    ),
    *soak(
        "zertz no_marbles=pass pool=2/2/2",
        "gipf",
        "dvonn setup=symmetric",
        "zertz board=61 board_full=both_lose_if_no_captures pool=30/30/30 goals=30/30/30/20",
        "zertz isolation_scope=spare_largest isolation_claim=optional",
        "zertz capture_enforcement=on_demand",
        "gipf variant=standard max_turns=30",
        "gipf tamsk_potentials=3 zertz_potentials=3 loaded_only_rows=may_stay",
        "tamsk time_mode=metronome",
        "tamsk level=1 voluntary_pass=free full_space=reject",
        "tamsk start=placement sand_ms=20000 full_space=reject",
        "zatre short_game=1 center_cross=if_line_scores end=bag_short teams=on",
        "zatre short_game=1 preset=amigo own_contact=needs_foreign",
        "yinsh variant=blitz markers=20 no_move=lose",
        "yinsh max_turns=40 exhausted=draw",
    ),
]


@pytest.mark.parametrize("words", GAMES)
def test_a_short_cut_leads_where_random_games_lead_with_all_options(words: str) -> None:
    name, *options = words.split()
    game = configure(load_plugins().find(name), dict(text.split("=", 1) for text in options))
    assert isinstance(game, Fast)
    (finding,) = check(game, games=1, laws=["playouts_are_random_games"])
    assert finding.ok, str(finding)
