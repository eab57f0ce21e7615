"""Laws that hold in every game, under every option."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipf_meta import Over, Turn
from gipf_meta.match.turns import whole_turns
from gipf_meta_punct.board import (
    DOT,
    IS_CENTRAL,
    KIND,
    KINDS,
    MINOR,
    NAMES,
    OTHER,
    PLACES,
    RAYS,
    SET,
    SIDES,
    SPACE_AT,
    SPACES,
)
from gipf_meta_punct.game import Punct
from gipf_meta_punct.positions import supported_level
from gipf_meta_punct.state import State, lay_out, level_of, placement_of, unpack
from tests.bundled import Bundled, OtherOptions
from tests.random_positions import check_applied, check_turns_read

GAMES = [
    Punct(),
    Punct(variant="basic", bridge_ends="two_pieces"),
    Punct(middle_bridge="free", repetition_count=2),
    Punct(middle_bridge="forbidden", last_piece="draw", repetition_count=0),
    Punct(both_connected="draw", max_turns=60),
]

random_games = st.tuples(st.sampled_from(GAMES), st.integers(0, 2**32), st.integers(0, 160))


def played(game: Punct, seed: int, steps: int) -> list[tuple[State, int | None]]:
    """States of a random game with the decision taken there; the last one has none. Moves are
    played more often than new pieces, so pieces climb."""
    random = Random(seed)
    state = game.start(2)
    out: list[tuple[State, int | None]] = []
    for _ in range(steps):
        moves = game.legal_moves(state, state.seat)
        if not moves:
            break
        lifts = [move for move in moves if 256 <= move < 512]
        move = random.choice(lifts if lifts and random.random() < 0.4 else moves)
        out.append((state, move))
        state = game.apply(state, move)
    out.append((state, None))
    return out


@settings(max_examples=12, deadline=None)
@given(random_games)
def test_pieces_are_conserved_and_supported(case: tuple[Punct, int, int]) -> None:
    for state, _ in played(*case):
        for seat, reserve in enumerate((state.white, state.black)):
            counts = [*unpack(reserve)]
            for one in state.pieces:
                if one & 1 == seat:
                    counts[KIND[placement_of(one)]] += 1
            assert tuple(counts) == SET
        assert list(state.pieces) == sorted(set(state.pieces))
        below: tuple[int, ...] = ()
        for one in state.pieces:
            assert supported_level(lay_out(below), placement_of(one)) == level_of(one)
            below = (*below, one)
        assert state.tops == lay_out(state.pieces, state.lifted)


def spread_connects(state: State, seat: int) -> bool:
    """Whether a group of *seat* reaches opposite sides, flooded space by space."""
    tops = lay_out(state.pieces)
    own = {space for space in range(SPACES) if tops[space] >= 0 and tops[space] & 1 == seat}
    while own:
        group, edge = set(), {own.pop()}
        while edge:
            group |= edge
            own -= edge
            edge = {
                SPACE_AT[PLACES[space][0] + c, PLACES[space][1] + r]
                for space in edge
                for c, r in ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
                if (PLACES[space][0] + c, PLACES[space][1] + r) in SPACE_AT
            } & own
        for axis in (
            [PLACES[space][0] for space in group],
            [PLACES[space][1] for space in group],
            [PLACES[space][0] - PLACES[space][1] for space in group],
        ):
            if max(axis) - min(axis) == 16:
                return True
    return False


@settings(max_examples=12, deadline=None)
@given(random_games)
def test_a_game_ends_with_the_first_connection(case: tuple[Punct, int, int]) -> None:
    """A group joins opposite sides exactly if it is spread by 16 (§1)."""
    line = played(*case)
    for state, _ in line[:-1]:
        assert state.ending is None
    last = line[-1][0]
    joined = [spread_connects(last, seat) for seat in (0, 1)]
    assert any(joined) == (last.ending is not None and last.ending.reason == "connection")
    if sum(joined) == 1 and last.ending is not None:
        assert last.ending.winners == (joined.index(True),)


@settings(max_examples=8, deadline=None)
@given(random_games)
def test_somebody_acts_until_it_is_over(case: tuple[Punct, int, int]) -> None:
    game = case[0]
    for state, move in played(*case):
        status = game.status(state)
        if isinstance(status, Over):
            assert not game.legal_moves(state, 0)
            assert not game.legal_moves(state, 1)
            continue
        assert status == Turn(state.seat, state.number)
        moves = game.legal_moves(state, state.seat)
        assert len(set(moves)) == len(moves) > 0
        assert not game.legal_moves(state, 1 - state.seat)
        if move is not None:
            check_applied(game, state, move)


@settings(max_examples=8, deadline=None)
@given(random_games)
def test_decisions_and_turns_read_as_they_are_written(case: tuple[Punct, int, int]) -> None:
    game = case[0]
    line = played(*case)
    state = line[-1][0]
    moves = game.legal_moves(state, state.seat)
    texts = [game.format(state, move) for move in moves]
    assert [game.parse(state, state.seat, text) for text in texts] == list(moves)
    check_turns_read(game, line)


@settings(max_examples=8, deadline=None)
@given(random_games)
def test_positions_read_as_they_are_written(case: tuple[Punct, int, int]) -> None:
    game = case[0]
    for state, _ in played(*case)[-4:]:
        text = game.to_text(state)
        read = game.from_text(text)
        assert game.to_text(read) == text
        if state.ending is None:
            assert read.fields()[:4] == state.fields()[:4]
            assert (read.kind, read.lifted, read.target) == (
                state.kind, state.lifted, state.target,
            )  # fmt: skip
            assert game.legal_moves(read, read.seat) == game.legal_moves(state, state.seat)


def slow_turns(game: Punct, state: State) -> set[str]:
    """All turns, tried one by one: every placement of every piece, level by level (§4)."""

    def name(placement: int) -> str:
        return f"{NAMES[DOT[placement]]}:{NAMES[MINOR[placement]]},{NAMES[OTHER[placement]]}"

    found = set()
    tops = lay_out(state.pieces)
    for placement, kind in enumerate(KIND):
        dots = (DOT[placement], MINOR[placement], OTHER[placement])
        if unpack(state.reserve)[kind] and all(tops[dot] < 0 for dot in dots):
            first = state.seat == 0 and not any(one & 1 == 0 for one in state.pieces)
            if not any(IS_CENTRAL[dot] for dot in dots) or (game.variant == "basic" and not first):
                found.add(KINDS[kind] + name(placement))
    for one in state.pieces:
        at = placement_of(one)
        if one & 1 != state.seat or any(tops[d] != one for d in (DOT[at], MINOR[at], OTHER[at])):
            continue
        bare = lay_out(state.pieces, one)
        for placement, kind in enumerate(KIND):
            if kind != KIND[at] or placement == at or DOT[placement] not in RAYS[DOT[at]]:
                continue
            level = supported_level(bare, placement)
            top = bare[DOT[placement]]
            if level == 0 or (level is not None and top >= 0 and top & 1 == state.seat):
                found.add(f"{NAMES[DOT[at]]}-{name(placement)}")
    return found


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from([Punct(), Punct(variant="basic")]), st.integers(0, 2**32), st.integers(0, 150)
)
@pytest.mark.slow
def test_the_turns_are_those_found_by_trying_all(game: Punct, seed: int, steps: int) -> None:
    states = [state for state, _ in played(game, seed, steps) if state.kind < 0]
    state = states[-1]
    if state.ending is None:
        listed = [game.format_turn(state, path) for path, _ in whole_turns(game, state)]
        assert len(listed) == len(set(listed))
        assert set(listed) == slow_turns(game, state)


def test_sides_do_not_overlap() -> None:
    assert sum(bool(sides) for sides in SIDES) == 42
    assert all(sides & (sides - 1) == 0 for sides in SIDES)


@pytest.mark.slow
class TestPunct(Bundled):
    games = (Punct(),)
    random_games = 1


class TestPunctWithOtherOptions(OtherOptions):
    games = (Punct(variant="basic", middle_bridge="free"),)
