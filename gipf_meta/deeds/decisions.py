"""Deeds of a player: decisions, plans and resigning, and his choices about a bot or a duel that
failed."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Annotated, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from gipf_meta.base.texts import _
from gipf_meta.deeds.boards import imagined_scene
from gipf_meta.deeds.deed import LONGEST_PATH, Deed, Reading, RoomFacts, Seen, ShortText, Typed
from gipf_meta.deeds.elements import plan_lines
from gipf_meta.deeds.messages import ImaginedBody, RoomMessage
from gipf_meta.match.lesson_progress import LessonProgress
from gipf_meta.match.partial_decision import play_with_completion
from gipf_meta.match.plans import (
    DEEPEST,
    MOST_NODES,
    Plan,
    PlanNode,
    checked,
    decider_of,
    ends_of,
    imagine,
    nodes_after,
    outcomes_of,
    require_sight,
    whatever_comes,
)
from gipf_meta.match.session import Session
from gipf_meta.narration.click_refusals import why_no_click
from gipf_meta.narration.plan_words import question_at
from gipf_meta.narration.story import names_told
from gipf_meta.protocol.game import MoveError, Turn
from gipf_meta.protocol.view import Choice
from gipf_meta.records.models import PlayerNumber
from gipf_meta.rooms import events
from gipf_meta.rooms.conditions import (
    why_no_match,
    why_no_say,
    why_not_deciding,
    why_over,
)
from gipf_meta.rooms.room import Room
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.openings import GameId
from gipf_meta.table.seats import Refused


class Play(Deed):
    """Decides *text*. *seen* is the number of the last event that the sender knows."""

    needs_say: ClassVar[bool] = True
    is_decision: ClassVar[bool] = True
    leads_on: ClassVar[bool] = True

    do: Literal["play"]
    text: Typed
    seen: Seen

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return not (facts.is_ended or facts.has_trouble or facts.state.is_paused)

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        choices = state.choices(person)
        return [cls.of(text=each.notation, seen=state.number) for each in choices[:1]]

    def _why_not(self, state: RoomState, person: str) -> str:
        return _why_no_decision(state, person, self.seen)

    def act(self, room: Room, person: str, name: str) -> None:
        players = room.state.deciders(person)
        # a text that begins one decision alone plays that
        play_with_completion(
            partial(_decide, room, players), room.state.table.match, players, self.text
        )

    def step(self, progress: LessonProgress) -> LessonProgress:
        return progress.play(self.text)


class Choose(Deed):
    """Plays the decision that the clicks of *path* make. *seen* as in ``play``."""

    is_decision: ClassVar[bool] = True
    beside: ClassVar[str] = "play"  # every choice has clicks, too
    leads_on: ClassVar[bool] = True

    do: Literal["choose"]
    path: Annotated[tuple[ShortText, ...], Field(max_length=LONGEST_PATH)]
    seen: Seen

    @classmethod
    def may(cls, state: RoomState, person: str) -> bool:
        return Play.may(state, person)

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := _why_no_decision(state, person, self.seen):
            return why
        if self._find(state.choices(person)):
            return ""
        top, players = state.table.match.top, state.deciders(person)
        why = why_no_click(top, players, state.view_with_choices(person), self.path)
        return why or _no_such_path()

    def _find(self, choices: Iterable[Choice]) -> Choice | None:
        """The one of *choices* that the clicks make; ``None``: none of them."""
        return next((choice for choice in choices if choice.path == self.path), None)

    def act(self, room: Room, person: str, name: str) -> None:
        choice = self._find(room.state.choices(person))
        assert choice is not None, "why_not has made sure"
        _decide(room, room.state.deciders(person), choice.notation)

    def step(self, progress: LessonProgress) -> LessonProgress:
        top = progress.match.top
        view = top.view(None)
        choice = self._find(view.choices)
        if choice is None:
            raise Refused(why_no_click(top, top.players, view, self.path) or _no_such_path())
        return progress.play(choice.notation)


class Premove(Deed):
    """Makes the premove *text*, played as soon as the sender's turn comes, if it is legal;
    ``None``: withdraws it, or the plan in its place."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False

    do: Literal["premove"]
    text: Typed | None = None

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return not facts.is_over and not facts.has_trouble

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(text=""),)

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_not_deciding(state, person):
            return why
        if self.text is None:
            return ""
        if why := why_over(state):
            return why
        if state.table.trouble:
            return state.table.trouble
        if state.table.player in state.deciders(person):
            return _("It is your turn: play.")
        return ""

    def act(self, room: Room, person: str, name: str) -> None:
        if self.text is None:
            _withdraw(room.state, person)
        else:
            _keep(room.state, person, whatever_comes(self.text))

    def private_notice(self) -> str | None:
        return "" if self.text else _("No move waits for your turn any more.")


