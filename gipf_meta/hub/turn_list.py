"""The list of turns in a scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from gipf_meta.base.addressee import Shared, addressee
from gipf_meta.base.texts import languages
from gipf_meta.deeds.elements import TurnElement
from gipf_meta.match.match import Match
from gipf_meta.match.playback import count_session_moments, count_step_moments
from gipf_meta.match.session import Session, Step, turns_of
from gipf_meta.narration import story
from gipf_meta.protocol.game import Turn
from gipf_meta.records.models import Seat


class TurnList:
    """The turns of the game on top. Their elements stay from decision to decision, and each is made
    once for all readers for whom it is the same."""

    def __init__(self) -> None:
        self._below: tuple[Session, ...] = ()
        self._steps: tuple[Step, ...] = ()
        self._turns: list[_ListedTurn] = []
        self._scenes: dict[object, dict[str, TurnElement]] = {}

    def scene(self, match: Match, people: Sequence[Seat]) -> dict[str, TurnElement]:
        """The turns of the game on top of *match*, in the words of the reader."""
        if self._steps is not match.top.steps or self._below != match.sessions[:-1]:
            self._read(match)
        about = languages(), addressee()
        elements = self._scenes.get(about, {})
        for n in range(len(elements), len(self._turns)):
            turn = self._turns[n]
            elements[turn.key] = turn.made.find(partial(_turn, match, turn, people))
        self._scenes[about] = elements
        return elements

    def _read(self, match: Match) -> None:
        """Reads the turns of *match*, from the first one on that is not as it was before."""
        below, steps = match.sessions[:-1], match.top.steps
        known = self._known(steps) if self._below == below else []
        at = known[-1].at if known else sum(map(count_session_moments, below))
        for elements in self._scenes.values():
            for key in [*elements][len(known) :]:
                del elements[key]
        for turn in turns_of(steps[sum(len(turn.steps) for turn in known) :]):
            at += sum(map(count_step_moments, turn))
            known.append(_ListedTurn.of(match.top, turn, len(known), at))
        self._below, self._steps, self._turns = below, steps, known

    def _known(self, steps: Sequence[Step]) -> list[_ListedTurn]:
        """The turns at the beginning of *steps* that are known, without one that may have grown."""
        if steps[: len(self._steps)] == self._steps:
            return self._turns[:-1]
        known, at = list[_ListedTurn](), 0
        for turn in self._turns:
            at += len(turn.steps)
            if at >= len(steps) or steps[at].number == turn.steps[0].number:
                break
            if steps[at - len(turn.steps) : at] != turn.steps:
                break
            known.append(turn)
        return known


@dataclass
class _ListedTurn:
    """A turn by its *key* in scenes, which led to moment *at*."""

    key: str
    steps: tuple[Step, ...]
    at: int
    text: str
    seat: int | None
    made: Shared[TurnElement] = field(default_factory=Shared)
    words: Shared[str] = field(default_factory=Shared)

    @classmethod
    def of(cls, session: Session, turn: Sequence[Step], number: int, at: int) -> _ListedTurn:
        """The *turn* of that *number* in *session*."""
        # luck may draw before the seat decides; where time acts, others may decide inside its turn
        states = (session.game.status(step.before) for step in turn)
        seat = next((status.seat for status in states if isinstance(status, Turn)), None)
        return cls(f"turn:{number}", tuple(turn), at, session.turn_text(turn), seat)


def _turn(match: Match, turn: _ListedTurn, people: Sequence[Seat]) -> TurnElement:
    top, seat = match.top, turn.seat
    return {
        "number": turn.steps[0].number,
        "seat": seat,
        "name": story.luck() if seat is None else story.player_at(top, seat),
        "text": turn.text,
        "list_text": turn.words.find(partial(_turn_words, match, turn, people)),
        "at": turn.at,
    }


def _turn_words(match: Match, turn: _ListedTurn, people: Sequence[Seat]) -> str:
    return story.turn_words(match.top, turn.steps, story.NamesTold(people, match))
