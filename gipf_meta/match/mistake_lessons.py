"""Mistakes of one's own as puzzles: a position of a match that was played, and the turn that was
better there. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.match import DuelUnavailable, GameFinder, Match
from gipf_meta.match.playback import moment_at
from gipf_meta.match.puzzle_lessons import OWN, lesson_of_puzzle
from gipf_meta.match.session import NoPosition, Session, Step
from gipf_meta.match.starting_point import why_no_positions
from gipf_meta.protocol.capabilities import Lesson, Positions, timed
from gipf_meta.protocol.game import AnyGame, MoveError, Turn, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import (
    OptionError,
    changed_options,
    configure,
    given_options,
    read_settings,
)
from gipf_meta.protocol.puzzles import Puzzle

LONGEST: Final = 2000
"""The most letters of a position, of a turn, and of an option of a mistake that is kept."""


class NoPuzzle(GipfMetaError, ValueError):
    """A turn of a match cannot come back as a puzzle; one sentence."""


@dataclass(frozen=True, slots=True)
class OwnMistake:
    """A *position* of *game* with *options*, texts ``NAME=VALUE``, the turn that was *played*
    there, and the *better* one."""

    game: str
    options: tuple[str, ...]
    position: str
    better: str
    played: str


def mistake_in(match: Match, turn: range, better: str) -> OwnMistake:
    """The mistake that was made in *match* by the decisions that led to the moments of *turn*; the
    turn *better* would have been. Raises ``NoPuzzle``."""
    session = _before_last(moment_at(match, turn.start).sessions[-1])
    game = session.game
    if why := why_no_positions(game):
        raise NoPuzzle(why)
    if len(session.players) != type(game).seat_counts[0]:
        raise NoPuzzle(_("With so many players {game} has no puzzles.").format(game=title_of(game)))
    steps = [moment_at(match, n).sessions[-1].steps[-1] for n in turn]
    try:
        position = session.position() or ""
        with Gate(game):
            played = _in_notation(session, steps)
    except (NoPosition, MoveError) as error:
        raise NoPuzzle(str(error)) from error
    mistake = OwnMistake(game.id, options_as_texts(game), position, better, played)
    _require_puzzle(mistake, session, match.finder)
    return mistake


def lesson_of_mistake(mistake: OwnMistake, number: int, game: type[AnyGame]) -> Lesson:
    """The lesson ``own_`` and *number* in which *mistake*, made in *game*, is mended. Raises as
    ``lesson_of_puzzle``."""
    puzzle = Puzzle(mistake.game, number, mistake.position, (mistake.better,), (), mistake.options)
    lesson = lesson_of_puzzle(puzzle, game)
    first, *others = lesson.pages
    then = _("In your match you played {turn}, and gave chances away.").format(turn=mistake.played)
    again = _("That is what you played in your match. Try once more.")
    first = replace(
        first, hints=(then, *first.hints[1:]), mistakes=((mistake.played, again), *first.mistakes)
    )
    title = _("Your own mistake")
    return replace(lesson, id=f"{OWN}{number}", title=title, pages=(first, *others))


def options_as_texts(game: AnyGame) -> tuple[str, ...]:
    """The options of *game* as texts ``NAME=VALUE``, which ``read_settings`` reads: those that
    differ from its defaults, if they say all. Raises ``NoPuzzle`` where a value cannot be written
    so."""
    for options in (changed_options(game), given_options(game)):
        texts = tuple(_settings(options))
        with suppress(OptionError):
            same = configure(type(game), read_settings(texts)) == game
            if same and all(len(text) <= LONGEST for text in texts):
                return texts
    raise NoPuzzle(_("A match of {game} by such options gives no puzzles.").format(
            game=title_of(game)
        ))  # fmt: skip


def _settings(options: Mapping[str, Any], outer: str = "") -> list[str]:
    """*options* as settings; those of a game inside begin with its name, *outer*."""
    settings: list[str] = []
    for name, value in options.items():
        if value is None:
            continue
        if isinstance(value, Mapping):
            settings += _settings(value, f"{name.removesuffix('_options')}.")
        elif isinstance(value, bool):
            settings.append(f"{outer}{name}={'on' if value else 'off'}")
        else:
            settings.append(f"{outer}{name}={value}")
    return settings


def _before_last(session: Session) -> Session:
    """*session* as it stood before its last decision."""
    last, steps = session.steps[-1], session.steps[:-1]
    return replace(session, state=last.before, steps=steps, time_ms=last.at_ms, ended=None)


def _in_notation(session: Session, steps: Sequence[Step]) -> str:
    """The turn of *steps*, which *session* stands before, in the game's notation."""
    moves = [step.move for step in steps]
    began = not session.steps or session.steps[-1].number != steps[0].number
    if began and not timed(session.game):
        return session.game.format_turn(session.state, moves)
    return " ".join(text for text, _state in session.game.texts(session.state, moves))


def _require_puzzle(mistake: OwnMistake, session: Session, finder: GameFinder) -> None:
    """Raises ``NoPuzzle`` unless *mistake* can be taken as a puzzle: its position gives the choices
    of *session*, and the turn that it asks for can be played there."""
    why = _("This position cannot be set up again as it was.")
    game = session.game
    assert isinstance(game, Positions), "it was asked before"
    if max(map(len, (mistake.position, mistake.better, mistake.played))) > LONGEST:
        raise NoPuzzle(why)
    if mistake.better == mistake.played:
        raise NoPuzzle(_("The best turn was played here: there is nothing to mend."))
    try:
        with Gate(game):
            state = game.from_text(mistake.position)
            if _choices(game, state) != _choices(game, session.state):
                raise NoPuzzle(why)
        again = Match((replace(session, state=state, steps=(), ended=None),), finder)
        after = again.play(mistake.better, again.player)
        bottom = after.sessions[0]
        if len(after.sessions) == 1 and _asks_same_seat(again.top, bottom):
            raise NoPuzzle(_("That is no whole turn: {turn}.").format(turn=mistake.better))
        lesson_of_mistake(mistake, 1, type(game))
    except (MoveError, DuelUnavailable) as error:
        raise NoPuzzle(str(error)) from error


def _choices(game: AnyGame, state: Any) -> tuple[object, ...]:
    """The seat on turn in *state* and its decisions in notation. Raises ``NoPuzzle`` where there is
    only one, or no seat decides."""
    now = game.status(state)
    if not isinstance(now, Turn):
        raise NoPuzzle(_("Nobody is on turn there."))
    texts = sorted(game.format(state, move) for move in game.turn_moves(state, now.seat))
    if len(texts) < 2:
        raise NoPuzzle(_("There was no choice there: only one decision is possible."))
    return now.seat, *texts


def _asks_same_seat(before: Session, after: Session) -> bool:
    """Whether the turn that was begun in *before* goes on in *after*."""
    one, other = before.status, after.status
    return isinstance(one, Turn) and isinstance(other, Turn) and (
        (one.seat, one.number) == (other.seat, other.number)
    )  # fmt: skip
