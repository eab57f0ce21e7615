"""A second program that counts the clocks of a match, written from the rules alone.

It knows nothing of the program: it reads the events of a room as JSON, as the ledger has them, and
is told by a referee how the games stand after each event. Decision 0046, docs/rooms.md and
docs/play.md are its only sources:

* A clock is a time for the match, a time more for each turn that was played, or a time for each
  turn. What is left of the last is lost.
* Time is the player's who is on turn in the game on top. A duel has a fresh clock of its own, or
  none; the clocks below stand. None runs in a duel in which time acts, or that is played elsewhere.
* A duel that is played live has a fresh clock from the moment at which it goes on so.
* While somebody is on vacation no clock of days runs. Who gets a seat has no vacation with it.
* No time passes before the match goes on, in pauses, in stops, in vacations, while a bot has failed
  or a duel cannot be played, after the end, and between a decision and its arrival.
* Decisions with one number are one turn, of who was on turn first in it. He gets the time more when
  it is over; others who answer meanwhile do not.
* Who takes back has the clocks as they stood when that decision was made; who plays it again has
  those that he had when he took it back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

UNITS_MS = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
DAY_MS = UNITS_MS["d"]
_HEALING = ("asked_again", "seated", "took_back", "played_again", "duel_chosen")
"""The events after which a bot that failed is asked again, or a duel can be played."""
ELSEWHERE = "elsewhere"
"""The duel that is played at another table."""


class Standing(NamedTuple):
    """How one game of the match stands: what is played, who is on turn (``None``: nobody) in the
    turn of which number, after how many steps, whether time acts in it, and whether it is over."""

    game: str
    on_turn: int | None
    number: int
    steps: int
    players: tuple[int, ...]
    acts: bool = False
    over: bool = False


def span_ms(text: str) -> int:
    """The milliseconds of ``2d12h``; a number alone counts seconds."""
    parts = re.findall(r"([0-9]+)(ms|[dhms])?", text)
    assert "".join(number + unit for number, unit in parts) == text, text
    return sum(int(number) * UNITS_MS[unit or "s"] for number, unit in parts)


@dataclass(frozen=True)
class Clock:
    """The time of each player: *whole_ms* for the game, *more_ms* for each turn that he has played,
    or *turn_ms* for each turn."""

    whole_ms: int = 0
    more_ms: int = 0
    turn_ms: int = 0

    @classmethod
    def read(cls, text: str | None) -> Clock | None:
        """The clock of that text in a ledger; ``None``: there is none."""
        if text in (None, "", "none"):
            return None
        assert text is not None
        if text.endswith("/turn"):
            return cls(turn_ms=span_ms(text.removesuffix("/turn")))
        whole, _plus, more = text.partition("+")
        return cls(span_ms(whole), span_ms(more) if more else 0)

    @property
    def is_slow(self) -> bool:
        """Whether a turn may take a day or more."""
        return max(self.whole_ms, self.more_ms, self.turn_ms) >= DAY_MS


@dataclass
class GameClock:
    """The clocks of one game: *used_ms* in all, or in the turn that is played, by player; *turns*
    are those that each has played; the turn that goes on is that of *owner*."""

    clock: Clock | None
    used_ms: dict[int, int]
    turns: dict[int, int]
    standing: Standing
    owner: int | None = None

    @classmethod
    def begin(cls, clock: Clock | None, standing: Standing) -> GameClock:
        """Fresh clocks."""
        none = dict.fromkeys(standing.players, 0)
        return cls(clock, {**none}, {**none}, standing, standing.on_turn)

    def left_ms(self, player: int) -> int:
        """The time that *player* has left."""
        assert self.clock is not None
        if self.clock.turn_ms:
            return self.clock.turn_ms - self.used_ms[player]
        played = self.turns[player] * self.clock.more_ms
        return self.clock.whole_ms + played - self.used_ms[player]

    def stand(self, now: Standing) -> None:
        """The game stands otherwise: turns may be over."""
        before, self.standing = self.standing, now
        if now.over or (now.on_turn is not None and now.number != before.number):
            self._end_turn(now.on_turn)
        elif now.on_turn is None:  # luck, a duel or the end: the turn is over when another comes
            self.standing = now._replace(number=before.number)

    def _end_turn(self, owner: int | None) -> None:
        """The turn is over; *owner* begins the next one."""
        if self.owner is not None:
            self.turns[self.owner] += 1
        if self.clock is not None and self.clock.turn_ms and not self.standing.over:
            self.used_ms = dict.fromkeys(self.used_ms, 0)
        self.owner = owner


class Flag(NamedTuple):
    """A flag that has fallen: the event's *number*, when, whose, and how deep in duels."""

    number: int
    at_ms: int
    player: int
    depth: int


class WrongClock(AssertionError):
    """An event that does not fit the clocks; one sentence."""


