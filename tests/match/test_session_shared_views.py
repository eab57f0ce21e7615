"""A view that is made of known parts, for any seat and reader in any order, is the game's own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gipf_meta.base.addressee import Addressee, told_to
from gipf_meta.base.texts import spoken
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import NOBODY, Turn
from gipf_meta.protocol.options import configure

GAMES: dict[str, dict[str, Any]] = {
    **{game: {} for game in installed_plugins().games},
    "gipf": {"zertz_potentials": 3, "tamsk_potentials": 3, "challenges_enabled": True},
}
NAMES = ("Anna", "Ben", "Cyd", "Dan", "Eva", "Fay")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(4)
def test_a_view_of_known_parts_is_the_games_own(game: str) -> None:
    find = installed_plugins().find
    kind = configure(find(game), GAMES[game])
    seats = kind.seat_counts[0]
    match = Match.begin(kind, seats, find, 3)
    rng, names = Random(game), NAMES[:seats]
    readers = [None, *(Addressee(names, you=you, hand="mouse") for you in (*range(seats), None))]
    seen = 0
    for _decision in range(25):
        top = match.top
        for player in rng.sample([*range(seats), None, NOBODY, 0, NOBODY], 5):
            with spoken(rng.choice(["en", "cs"])), told_to(rng.choice(readers)):
                seat = NOBODY if player == NOBODY else player and top.players.index(player)
                if player is not None and player != NOBODY and player not in top.players:
                    continue
                with top.seated():
                    own = top.game.view(top.state, seat)
                assert top.view(player) == own, (player, top.turn_texts())
                seen += 1
        now = top.status
        if not isinstance(now, Turn) or not (moves := top.legal_moves(now.seat)):
            break
        match = match.play_move(now.seat, rng.choice(list(moves)))
    assert seen >= 5
