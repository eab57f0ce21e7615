"""Whole turns out of decisions, and perft, on a game small enough to count by hand."""

from __future__ import annotations

import pytest

from gipf_meta import Game, IllegalMove
from gipf_meta.duels import Die, Elsewhere
from gipf_meta.match.turns import (
    LuckDue,
    legal_turns,
    perft,
    perft_decisions,
)
from tests.small_games.wager import Wager


def test_a_challenged_duel_counts_once_per_possible_winner() -> None:
    game = Wager(duel="elsewhere")
    assert list(legal_turns(game, game.start(2))) == [
        "claim,allow,one",
        "claim,allow,two",
        "claim,challenge,elsewhere:0,one",
        "claim,challenge,elsewhere:0,two",
        "claim,challenge,elsewhere:1",
    ]


def test_perft_counts_complete_turns_only() -> None:
    game = Wager(goal=2)
    start = game.start(2)
    # four of five turns score; of those, two reach the goal of 2 at once and end the game
    assert perft(game, start, 0) == 1
    assert perft(game, start, 1) == 5
    assert perft(game, start, 2) == 3 * 5
    assert perft_decisions(game, start, 1) == 1
    assert perft_decisions(game, start, 2) == 2


def test_a_lost_game_has_no_turns() -> None:
    game = Wager(goal=1)
    state = game.start(2)
    for move in ("claim", "allow", "one"):
        state = game.apply(state, move)
    assert legal_turns(game, state) == {}
    assert perft(game, state, 1) == 0


def test_where_luck_decides_nothing_is_counted() -> None:
    with pytest.raises(LuckDue, match="Luck decides next in Die"):
        perft(Die(), (), 1)


@pytest.mark.parametrize("text", ["first,confirm", "first,confirm,first"])
def test_a_turn_is_not_read_beyond_its_end(text: str) -> None:
    game = Elsewhere()
    with pytest.raises(IllegalMove, match="goes on after its turn is over"):
        game.parse_turn(game.start(2), text)


def test_a_refusal_names_some_moves_and_says_how_many_more_there_are() -> None:
    game = Elsewhere()
    with pytest.raises(IllegalMove, match=r"'x' cannot be played now; possible: first, second"):
        Game.parse(game, game.start(2), 0, "x")

    class Many(Elsewhere):
        def legal_moves(self, state: object, seat: int) -> list[int]:
            return list(range(20))

        def format(self, state: object, move: object) -> str:
            return f"m{move}"

    with pytest.raises(IllegalMove, match=r"possible: m0, m1, .* m7 and 12 more\.$"):
        Game.parse(Many(), game.start(2), 0, "x")
