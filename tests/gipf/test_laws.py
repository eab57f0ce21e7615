"""Laws that hold in every game (`docs/reference/gipf.md` §15, and those of the protocol)."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gipf_meta import Chance, Duel, Over, Turn
from gipf_meta.bots.bot import Request
from gipf_meta.bots.levels import make_bot
from gipf_meta_gipf import Gipf, showcase
from gipf_meta_gipf.board import BOARD, ENTRY_LINE, ENTRY_NAME, N_ENTRIES, SPOTS, entries
from gipf_meta_gipf.pieces import GIPF, LOADED, owners, spots_of
from gipf_meta_gipf.rows import rows_of, run_on, segment_on
from gipf_meta_gipf.state import (
    ASK_MAIN,
    ASK_TARGET,
    Move,
    State,
)
from tests.gipf.words import after, decisions, game, turns

BOTH = {"tamsk_potentials": 3, "zertz_potentials": 3}
LINKED = {**BOTH, "challenges_enabled": "on"}
GAMES = [
    game(),
    game(extra_pieces="3/0"),
    game(variant="standard"),
    game(variant="tournament"),
    game(**LINKED),
    game(variant="standard", **LINKED),
    game(variant="tournament", **LINKED),
    game(variant="tournament", tamsk_potentials="6/2", tamsk_extra_counts_as_move="on"),
    game(
        variant="tournament",
        zertz_potentials="2/6",
        potential_moves_avert_loss="off",
        gipf_after_loaded="on",
        challenges_enabled="on",
        challenges_per_kind="off",
        challenges_per_player=3,
        duel_first_player="owner",
        duel_draw_policy="challenger_wins",
    ),
]
FIVE = {f"{kind}_potentials": 3 for kind in ("tamsk", "zertz", "dvonn", "yinsh", "punct")}
GAMES += [
    game(variant="tournament", extra_pieces=3, challenges_enabled="on", **FIVE),
    game(variant="standard", punct_gipf="convert", jump_range="line", **FIVE),
    game(variant="basic", dvonn_targets="own_kind", loaded_only_rows="may_stay", **FIVE),
]
MOST = 400

random_games = given(g=st.sampled_from(GAMES), seed=st.integers(0, 2**32))
some = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
few = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def next_move(g: Gipf, state: State, rng: Random) -> Move | None:
    """A random decision, lot or outcome; ``None`` when the game is over."""
    now = g.status(state)
    if isinstance(now, Over):
        return None
    if isinstance(now, Turn):
        return rng.choice(g.legal_moves(state, now.seat))
    if isinstance(now, Chance):
        return rng.choice(now.outcomes)[0]
    return g.settle(state, rng.choice([0, 1, None]), rng.choice(["die", now.game]))


def random_game(g: Gipf, seed: int) -> Iterator[tuple[State, Move, State]]:
    """The decisions of a random game: before, move, after."""
    rng, state = Random(seed), g.start(2)
    for _ in range(MOST):
        move = next_move(g, state, rng)
        if move is None:
            return
        then = g.apply(state, move)
        yield state, move, then
        state = then
    raise AssertionError("a random game of GIPF is over sooner")


def random_turns(g: Gipf, seed: int) -> Iterator[tuple[State, list[Move], State]]:
    """The turns of a random game: before, decisions, after."""
    begin: State | None = None
    moves: list[Move] = []
    end = g.start(2)
    for state, move, after_it in random_game(g, seed):
        if begin is not None and state.number != begin.number:
            yield begin, moves, state
            begin, moves = None, []
        begin, end = begin or state, after_it
        moves.append(move)
    if begin is not None:
        yield begin, moves, end


def value(state: State, player: int) -> int:
    """The basic pieces in all that *player* has on the board."""
    n = len(state.kinds.masks) // 2
    count = 0
    for codes, owner, code in elements(state):
        if owner == player:
            if code == GIPF:
                count += 2 if len(codes) == 1 else 0
            elif code < LOADED + n:
                count += 1
    return count


def elements(state: State) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """All that lies on the board: the codes of its stack, its owner, its own code."""
    for bit in spots_of(state.white | state.black):
        codes = state.kinds.stack(bit)
        for owner, code in zip(owners(state.black >> bit & 1, codes), codes, strict=True):
            yield codes, owner, code


@some
@random_games
def test_pieces_and_potentials_are_never_made(g: Gipf, seed: int) -> None:
    captured = [0, 0]
    for _, _, state in random_game(g, seed):
        assert not state.white & state.black
        assert not (state.white | state.black) & ~BOARD
        masks = (state.kinds.gipf, *state.kinds.masks)
        assert sum(mask.bit_count() for mask in masks) == state.kinds.any.bit_count()
        assert not state.kinds.any & ~(state.white | state.black)
        for player in (0, 1):
            assert state.reserve(player) >= 0
            taken = g.rules.basics[player] - state.reserve(player) - value(state, player)
            assert taken >= captured[player]
            captured[player] = taken
            n = g.rules.table.n
            for kind in range(n):
                index = g.rules.slot(player, kind)
                on_board = sum(
                    owner == player and code >= LOADED and (code - LOADED) % n == kind
                    for _codes, owner, code in elements(state)
                )
                assert (
                    state.books.supply[index] + on_board + state.books.lost[index]
                    == g.rules.potentials[index]
                )


@some
@random_games
def test_only_free_rows_are_left_by_the_one_who_moved(g: Gipf, seed: int) -> None:
    for before, _, state in random_turns(g, seed):
        over = g.status(state)
        if isinstance(over, Over) and over.reason == "last_gipf":
            continue
        own = state.pieces(before.mover)
        if state.ask != ASK_MAIN and state.mover == before.mover:
            continue  # over in the middle of the turn
        for line in rows_of(own):
            run = run_on(own, line)
            segment = segment_on(state.white | state.black, run, line)
            assert not run & ~state.kinds.gipf
            assert not segment & ~state.kinds.optional


@some
@random_games
def test_rows_that_are_due_are_those_a_plain_search_finds(g: Gipf, seed: int) -> None:
    for _, _, state in random_game(g, seed):
        for player in (0, 1):
            own = set(SPOTS.names(state.pieces(player)))
            plain = {
                frozenset(fours)
                for name in own
                for direction in range(3)
                if len(fours := list(SPOTS.line(name, direction))[:4]) == 4 and own >= set(fours)
            }
            runs = [run_on(state.pieces(player), n) for n in rows_of(state.pieces(player))]
            covered = set().union(*plain) if plain else set()
            assert covered == {name for run in runs for name in SPOTS.names(run)}


@given(st.integers(0, BOARD).map(lambda mask: mask & BOARD), st.integers(0, BOARD))
def test_closed_lines(one: int, other: int) -> None:
    occupied = (one | other) & BOARD
    assert list(entries(occupied)) == [e for e in range(N_ENTRIES) if ENTRY_LINE[e] & ~occupied]


@some
@random_games
def test_a_push_moves_each_piece_one_spot_at_most(g: Gipf, seed: int) -> None:
    for before, moves, state in random_turns(g, seed):
        if len(moves) != 1 or not isinstance(moves[0], int) or before.ask != ASK_MAIN:
            continue
        text = g.format_turn(before, moves)
        if "x" in text:
            continue
        assert text[-5:] in ENTRY_NAME
        grown = (state.white | state.black) & ~(before.white | before.black)
        assert grown.bit_count() == 1
        assert not (before.white | before.black) & ~(state.white | state.black)
        cost = before.reserve(before.mover) - state.reserve(before.mover)
        assert cost == (2 if text.startswith("G") else 1)


@some
@random_games
def test_states_are_values(g: Gipf, seed: int) -> None:
    for before, move, then in random_game(g, seed):
        copied = pickle.loads(pickle.dumps(before))
        assert g.apply(before, move) == then
        assert hash(copied) == hash(before)
        assert copied == before
        assert g.status(copied) == g.status(before)
        assert copied != then


@some
@random_games
def test_decisions_are_read_back(g: Gipf, seed: int) -> None:
    for before, move, _ in random_game(g, seed):
        now = g.status(before)
        seat = now.seat if isinstance(now, Turn) else 0
        if isinstance(now, Turn):
            legal = g.legal_moves(before, seat)
            texts = decisions(g, before)
            assert len(set(texts)) == len(set(legal)) == len(legal) > 0
            assert not g.legal_moves(before, 1 - seat)
        assert g.parse(before, seat, g.format(before, move)) == move


@some
@random_games
def test_turns_are_read_back(g: Gipf, seed: int) -> None:
    for before, moves, state in random_turns(g, seed):
        text = g.format_turn(before, moves)
        assert text
        assert text == text.strip(";")
        again = g.parse_turn(before, text)
        assert g.format_turn(before, again) == text
        end = after(g, before, again)
        assert g.to_text(end) == g.to_text(state)
        assert g.status(end) == g.status(state)


@some
@random_games
def test_the_rest_of_a_turn_is_read_back(g: Gipf, seed: int) -> None:
    for begin, moves, state in random_turns(g, seed):
        at = begin
        for done, move in enumerate(moves):
            # once a duel is over, only the game's record tells in which game it was
            if at.ask != ASK_TARGET:
                rest = g.format_turn(at, moves[done:])
                if rest:
                    end = after(g, at, g.parse_turn(at, rest))
                    assert g.to_text(end) == g.to_text(state)
            at = g.apply(at, move)


@few
@random_games
def test_every_legal_turn_is_read_back(g: Gipf, seed: int) -> None:
    rng = Random(seed)
    starts = [before for before, _, _ in random_turns(g, seed)]
    for before in rng.sample(starts, min(3, len(starts))):
        found = turns(g, before)
        assert len(found) > 0
        for text, state in found.items():
            again = g.parse_turn(before, text)
            assert g.format_turn(before, again) == text
            assert g.to_text(after(g, before, again)) == g.to_text(state)


@some
@random_games
def test_positions_are_read_back(g: Gipf, seed: int) -> None:
    for _, _, state in random_game(g, seed):
        text = g.to_text(state)
        read = g.from_text(text)
        assert g.to_text(read) == text
    for _, _, state in random_turns(g, seed):
        read = g.from_text(g.to_text(state))
        assert (read.white, read.black, read.kinds) == (state.white, state.black, state.kinds)
        if isinstance(g.status(state), Turn):
            assert (read.ask, read.mover) == (state.ask, state.mover)
            assert g.legal_moves(read, read.mover) == g.legal_moves(state, state.mover)


@few
@random_games
def test_views_offer_the_legal_decisions(g: Gipf, seed: int) -> None:
    for state, _, _ in random_game(g, seed):
        view = g.view(state, None)
        now = g.status(state)
        expected = decisions(g, state) if isinstance(now, Turn) else []
        assert [choice.notation for choice in view.choices] == expected
        paths = {choice.path for choice in view.choices}
        assert len(paths) == len(expected)
        assert not [path for path in paths for n in range(1, len(path)) if path[:n] in paths]
        assert all(len(piece.label) <= 2 for piece in view.pieces)
        assert len({item.id for tray in view.trays for item in tray.items}) == sum(
            len(tray.items) for tray in view.trays
        )
        assert view.prompt.endswith(".")
        if isinstance(now, Turn):
            assert not g.view(state, 1 - now.seat).choices
            assert g.view(state, now.seat) == view


@few
@random_games
def test_evaluations_mirror_each_other(g: Gipf, seed: int) -> None:
    for _, _, state in random_game(g, seed):
        white, black = g.evaluate(state, 0), g.evaluate(state, 1)
        assert -1 <= white <= 1
        assert white == pytest.approx(-black)
        now = g.status(state)
        if isinstance(now, Over) and now.winners:
            assert g.evaluate(state, now.winners[0]) == 1
        elif isinstance(now, Turn) and state.ask < ASK_TARGET:
            assert abs(white) < 1


@pytest.mark.slow
@pytest.mark.parametrize(("games", "least"), [(3, 1), pytest.param(10, 4, marks=pytest.mark.soak)])
def test_greedy_players_announce_and_challenge(games: int, least: int) -> None:
    shown = showcase().game
    assert isinstance(shown, Gipf)
    bot = make_bot("greedy")
    told: dict[str, int] = {}
    for seed in range(games):
        rng, state = Random(seed), shown.start(2)
        for _ in range(MOST):
            now: Any = shown.status(state)
            if isinstance(now, Over):
                break
            move = (
                bot.choose(Request(shown, state, now.seat, 2, rng))
                if isinstance(now, Turn)
                else next_move(shown, state, rng)
            )
            assert move is not None
            text = "duel" if isinstance(now, Duel) else shown.format(state, move)
            told[text] = told.get(text, 0) + 1
            state = shown.apply(state, move)
        else:
            raise AssertionError("greedy players come to an end")
    assert told["challenge"] >= least
    assert told["duel"] >= least
    assert sum(count for text, count in told.items() if text.endswith("^")) >= least
