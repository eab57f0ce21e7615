"""The motions of a game as lines that a test can name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from gipf_meta import AnyGame, Chance, Motion, MoveError, Turn, Way
from gipf_meta.match.session import Session, Step
from gipf_meta.narration.answers import spoken_seats
from gipf_meta.narration.moment_motion import MovedStep, motion_sentences
from gipf_meta.testing.laws.motions import require_next_picture


def moved_by(game: AnyGame, state: Any, turn: str) -> list[list[str]]:
    """The motions of each decision of the typed *turn*: a line a motion, as ``motion_line`` writes
    it.

    Each leads to the next picture.
    """
    return [lines for lines, _after in steps(game, state, game.parse_turn(state, turn))]


def moved_by_decisions(game: AnyGame, state: Any, *decisions: str) -> list[list[str]]:
    """The motions of single *decisions*, or draws of luck, each by the seat that acts, as
    ``moved_by``."""
    told = []
    for text in decisions:
        ((lines, state),) = steps(game, state, [_read(game, state, text)])
        told.append(lines)
    return told


def sentences(game: AnyGame, state: Any, *decisions: str) -> list[str]:
    """The motions of the last of *decisions*, in words."""
    *_before, (move, before, after) = _decided(game, state, *decisions)
    session = Session(game, after, tuple(range(2)))
    step = MovedStep(session, Step(0, move, decisions[-1], before, 1), after, None)
    return [*motion_sentences(step, spoken_seats(game))]


def _decided(game: AnyGame, state: Any, *decisions: str) -> Iterator[tuple[Any, Any, Any]]:
    """Each decision, the state before it, and the one after it."""
    for text in decisions:
        move = _read(game, state, text)
        after = game.apply(state, move)
        yield move, state, after
        state = after


def steps(game: AnyGame, state: Any, moves: Sequence[Any]) -> Iterator[tuple[list[str], Any]]:
    """The motions of each of *moves*, and the state after it."""
    for move in moves:
        after = game.apply(state, move)
        motions = game.moved(state, move, after)  # type: ignore[attr-defined]
        views = (game.view(each, None) for each in (state, after))
        require_next_picture(game.format(state, move), motions, *views)
        yield [motion_line(motion) for motion in motions], after
        state = after


def motion_line(motion: Motion) -> str:
    """*motion* in one line: ``d4-d5-d6 takes d5-pool turns f6 lays bag-a1 loses g4``; places that
    are passed stand between start and end, and out of sight is nothing. A row that is all that is
    taken is called so: ``takes the row a1-pool a2-pool``."""
    is_row = motion.row == tuple(dict.fromkeys(way.start for way in motion.taken))
    parts = [f"lights {' '.join(motion.row)}"] if motion.row and not is_row else []
    parts += [_ways(motion.ways)] if motion.ways else []
    parts += [f"takes {'the row ' * is_row}{_ways(motion.taken)}"] if motion.taken else []
    parts += [f"turns {' '.join(motion.turned)}"] if motion.turned else []
    parts += [f"lays {_ways(motion.laid)}"] if motion.laid else []
    parts += [f"loses {' '.join(motion.gone)}"] if motion.gone else []
    return " ".join(parts)


def _ways(ways: Iterable[Way]) -> str:
    return " ".join("-".join((way.start, *way.over, way.end)) for way in ways)


def _read(game: AnyGame, state: Any, text: str) -> Any:
    """The decision, or the outcome of luck, that *text* writes."""
    now = game.status(state)
    if isinstance(now, Chance):
        return next(move for move, _weight in now.outcomes if game.format(state, move) == text)
    assert isinstance(now, Turn)
    for seat in (now.seat, 1 - now.seat):
        with suppress(MoveError):
            return game.parse(state, seat, text)
    return game.parse(state, now.seat, text)
