"""Words for single steps, made once: the news go over the same steps after each decision.

A step does not change, and neither does what is told of it to somebody in a language.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple
from weakref import WeakKeyDictionary

from gipf_meta.base.addressee import Shared
from gipf_meta.match.session import Session, Step, Views
from gipf_meta.protocol.capabilities import Eventful, Narrated
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate

MOST_STEPS: Final = 64
"""The most steps of a session whose words are in the cache: those that were told last."""


class _StepWords(NamedTuple):
    """Words for a *step* in *game* with *players*, for all readers for whom they are the same: the
    events that *happened*, the decision as it was *offered*, and *done*; *texts* are those of the
    steps that it ends, by their number."""

    game: AnyGame
    players: tuple[int, ...]
    step: Step
    happened: Shared[Sequence[str]]
    offered: Shared[str]
    done: Shared[str]
    texts: dict[int, str]


_KNOWN: WeakKeyDictionary[Views, dict[int, _StepWords]] = WeakKeyDictionary()
"""The words for the steps of the sessions with a cache of views, by the ids of the steps: a session
and those that follow it have the same one."""


def _words_of(session: Session, step: Step) -> _StepWords:
    known = _KNOWN.setdefault(session.views, {})
    words = known.pop(id(step), None)
    # the step stays beside its words: no other one can have its id meanwhile
    if (
        words is None
        or words.step is not step
        or words.game is not session.game
        or words.players != session.players
    ):
        shared = Shared[Sequence[str]](), Shared[str](), Shared[str]()
        words = _StepWords(session.game, session.players, step, *shared, {})
    known[id(step)] = words
    if len(known) > MOST_STEPS:
        known.pop(next(iter([*known])), None)
    return words


def happenings_of(session: Session, step: Step) -> Sequence[str]:
    """The events that happen by themselves at *step* of *session*."""
    return _words_of(session, step).happened.find(partial(_tell_happenings, session, step))


def offered_words(session: Session, step: Step) -> str:
    """The decision *step* of *session* as its player was offered it; ``""``: not in words. Raises
    whatever the game raises."""
    return _words_of(session, step).offered.find(partial(_find_label, session, step))


def done_words(session: Session, step: Step) -> str:
    """The decision *step* of *session* in words that follow the player's name; ``""``: the game has
    none."""
    return _words_of(session, step).done.find(partial(_tell_done, session, step))


def text_of_run(session: Session, run: Sequence[Step]) -> str:
    """The steps of *run*, which follow each other in *session*, in the game's notation."""
    texts = _words_of(session, run[-1]).texts
    if len(run) not in texts:
        texts[len(run)] = session.turn_text(run)
    return texts[len(run)]


def _tell_happenings(session: Session, step: Step) -> Sequence[str]:
    game = session.game
    if not isinstance(game, Eventful):
        return ()
    with session.seated(), Gate(game):
        return tuple(game.happenings(step.before, step.move))


def _find_label(session: Session, step: Step) -> str:
    assert step.seat is not None
    offered = session.view_of(step.before, session.players[step.seat]).choices
    return next((each.label for each in offered if each.notation == step.text), "")


def _tell_done(session: Session, step: Step) -> str:
    game = session.game
    if not isinstance(game, Narrated):
        return ""
    with session.seated(), Gate(game):
        return game.predicate(step.before, step.move)
