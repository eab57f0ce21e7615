"""The relations of a view's choices to its places: from where, onto where, and what they take.

A game that tells its motions decides it by them; for others, and for a decision that only begins
what a later one moves, the order of the places in a choice does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from gipf_meta.protocol.motion import Motion, Way
from gipf_meta.protocol.view import Choice, View

MotionsOf = Callable[[Choice], Sequence[Motion]]
"""Finds the motions of a choice; none where a game tells none, or nothing moves."""


def no_motions(_choice: Choice) -> Sequence[Motion]:
    """No motions, whatever the choice."""
    return ()


@dataclass(frozen=True)
class ChoiceRelations:
    """The choices of *view*, with the motions that each of them makes. What no piece of the view
    shows is never used."""

    view: View
    motions_of: MotionsOf = no_motions

    @cached_property
    def _points(self) -> frozenset[str]:
        return frozenset(point.id for point in self.view.points)

    @cached_property
    def _standing(self) -> frozenset[str]:
        return frozenset(piece.at for piece in self.view.pieces)

    @cached_property
    def _begins_on_empty(self) -> bool:
        """Whether decisions without a motion name empty places: then these are goals, not what is
        chosen to be moved."""
        return any(
            each.path[0] in self._points - self._standing and not self.motions_of(each)
            for each in self.view.choices
            if len(each.path) == 1
        )

    @cached_property
    def labels(self) -> frozenset[str]:
        """The labels of the choices, each once but for its places."""
        place = re.compile(r"\b[A-Za-z]?[a-z][0-9]+\b")
        return frozenset(place.sub("", each.label) for each in self.view.choices)

    @cached_property
    def all_begin_only(self) -> bool:
        """Whether every choice only begins what later ones say the goal of, as a piece is chosen
        first and placed then."""
        return bool(self.view.choices) and all(
            not self.motions_of(each)
            and all(at in self._standing for at in each.path if at in self._points)
            and len([at for at in each.path if at in self._points]) < 2
            for each in self.view.choices
        )

    def starting_at(self, at: str) -> list[Choice]:
        """The choices that move what stands on *at* to another place, or begin to; where nothing
        stands, those that begin there, as at a border, and lead on."""
        if at not in self._standing:
            return [each for each in self.view.choices if self._leads_on(each, at)]
        return [each for each in self.view.choices if at in each.path and self._starts(each, at)]

    def _starts(self, choice: Choice, at: str) -> bool:
        named = [word for word in choice.path if word in self._points]
        motions = self.motions_of(choice)
        if not motions:
            return named[0] == at and (len(named) > 1 or not self._begins_on_empty)
        return any(
            way.start == at != way.end and way.end in self._points
            and (way.end in named or len(named) == 1)
            for motion in motions
            for way in motion.ways
        )  # fmt: skip

    def _leads_on(self, choice: Choice, at: str) -> bool:
        named = [word for word in choice.path if word in self._points]
        return choice.path[0] == at and len(named) > 1

    def ending_at(self, at: str) -> list[Choice]:
        """The choices that name *at* and bring something there from elsewhere."""
        return [each for each in self.view.choices if at in each.path and self._ends(each, at)]

    def _ends(self, choice: Choice, at: str) -> bool:
        motions = self.motions_of(choice)
        if not motions:
            named = [word for word in choice.path if word in self._points]
            return named[-1] == at and not (len(named) == 1 and self._starts_alone(at))
        return any(way.end == at != way.start for motion in motions for way in motion.ways)

    def _starts_alone(self, at: str) -> bool:
        return at in self._standing and not self._begins_on_empty

    def goal(self, choice: Choice, at: str) -> str:
        """The place to which *choice* moves what stands on *at*; ``""`` if it is not said yet."""
        end = at
        for way in self._way_from(choice, at):
            end = way.end
        if end == at:
            named = [word for word in choice.path if word in self._points]
            end = named[-1]
        return "" if end == at else end

    def steps(self, choice: Choice, at: str) -> int:
        """The steps that *choice* moves what stands on *at*; 0 if no motion tells it."""
        return sum(len(way.over) + 1 for way in self._way_from(choice, at))

    def _way_from(self, choice: Choice, at: str) -> list[Way]:
        """The way of what stands on *at*, part after part."""
        found, end = list[Way](), at
        for motion in self.motions_of(choice):
            part = next((way for way in motion.ways if way.start == end and not way.stays), None)
            if part is not None and part.end in self._points:
                found.append(part)
                end = part.end
        return found

    def taking(self, at: str) -> list[Choice]:
        """The choices that take what stands on *at* away."""
        return [each for each in self.view.choices if at in self.taken(each)]

    def taken(self, choice: Choice) -> frozenset[str]:
        """The places from which *choice* takes what stands there."""
        return frozenset(
            way.start
            for motion in self.motions_of(choice)
            for way in motion.taken
            if way.start in self._standing
        )
