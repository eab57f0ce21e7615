"""The verdict of a duel for the moment in which it ends: who wins it, and what that means.

What follows on the board is told by the captions of its motions (``Motion.words``).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.session import Session, Step
from gipf_meta.narration.endings import called, end_of, has_won
from gipf_meta.narration.moment_motion import MOST_STEPS, MovedStep, moved_steps
from gipf_meta.narration.step_words import happenings_of
from gipf_meta.narration.story import Names
from gipf_meta.protocol.gate import Gate


def duel_verdict(
    seen: Sequence[Session],
    now: Sequence[Session],
    names: Names,
    reader: int | None,
    viewer: int | None,
) -> list[str]:
    """The sentences to *reader* on the duel that has ended between the sessions *seen* and those
    *now*; none: no duel has ended, or the reader did not see it.

    The first says who wins it, the others what that means below: none of these where a motion says
    it, as *viewer* sees it.
    """
    step = _ended_duel(seen, now, viewer)
    if step is None:
        return []
    duel = step.step.duel
    head = [_head(duel, names, reader)] if isinstance(duel, Session) else []
    with suppress(GipfMetaError):
        if any(motion.words for motion in step.motions):
            return head
    return [*head, *happenings_of(step.session, step.step)]


def contested_places(session: Session, step: Step, viewer: int | None) -> list[str]:
    """The places that the duel of *step* was about, as *viewer* saw the board of *session* then:
    those that are marked as chosen."""
    with suppress(GipfMetaError), Gate(session.game):
        marks = session.view_of(step.before, viewer).marks
        return [mark.at for mark in marks if mark.kind == "selected"]
    return []


def _ended_duel(
    seen: Sequence[Session], now: Sequence[Session], viewer: int | None
) -> MovedStep | None:
    """The step between the sessions *seen* and those *now* that has ended the last duel."""
    for old, new in zip(seen, now, strict=False):
        made = len(old.steps)
        if old.game != new.game or old.steps != new.steps[:made]:
            return None
        if len(new.steps) - made > MOST_STEPS:
            return None
        if all(step.duel is None for step in new.steps[made:]):
            continue
        for moved in reversed(moved_steps(new, new.steps[made:], viewer)):
            if moved.step.duel is not None:
                return moved
    return None


def _head(duel: Session, names: Names, reader: int | None) -> str:
    """The sentence on who wins *duel*."""
    end = end_of(duel)
    if not end.winners:
        return _("The duel is a draw.")
    if has_won(duel, end, reader):
        return _("You win the duel.")
    here = called(duel, names)
    winners = _(" and ").join(here[seat] for seat in end.winners)
    return _("{winners} wins the duel.").format(winners=winners)
