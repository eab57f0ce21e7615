"""The moves that the person at a line has made in advance, as far as they are known here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.deeds.commands import DEEDS
from gipf_meta.deeds.decisions import PlannedNode
from gipf_meta.line.line import Message, RoomLine, SeenRoom
from gipf_meta.match.match import Match
from gipf_meta.match.plan_lines import read_lines, write_lines
from gipf_meta.match.plans import LOST, Plan, PlanNode, place_of, standing_of, whatever_comes
from gipf_meta.narration.plan_words import (
    HOW_TO_ASK,
    OFF,
    is_named,
    lost_plan_words,
    planned_lines,
    premove_words,
    with_line,
)
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import IllegalMove, MoveError
from gipf_meta.rooms.events import Closed, Event, Played, TookBack
from gipf_meta.rooms.state import RoomState


class OwnPlan:
    """The plan of the person at a *line* in the room that is *seen*. *send* sends commands
    about it.

    The room plays it. A host tells nobody what others plan, and its events nothing of plans; so the
    plan is followed here by the same rules, and asked for when a match is opened.
    """

    def __init__(self, line: RoomLine, seen: SeenRoom, send: Callable[..., Any]) -> None:
        self._line, self._seen, self._send = line, seen, send
        self._plans: dict[int, Plan] = {}
        """The plans by the depth of their game."""
        self._before: dict[int, Plan] | None = None
        """The plans before the command that is not answered yet."""
        self._asked, self._tells_answer = "", False
        self._lost, self._lost_in = "", 0
        self._notices: list[str] = []
        self._ended: list[str] = []

    # ---- the match ----------------------------------------------------------------------------

    @property
    def _room(self) -> RoomState:
        return self._seen.room

    @property
    def _match(self) -> Match:
        return self._room.table.match

    @property
    def _here(self) -> tuple[int, ...]:
        """The players who decide here."""
        return self._room.seats.held_by(self._seen.person)

    @property
    def _deciders(self) -> list[int]:
        return self._room.deciders(self._seen.person)

    @property
    def _is_due(self) -> bool:
        """Whether the person here decides next."""
        table = self._room.table
        return not table.bot_is_due and table.player in self._deciders

    def _why_not(self) -> str:
        """Why not: the reason why nothing can be planned here now, or ``""``."""
        why: str = DEEDS["imagine"].of().why_not(self._room, self._seen.person)
        return why

    # ---- what is planned ----------------------------------------------------------------------

    @property
    def shown(self) -> Plan | None:
        """The plan for the game on top or, without one, for the nearest one below it; ``None``:
        there is none."""
        return self._plans[max(self._plans)] if self._plans else None

    @property
    def planned(self) -> tuple[PlanNode, ...]:
        """The lines that are planned from where the game on top stands."""
        match = self._match
        plan = self._plans.get(len(match.sessions) - 1)
        return () if plan is None else standing_of(plan, match).nodes

    @property
    def lines(self) -> list[str]:
        """The sentences on the plan beside the match; none for a move for the next turn, of which
        ``sentence`` tells."""
        plan = self.shown
        if plan is None or plan.move_for_next_turn is not None:
            return []
        return planned_lines(standing_of(plan, self._match).nodes)

    @property
    def told_lines(self) -> list[str]:
        """All that is planned, in sentences, or the sentence that nothing is."""
        plan = self.shown
        return self.lines or ([self.sentence] if plan is not None else planned_lines(()))

    @property
    def waits(self) -> bool:
        """Whether there is a move for the next turn that can be withdrawn."""
        plan = self.shown
        is_simple = plan is not None and plan.move_for_next_turn is not None
        return is_simple and not self._is_due

    @property
    def sentence(self) -> str:
        """The sentence on a move for the next turn, or on the end of what was planned; ``""``:
        there is none."""
        plan = self.shown
        text = None if plan is None else plan.move_for_next_turn
        return self._lost if text is None else premove_words(text, waits=True)

    def take_ended(self) -> list[str]:
        """The sentences on plans that have ended since the last call."""
        ended, self._ended = self._ended, []
        return ended

    def take_notices(self) -> list[str]:
        """The sentences on plans that the person here has made or asked for."""
        notices, self._notices = self._notices, []
        return notices

    # ---- planning -----------------------------------------------------------------------------

    def add_typed(self, typed: str) -> str:
        """Plans the line that was *typed*, ``d4 then e5``, beside the others; returns why not, or
        ``""``."""
        try:
            lines = with_line(self.planned, self._match, self.player(), typed)
        except MoveError as error:
            return str(error)
        self.keep(lines)
        return ""

    def answer_typed(self, argument: str) -> str:
        """Tells what is planned or, if the *argument* is ``off``, withdraws it; returns why not, or
        ``""``."""
        if argument and not is_named(argument, OFF):
            return _(HOW_TO_ASK)
        if argument:
            self.keep(())
        else:
            self._tell()
        return ""

    def player(self) -> int:
        """The player here who can plan. Raises ``IllegalMove``, a sentence, if none can."""
        if why := self._why_not():
            raise IllegalMove(why)
        return self._deciders[0]

    def keep(self, lines: tuple[PlanNode, ...]) -> None:
        """Plans *lines*, which are checked, in place of what was planned; none: withdraws it."""
        depth = len(self._match.sessions) - 1
        if not lines and self.shown is not None:
            depth = self.shown.depth
        self._put(lines, depth)
        written: list[Any] = write_lines(lines)
        if not self._line.is_far:  # no message travels
            written = [PlannedNode.model_validate(each) for each in written]
        self._notices = planned_lines(lines) if lines else []
        if not lines and self._line.is_far:  # here the room says so
            self._notices = [_("You have planned nothing any more.")]
        self._send("plan", lines=written)

    def premove(self, text: str | None) -> None:
        """Plans *text* for the next turn, whatever comes; ``None``: withdraws what is planned."""
        depth = len(self._match.sessions) - 1
        if not text and self.shown is not None:
            depth = self.shown.depth
        self._put(whatever_comes(text) if text else (), depth)
        self._send("premove", text=text)

    def _tell(self) -> None:
        """Tells what is planned; a host is asked, for it may have been planned elsewhere."""
        if self._line.is_far and not self._why_not():
            self._tells_answer = True
            self._send("imagine", path=[])
        else:
            self._notices = self.told_lines

    def _put(self, lines: tuple[PlanNode, ...], depth: int) -> None:
        """Takes *lines* for what is planned for the game at *depth*, until the room refuses."""
        self._before, self._lost = dict(self._plans), ""
        self._plans.pop(depth, None)
        deciders = self._deciders
        if lines and deciders:
            plan = Plan.of(self._match, deciders[0], self._seen.person, lines, self._room.number)
            self._plans[depth] = plan

    # ---- what the room says -------------------------------------------------------------------

    def learn(self) -> None:
        """Learns what was planned before the match was opened here."""
        if not self._here or self._room.study is not None or self._room.table.over is not None:
            return
        if self._line.is_far:
            if not self._why_not():
                self._asked = self._line.send("imagine", room=self._seen.id, path=[])
            return
        here = self._here
        self._plans = {
            depth: plan
            for (player, depth), plan in self._room.plans.pending.items()
            if player in here
        }

    def take(self, said: Message) -> bool:
        """Takes the message *said* if it tells what is planned, or answers the question of
        ``learn``, which nobody else waits for; returns whether it did."""
        body = said.get("imagined")
        if isinstance(body, dict) and body.get("room") == self._seen.id:
            # an answer to a question of before may come where the room is only being opened again
            if not body.get("path") and self._seen.is_there:
                self._take_known(body.get("known"))
            if body.get("id") == self._asked:
                self._asked = ""
            return True
        if self._asked and said.get("refused") == self._asked:  # by a host that knows no plans
            self._asked = ""
            return True
        return False

    def _take_known(self, written: Any) -> None:
        """Takes the lines that a host knows from where the game on top stands."""
        try:
            lines = read_lines(written)
        except (KeyError, TypeError):
            return
        before = self._before
        self._put(lines, len(self._match.sessions) - 1)
        self._before = before
        if self._tells_answer:
            self._tells_answer, self._notices = False, self.told_lines

    def take_answer(self, is_taken: bool) -> None:
        """Takes the answer to the command sent last: what it planned holds, or does not."""
        before, self._before = self._before, None
        self._tells_answer = self._tells_answer and is_taken
        if before is None:
            return
        if not is_taken:
            self._plans, self._notices = before, []
            return
        depth = len(self._match.sessions) - 1
        plan = self._plans.get(depth)
        if plan is not None and plan is not before.get(depth):  # it begins where the host has it
            deciders = self._deciders
            if plan.player in deciders:
                self._plans[depth] = Plan.of(
                    self._match, plan.player, plan.person, plan.lines, self._room.number
                )

    def follow(self, events: Sequence[Event]) -> None:
        """Ends what can decide nothing more after *events*."""
        if self._lost and self._is_lost_past(events):
            self._lost = ""
        if any(isinstance(each, Closed) for each in events):
            self._plans.clear()
        for depth, plan in [*self._plans.items()]:
            try:
                self._follow(depth, plan, events)
            except GameFailed:  # it is shown when the match is drawn
                del self._plans[depth]

    def _is_lost_past(self, events: Iterable[Event]) -> bool:
        """Whether the person here has decided since a plan was lost, or another game is on top."""
        return self._lost_in != len(self._match.sessions) or any(
            isinstance(each, TookBack | Closed)
            or (isinstance(each, Played) and each.player in self._here)
            for each in events
        )

    def _follow(self, depth: int, plan: Plan, events: Sequence[Event]) -> None:
        match = self._match
        standing, is_simple = standing_of(plan, match), plan.move_for_next_turn is not None
        if standing.done or (standing == LOST and _was_played(plan, match)):
            del self._plans[depth]
            if not is_simple:
                self._ended.append(_("Your plan is played to its end."))
        elif standing == LOST:
            del self._plans[depth]
            is_on_top = plan.place == place_of(match)
            if match.result is None and is_on_top and not is_simple:
                self._lose(_why_lost(events, self._here))
        elif standing.answer is not None and self._is_impossible(standing.answer, plan.player):
            del self._plans[depth]
            self._lose(premove_words(standing.answer, waits=False))

    def _is_impossible(self, text: str, player: int) -> bool:
        """Whether *text* is what *player* would decide now, and is not legal."""
        if self._room.is_paused or self._match.player != player:
            return False
        try:
            self._match.play(text, player)
        except MoveError:
            return True
        return False

    def _lose(self, sentence: str) -> None:
        self._lost, self._lost_in = sentence, len(self._match.sessions)
        self._ended.append(sentence)


def _was_played(plan: Plan, match: Match) -> bool:
    """Whether *plan* had come to its end before the last decisions of *match*, of which several may
    have come at once."""
    if plan.depth >= len(match.sessions):
        return False
    below, session = match.sessions[: plan.depth], match.sessions[plan.depth]
    for count in range(plan.at + 1, len(session.steps)):
        next_step = session.steps[count]
        then = session.moved(next_step.before, session.steps[:count], next_step.at_ms)
        if standing_of(plan, replace(match, sessions=(*below, then))).done:
            return True
    return False


def _why_lost(events: Iterable[Event], here: Sequence[int]) -> str:
    """The sentence on a plan that *events* have ended; *here* are the players who sit here."""
    events = [*events]
    if any(isinstance(each, TookBack) for each in events):
        return _("Your plan is gone: what it began with was taken back.")
    moves = [each for each in events if isinstance(each, Played)]
    if moves and moves[-1].player in here:
        return _("Your plan is gone: you have played something else.")
    return lost_plan_words()