class SecondClock:
    """The clocks of one room, event after event.

    *at_ms* is the time up to which they are counted. *flags* are those that have
    fallen, *rests* the vacations by player.
    """

    def __init__(self) -> None:
        self.games: list[GameClock] = []
        self.at_ms = self.number = 0
        self.is_paused = self.is_over = False
        self.is_stuck = False
        self.goes_on_ms: int | None = None
        self.flags: list[Flag] = []
        self.rests: dict[int, list[tuple[int, int]]] = {}
        self.holders: dict[int, str] = {}
        self._control: Clock | None = None
        self._duel_control: Clock | None = None
        self._before: list[tuple[int, list[GameClock]]] = []
        self._taken_back: list[Any] = []

    @classmethod
    def counted(
        cls, events: Iterable[dict[str, Any]], standings: Sequence[Sequence[Standing]]
    ) -> SecondClock:
        """The clocks after *events*, each of which left the games standing so."""
        clock = cls()
        for event, games in zip(events, standings, strict=True):
            clock.take(event, games)
        return clock

    # ---- how it stands --------------------------------------------------------------------------

    @property
    def top(self) -> GameClock:
        """The game on top."""
        return self.games[-1]

    @property
    def runs(self) -> bool:
        """Whether a clock runs now."""
        top = self.top
        if self.is_paused or self.is_over or self.is_stuck or top.clock is None:
            return False
        return top.standing.on_turn is not None

    def left_ms(self, at_ms: int) -> list[dict[int, int]]:
        """The time that each player has left at *at_ms* in each game, the match's first; empty for
        a game without a clock."""
        passed_ms = self._passing_ms(at_ms)
        found = [
            {player: each.left_ms(player) for player in each.used_ms} if each.clock else {}
            for each in self.games
        ]
        if self.runs and self.top.standing.on_turn is not None:
            found[-1][self.top.standing.on_turn] -= passed_ms
        return found

    @property
    def flag_ms(self) -> int | None:
        """When the flag of the player on turn falls, if nothing else happens; ``None``: no clock
        runs."""
        player = self.top.standing.on_turn
        if not self.runs or player is None:
            return None
        at_ms, left_ms = self.at_ms, self.top.left_ms(player)
        for from_ms, until_ms in self._resting():
            if until_ms <= at_ms:
                continue
            if from_ms - at_ms >= left_ms:
                break
            left_ms -= max(0, from_ms - at_ms)
            at_ms = until_ms
        return at_ms + left_ms

    # ---- events ---------------------------------------------------------------------------------

    def take(self, event: dict[str, Any], games: Sequence[Standing]) -> None:
        """Counts on to *event*, after which *games* stand so. Raises ``WrongClock``."""
        kind, self.number = event["event"], event["number"]
        if kind == "opened":
            self._open(event, games)
            return
        if kind == "stopped":
            self._pass(event["from_ms"])
            self.at_ms = max(self.at_ms, event["to_ms"])
            if self.goes_on_ms is not None:
                self.goes_on_ms = max(self.goes_on_ms, event["to_ms"])
            return
        self._pass(event["at_ms"])
        if kind in ("happened", "over") and not self.is_over:
            self._note_flag(event)
        if kind == "took_back":
            self._take_back(event["to"], games)
        elif kind == "played_again":
            self._before, self.games, self.is_over = self._taken_back.pop()
        elif kind in ("played", "decided") and self.games[len(games) - 1 :]:
            self._remember()
        before = [each.standing for each in self.games]
        self._stand(games)
        if before != [each.standing for each in self.games] or kind in _HEALING:
            self.is_stuck = False
        self._note_time(kind, event)
        self._seat(kind, event)
        if event.get("arrived_ms") is not None:
            self.at_ms = max(self.at_ms, event["arrived_ms"])

    def _open(self, event: dict[str, Any], games: Sequence[Standing]) -> None:
        opening = event["opening"]
        self._control = Clock.read(opening.get("control"))
        self._duel_control = Clock.read(opening.get("duel_control"))
        self.at_ms, self.is_paused = event["at_ms"], opening.get("record") is not None
        self._stand(games)

    def _note_time(self, kind: str, event: dict[str, Any]) -> None:
        """Notes whether time passes after an event."""
        if kind == "paused":
            self.is_paused, self.goes_on_ms = True, event.get("until_ms")
        elif kind == "readied" and self.goes_on_ms is None:
            self.goes_on_ms = event.get("until_ms")
        elif kind == "went_on":
            self.is_paused, self.goes_on_ms = False, None
            if live := Clock.read(event.get("live")):  # a fresh one, from now on
                self.games[-1] = GameClock.begin(live, self.top.standing)
        elif kind in ("closed", "over"):
            self.is_over = True
        elif kind in ("bot_failed", "duel_unplayable"):
            self.is_stuck = True
        elif kind == "rested":
            spans = [(each["from_ms"], each["until_ms"]) for each in event["spans"]]
            self._rest(event["player"], event["at_ms"], spans)

    def _stand(self, games: Sequence[Standing]) -> None:
        """The games stand so: duels may have begun and ended."""
        del self.games[len(games) :]
        for depth, now in enumerate(games):
            if depth < len(self.games) and self.games[depth].standing.game == now.game:
                self.games[depth].stand(now)
                continue
            del self.games[depth:]
            self.games.append(GameClock.begin(self._clock_of(depth, now), now))

    def _clock_of(self, depth: int, now: Standing) -> Clock | None:
        if not depth:
            return self._control
        return None if now.acts or now.game == ELSEWHERE else self._duel_control

    def _pass(self, to_ms: int) -> None:
        """Lets time pass until *to_ms*."""
        passed_ms, player = self._passing_ms(to_ms), self.top.standing.on_turn
        if self.runs and player is not None:
            self.top.used_ms[player] += passed_ms
            if self.top.left_ms(player) < 0:
                late = -self.top.left_ms(player)
                raise WrongClock(f"event {self.number}: player {player} had {late} ms too much")
        self.at_ms = max(self.at_ms, to_ms)

    def _passing_ms(self, to_ms: int) -> int:
        """The milliseconds until *to_ms* that count, if a clock runs."""
        at_ms, counted_ms = self.at_ms, 0
        for from_ms, until_ms in self._resting():
            if until_ms > at_ms and from_ms < to_ms:
                counted_ms += max(0, from_ms - at_ms)
                at_ms = max(at_ms, min(until_ms, to_ms))
        return counted_ms + max(0, to_ms - at_ms)

    def _note_flag(self, event: dict[str, Any]) -> None:
        """Notes a flag that has fallen. Raises ``WrongClock`` if time was left."""
        player = self.top.standing.on_turn
        if not self.runs or player is None:
            return
        is_flag = event["event"] == "happened" and not self.top.standing.acts
        if not is_flag:
            return
        if left_ms := self.top.left_ms(player):
            raise WrongClock(f"event {self.number}: player {player} still had {left_ms} ms")
        depth = len(self.games) - 1
        if depth and event.get("flagged") != player:
            raise WrongClock(f"event {self.number}: the duel is lost by {event.get('flagged')}")
        self.flags.append(Flag(self.number, event["at_ms"], player, depth))

    # ---- taking back ----------------------------------------------------------------------------

    def _remember(self) -> None:
        self._taken_back.clear()
        self._before.append((self.top.standing.steps, deepcopy(self.games)))

    def _take_back(self, to: int, games: Sequence[Standing]) -> None:
        """Sets the clocks to when decision *to* of the game on top was made."""
        self._taken_back.append(([*self._before], self.games, self.is_over))
        while self._before:
            steps, then = self._before.pop()
            if len(then) == len(games) and steps == to:
                self.games, self.is_over = then, False
                return
        raise WrongClock(f"event {self.number}: no such decision was made")

    # ---- vacations ------------------------------------------------------------------------------

    def _rest(self, player: int, at_ms: int, spans: Iterable[tuple[int, int]] = ()) -> None:
        """Notes at *at_ms* that the person of *player* is on vacation in *spans*, and not in what
        was announced otherwise."""
        passed = [
            (begin, min(until, at_ms))
            for begin, until in self.rests.get(player, ())
            if begin < at_ms
        ]
        coming = [(max(begin, at_ms), until) for begin, until in spans if until > at_ms]
        self.rests[player] = sorted([*passed, *coming])

    def _seat(self, kind: str, event: dict[str, Any]) -> None:
        """Ends the vacations of whoever has lost his seat."""
        if kind == "left":
            changed = dict.fromkeys(event["players"], "")
        elif kind in ("seat_given", "seated"):
            changed = {event["player"]: event.get("person", "")}
        else:
            return
        for player, person in changed.items():
            if person != self.holders.get(player, ""):
                self._rest(player, event["at_ms"])
            self.holders[player] = person

    def _resting(self) -> list[tuple[int, int]]:
        """The spans of vacations in which the clock on top stands, without overlaps."""
        if not self.games or self.top.clock is None or not self.top.clock.is_slow:
            return []
        found: list[tuple[int, int]] = []
        for from_ms, until_ms in sorted(span for each in self.rests.values() for span in each):
            if found and from_ms <= found[-1][1]:
                found[-1] = found[-1][0], max(found[-1][1], until_ms)
            elif from_ms < until_ms:
                found.append((from_ms, until_ms))
        return found


def read_entries(texts: Iterable[str]) -> list[dict[str, Any]]:
    """The events of a room, from the texts of its entries in their order."""
    return [event for text in texts for event in json.loads(text)]
