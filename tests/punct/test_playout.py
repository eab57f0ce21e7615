"""The short cut to the end of a random game goes where the rules go."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from gipf_meta import Dice
from gipf_meta_punct.board import DOT, KIND, KINDS, SPACES
from gipf_meta_punct.game import Punct
from gipf_meta_punct.state import State, lay_out, pack, placement_of
from gipf_meta_punct.strength.playout import Table, playout

from .boards import at, over, play, with_reserve


def table_of(game: Punct, state: State, seed: int) -> Table:
    """A table on which *state* lies."""
    table = Table()
    table.begin(game.rules, state, Dice(Random(seed)))
    return table


def state_of(table: Table, game: Punct) -> State:
    """The position on the *table*, for the rules."""
    white, black = (pack(tuple(side.counts)) for side in table.sides)
    return State(table.pieces(), white, black, int(table.seat), int(table.number))


@pytest.mark.parametrize("game", [Punct(), Punct(variant="basic"), Punct(middle_bridge="free")])
def test_every_turn_is_legal_and_judged_as_by_the_rules(game: Punct) -> None:
    for seed in range(3):
        table = table_of(game, game.start(2), seed)
        for _ in range(400):
            before = state_of(table, game)
            ending = table.play_turn()
            after = {
                nearly.pieces: nearly
                for source in game.rules.legal_moves(before)
                for nearly in ends_of(game, game.apply(before, source), table.pieces())
            }
            assert table.pieces() in after
            tops = [space.top.number() if space.top else -1 for space in table.spaces[:SPACES]]
            assert tops == lay_out(table.pieces())
            judged = after[table.pieces()].ending
            assert judged is None or judged.reason == "repetition" or judged == ending
            if ending is not None:
                break
            table.number += 1
            table.seat = 1 - table.seat
        else:
            pytest.fail("the game does not end")


def ends_of(game: Punct, chosen: State, wanted: tuple[int, ...]) -> list[State]:
    """The ends of the turn in which *chosen* was chosen that lead to *wanted*."""
    rest = [one for one in chosen.pieces if one != chosen.lifted]
    new = [one for one in wanted if one not in rest]
    if len(rest) + 1 != len(wanted) or len(new) != 1:
        return []
    placement = placement_of(new[0])
    if KIND[placement] != chosen.kind or DOT[placement] not in game.rules.targets(chosen):
        return []
    if placement not in game.rules.lying(chosen, DOT[placement]):
        return []
    return [game.rules.lay(chosen, placement)]


def test_decisions_are_equally_likely() -> None:
    """First the piece, then its place, then how it lies, as in a random game by the rules."""
    game = Punct()
    state = at("WTa2:a3,b3 WEe5:e6,e7 BTm9:m10,n10", game=game)
    sources: Counter[str] = Counter()
    for seed in range(480):
        table = table_of(game, state, seed)
        table.play_turn()
        left = set(state.pieces) - set(table.pieces())
        new = (set(table.pieces()) - set(state.pieces)).pop()
        sources[f"piece {left.pop()}" if left else KINDS[KIND[placement_of(new)]]] += 1
    # six kinds and two pieces: each an eighth of the turns
    assert len(sources) == 8
    assert all(abs(count - 60) < 30 for count in sources.values())


def test_a_piece_that_moves_is_no_last_piece() -> None:
    """§5.2, where a position begins with an empty reserve."""
    game = Punct()
    state = with_reserve(at("WTe5:e6,f6 BTm9:m10,n10"), "")
    assert over(play(state, "e5-e9:e10,f10")) is None
    assert table_of(game, state, 0).play_turn() is None


def test_results_of_games_that_are_over() -> None:
    game = Punct(max_turns=1)
    state = game.start(2)
    for move in game.parse_turn(state, "Ta2:a3,b3"):
        state = game.apply(state, move)
    assert playout(game.rules, state, Random(1)) == (0.0, 0.0)
    line = "WEa8:b8,c8 WEd8:e8,f8 WEg8:h8,i8 WEj8:k8,l8 WCn8:m8,o8 WTp9:p10,q10"
    assert playout(game.rules, at(line, "b"), Random(1)) == (1.0, -1.0)
