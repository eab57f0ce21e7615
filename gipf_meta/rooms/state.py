"""The state of a room: its table, its seats and admission, open requests, and what each person may
see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from weakref import ref

from gipf_meta.base.addressee import Addressee
from gipf_meta.base.clock import StillClock
from gipf_meta.match.kept_plans import Plans
from gipf_meta.match.match import Match
from gipf_meta.match.plans import Plan
from gipf_meta.match.rests import Rests
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration.story import addressee_of
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import NOBODY, beside_moves
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records.known_lines import KnownLines
from gipf_meta.records.models import Record
from gipf_meta.records.study import Study
from gipf_meta.records.study_changes import StudyChanges
from gipf_meta.table.lag import LagQuota
from gipf_meta.table.new_table import resolved
from gipf_meta.table.openings import Opening
from gipf_meta.table.seats import Admission, Seats
from gipf_meta.table.table import Table

Wish: TypeAlias = Literal["take_back", "pause", "rematch", "live"]


NEWCOMER_MS: Final = 60_000
"""The least length of a pause after a person has taken a seat, in milliseconds."""


GRACE_MS: Final = 600_000
"""The least time to the hour of a duel that came while no process served the room, in
milliseconds."""
DuelPlace: TypeAlias = tuple[int, ...]
"""The numbers of steps in the games below a duel, which tell it from every other duel."""


class LiveHour(NamedTuple):
    """The hour *at_ms* at which the duel on top begins, by *clock*, the text of a time control;
    ``none`` where time acts in the duel. *postponed* is how often nobody was there."""

    at_ms: int
    clock: str
    postponed: int = 0


@dataclass(frozen=True, slots=True)
class AgreementRequest:
    """A request of *player* to the others for *what*, for example a pause of *ms* milliseconds, or
    to play the duel live at the hour *ms*, by *clock*; those who have *agreed* accept it."""

    player: int
    what: Wish
    agreed: frozenset[int] = frozenset()
    ms: int | None = None
    clock: str | None = None


class Rights(NamedTuple):
    """The rights of a person in a room: the players whose seats he *held*, the one whose seat he
    *lost*, whether he decides who may come, or was let in to watch, and the players to whose seats
    he is *invited* by name."""

    held: tuple[int, ...]
    lost: int | None
    is_host: bool
    is_admitted: bool
    invited: tuple[int, ...] = ()


class Showing(NamedTuple):
    """A moment *at* of the match that *player* shows the others; *to* is the room in which he goes
    on from it, ``""``: he does not."""

    player: int
    at: int
    to: str


@dataclass(eq=False)
class RoomState:
    """The state of a room, which its events rebuild. Its *clock* stands still until the room passes
    time.

    Events: *number* is that of the last one, *happened_ms* its time, or the one at which it
    arrived. *arrived_ms* is when the command arrived that is being handled; ``None``: none is.

    People: *seats* has the person who holds each player's seat, *admission* the rules of who may
    come in. *abandoned* are the players whose persons have left, *vacant_since_ms* is since when
    nobody holds the seat of a player who is no bot.

    Agreements: *offer* is the player who offers a draw, ``None``: nobody does; *accepted* are the
    players who would take it. *request* is the request that is open. *request_number* is the number
    of the event with which the last offer or request came. *wished* has the pairs of a player and
    his request, or ``draw``, since a turn of his last began.

    Time: *ready* are the players who let time pass after a pause; at *goes_on_ms* it passes anyway;
    ``None``: the pause has no end. *hour* is the one at which a duel is played live, ``None``:
    there is none; *live_offers* are the players who have asked for one, each with the place of the
    duel. *turn_since* is the number of the event with which the present turn began,
    *filled_since* that of the one by which the last free seat of a match was taken that had not
    begun, *waits_since_ms* the time since which it can be decided. *rests* are the vacations.

    The end: *rematch* is the room of the rematch, ``""`` without one. *is_closed*: the operator of
    the host has ended the match. *shown* is the moment that somebody shows the others then,
    ``None``: nobody does.

    *study* is a tree of turns, and the match of the table is the line to where one stands in it;
    nobody holds a seat, and all who watch decide. ``None``: the room is no study. *changes* are
    those of its tree that can be taken back or made again, by numbers of events.

    *acts* are the events that tell what people did beside deciding, such as offers and answers,
    each with the number of moments that the match had then.

    No event changes the rest. *notice* is a sentence on the decision that a bot played just now, or
    ``""``. *plans* are the decisions that people have made in advance. *gone_since_ms*, set from
    outside, returns since when a person has not looked at the room, ``None`` if he does; by default
    everybody does. A room that *gives_back* gives people a part of the network's lag back, within
    their *quotas*.
    """

    id: str
    opening: Opening
    table: Table
    clock: StillClock
    admission: Admission
    number: int = 0
    happened_ms: int = 0
    arrived_ms: int | None = None
    seats: Seats = field(default_factory=Seats)
    offer: int | None = None
    accepted: frozenset[int] = frozenset()
    request: AgreementRequest | None = None
    request_number: int = 0
    wished: frozenset[tuple[int, str]] = frozenset()
    ready: frozenset[int] = frozenset()
    goes_on_ms: int | None = None
    hour: LiveHour | None = None
    live_offers: tuple[tuple[DuelPlace, int], ...] = ()
    abandoned: frozenset[int] = frozenset()
    vacant_since_ms: dict[int, int] = field(default_factory=dict)
    turn_since: int = 0
    filled_since: int = 0
    waits_since_ms: int = 0
    rematch: str = ""
    is_closed: bool = False
    shown: Showing | None = None
    study: Study | None = None
    changes: StudyChanges = field(default_factory=StudyChanges)
    acts: list[tuple[int, Any]] = field(default_factory=list, repr=False)
    quotas: dict[int, LagQuota] = field(default_factory=dict)
    rests: Rests = field(default_factory=Rests)
    notice: str = ""
    plans: Plans = field(default_factory=Plans)
    gone_since_ms: Callable[[str], int | None] = lambda person: None
    gives_back: bool = False
    _lines: KnownLines = field(default_factory=KnownLines, init=False, repr=False)

    def __post_init__(self) -> None:
        here = ref(self)  # no cycle: a room that has left is freed at once
        self.table.reader_at = lambda player: room._reader_at(player) if (room := here()) else None

    def _reader_at(self, player: int | None) -> Addressee | None:
        """The person at the seat of *player*, who sees the match at a page; ``None``: nobody."""
        person = None if player is None else self.seats.holders.get(player)
        if person is None or self.study is not None:
            return None
        return addressee_of(self.table.seats, self.table.match, self.reader(person), "mouse")

    @property
    def at_ms(self) -> int:
        """The time up to which time has passed in the room."""
        return self.clock.ms

    @property
    def reached_ms(self) -> int:
        """The latest time that the room knows of: that at which the command arrived that is being
        handled, even if it counts before."""
        return max(self.at_ms, self.arrived_ms or 0)

    @property
    def is_ended(self) -> bool:
        """Whether nobody decides in the match any more: it is over, or was closed. A study has no
        end."""
        return (self.table.over is not None and self.study is None) or self.is_closed

    @property
    def has_begun(self) -> bool:
        """Whether a player has made a decision in the match."""
        return any(step.seat is not None for step in self.table.match.sessions[0].steps)

    @property
    def is_paused(self) -> bool:
        """Whether nothing can be decided before somebody lets time go on. Never in a study, where
        no time passes."""
        return self.table.paused and self.study is None

    @property
    def is_running(self) -> bool:
        """Whether time passes in the room."""
        return self.table.clock_runs and not self.table.paused

    @property
    def pause_ends_ms(self) -> int | None:
        """The time at which the pause ends by itself; ``None``: there is no pause, or it waits for
        people."""
        if not self.is_paused or self.is_ended or self.waits_for_newcomers:
            return None
        return self.goes_on_ms

    @property
    def waits_for_newcomers(self) -> bool:
        """Whether the match does not begin before somebody takes a free seat."""
        return not self.has_begun and bool(set(self.unready) & set(self.free_seats))

    @property
    def needs_time(self) -> bool:
        """Whether time passes in the room, or will do so by itself."""
        return self.is_running or self.pause_ends_ms is not None

    @property
    def planned(self) -> tuple[Plan, str] | None:
        """The plan that decides now, with its decision; ``None``: none does."""
        if not self.plans.pending or self.table.over is not None or self.is_paused:
            return None
        return self.plans.find_answer(self.table.match, self.table.player, self.number)

    @property
    def known_lines(self) -> KnownLines:
        """The lines of the study that need no replay, with the one in which everybody stands
        now."""
        self._lines.note(self.table.match)
        return self._lines

    def stand_in(self, study: Study, moment: int | None = None) -> None:
        """Sets the match to the line to where one stands in *study*, only up to a *moment* of it if
        one is given. Raises ``NoSuchTurn``."""
        finder = self.table.match.finder
        match, trouble = resolved(study.match(finder, self.known_lines, moment))
        self.table.go_to(match)
        self.table.trouble, self.study = trouble, study

    def follow_match(self, before: Match) -> None:
        """Adds the decisions that led from the match *before* to that of the table to the study."""
        if self.study is None:
            return
        match = self.table.match
        self.study = self.study.add(match, before)
        if timed(match.sessions[0].game):  # the same decision may be in the tree at another time
            self.stand_in(self.study)

    def record(self) -> Record:
        """Returns the match up to now as a record, with the notes that stood beside it when the
        room was opened; or the whole study."""
        if self.study is not None:
            return self.study.record
        return self.opening.notes.beside(self.table.record())

    def withdraw_offer(self) -> None:
        """Ends the offer of a draw."""
        self.offer, self.accepted = None, frozenset()

    def begin_turn(self, player: int) -> None:
        """Begins a turn of *player*: he may make every request to the others again."""
        self.wished = frozenset(wish for wish in self.wished if wish[0] != player)

    def stop_time(self, until_ms: int | None = None, hour: LiveHour | None = None) -> None:
        """Stops time, until *until_ms* if it is given, which may be an *hour* that was agreed on;
        players must declare themselves ready anew."""
        self.table.paused, self.ready = True, frozenset()
        self.goes_on_ms, self.hour = until_ms, hour
        if self.request is not None and self.request.what in ("pause", "live"):
            self.request = None

    def let_time_pass(self, at_ms: int) -> None:
        """Notes that a pause has ended at *at_ms*."""
        self.ready, self.goes_on_ms, self.hour = frozenset(), None, None
        self.waits_since_ms = at_ms
        if self.request is not None and self.request.what == "live":
            self.request = None

    def wait_for_newcomer(self, at_ms: int) -> None:
        """Lets a pause last on for the person who has taken a seat at *at_ms*."""
        if self.goes_on_ms is not None:
            self.goes_on_ms = max(self.goes_on_ms, at_ms + NEWCOMER_MS)

    def forget_wishes(self, player: int) -> None:
        """Drops the plans, readiness and request of *player*: another person holds his seat, or
        nobody."""
        self.plans.end(self.number + 1, player)
        self.ready -= {player}
        if self.request is not None:
            if self.request.player == player:
                self.request = None
            else:
                self.request = replace(self.request, agreed=self.request.agreed - {player})

    def end_lonely_request(self) -> None:
        """Drops the request for a rematch once no other person holds a seat: it needs no
        agreement."""
        request, holders = self.request, self.seats.holders
        if request is None or request.what != "rematch":
            return
        if not self.seats.has_others(holders.get(request.player, "")):
            self.request = None

    def leave_out(self, to_ms: int) -> None:
        """Goes on at *to_ms*: no time passes in the match until then."""
        self.clock.ms = max(to_ms, self.clock.ms)
        self.table.go_back(self.table.match)

    def leave_out_stop(self, from_ms: int, to_ms: int) -> None:
        """Leaves out the time from *from_ms* to *to_ms*: it counts for no clock, and nobody was
        away in it."""
        self.leave_out(to_ms)
        self.note_stop(from_ms, to_ms)

    def note_stop(self, from_ms: int, to_ms: int) -> None:
        """Notes that the time from *from_ms* to *to_ms* was left out: nobody was away in it."""
        self.waits_since_ms += to_ms - from_ms
        vacant = self.vacant_since_ms.items()
        self.vacant_since_ms = {player: ms + to_ms - from_ms for player, ms in vacant}
        if self.goes_on_ms is not None and self.goes_on_ms <= to_ms:
            # people must be able to come to an hour that came in it
            self.goes_on_ms = to_ms if self.hour is None else to_ms + GRACE_MS

    def quota_of(self, player: int) -> LagQuota:
        """The quota of *player*: the lag that his clock can still be given back."""
        control = self.table.match.control or TimeControl()
        return self.quotas.get(player) or LagQuota.begin(control)

    def note_given(self, player: int, given_ms: int) -> None:
        """Notes that *player* has decided, and was given back *given_ms*."""
        self.quotas[player] = self.quota_of(player).after(given_ms)

    # ---- persons and their seats ------------------------------------------------------------

    def give_seat(self, player: int, person: str, at_ms: int, *, is_given_up: bool = False) -> None:
        """Lets *person* hold the seat of *player* from *at_ms* on, as ``Seats.give``; the vacations
        of the holder before end there."""
        if person != self.seats.holders.get(player, ""):
            self.rests.hand_over(player, at_ms, is_given=bool(person))
        self.seats.give(player, person, is_given_up=is_given_up)

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The players who are people, and whose seats nobody holds; none in a study."""
        holders = self.seats.holders
        if self.study is not None:
            return ()
        return tuple([one for one in self.table.turn.persons if one not in holders])

    def may_watch(self, person: str) -> bool:
        """Whether *person* may see the match."""
        admission = self.admission
        if not admission.is_private or self.seats.held_by(person):
            return True
        if not person:
            return False
        return person in (admission.by, *admission.admitted) or bool(admission.seats_for(person))

    def is_host(self, person: str) -> bool:
        """Whether *person* decides who may come: he opened the room, or plays where the person who
        did has no seat."""
        by = self.admission.by
        if person and person == by:
            return True
        return bool(self.seats.held_by(person)) and not self.seats.held_by(by)

    def others_seats(self, person: str) -> tuple[int, ...]:
        """The seats of others to which *person* may give a new link once their holders are gone: he
        opened the room, or plays himself."""
        if self.is_ended or not (self.is_host(person) or self.seats.held_by(person)):
            return ()
        return tuple(one for one, holder in self.seats.holders.items() if holder != person)

    def rights(self, person: str) -> Rights:
        """The rights of *person* here: persons with equal rights are shown the same."""
        seats, is_admitted = self.seats, person in self.admission.admitted
        held, lost = seats.held_by(person), seats.lost_by(person)
        invited = self.admission.seats_for(person)
        return Rights(held, lost, self.is_host(person), is_admitted, invited)

    def is_played_by(self, person: str) -> bool:
        """Whether no seat is another person's or free: *person* plays alone, or bots do."""
        return not (self.seats.has_others(person) or self.free_seats)

    @property
    def players_to_agree(self) -> list[int]:
        """The players who must still agree to the *request*, each held by another person than its
        sender.

        Bots agree, and a free seat needs no answer. In a duel its two players must agree: that the
        duel has begun cannot be taken back.
        """
        request, holders = self.request, self.seats.holders
        if request is None:
            return []
        sender = holders.get(request.player, "")
        return [
            player
            for player in self.table.match.top.players
            if holders.get(player, sender) != sender and player not in request.agreed
        ]

    @property
    def unready(self) -> list[int]:
        """The players of the game on top who must still declare themselves ready.

        A match also waits for those who will take the free seats, but not for a player whose person
        left after the first decision.
        """
        gone = () if self.table.is_untouched else self.abandoned
        waits = set(self.free_seats) - set(gone)
        return [
            player
            for player in self.table.match.top.players
            if player not in self.ready and (player in self.seats.holders or player in waits)
        ]

    # ---- views and legal decisions ----------------------------------------------------------

    def deciders(self, person: str) -> list[int]:
        """The players of the game on top for whom *person* may decide, the one on turn first."""
        turn, held = self.table.turn, self.seats.held_by(person)
        if self.study is not None and self.may_watch(person):
            return [*turn.people]
        return [*turn.deciders(held)] if held else []

    def viewer(self, person: str) -> int | None:
        """The player as whom *person* sees the game on top; ``None``: as a spectator."""
        players = self.deciders(person)
        return players[0] if players else None

    def reader(self, person: str) -> int | None:
        """The player who is addressed as *you*; ``None`` for spectators, and for a person who plays
        several."""
        held = self.seats.held_by(person)
        return held[0] if len(held) == 1 else None

    def view(self, person: str) -> View:
        """The game on top as *person* may see it. Raises ``GameFailed``."""
        return self._view(self.deciders(person))

    def _view(self, players: Sequence[int]) -> View:
        """The game on top as a person sees it who decides for *players*. Raises ``GameFailed``."""
        if players:
            return self.table.view(players[0])
        return _with_choices(self.table.view(NOBODY), ())

    def view_with_choices(self, person: str) -> View:
        """The same as ``view``, with the decisions of all seats of *person* as its choices."""
        players = self.deciders(person)
        return _with_choices(self._view(players), self._choices(players))

    def choices(self, person: str) -> tuple[Choice, ...]:
        """The legal decisions of *person* now, for all seats that he holds."""
        return self._choices(self.deciders(person))

    def _choices(self, players: Sequence[int]) -> tuple[Choice, ...]:
        """The legal decisions now for all of *players*."""
        if self.is_ended or self.table.trouble:
            return ()
        top, on_turn = self.table.match.top, self.table.player
        if len(players) == len(top.players):
            return top.view(None).choices
        if len(players) == 1:
            return top.view(players[0]).choices
        # a view is slow: it is made only for players who have a choice
        choosing = [
            one
            for one in players
            if one == on_turn or beside_moves(top.game, top.state, top.seat_of(one))
        ]
        return tuple(dict.fromkeys(each for one in choosing for each in top.view(one).choices))


def _with_choices(view: View, choices: tuple[Choice, ...]) -> View:
    """*view* with these *choices*."""
    return view if view.choices is choices else replace(view, choices=choices)
