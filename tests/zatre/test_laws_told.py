"""Laws of what a game tells: notation, position strings and pictures, under every option."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise

import pytest
from hypothesis import given

from gipf_meta import Chance, IllegalMove, MoveError, Turn
from gipf_meta_zatre.board import CELLS, DOUBLING, NAME
from gipf_meta_zatre.state import LETTERS, PLACE, Move, State
from tests.zatre.random_games import Case, last_of, laws, outcomes, played, random_games, whole

#: steps of a choice that are neither a cell nor a tile
BUTTONS = {"draw", "decline"}


def rounds(case: Case) -> list[list[tuple[State, Move]]]:
    """The last rounds of a whole game, and its first one."""
    steps = [(state, move) for state, move in whole(case) if move is not None]
    numbered = [list(group) for _, group in groupby(steps, key=lambda step: step[0].round)]
    return [numbered[0], *numbered[1:][-8:]]


# --- notation -------------------------------------------------------------------------------


@laws
@given(random_games)
def test_decisions_read_as_they_are_written(case: Case) -> None:
    game, state = case.game, last_of(case)
    now = game.status(state)
    if not isinstance(now, Turn):
        return
    moves = game.legal_moves(state, now.seat)
    texts = [game.format(state, move) for move in moves]
    assert len(set(texts)) == len(texts)
    for move, text in zip(moves, texts, strict=True):
        assert game.parse(state, now.seat, text) == move
        assert game.parse(state, now.seat, f" {text.upper().rstrip('!')}  ") == move
        with pytest.raises(IllegalMove, match="turn"):
            game.parse(state, (now.seat + 1) % case.players, text)


@laws
@given(random_games)
def test_luck_is_written_in_different_words(case: Case) -> None:
    game = case.game
    for state, _ in played(case):
        if isinstance(game.status(state), Chance):
            moves = outcomes(game, state)
            texts = {game.format(state, move) for move in moves}
            assert len(texts) == len(moves)


@laws
@given(random_games)
def test_rounds_read_as_they_are_written(case: Case) -> None:
    """Whole, as far as they were played, and what is left of them."""
    game = case.game
    for steps in rounds(case):
        moves = tuple(move for _, move in steps)
        for number, (state, _) in enumerate(steps):
            rest = moves[number:]
            assert game.parse_turn(state, game.format_turn(state, rest)) == rest
        begin = steps[0][0]
        for number in range(1, len(moves)):
            part = moves[:number]
            assert game.parse_turn(begin, game.format_turn(begin, part)) == part
        with pytest.raises(MoveError, match=r"over|leaves out|turn"):
            game.parse_turn(begin, f"{game.format_turn(begin, moves)} a1=1")


@laws
@given(random_games)
def test_placements_alone_are_those_of_the_player_on_turn(case: Case) -> None:
    game, state = case.game, last_of(case)
    moves = []
    while isinstance(now := game.status(state), Turn) and now.number == last_of(case).round:
        move = game.legal_moves(state, now.seat)[0]
        if move.kind != PLACE or state.player != last_of(case).player:
            break
        moves.append(move)
        state = game.apply(state, move)
    if moves:
        text = " ".join(game.format(state, move) for move in moves)
        assert game.parse_turn(last_of(case), text) == tuple(moves)


# --- positions ------------------------------------------------------------------------------


def between_turns(case: Case) -> list[State]:
    """The states in which a turn begins and nobody has drawn for it, and the end.

    A team's second partner has drawn with the first one.
    """
    steps = [state for state, _ in whole(case)]
    return [
        after
        for before, after in pairwise(steps)
        if after.ending or after.number > before.number or (before.lots and not after.lots)
    ]


@laws
@given(random_games)
def test_positions_read_as_they_are_written(case: Case) -> None:
    """§10; the draws that are due follow from a position, the sheets do not."""
    game = case.game
    for state in between_turns(case)[-12:]:
        text = game.to_text(state)
        again = game.from_text(text)
        assert game.to_text(again) == text
        assert (again.grid.board, again.bag) == (state.grid.board, state.bag)
        assert [sorted(hand) for hand in again.hands] == [sorted(hand) for hand in state.hands]
        assert bool(again.ending) == bool(state.ending)
        if not state.ending:
            assert (again.player, again.pending) == (state.player, state.pending)
            assert (again.asked, again.stuck) == (state.asked, state.stuck)
            assert game.rules.legal_moves(again) == game.rules.legal_moves(state)
            assert text.split(" ")[1] == LETTERS[state.player]


# --- pictures -------------------------------------------------------------------------------


@laws
@given(random_games)
def test_choices_of_the_view_are_the_legal_moves(case: Case) -> None:
    game, state = case.game, last_of(case)
    now = game.status(state)
    for seat in (None, *range(case.players)):
        view = game.view(state, seat)
        acting = now.seat if isinstance(now, Turn) and seat in (None, now.seat) else None
        moves = game.legal_moves(state, acting) if acting is not None else ()
        assert [choice.notation for choice in view.choices] == [
            game.format(state, move) for move in moves
        ]
        paths = sorted(choice.path for choice in view.choices)
        for path, following in pairwise(paths):
            assert following[: len(path)] != path
        assert all(choice.label for choice in view.choices)
        points = {point.id for point in view.points}
        items = {item.id for tray in view.trays for item in tray.items}
        assert {step for path in paths for step in path} <= points | items | BUTTONS
        legal = {mark.at for mark in view.marks if mark.kind == "legal"}
        assert legal == {NAME[move.cell] for move in moves if move.kind == PLACE}
        placed = {mark.at for mark in view.marks if mark.kind == "last"}
        assert placed == {NAME[tile.cell] for tile in state.placed}


@laws
@given(random_games)
def test_a_choice_says_what_it_scores(case: Case) -> None:
    """§6.1, §6.4: the sums of the tile itself, and a cross where it stands on a doubling cell."""
    game, state = case.game, last_of(case)
    now = game.status(state)
    moves = game.legal_moves(state, now.seat) if isinstance(now, Turn) else ()
    for move, choice in zip(moves, game.view(state, None).choices, strict=True):
        sums = state.grid.sums(move.cell, move.value) if move.kind == PLACE else []
        crossed = bool(sums) and move.cell in DOUBLING
        assert choice.gain == "+".join(map(str, sums)) + (" X" if crossed else "")
        assert ("a cross" in choice.label) == (crossed or move.exceptional)
        assert ("exception" in choice.label) == move.exceptional
        assert all(str(total) in choice.label for total in sums)


@laws
@given(random_games)
def test_a_picture_shows_board_hands_and_sheets(case: Case) -> None:
    for state in (last_of(case), whole(case)[-1][0]):
        check_picture(case, state)


def check_picture(case: Case, state: State) -> None:
    game = case.game
    hidden = game.option_value("hands") == "hidden" and not state.ending
    step = 2 if game.teams else 1
    for seat in range(case.players):
        view = game.view(state, seat)
        assert [(piece.at, piece.label) for piece in view.pieces] == [
            (NAME[cell], str(state.grid.board[cell])) for cell in CELLS if state.grid.board[cell]
        ]
        for player, tray in enumerate(view.trays):
            assert tray.seat == state.seats[player]
            assert sum(item.count for item in tray.items) == len(state.hands[player])
            known = not hidden or state.seats.index(seat) // step == player // step
            shown = Counter({item.id: item.count for item in tray.items})
            assert not known or shown == Counter(
                f"hand{player}:{value}" for value in state.hands[player]
            )
            assert known or {item.id for item in tray.items} == {f"hand{player}:?"}
        for side, (table, sheet) in enumerate(zip(view.sheets, state.sheets, strict=True)):
            rows = sheet.rows(game.extra_rows)
            assert len(table.rows) == len(rows) + (len(rows) < 16)
            (_, deduction), (_, total) = table.footer
            if state.ending:
                held = (sum(state.hands[p]) for p in range(case.players) if p // step == side)
                assert (-int(deduction), int(total)) == (sum(held), state.ending.scores[side])
            else:
                assert (deduction, total) == ("", str(sheet.total(game.extra_rows)))


@laws
@given(random_games)
def test_texts_are_sentences(case: Case) -> None:
    game = case.game
    for state, _ in [*played(case)[-9:], whole(case)[-1]]:
        for seat in (None, *range(case.players)):
            view = game.view(state, seat)
            for text in (view.caption, view.prompt):
                assert text.endswith(".")
                assert text[0].isupper()