class PlannedNode(BaseModel):
    """A decision of a plan: *do*, ``None``: whatever comes, and those that may follow. *own* is as
    scenes tell it; the room finds it itself."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    do: Typed | None
    then: Annotated[tuple[PlannedNode, ...], Field(max_length=MOST_NODES)] = ()
    own: bool = False

    def node(self) -> PlanNode:
        """The node of the plan."""
        return PlanNode(self.do, tuple(each.node() for each in self.then))


class KeepPlan(Deed):
    """Plans *lines* for the game on top, in place of what the sender has planned for it; none:
    withdraws his plan for it or, without one, for the nearest game below.

    Where it is his turn, the first decision is the one that he is about to make: it is not played.
    """

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False

    do: Literal["plan"]
    lines: Annotated[tuple[PlannedNode, ...], Field(max_length=MOST_NODES)]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return not facts.is_over and not facts.has_trouble

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(lines=(PlannedNode(do=None),)),)

    def _why_not(self, state: RoomState, person: str) -> str:
        return why_not_deciding(state, person) or _why_no_plan(state)

    def act(self, room: Room, person: str, name: str) -> None:
        if not self.lines:
            _withdraw(room.state, person)
            return
        state, nodes = room.state, [each.node() for each in self.lines]
        top, player = state.table.match.top, state.deciders(person)[0]
        _keep(state, person, checked(nodes, top, player))

    def private_notice(self) -> str | None:
        return "" if self.lines else _("You have planned nothing any more.")


class Imagine(Reading):
    """Asks for the board as it would be after the decisions of *path*, whoever makes them: a draw
    of luck and the end of a duel (``won``, ``lost``, ``drawn``) are among them. No bot thinks."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False

    do: Literal["imagine"]
    path: Annotated[tuple[Typed, ...], Field(max_length=DEEPEST)] = ()

    def _why_not(self, state: RoomState, person: str) -> str:
        return why_not_deciding(state, person) or _why_no_plan(state)

    def answer(self, state: RoomState, person: str) -> RoomMessage:
        match, player, path = state.table.match, state.deciders(person)[0], list[str]()
        session = match.top
        if self.path:
            require_sight(session, player)
        for text in self.path:
            session, texts = imagine(session, player, text)
            path += texts
        decider = decider_of(session, player)
        names = names_told(state.table.seats, match)
        body: ImaginedBody = {
            "room": state.id,
            "id": self.id,
            "path": path,
            "decider": decider,
            "turn": _player_on_turn(session),
            "is_own": decider == "own",
            "draws": outcomes_of(session),
            "ends": [*ends_of(session)],
            "known": plan_lines(nodes_after(state.plans.nodes_on_top(match, player), path)),
            "scene": imagined_scene(match, session, player, question_at(session, player, names)),
        }
        return {"imagined": body}


class Resign(Deed):
    """Gives up the game on top, for the seat *by* that the sender holds; ``None``: the one that
    decides."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False
    when_full: ClassVar[bool] = True

    do: Literal["resign"]
    by: PlayerNumber | None = None

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return not facts.is_over

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_match(state):
            return why
        fault = state.table.fault
        if fault is not None and self.by == fault.player:  # nobody else can end its game
            return why_no_say(state, person) or why_over(state)
        if why := why_not_deciding(state, person):
            return why
        if self.by is not None and self.by not in state.deciders(person):
            return _("You do not hold that seat.")
        return why_over(state)

    def act(self, room: Room, person: str, name: str) -> None:
        player = room.state.deciders(person)[0] if self.by is None else self.by
        room.emit(events.Resigned, player=player)


class AskAgain(Deed):
    """Asks the bot that failed once more."""

    needs_say: ClassVar[bool] = True
    in_study: ClassVar[bool] = False

    do: Literal["ask_again"]

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.state.table.fault is not None

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_say(state, person):
            return why
        return _("No bot has failed.") if state.table.fault is None else ""

    def act(self, room: Room, person: str, name: str) -> None:
        room.emit(events.AskedAgain)


class ChooseDuel(Deed):
    """Lets the duel be played in *game* instead of one that cannot be played."""

    needs_say: ClassVar[bool] = True
    leads_on: ClassVar[bool] = True

    do: Literal["choose_duel"]
    game: GameId

    @classmethod
    def is_open(cls, facts: RoomFacts) -> bool:
        return facts.has_trouble

    @classmethod
    def examples(cls, state: RoomState, person: str) -> Iterable[Self]:
        return (cls.of(game=""),)  # whether a game can be played is found when the duel begins

    def _why_not(self, state: RoomState, person: str) -> str:
        if why := why_no_say(state, person):
            return why
        if state.table.trouble:
            return ""
        return _("The duel can be played: no other game is chosen for it.")

    def act(self, room: Room, person: str, name: str) -> None:
        room.emit(events.DuelChosen, game=self.game)


def _no_such_path() -> str:
    """The sentence that clicks make no decision."""
    return _("What you clicked cannot be played now.")


def _why_no_decision(state: RoomState, person: str, seen: int) -> str:
    """Why not: the turn of event *seen* is over, *person* decides for nobody, the study is full, or
    the match is paused."""
    if not state.turn_since <= seen <= state.number:
        return _("The turn has changed in the meantime: look at the board again.")
    if why := why_not_deciding(state, person):
        return why
    if state.study is not None and (why := state.study.why_full()):
        return why
    return _("The match is paused: go on first.") if state.is_paused else ""


def _decide(room: Room, players: Sequence[int], text: str) -> None:
    """Lets the first of *players* for whom *text* is legal decide it. Raises ``MoveError``."""
    first: MoveError | None = None
    for player in players:
        try:
            room.decide(player, text)
        except MoveError as error:
            first = first or error
        else:
            return
    if first is not None:
        raise first


def _player_on_turn(session: Session) -> int | None:
    """The player of the match who decides next in *session*; ``None``: none does."""
    now = session.status
    return session.players[now.seat] if isinstance(now, Turn) else None


def _why_no_plan(state: RoomState) -> str:
    """The sentence why nothing can be planned: the match is over, or its duel cannot be played;
    ``""``: something can."""
    return why_over(state) or state.table.trouble


def _keep(state: RoomState, person: str, lines: Sequence[PlanNode]) -> None:
    """Lets *lines* be the plan of *person* for the game on top."""
    match, player = state.table.match, state.deciders(person)[0]
    version = secrets.token_hex(8)
    state.plans.make(Plan.of(match, player, person, tuple(lines), state.number, version))


def _withdraw(state: RoomState, person: str) -> None:
    """Withdraws the plan of *person* for the game on top or, without one, for one below."""
    for player in state.seats.held_by(person):
        state.plans.withdraw(player, len(state.table.match.sessions) - 1)
