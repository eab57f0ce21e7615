"""A match as one person at a line sees and plays it: the model behind terminal and line mode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, suppress
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from gipf_meta.base.addressee import Addressee, Controls, told_to
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.deeds.boards import addressee_in
from gipf_meta.deeds.commands import DEEDS, may
from gipf_meta.deeds.inquiry_deeds import Hint
from gipf_meta.deeds.table_elements import (
    agreed_on_time,
    announce,
    draw_question,
    request_element,
    time_goes_on,
    waiting_lines,
)
from gipf_meta.desk.page_texts import words_of_people
from gipf_meta.hub.match_status import Standing
from gipf_meta.line.line import RoomLine, SeenRoom
from gipf_meta.line.local_line import LocalRoom
from gipf_meta.line.own_plan import OwnPlan
from gipf_meta.match.match import Match
from gipf_meta.match.partial_decision import play_with_completion
from gipf_meta.narration import prompts, story
from gipf_meta.narration.advice import Advice
from gipf_meta.narration.clock_words import time_to_begin
from gipf_meta.narration.live_words import agreed_hour
from gipf_meta.narration.prompts import Question
from gipf_meta.protocol.failures import GameFailed
from gipf_meta.protocol.game import IllegalMove, MoveError, Over
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.study import Study
from gipf_meta.rooms.conditions import answering_offer, why_no_say
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.state import RoomState
from gipf_meta.table.new_table import advice
from gipf_meta.table.players import BotFailed
from gipf_meta.table.table import Table

Fields = ParamSpec("Fields")
Told = TypeVar("Told")
Send = Callable[..., Any]
"""Sends a command about the room: its ``do``, and its fields."""


class RoomQuestion(NamedTuple):
    """A *question* of the room; *about* tells it from others. *answer* takes the answer."""

    about: tuple[object, ...]
    question: Question
    answer: Callable[[str], None]


def addressee_of(played: PlayedMatch) -> Addressee:
    """The person here, to whom sentences on the match that is *played* are told."""
    return addressee_in(played.room, played.person, played.controls)


def telling(played: PlayedMatch) -> AbstractContextManager[None]:
    """The block in which one speaks to the person here."""
    return told_to(addressee_of(played))


def _told_here(
    tell: Callable[Concatenate[PlayedMatch, Fields], Told],
) -> Callable[Concatenate[PlayedMatch, Fields], Told]:
    """Lets *tell* speak to the person here."""

    def tell_here(played: PlayedMatch, /, *args: Fields.args, **fields: Fields.kwargs) -> Told:
        with telling(played):
            return tell(played, *args, **fields)

    return tell_here


class PlayedMatch:
    """The match of the room that is *seen* over a *line*. *send* sends commands about it.

    It has the state of the room after the last news; ``follow`` brings it up to date. A command
    takes effect when the room confirms it: after a decision it *is_sending* until then, and nothing
    can be decided. *controls*: how the person here decides. *lag_ms* is how long a message is on
    its way; ``None``: not known. *is_away*: the host is. *plan* has the moves made in advance.
    """

    def __init__(self, line: RoomLine, seen: SeenRoom, send: Send) -> None:
        self.line, self.seen, self._send = line, seen, send
        self.is_sending = self.is_away = False
        self.controls: Controls = "typed"
        self.lag_ms: int | None = None
        self._may: frozenset[str] | None = None
        self._notices: list[str] = []
        self.plan = OwnPlan(line, seen, send)

    # ---- the state of the match ---------------------------------------------------------------

    def follow(self, events: Iterable[Event]) -> None:
        """Brings itself up to date after *events*, and makes notices of them."""
        events = [*events]
        self._notices += filter(None, (self.seen.take_notice(), *self.announce(events)))
        self.tick()
        self._may = None
        self.plan.follow(events)

    @_told_here
    def announce(self, events: Iterable[Event]) -> Iterator[str]:
        """The sentences on the acts of others in *events* that the board does not show."""
        return iter([*announce(self.room, self.person, events)])

    def take_notices(self) -> list[str]:
        """The notices that are shown once beside the board."""
        notices, self._notices = self._notices, []
        return [*notices, *self.plan.take_notices()]

    @property
    def room(self) -> RoomState:
        """The room as it is known here."""
        return self.seen.room

    @property
    def person(self) -> str:
        """The person who sits here, or watches."""
        return self.seen.person

    @property
    def is_far(self) -> bool:
        """Whether the match is at a host: it goes on when a person leaves or looks away."""
        return self.line.is_far

    @property
    def table(self) -> Table:
        """The table of the room, to look at."""
        return self.room.table

    @property
    def match(self) -> Match:
        """The match that is played."""
        return self.table.match

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the match, each with its player."""
        return self.table.seats

    @property
    def names(self) -> list[str]:
        """The names of the players as the person here knows them, no two of them alike."""
        return story.called_by(addressee_of(self))

    @property
    def over(self) -> Over | None:
        """The end of the match; ``None``: it goes on, or is a study, which has no end."""
        return None if self.study is not None else self.table.over

    @property
    def study(self) -> Study | None:
        """The study in which one walks; ``None``: this is a match that is played."""
        return self.room.study

    @property
    def trouble(self) -> str:
        """The reason why the duel that comes next cannot be played; ``""``: it can."""
        return self.table.trouble

    @property
    def fault(self) -> BotFailed | None:
        """The error of a bot that failed."""
        return self.table.fault

    @property
    def paused(self) -> bool:
        """Whether no time passes until somebody goes on."""
        return self.room.is_paused

    @property
    def bot_is_due(self) -> bool:
        """Whether a bot decides next."""
        return self.table.bot_is_due

    @property
    def time_acts(self) -> bool:
        """Whether time acts in the game on top."""
        return self.table.time_acts

    @property
    def clock_runs(self) -> bool:
        """Whether anything depends on time: the game, or the players' clock."""
        return self.table.clock_runs

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has happened in the match yet, and a person plays it."""
        return self.table.is_untouched

    @property
    def trouble_with_place(self) -> str:
        """The trouble with the place that stores the match, or that the host is away."""
        if self.is_away:
            return _("The host is away; the match goes on as soon as it is back.")
        return self.seen.trouble

    # ---- the person here ----------------------------------------------------------------------

    @property
    def holds_seat(self) -> bool:
        """Whether the person here plays, and does not only watch."""
        return bool(self.room.seats.held_by(self.person))

    @property
    def has_say(self) -> bool:
        """Whether the person here plays, or has opened a match of bots."""
        return not why_no_say(self.room, self.person)

    @property
    def is_alone(self) -> bool:
        """Whether no seat is another person's or free, and the person here holds one."""
        return self.holds_seat and self.room.is_played_by(self.person)

    @property
    def only_person(self) -> int | None:
        """The player who is *you*; ``None`` for spectators, and for a person who plays several."""
        return self.room.reader(self.person)

    @property
    def asker(self) -> int | None:
        """The player of the game on top who asks about the board; ``None``: a spectator does."""
        return self.room.viewer(self.person)

    @property
    def players_here(self) -> tuple[int, ...]:
        """The players who decide here."""
        return self.room.seats.held_by(self.person)

    @property
    def is_due(self) -> bool:
        """Whether the person here decides next."""
        return not self.bot_is_due and self.table.player in self.room.deciders(self.person)

    @property
    def speaker(self) -> int | None:
        """The player here who may resign or offer a draw; ``None``: nobody may."""
        return next(iter(self.room.deciders(self.person)), None)

    @property
    def may(self) -> frozenset[str]:
        """The commands that the room offers the person here."""
        if self._may is None:
            self._may = frozenset()
            with suppress(GameFailed):  # the failure is shown when the match is drawn
                self._may = frozenset(may(self.room, self.person))
        return self._may

    def why_not(self, do: str, **fields: Any) -> str:
        """Why not: the room's reason against that command of the person here, or ``""``."""
        return DEEDS[do].of(**fields).why_not(self.room, self.person)

    # ---- views, prompts and questions ---------------------------------------------------------

    @_told_here
    def view(self) -> View:
        """The game on top as the person here may see it. Raises ``GameFailed``."""
        if self.is_alone:
            return self.table.view()  # of the player on turn, with the choices of others
        return self.room.view(self.person)

    @_told_here
    def choices(self) -> tuple[Choice, ...]:
        """The legal decisions of the person here now."""
        return () if self.is_sending else self.room.choices(self.person)

    def prompt(self, view: View) -> str:
        """The prompt of the player on turn, and the people for whom the match waits."""
        return " ".join(dict.fromkeys([self.standing_prompt(view), *self.waiting()]))

    @_told_here
    def standing_prompt(self, view: View) -> str:
        """The prompt of the player on turn; or who is thinking, or the end of the match."""
        return Standing(self.room, self.person, view).prompt()

    @_told_here
    def waiting(self) -> list[str]:
        """The lines on the people for whom the match waits, and until when at most."""
        return [*waiting_lines(self.room, self.person, self.names), *time_goes_on(self.room)]

    def others(self) -> Iterator[str]:
        """The lines on the others: who is away, how many watch; and on the lag here."""
        connected, holders, names = self.seen.connected, self.room.seats.holders, self.names
        away = words_of_people()["away"]
        if connected is not None and len(set(holders.values())) > 1:
            for player, person in holders.items():
                if person != self.person and player not in connected:
                    yield f"{names[player]}: {away}"
        watchers = self.seen.watchers - (not self.holds_seat)
        if watchers > 0:
            yield _("Watching: {count}").format(count=watchers)
        if self.lag_ms is not None and self.holds_seat and self.clock_runs:
            yield _("line: {ms} ms").format(ms=self.lag_ms)

    @_told_here
    def question(self) -> RoomQuestion | None:
        """The question of the room to the person here, beside a decision, or ``None``."""
        room, person = self.room, self.person
        element = request_element(room, person, self.names)
        if element is not None and element["asks"]:
            question = Question(element["title"], element["words"], dict(element["answers"]))
            return RoomQuestion(("request", room.request_number), question, self._answer)
        if room.offer is not None and answering_offer(room, person):
            return RoomQuestion(("offer", room.request_number), self.draw_question(), self._answer)
        waits = bool(room.free_seats) and self.is_untouched  # for people who will sit down
        if self.paused and "go_on" in self.may and not waits:
            question = ready_question(room, person)
            return RoomQuestion(("ready",), question, lambda _answer: self.go_on())
        return None

    def draw_question(self) -> Question:
        """The question whether the draw is accepted: to others at this keyboard, by name."""
        return draw_question(self.room, self.person, self.names)

    @property
    def asked_about_draw(self) -> list[int]:
        """The players here who have not accepted the draw that is offered."""
        return answering_offer(self.room, self.person)

    def _answer(self, answer: str) -> None:
        self.answer(answer == "yes")

    # ---- time ---------------------------------------------------------------------------------

    def tick(self) -> None:
        """Lets time pass here until now. Raises ``GameFailed``."""
        self.seen.age()

    def wait_ms(self) -> int | None:
        """The milliseconds until the next deadline; ``None``: there is none."""
        return self.seen.wait_ms()

    # ---- commands -----------------------------------------------------------------------------

    @_told_here
    def play(self, text: str) -> None:
        """Decides *text*. Raises ``MoveError`` if it is not legal now, as far as is known here."""
        if self.is_sending:
            raise IllegalMove(_("The host has not answered yet."))
        self.tick()
        if self.trouble:
            words = _("{trouble} Choose another game for the duel first.")
            raise IllegalMove(words.format(trouble=self.trouble))
        players = self.room.deciders(self.person)
        if not players:
            raise IllegalMove(_("It is not your turn."))
        if self.paused:
            raise IllegalMove(_("The match is paused: go on first."))
        if self.is_far:  # saves a round trip for a decision that the host would refuse
            self._check(text, players)
        self.is_sending = True
        self._send("play", text=text, seen=self.room.number)

    def _check(self, text: str, players: list[int]) -> None:
        """Raises ``MoveError`` if *text* is legal for none of *players*."""

        def check(decision: str) -> None:
            refused: list[MoveError] = []
            for player in players:
                try:
                    self.match.play(decision, player)
                    return
                except MoveError as error:
                    refused.append(error)
                except GipfMetaError:  # the room judges
                    return
            raise refused[0] if refused else IllegalMove(_("It is not your turn."))

        play_with_completion(check, self.match, players, text)

    def answer(self, accept: bool) -> None:
        """Accepts or declines the offer or the request that is open."""
        self._send("answer", accept=accept, seen=self.room.number)

    def undo(self) -> None:
        """Takes the last decision back, or requests that of the others."""
        self._send("take_back")

    def redo(self) -> None:
        """Plays again the decisions that were taken back last."""
        self._send("play_again")

    def resign(self, player: int) -> None:
        """Gives up the game on top for *player*."""
        self._send("resign", by=player)

    def offer_draw(self) -> None:
        """Offers a draw."""
        self._send("offer")

    def pause(self, ms: int | None = None) -> None:
        """Stops time, or requests that of the others, for *ms* milliseconds."""
        self._send("pause", **({} if ms is None else {"ms": ms}))

    def go_on(self) -> None:
        """Lets time pass, where the match is paused."""
        if self.paused and "go_on" in self.may:
            self._send("go_on")

    def ask_again(self) -> None:
        """Asks the bot that has failed once more."""
        self._send("ask_again")

    def seat(self, player: int, kind: str) -> None:
        """Lets *kind*, ``human`` or a bot, play in place of *player*."""
        self._send("seat", player=player, kind=kind)

    def choose_duel(self, game: str) -> None:
        """Lets the duel be played in *game*."""
        self._send("choose_duel", game=game)

    def do(self, what: str, **fields: object) -> None:
        """Sends the command *what*, of a study, about people, or to begin a study or a match."""
        self._send(what, seen=self.room.number, **fields)

    def rematch(self) -> None:
        """Opens a rematch, requests one of the others, or agrees to their request."""
        self._send("rematch")

    def decide(self, text: str) -> None:
        """Plays *text*; while others are on turn, makes it a premove. Raises as ``play``."""
        if "premove" not in self.may:
            self.play(text)
            return
        try:  # in some games players also decide during the turn of others
            self._check(text, self.room.deciders(self.person) if self.choices() else [])
        except MoveError:
            self.plan.premove(text)
        else:
            self.play(text)

    def advice(self) -> Callable[[], Advice] | None:
        """A function that finds a hint, in any thread; ``None``: no hint is allowed now."""
        return None if Hint.of().why_not(self.room, self.person) else advice(self.table)

    # ---- storing ------------------------------------------------------------------------------

    @property
    def local_room(self) -> LocalRoom | None:
        """The room of this process; ``None``: the match is at a host, which stores it."""
        return self.seen if isinstance(self.seen, LocalRoom) else None

    def record(self) -> Record:
        """The match as a record, up to now."""
        self.tick()
        return self.room.record()


def ready_question(room: RoomState, person: str) -> Question:
    """The question to *person* whether time may pass in *room*, which is paused."""
    match, is_alone = room.table.match, room.is_played_by(person)
    time = time_to_begin(match) or agreed_on_time(room, person)
    if room.hour is not None:
        time = agreed_hour(room.hour.at_ms, room.hour.clock)
    if is_alone and not time and not room.table.is_untouched:  # nobody must be ready, or he paused
        return Question(_("Paused"), _("No time passes."), {"on": _("Go on")})
    return prompts.ready(match.top.game, True, False, is_alone, time)
