"""The motions between two moments of a match, for every interface that shows or tells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from gipf_meta.base.addressee import unasked
from gipf_meta.base.texts import _
from gipf_meta.match.session import Session, Step
from gipf_meta.protocol.capabilities import Moving
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.protocol.view import Piece, View
from gipf_meta.render import speech
from gipf_meta.render.animated_board import (
    Sight,
    StandingPieces,
    after_motion,
    motions_by_looks,
    motions_in_sight,
)
from gipf_meta.render.board import pieces_by_place

MOST_STEPS: Final = 12
"""The most steps whose motions are shown one by one; after more, only the new board is shown."""


@dataclass(frozen=True)
class MovedStep:
    """A *step* of *session* that led to the state *after*, as player *viewer* saw it.

    Every property raises whatever the game raises.
    """

    session: Session
    step: Step
    after: Any
    viewer: int | None

    @cached_property
    def motions(self) -> Sequence[Motion]:
        """The motions of this step in order, as the game declares them and the viewer sees them.

        In a game that declares none, pieces that are gone leave and new ones appear.
        """
        game, views = self.session.game, self.session.views
        if isinstance(game, Moving):
            with self.session.seated(), Gate(game):
                said = game.moved(self.step.before, self.step.move, self.after)
            before = Sight(self.view_before, partial(views.find, game, self.step.before))
            return motions_in_sight(
                said, before, Sight(self.view_after, partial(views.find, game, self.after))
            )
        return motions_by_looks(self.view_before, self.view_after)

    @cached_property
    def view_before(self) -> View:
        """The picture before the step."""
        return self._pieces_of(self.step.before)

    @cached_property
    def view_after(self) -> View:
        """The picture after the step."""
        return self._pieces_of(self.after)

    def _pieces_of(self, state: Any) -> View:
        """The picture of *state*, of which only the pieces are used."""
        if not self.session.game.is_open:
            return self.session.view_of(state, self.viewer)
        with unasked():
            return self.session.view_of(state, self.viewer)

    def stages(self) -> Iterator[tuple[Motion, StandingPieces, StandingPieces]]:
        """Each motion, with the pieces before and after it; after the last, those of the view."""
        standing: StandingPieces = pieces_by_place(self.view_before)
        final = pieces_by_place(self.view_after)
        known = {**dict(self._passing()), **final} if len(self.motions) > 1 else final
        for n, motion in enumerate(self.motions, 1):
            after = final if n == len(self.motions) else after_motion(standing, motion, known)
            yield motion, standing, after
            standing = after

    def _passing(self) -> Iterator[tuple[str, Piece]]:
        """The pieces that come from beside the board and leave it in this step, by their places:
        each looks like one of its kind that stands there before."""
        heaps = {item.id: item for tray in self.view_before.trays for item in tray.items}
        alike = {(each.kind, each.role, each.badge): each for each in self.view_before.pieces}
        for way in (way for motion in self.motions for way in motion.ways):
            heap = heaps.get(way.start)
            if heap is not None:
                piece = alike.get((heap.kind, heap.role, heap.badge))
                if piece is not None:
                    yield way.end, replace(piece, at=way.end)


class MovedSteps(NamedTuple):
    """The *steps* of a game, in order; *returns*: another board was seen before them."""

    steps: tuple[MovedStep, ...] = ()
    returns: bool = False


def steps_between(
    seen: Sequence[Session], now: Sequence[Session], viewer: int | None
) -> MovedSteps:
    """The steps that led from the stack of sessions *seen* to the one *now*, of the game on top.

    None where nothing should move: where a duel has begun, something was taken back, or too much
    has happened.
    """
    if not now or len(seen) < len(now):
        return MovedSteps()
    old, new = seen[len(now) - 1], now[-1]
    made = len(old.steps)
    goes_on = old.game == new.game and old.steps == new.steps[:made]
    if not goes_on or not 0 < len(new.steps) - made <= MOST_STEPS:
        return MovedSteps()
    return MovedSteps(moved_steps(new, new.steps[made:], viewer), len(seen) > len(now))


def moved_steps(
    session: Session, steps: Sequence[Step], viewer: int | None
) -> tuple[MovedStep, ...]:
    """The last *steps* of *session*, each with the state to which it led."""
    states = [*(step.before for step in steps), session.state][1:]
    return tuple(
        MovedStep(session, step, state, viewer) for step, state in zip(steps, states, strict=True)
    )


def motion_sentences(step: MovedStep, seats: Sequence[str]) -> Iterator[str]:
    """Tells the motions of *step*, sentence by sentence; *seats* are the names of the game's seats.

    Raises whatever the game raises.
    """
    final = pieces_by_place(step.view_after)
    places = {point.id for point in step.view_after.points}
    for motion, standing, _after in step.stages():
        lines: dict[str, None] = {}  # a piece and what lies on it are told of once
        for way in motion.ways:
            piece = standing.get(way.start) or final.get(way.end)
            if piece is None or way.stays or places.isdisjoint((way.start, way.end)):
                continue
            lines[_way_words(way, speech.piece(piece, seats), places)] = None
        yield from lines
        there = after_motion(standing, Motion(motion.ways), final)
        taken: dict[str, dict[str, None]] = {}
        for way in motion.taken:
            if way.start in there:
                words = speech.piece(there[way.start], seats)
                taken.setdefault(words, {})[way.start] = None
        if taken:
            yield _taken_words(taken)
        for words, named in (
            (_("Turned over: {places}."), motion.turned),
            (_("Laid down on: {places}."), [way.end for way in motion.laid]),
            (_("Gone from the board: {places}."), motion.gone),
        ):
            if named:
                yield words.format(places=", ".join(named))


def _way_words(way: Way, piece: str, places: set[str]) -> str:
    """The *way* of a *piece* in words, on a board that has *places*."""
    if way.end not in places:
        words = _("{piece} on {start} leaves the board.")
        return words.format(piece=_upper(piece), start=way.start)
    if way.start not in places:
        return _("{piece} comes to {end}.").format(piece=_upper(piece), end=way.end)
    over = ", ".join(at for at in way.over if at in places)
    words = _("{piece} goes from {start} to {end}.")
    if over:
        words = _("{piece} goes from {start} over {over} to {end}.")
    return words.format(piece=_upper(piece), start=way.start, over=over, end=way.end)


def _taken_words(taken: Mapping[str, Iterable[str]]) -> str:
    """The pieces that leave the board together, each with the places where it stood, in words."""
    if len(taken) == 1:
        ((piece, (start, *more)),) = taken.items()
        if not more:
            return _way_words(Way(start), piece, set())
    pieces = (
        _("{piece} on {places}").format(piece=piece, places=", ".join(starts))
        for piece, starts in taken.items()
    )
    return _("These leave the board: {pieces}.").format(pieces="; ".join(pieces))


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]
