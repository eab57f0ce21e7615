"""The puzzles that come with the games keep what the pipeline promises."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from gipf_meta.match.lesson_progress import begin
from gipf_meta.match.puzzle_lessons import lesson_of_puzzle
from gipf_meta.protocol.game import Turn
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.protocol.puzzles import Puzzle, moves_of, read_puzzles
from gipf_meta.workshop.puzzles.alike import are_alike, pieces_of, ways_to_turn
from gipf_meta.workshop.puzzles.followed_lines import LONGEST
from gipf_meta.workshop.puzzles.judged_turns import text_of_turn
from tests.specimens import bundled_games

GAMES = [*bundled_games()]


def puzzles_of(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that the game called *name* brings."""
    kind = bundled_games()[name]
    return read_puzzles(kind.__module__.partition(".")[0], kind)


def game_of(puzzle: Puzzle) -> Any:
    """The game with the options of *puzzle*."""
    return configure(bundled_games()[puzzle.game], read_settings(puzzle.options))


@pytest.mark.parametrize("name", GAMES)
def test_numbers_rise_and_are_given_once(name: str) -> None:
    numbers = [each.number for each in puzzles_of(name)]
    assert numbers == sorted(set(numbers))
    assert all(number > 0 for number in numbers)


@pytest.mark.parametrize("name", GAMES)
def test_each_begins_with_a_choice_and_all_its_turns_are_legal(name: str) -> None:
    for puzzle in puzzles_of(name):
        game = game_of(puzzle)
        state = game.from_text(puzzle.position)
        assert game.to_text(state) == puzzle.position, puzzle.id
        solver = game.status(state)
        assert isinstance(solver, Turn), puzzle.id
        assert len(game.turn_moves(state, solver.seat)) > 1, puzzle.id
        assert len(puzzle.turns) % 2 == 1, puzzle.id
        assert puzzle.length <= LONGEST, puzzle.id
        for n, text in enumerate(puzzle.turns):
            now = game.status(state)
            assert isinstance(now, Turn), puzzle.id
            assert (now.seat == solver.seat) is (n % 2 == 0), puzzle.id
            moves = moves_of(game, state, text)
            assert text_of_turn(game, state, moves) == text, puzzle.id
            for move in moves:
                state = game.apply(state, move)


@pytest.mark.parametrize("name", GAMES)
def test_no_two_are_alike(name: str) -> None:
    by_options: dict[tuple[str, ...], list[Puzzle]] = {}
    for puzzle in puzzles_of(name):
        by_options.setdefault(puzzle.options, []).append(puzzle)
    for puzzles in by_options.values():
        game = game_of(puzzles[0])
        ways = ways_to_turn(game)
        pieces = {each.id: pieces_of(game, game.from_text(each.position)) for each in puzzles}
        for one, other in combinations(pieces, 2):
            assert not are_alike(pieces[one], pieces[other], ways), (one, other)


@pytest.mark.parametrize("name", GAMES)
def test_no_theme_is_first_in_more_than_a_quarter(name: str) -> None:
    firsts = [each.themes[0] for each in puzzles_of(name) if each.themes]
    assert all(4 * n <= max(12, len(puzzles_of(name))) for n in Counter(firsts).values())


@pytest.mark.parametrize("name", GAMES)
def test_each_has_a_rating_that_was_measured(name: str) -> None:
    for puzzle in puzzles_of(name):
        assert 400 < puzzle.rating < 2600, puzzle.id
        assert puzzle.deviation < 350, puzzle.id


@pytest.mark.parametrize("name", GAMES)
def test_each_is_a_lesson_with_a_page_for_each_turn_of_the_solver(name: str) -> None:
    for puzzle in puzzles_of(name):
        lesson = lesson_of_puzzle(puzzle, bundled_games()[name])
        assert len(lesson.pages) == puzzle.length, puzzle.id


@pytest.mark.parametrize("name", GAMES)
def test_other_endings_solve_it_as_well(name: str) -> None:
    kind = bundled_games()[name]
    for puzzle in puzzles_of(name):
        for ending in puzzle.also:
            progress = begin(lesson_of_puzzle(puzzle, kind), kind, bundled_games().__getitem__)
            for text in (*puzzle.turns[:-1:2], ending):
                progress = progress.play(text)
            assert progress.page is None, (puzzle.id, ending)
