"""A table far away: it shows what a replica has heard, and what is done there goes to the host."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple, Protocol

from gipf_meta.base.clock import StillClock
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.narration import asking
from gipf_meta.narration.advice import Advice
from gipf_meta.narration.asking import Question
from gipf_meta.narration.story import names_of
from gipf_meta.online.replica import Replica
from gipf_meta.protocol.game import IllegalMove, MoveError
from gipf_meta.protocol.view import Choice, View
from gipf_meta.rooms.announcing import announce
from gipf_meta.rooms.commands import may
from gipf_meta.rooms.conditions import answering_offer
from gipf_meta.rooms.events import Event
from gipf_meta.rooms.others import request_element, waiting_lines
from gipf_meta.rooms.standing import Standing
from gipf_meta.rooms.state import RoomState
from gipf_meta.rooms.studying import Hint
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table


class Sender(Protocol):
    """Sends a command about a room to the host."""

    def __call__(self, do: str, **fields: object) -> None:
        """Sends the command *do* with its *fields*."""
        ...


class FarQuestion(NamedTuple):
    """A *question* that the room asks; *about* tells it from others. *answer* hears the answer."""

    about: tuple[object, ...]
    question: Question
    answer: Callable[[str], None]


class FarTable(Table):
    """The match of *replica* as a table. *send* sends commands.

    It stands as the room stood after the last news; ``follow`` brings it up to date. What is done
    here happens when the host says so: until then *is_sending*, and nothing can be decided.
    *lag_ms* is how long a message is on its way; ``None``: not known.
    """

    def __init__(self, replica: Replica, send: Sender) -> None:
        table = replica.room.table
        super().__init__(table.match, table.players, StillClock())
        self.replica = replica
        self.send = send
        self.is_sending = False
        self.lag_ms: int | None = None
        self.may: frozenset[str] = frozenset()
        self.follow(())

    @property
    def room(self) -> RoomState:
        """The room as it is known here."""
        return self.replica.room

    @property
    def person(self) -> str:
        """Who sits here, or watches."""
        return self.replica.person

    # ---- what is known ------------------------------------------------------------------------

    def follow(self, events: Iterable[Event]) -> None:
        """Stands as the room stands now, after *events*, which are told as a notice."""
        told = [self._notice, *announce(self.room, self.person, events)]
        self._notice = " ".join(filter(None, told))
        self.tick()
        self.may = _offered(self.room, self.person)

    def _copy(self) -> None:
        table = self.room.table
        self.match, self.players, self.trouble = table.match, table.players, table.trouble
        self.fault, self.paused = table.fault, table.paused

    @property
    def holds_seat(self) -> bool:
        """Whether who is here plays, and does not only watch."""
        return bool(self.room.seats.held_by(self.person))

    @property
    def only_person(self) -> int | None:
        """The player who is *you*; ``None`` for who watches, and who plays several."""
        return self.replica.only_person

    @property
    def asker(self) -> int | None:
        """Who asks about the board; ``None``: nobody of its players."""
        return self.replica.asker

    @property
    def speaker(self) -> int:
        """Who may resign or offer a draw."""
        deciders = self.room.deciders(self.person)
        return deciders[0] if deciders else super().speaker

    def view(self, player: int | None = None) -> View:
        """The game on top as who is here may see it. Raises ``GameFailed``."""
        return self.room.view(self.person)

    def choices_of_people(self, view: View) -> tuple[Choice, ...]:
        """What who is here may decide now."""
        return () if self.is_sending else self.room.choices(self.person)

    def prompt(self, view: View) -> str:
        """What is asked of whom, and for whom the match waits."""
        told = Standing(self.room, self.person, view).prompt()
        return " ".join(dict.fromkeys([told, *waiting_lines(self.room, self.person, self.names)]))

    def others(self) -> Iterator[str]:
        """Lines on the others at the table: who is away, how many watch; and the lag here."""
        here, holders, names = self.replica.here, self.room.seats.holders, self.names
        if here is not None and len(set(holders.values())) > 1:
            for player, person in holders.items():
                if person != self.person and player not in here:
                    yield f"{names[player]}: {_('not here at the moment')}"
        watchers = self.replica.watchers - (not self.holds_seat)
        if watchers > 0:
            yield _("Watching: {count}").format(count=watchers)
        if self.lag_ms is not None and self.holds_seat and self.clock_runs:
            yield _("line: {ms} ms").format(ms=self.lag_ms)

    @property
    def names(self) -> list[str]:
        """The names of the match's players."""
        return names_of(self.seats, self.match)

    def question(self) -> FarQuestion | None:
        """What the room asks who is here, beside a decision; ``None``: nothing."""
        room, person = self.room, self.person
        element = request_element(room, person, self.names)
        if element is not None and element["asks"]:
            question = Question(element["title"], element["words"], dict(element["answers"]))
            return FarQuestion(("request", room.asked_since), question, self._answer)
        if room.offer is not None and answering_offer(room, person):
            question = asking.draw_offer(self.names[room.offer], ())
            return FarQuestion(("offer", room.asked_since), question, self._answer)
        waits = bool(room.free_seats) and self.is_untouched  # for who will sit down
        if "go_on" in self.may and not waits:
            is_alone = room.is_played_by(person)
            question = asking.ready(self.match.top.game, True, False, is_alone)
            return FarQuestion(("ready",), question, lambda _answer: self.go_on())
        return None

    def _answer(self, answer: str) -> None:
        self.send("answer", accept=answer == "yes", seen=self.room.number)

    # ---- time ---------------------------------------------------------------------------------

    def tick(self) -> None:
        """Lets time pass here as it passes at the host."""
        self.replica.age()
        self._copy()

    def wait_ms(self) -> int | None:
        """In how many milliseconds something is due; what it does, the host says."""
        return self.room.table.ms_to_deadline()

    def pause(self) -> None:
        """Asks for a pause."""
        self.send("pause")

    def go_on(self) -> None:
        """Says that time may pass."""
        if "go_on" in self.may:
            self.send("go_on")

    # ---- what is done -------------------------------------------------------------------------

    def play(self, text: str, by: int | None = None) -> None:
        """Sends the decision *text*. Raises ``MoveError`` if it is none, as far as is known."""
        if self.is_sending:
            raise IllegalMove(_("The host has not answered yet."))
        self.tick()
        players = self.room.deciders(self.person)
        if not players:
            raise IllegalMove(_("It is not your turn."))
        if self.paused:
            raise IllegalMove(_("The match is paused: go on first."))
        refused: list[MoveError] = []
        for player in players:
            try:
                self.match.play(text, player)
            except MoveError as error:
                refused.append(error)
            except stops():
                raise
            except BaseException:  # a game may fail in any way; the host judges
                break
            else:
                break
        else:
            raise refused[0]
        self.is_sending = True
        self.send("play", text=text, seen=self.room.number)

    def undo(self, of: Collection[int] = ()) -> None:
        """Asks to take the last decision back."""
        self.send("take_back")

    def resign(self, player: int) -> None:
        """Gives up the game on top for *player*."""
        self.send("resign", by=player)

    def bots_accept_draw(self, asker: int) -> bool:
        """``True``: the host asks the bots."""
        return True

    def agree_draw(self) -> None:
        """Offers a draw."""
        self.send("offer")

    def ask_again(self) -> None:
        """Asks for another answer of the bot that has failed."""
        self.send("ask_again")

    def seat(self, player: int, newcomer: Player) -> None:
        """Asks for another player in place of *player*."""
        self.send("seat", player=player, kind=newcomer.kind)

    def choose_duel(self, game: str) -> None:
        """Asks for the duel to be played in *game*."""
        self.send("choose_duel", game=game)

    def thinking(self) -> None:
        """``None``: bots think at the host."""

    def advice(self) -> Callable[[], Advice] | None:
        """A function that finds a hint; ``None`` if nobody may be helped now."""
        return None if Hint.of().why_not(self.room, self.person) else self.room.table.advice()


def _offered(room: RoomState, person: str) -> frozenset[str]:
    """The commands that *room* offers *person*, as far as is known here."""
    try:
        return frozenset(may(room, person))
    except stops():
        raise
    except BaseException:  # a game may fail in any way; whoever draws it says so
        return frozenset()
