"""From every board that was set up by hand the laws hold as they do from the start of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

import pytest

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.hub.hub import Hub
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.plugins.playable import setting_up
from gipf_meta.protocol.capabilities import read_position
from gipf_meta.protocol.drafts import can_be_set_up
from gipf_meta.protocol.game import Turn
from gipf_meta.records.models import Seat
from gipf_meta.rooms.ledger import MemoryLedger
from gipf_meta.table.openings import Opening
from gipf_meta.testing.checking import ask
from gipf_meta.testing.laws import (
    LAWS,
    Law,
    choices,
    drawn_views,
    illegal_texts,
    legal_turns,
    luck_and_duels,
    notation,
    position_texts,
)
from gipf_meta.testing.trial.case import Case
from gipf_meta.testing.trial.walks import Walk, continue_walk
from tests.rooms.law_of_deeds import Deeds
from tests.specimens import bundled_games

GAMES: Final = sorted(game for game, kind in bundled_games().items() if can_be_set_up(kind))
EDITS: Final = 6
"""The most edits from a position that was played to one that is set up."""
TRIES: Final = 20
"""The number of times that each played position is edited."""
DECISIONS: Final = 2
"""Decisions that are played from each position."""
TOGETHER: Final = 60
"""Positions that the laws look at together."""
OF_POSITIONS: Final = (
    choices,
    luck_and_duels,
    notation,
    drawn_views,
    position_texts,
    illegal_texts,
)
HOLDS: Final[tuple[Law, ...]] = (
    legal_turns.status_names_who_acts,
    legal_turns.legal_moves_are_for_those_who_act,
    legal_turns.turn_moves_are_legal,
    *(law for law in LAWS if law.__module__ in {each.__name__ for each in OF_POSITIONS}),
)
"""The laws that ask for no game from its start."""
DEAR: Final = position_texts.positions_can_be_played_on
OF_TEN: Final = 10 * TOGETHER
"""The dearest law is asked of a tenth of the positions."""
FEW, MANY = 1, 1_500
"""Numbers of positions of each game that are checked: in fast tests, and at length."""


def set_up_positions(game: str, rng: Random) -> Iterator[tuple[str, Any]]:
    """Endless positions with their states: played at random, then edited, until one is possible."""
    find = installed_plugins().find
    while True:
        match = Match.begin(find(game)(), min(find(game).seat_counts), find, rng.randrange(10**6))
        for _decision in range(rng.randrange(60)):
            now = match.top.status
            if not isinstance(now, Turn):
                break
            moves = match.top.game.turn_moves(match.top.state, now.seat)
            match = match.play_move(now.seat, rng.choice(moves))
        text = match.top.position() if len(match.sessions) == 1 else None
        if text is None or match.result is not None:
            continue
        board = setting_up(game, "{}", text)
        for _try in range(TRIES):
            state = board.start(1)
            for _edit in range(rng.randint(1, EDITS)):
                state = board.apply(state, rng.choice(board.legal_moves(state, 0)))
            with suppress(GipfMetaError):
                yield board.position_of(state)


def check_laws(
    game: str, found: Iterator[tuple[str, Any]], many: int, rng: Random, laws: Sequence[Law]
) -> None:
    """Raises ``AssertionError`` unless the *laws* hold from so *many* positions."""
    case = Case(installed_plugins().find(game)(), 1, 0, EDITS, 60_000, None)
    for begin in range(0, many, TOGETHER):
        walks = tuple(
            _walk(case, *next(found), rng, number)
            for number in range(begin, min(begin + TOGETHER, many))
        )
        for law in laws if begin % OF_TEN == 0 else [law for law in laws if law is not DEAR]:
            finding = ask(law, case.with_walks(walks))
            assert finding.ok, str(finding)


def _walk(case: Case, text: str, state: Any, rng: Random, number: int) -> Walk:
    seats = read_position(case.game, text, None)[1]
    return continue_walk(case.ask, seats, state, rng, DECISIONS, number, position=text)


def check_deeds(game: str, text: str) -> None:
    """Raises ``AssertionError`` unless in a room that begins from the position *text* everything
    that is offered is done, and everything else refused in a sentence."""
    find, ledger = installed_plugins().find, MemoryLedger()
    seats = [Seat(name=f"P{n}") for n in range(read_position(find(game)(), text, None)[1])]
    hub = Hub(ledger, find, patience_ms=None)
    hub.open_room("r", Opening.of_match(find(game)(), seats, 1, position=text), "ann", 0)
    Deeds(ledger, "r", find, 0).check(["ann"])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(2, "slow")
def test_laws_hold_from_boards_that_were_set_up(game: str) -> None:
    rng = Random(game)
    cheap = [law for law in HOLDS if law is not DEAR]
    found = set_up_positions(game, rng)
    check_laws(game, found, FEW, rng, cheap)
    check_deeds(game, next(found)[0])


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_laws_hold_from_many_boards_that_were_set_up(game: str) -> None:
    """Some 10,000 of all games, and the law of deeds from a hundred more each."""
    rng = Random(f"many {game}")
    found = set_up_positions(game, rng)
    check_laws(game, found, MANY, rng, HOLDS)
    for _room in range(MANY // 15):
        check_deeds(game, next(found)[0])
