"""What moves between two moments of a match, for every interface that shows or tells it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from gipf_meta.match.session import Session, Step
from gipf_meta.protocol.capabilities import Moving
from gipf_meta.protocol.motion import Motion
from gipf_meta.protocol.view import View
from gipf_meta.render.motion import motions_by_looks

MOST_STEPS: Final = 12
"""What has gone on by more steps than this is shown as it stands: nobody could follow them."""


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
        """What moved, in order, as the game says it.

        Where it says nothing, what is gone leaves and what is new appears: nothing is guessed.
        """
        game = self.session.game
        if isinstance(game, Moving):
            return tuple(game.moved(self.step.before, self.step.move, self.after))
        return motions_by_looks(self.view_before, self.view_after)

    @cached_property
    def view_before(self) -> View:
        """The picture before the step."""
        return self.session.view_of(self.step.before, self.viewer)

    @cached_property
    def view_after(self) -> View:
        """The picture after the step."""
        return self.session.view_of(self.after, self.viewer)


class MovedSteps(NamedTuple):
    """The *steps* of a game, in order; *returns* says that another board was seen before them."""

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
    steps = new.steps[made:]
    states = [*(step.before for step in steps[1:]), new.state]
    moved = (MovedStep(new, step, state, viewer) for step, state in zip(steps, states, strict=True))
    return MovedSteps(tuple(moved), len(seen) > len(now))
