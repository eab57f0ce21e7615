"""Puzzles as lessons: a page for each turn of the solver, who has to find it.

Shipped ones are the lessons ``puzzle_17`` of their games, mistakes of one's own ``own_3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _, catalogue_of
from gipf_meta.match.session import Session
from gipf_meta.protocol.capabilities import Lesson, Page, Positions, asks_for_duels
from gipf_meta.protocol.game import AnyGame, Turn, seat_name
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import configure, read_settings
from gipf_meta.protocol.puzzles import Puzzle, Puzzling, Theme, is_answer, moves_of

PUZZLE: Final = "puzzle_"
"""The beginning of the ids of lessons that are puzzles."""
OWN: Final = "own_"
"""The beginning of the ids of lessons that are mistakes of one's own."""


class UnknownPuzzle(GipfMetaError, LookupError):
    """There is no such puzzle; one sentence."""


def puzzles_of(game: type[AnyGame]) -> Sequence[Puzzle]:
    """The puzzles that *game* brings, by their numbers. Raises ``GameFailed``."""
    if not issubclass(game, Puzzling):
        return ()
    with Gate(game):
        found = tuple(game.puzzles())
        for each in found:
            if not isinstance(each, Puzzle) or each.game != game.id:
                raise AssertionError(f"{each!r:.60} is no puzzle of {game.id}")
        return found


def is_puzzle(lesson: str) -> bool:
    """Whether the lesson with that id is a puzzle."""
    return lesson.startswith((PUZZLE, OWN))


def lesson_id(puzzle: Puzzle) -> str:
    """The id of the lesson that *puzzle* is."""
    return f"{PUZZLE}{puzzle.number}"


def find_puzzle(game: type[AnyGame], lesson: str) -> Puzzle:
    """The puzzle of *game* that is the *lesson* of that id. Raises ``UnknownPuzzle``."""
    number = lesson.removeprefix(OWN if lesson.startswith(OWN) else PUZZLE)
    for puzzle in () if lesson.startswith(OWN) else puzzles_of(game):
        if str(puzzle.number) == number:
            return puzzle
    raise UnknownPuzzle(
        _("{game} has no puzzle {number}.").format(game=game.title, number=number or lesson)
    )


def theme_of(game: type[AnyGame], theme: str) -> Theme | None:
    """The *theme* of *game* in the player's language; ``None`` if the game does not know it."""
    if not issubclass(game, Puzzling):
        return None
    with Gate(game):
        found = game.themes().get(theme)
        text = catalogue_of(game)
        return None if found is None else Theme(text(found.name), text(found.predicate))


def theme_after(lesson: Lesson, game: type[AnyGame]) -> Theme | None:
    """The theme of which *game* has puzzles to take after *lesson*; ``None``: it has none. Raises
    ``GameFailed``."""
    if not lesson.theme or not any(lesson.theme in each.themes for each in puzzles_of(game)):
        return None
    return theme_of(game, lesson.theme)


def title_of_puzzle(puzzle: Puzzle, game: type[AnyGame]) -> str:
    """The title of *puzzle*, a puzzle of *game*: "White takes a row in two". Raises the errors of
    the game."""
    with Gate(game):
        return _title(puzzle, game, _begun(puzzle, game))


def lesson_of_puzzle(puzzle: Puzzle, game: type[AnyGame]) -> Lesson:
    """The lesson that *puzzle* of *game* is. Raises ``OptionError``, ``MoveError``, ``GameFailed``
    for a puzzle that does not fit its game."""
    title = _("Puzzle {number}").format(number=puzzle.number)  # what it is about is the first hint
    with Gate(game):
        session = _begun(puzzle, game)
        pages = tuple(_pages(puzzle, session, _title(puzzle, game, session)))
    theme = puzzle.themes[0] if puzzle.themes else ""
    return Lesson(lesson_id(puzzle), title, _solution(puzzle), pages, puzzle.options, theme)


def _begun(puzzle: Puzzle, game: type[AnyGame]) -> Session:
    """The session in which *puzzle* begins."""
    configured = configure(game, read_settings(puzzle.options))
    assert isinstance(configured, Positions), "puzzles have positions"
    players = tuple(range(game.seat_counts[0]))
    return Session(configured, configured.from_text(puzzle.position), players)


def _seat(session: Session) -> str:
    """The name of the seat that is on turn."""
    status = session.status
    assert isinstance(status, Turn), "a seat is on turn in a puzzle"
    return seat_name(session.game, status.seat)


def _title(puzzle: Puzzle, game: type[AnyGame], session: Session) -> str:
    theme = theme_of(game, puzzle.themes[0]) if puzzle.themes else None
    seat, count = _seat(session), puzzle.length
    if theme is None:
        words = _.many("{seat} to move: one turn", "{seat} to move: {n} turns", count)
        return words.format(seat=seat, n=count)
    words = _.many("{seat} {does}", "{seat} {does} in {n}", count)
    return words.format(seat=seat, does=theme.predicate, n=count)


def _pages(puzzle: Puzzle, session: Session, title: str) -> Iterator[Page]:
    """A page for each turn of the solver, with the defender's answer to it."""
    seat = _seat(session)
    for n in range(0, len(puzzle.turns), 2):
        first = n == 0
        if not first:
            words = _("Right. How does {seat} go on?").format(seat=seat)
        elif is_answer(session.game, session.state, puzzle.turns[n]):
            words = _("{seat} is asked. Find the right answer.").format(seat=seat)
        else:
            words = _("{seat} is to move. Find the best turn.").format(seat=seat)
        if first and asks_for_duels(session.game):
            words += " " + _("Take every duel for even: each side wins one of two.")
        session, begins = _play_turn(session, puzzle.turns[n])
        also = puzzle.also if n + 1 == len(puzzle.turns) else ()
        where = (_("It begins here[: {place}].").format(place=begins),) if begins else ()
        yield Page(
            words,
            asked=(puzzle.turns[n], *also),
            answer=puzzle.turns[n + 1 : n + 2],
            position=puzzle.position if first else "",
            find=True,
            hints=(_about(puzzle, title), *where) if first else where,
        )
        for answer in puzzle.turns[n + 1 : n + 2]:
            session, _where = _play_turn(session, answer)


def _about(puzzle: Puzzle, title: str) -> str:
    """The first hint: what the puzzle is about."""
    return title + "."


def _play_turn(session: Session, text: str) -> tuple[Session, str]:
    """*session* after the turn *text*, and the first place that the turn names, or how it begins;
    nothing where it is an answer, of which that would be all."""
    status = session.status
    assert isinstance(status, Turn), "a seat is on turn in a puzzle"
    moves = moves_of(session.game, session.state, text)
    view = session.view(status.seat)
    first = next(iter(session.game.texts(session.state, moves)))[0]
    points = {point.id for point in view.points}
    paths = (choice.path for choice in view.choices if choice.notation == first)
    words = [word for path in paths for word in path if word in points]
    words += [word for word in re.findall(r"\w+", text) if word in points]
    for move in moves:
        session = session.play(status.seat, move)
    begins = first if len(moves) > 1 else ""
    return session, words[0] if words else begins


def _solution(puzzle: Puzzle) -> str:
    """The solution in the game's notation."""
    return _("The solution: {turns}.").format(turns=", ".join(puzzle.turns))
