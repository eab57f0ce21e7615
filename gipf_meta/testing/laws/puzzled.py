"""Laws on puzzles of a game: they can be solved, and their themes are those that the game names."""

from __future__ import annotations

import re
from typing import Any, Final

from gipf_meta.match.lesson_progress import begin
from gipf_meta.match.puzzle_lessons import lesson_of_puzzle
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.protocol.game import AnyGame, MoveError, Turn
from gipf_meta.protocol.options import OptionError
from gipf_meta.protocol.puzzles import Puzzle, Puzzling, Theme
from gipf_meta.testing.trial.case import Case, asked_of
from gipf_meta.testing.trial.findings import Broken, guard, need
from gipf_meta.testing.trial.walks import Walk

NO_PUZZLES: Final = "the game has no puzzles, themes and themes_of."
LONGEST: Final = 5
"""The most turns of which themes are asked at once."""
REFUSED: Final = (MoveError, OptionError)


@asked_of(Puzzling, why_not=NO_PUZZLES)
def themes_are_known(case: Case) -> None:
    """Themes have ids, names and predicates; themes_of answers ids of themes, whatever the turns,
    and none twice."""
    themes = case.ask.themes()
    for name, theme in themes.items():
        need(
            re.fullmatch(r"[a-z0-9_]{1,30}", name)
            and isinstance(theme, Theme)
            and theme.name.strip()
            and theme.predicate.strip(),
            f"The theme {name!r:.60} is {theme!r:.100}.",
            "Let themes return a Theme with a name and a predicate for each id of lower-case"
            " letters, digits and _.",
        )
    for walk in case.first_walks(2):
        for first, last in _parts(walk):
            part = walk.moments[first : last + 1]
            states = [moment.state for moment in part]
            case.here = (walk, first)
            found = case.ask.themes_of(states, [moment.move for moment in part[:-1]])
            need(
                set(found) <= set(themes) and len(set(found)) == len(found),
                f"themes_of answers {found!r:.100}.",
                "Let themes_of return ids of themes, each once.",
            )


def _parts(walk: Walk) -> list[tuple[int, int]]:
    """Parts of a walk that a puzzle could be about: the numbers of the first and the last moment of
    one turn, two turns, … in which nothing but moves happens."""
    turns = [turn for turn, _after in walk.turns() if isinstance(turn[0].now, Turn)]
    parts = [
        (turns[n][0].index, last[-1].index + 1)
        for n in range(0, len(turns), LONGEST)
        for last in turns[n : n + LONGEST]
    ]
    return [
        (first, last)
        for first, last in parts
        if all(moment.has_move for moment in walk.moments[first:last])
    ]


@asked_of(Puzzling, why_not=NO_PUZZLES)
def puzzles_can_be_solved(case: Case) -> None:
    """Puzzles are of the game, have numbers of their own and known themes, and are solved by their
    turns, of which the first and the last are the solver's."""
    themes, puzzles = case.ask.themes(), tuple(case.ask.puzzles())
    numbers = [puzzle.number for puzzle in puzzles]
    need(
        sorted({*numbers}) == numbers,
        f"The numbers of the puzzles are {', '.join(map(str, numbers)):.80}.",
        "Let puzzles return the puzzles by their numbers, which are never given twice.",
    )
    for puzzle in puzzles:
        place = f"The puzzle {puzzle.id}"
        need(
            puzzle.game == case.game.id and {*puzzle.themes} <= {*themes},
            f"{place} is of the game {puzzle.game}, with the themes {puzzle.themes!r:.60}.",
            "Let puzzles be of their game, about themes that the method themes returns.",
        )
        need(
            len(puzzle.turns) % 2,
            f"{place} has {len(puzzle.turns)} turns.",
            "Let the first and the last turn of a puzzle be the solver's.",
        )
        _solve(case, puzzle, place)


def _solve(case: Case, puzzle: Puzzle, place: str) -> None:
    """Takes the lesson that *puzzle* is, to its end."""

    def find(game: str) -> type[AnyGame]:
        return type(case.game) if game == case.game.id else installed_plugins().find(game)

    advice = "Look at the puzzle's position, options and turns."
    kind: Any = type(case.game)
    try:
        with guard(place, advice, 4 * case.ask.ms, REFUSED):
            progress = begin(lesson_of_puzzle(puzzle, kind), kind, find)
            while progress.page is not None:
                progress = progress.play(progress.wanted[0])
    except REFUSED as error:
        raise Broken(f"{place} cannot be solved: {error}", advice) from None
