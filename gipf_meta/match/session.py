"""A session: one game of a match, with the decisions that were made in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, cast

from gipf_meta.base.addressee import Shared, seated
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.clock_texts import ClockTimes
from gipf_meta.protocol.capabilities import LeadsOn, Positions, read_position, timed
from gipf_meta.protocol.game import (
    NOBODY,
    AnyGame,
    Chance,
    Duel,
    Over,
    Status,
    Turn,
    seat_name,
)
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import start_state
from gipf_meta.protocol.view import View
from gipf_meta.protocol.view_parts import Parts, make_of

MOST_STATES: Final = 3
"""The most states with views in the cache: this one, the one before it, the begin of the turn."""


class Views:
    """A cache of views: makes them, and holds those of the states that were used last.

    A view depends on nothing but the game, the state, the seat, the language and the reader, so a
    cached one is equal to one that is made anew. Copies are empty.
    """

    __slots__ = ("__weakref__", "_last", "_made")

    def __init__(self) -> None:
        self._made: dict[int, _ShownState] = {}
        self._last: _ShownState | None = None

    def find(self, game: AnyGame, state: Any, seat: int | None) -> View:
        """The view of *state* for *seat*, as ``Game.view``. Raises ``GameFailed``."""
        known = self._last
        # the state stays beside its views: no other one can have its id meanwhile
        if known is None or known.state is not state or known.game is not game:
            known = self._last = self._find_state(game, state)
        if game.is_open and seat is not None and known.is_waiting(seat):
            seat = NOBODY
        views = known.views.get(seat)
        if views is None:
            views = known.views[seat] = Shared()
        return views.find(partial(known.make, seat))

    def _find_state(self, game: AnyGame, state: Any) -> _ShownState:
        known = self._made.pop(id(state), None)
        if known is None or known.game is not game or known.state is not state:
            known = _ShownState(game, state)
        self._made[id(state)] = known
        if len(self._made) > MOST_STATES:
            self._made.pop(next(iter([*self._made])), None)
        return known

    def __reduce__(self) -> tuple[type[Views], tuple[()]]:
        return Views, ()


class _ShownState:
    """A *state* of *game*, with the *views* of it that were made, by seat."""

    __slots__ = ("_parts", "_waiting", "game", "state", "views")

    def __init__(self, game: AnyGame, state: Any) -> None:
        self.game, self.state = game, state
        self.views: dict[int | None, Shared[View]] = {}
        self._parts, self._waiting = Parts(state), dict[int, bool]()

    def is_waiting(self, seat: int) -> bool:
        """Whether another seat than this is on turn."""
        if seat not in self._waiting:
            with Gate(self.game):
                now = self.game.status(self.state)
            self._waiting[seat] = isinstance(now, Turn) and now.seat != seat
        return self._waiting[seat]

    def make(self, seat: int | None) -> View:
        """The view for *seat*, of the parts that are known. Raises ``GameFailed``."""
        with Gate(self.game):
            return make_of(self._parts, lambda: self.game.view(self.state, seat))


LONGEST_MS: Final = 10**15
"""The limit of the time of a session, in milliseconds: every time is less, and stops there."""
MOST_LIVE_DECISIONS: Final = 15_000
"""The most decisions in the sessions of a running match: so its record can be read again."""


class NoPosition(GipfMetaError, ValueError):
    """No position on one line describes this moment in full; one sentence."""


@dataclass(frozen=True, slots=True)
class UnreadDuel:
    """A finished duel in a game that is not installed, as the *record* of the match has it."""

    record: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LiveClock:
    """The clock of a duel that its players have agreed to play live: *times*, which count from the
    moment *from_ms* of the duel's session on. What passed before counts on no clock."""

    times: ClockTimes
    from_ms: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of *seat*; ``None``: of luck, or the end of a duel.

    *text* is *move* in the game's notation, *before* the state in which it was played, *number*
    its turn, *at_ms* the session's time in milliseconds. *then* are the seat's premoves, played
    when another seat has answered. *duel* is the duel that the move ends.
    """

    seat: int | None
    move: Any
    text: str
    before: Any
    number: int
    at_ms: int = 0
    then: tuple[str, ...] = ()
    duel: Session | UnreadDuel | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """One game of a match: *players* are the match's players at its seats.

    The game is called here, so each method raises ``GameFailed`` if the game raises an error that
    the protocol does not allow. (``Gate`` contains a plugin's failure; it is not ``parse``, the
    gate of legality.)

    *time_ms* is how many milliseconds have passed while this session was on top. *ended* is an end
    from outside the rules. *views* are those that were made last, of this moment and others.
    *begun_from* is the position that it began from, on one line; ``""``: the start of its game.
    *live* is the clock of a duel that is played live; ``None``: it has the clock of each duel.
    """

    game: AnyGame
    state: Any
    players: tuple[int, ...]
    steps: tuple[Step, ...] = ()
    time_ms: int = 0
    ended: Over | None = None
    views: Views = field(default_factory=Views, compare=False, repr=False)
    begun_from: str = ""
    live: LiveClock | None = None
    _status: Status[Any] | None = field(default=None, init=False, compare=False, repr=False)

    @classmethod
    def begin(cls, game: AnyGame, players: tuple[int, ...], position: str = "") -> Session:
        """The session of *game* before its first decision, in its start or in a *position*.

        Raises ``OptionError``, and ``BadNotation`` for what is no position of so many *players*.
        """
        with Gate(game):
            state = start_state(game, len(players))
            if not position:
                return cls(game, state, players)
            state, _seats = read_position(game, position, len(players))
            begun_from = cast("Positions", game).to_text(state)
        return cls(game, state, players, begun_from=begun_from)

    @property
    def first_state(self) -> Any:
        """The state before the first decision, made anew."""
        with Gate(self.game):
            if self.begun_from:
                return cast("Positions", self.game).from_text(self.begun_from)
            return self.game.start(len(self.players))

    @property
    def status(self) -> Status[Any]:
        """The next to act in this game: a seat, luck, another game, or nobody."""
        # asked a hundred times for each decision, and always the same
        if self._status is None:
            with Gate(self.game):
                now = self.ended or self.game.status(self.state)
            object.__setattr__(self, "_status", now)
        return cast("Status[Any]", self._status)

    def seat_of(self, player: int) -> int:
        """The seat of *player* in this game. Raises ``ValueError`` if he does not play it."""
        return self.players.index(player)

    def view(self, player: int | None) -> View:
        """The game as *player* of the match may see it; ``None``: as the player on turn;
        ``NOBODY``: as a spectator.
        """
        return self.view_of(self.state, player)

    def view_of(self, state: Any, player: int | None) -> View:
        """The game in another *state* of it, as *player* may see that; as ``view``."""
        seat = self.players.index(player) if player in self.players else None
        with self.seated():
            return self.views.find(self.game, state, NOBODY if player == NOBODY else seat)

    def seated(self) -> AbstractContextManager[None]:
        """The block in which the game calls the players at its seats as the reader knows them; a
        board that is set up has no players."""
        if isinstance(self.game, LeadsOn):
            return nullcontext()
        return seated(self.players, self.called_seats)

    def called_seats(self) -> tuple[str, ...]:
        """The names of the game's seats in the reader's language."""
        return tuple(seat_name(self.game, seat) for seat in range(len(self.players)))

    def turns(self) -> list[list[Step]]:
        """The steps, turn by turn."""
        return turns_of(self.steps)

    @property
    def last_turn(self) -> tuple[Step, ...]:
        """The steps of the last turn; none before the first one."""
        begun = len(self.steps)
        while begun and self.steps[begun - 1].number == self.steps[-1].number:
            begun -= 1
        return self.steps[begun:]

    def turn_text(self, turn: Sequence[Step]) -> str:
        """The steps of a turn in the game's notation; the last turn may be unfinished.

        Where time acts, the moment stands before each decision: ``@15200 B:F``.
        """
        if timed(self.game):
            return " ".join(f"@{step.at_ms} {step.text}" for step in turn)
        with Gate(self.game):
            return self.game.format_turn(turn[0].before, [step.move for step in turn])

    def list_text(self, turn: Sequence[Step]) -> str:
        """The steps of a turn, or some of them, as lists show them."""
        with self.seated(), Gate(self.game):
            listed = self.game.list_text(turn[0].before, [step.move for step in turn])
        return listed or self.turn_text(turn)

    def turn_texts(self) -> tuple[str, ...]:
        """All turns in the game's notation."""
        return tuple(self.turn_text(turn) for turn in self.turns())

    def play(
        self,
        seat: int | None,
        move: Any,
        *,
        then: tuple[str, ...] = (),
        duel: Session | UnreadDuel | None = None,
    ) -> Session:
        """The session after *move*, which must be legal. *then* and *duel* as in ``Step``."""
        with Gate(self.game):
            now = self.game.status(self.state)
            number = now.number if isinstance(now, Turn | Chance) else None
            if number is None:
                number = self.steps[-1].number if self.steps else 1
            text = self.game.format(self.state, move)
            step = Step(seat, move, text, self.state, number, self.time_ms, then, duel)
            state = self.game.apply(self.state, move)
        return self.moved(state, (*self.steps, step), self.time_ms)

    def moved(self, state: Any, steps: tuple[Step, ...], time_ms: int) -> Session:
        """The session at another moment: in *state*, after *steps*, at *time_ms*."""
        # spelled out: every decision passes here, and ``replace`` takes twice as long
        rest = time_ms, self.ended, self.views, self.begun_from, self.live
        session = Session(self.game, state, self.players, steps, *rest)
        if state is self.state:  # only time has passed: the status is what it was
            object.__setattr__(session, "_status", self._status)
        return session

    def position(self) -> str | None:
        """The position on one line; ``None`` where the game has none.

        Raises ``NoPosition`` while a premove waits for another seat's answer: the match knows it,
        the game and its position do not.
        """
        if not isinstance(self.game, Positions):
            return None
        now = self.status
        if isinstance(now, Turn) and self.steps and self.steps[-1].number == now.number:
            for seat in dict.fromkeys(step.seat for step in self.last_turn):
                if seat is None or seat == now.seat:
                    continue
                if words := self.premoves(seat):
                    raise NoPosition(
                        _(
                            "A position does not say that {name} has written {words!r} beforehand:"
                            " ask for it when {other} has answered."
                        ).format(
                            name=seat_name(self.game, seat),
                            words=", ".join(words),
                            other=seat_name(self.game, now.seat),
                        )
                    )
        with Gate(self.game):
            return self.game.to_text(self.state, self.ended)

    def text_of(self, move: Any) -> str:
        """A *move* of now in the game's notation."""
        with Gate(self.game):
            return self.game.format(self.state, move)

    def status_of(self, step: Step) -> Status[Any]:
        """The status of the game before *step* was played."""
        with Gate(self.game):
            return self.game.status(step.before)

    def state_after(self, step: Step) -> Any:
        """The state to which *step* has led."""
        with Gate(self.game):
            return self.game.apply(step.before, step.move)

    def turn_moves(self, seat: int) -> Sequence[Any]:
        """The decisions that *seat* may make now in its turn."""
        with Gate(self.game):
            return self.game.turn_moves(self.state, seat)

    def legal_moves(self, seat: int) -> Sequence[Any]:
        """All decisions that *seat* may make now, also beside and out of its turn."""
        with Gate(self.game):
            return self.game.legal_moves(self.state, seat)

    # ---- time -----------------------------------------------------------------------------------

    def deadline_ms(self) -> int | None:
        """The ms until time itself decides something; ``None``: never, or time does not act."""
        clock = timed(self.game)
        if clock is None:
            return None
        with Gate(self.game):
            return clock.deadline(self.state)

    def after(self, ms: int) -> Session:
        """The session *ms* milliseconds later."""
        state, clock = self.state, timed(self.game)
        if clock is not None:
            with Gate(self.game):
                state = clock.advance(state, ms)
        return self.moved(state, self.steps, self.time_ms + ms)

    # ---- allies, duels and premoves -------------------------------------------------------------

    def allies(self, seat: int) -> tuple[int, ...]:
        """The seats that win or lose with *seat*, its own, too."""
        with Gate(self.game):
            return tuple(self.game.allies(self.state, seat))

    def settle(self, winner: int | None, game: str) -> Any:
        """The move with which ``Match._pop_duel`` ends the duel here, which was in *game* and
        which the seat *winner* won; ``None``: a draw. Plays nothing."""
        with Gate(self.game):
            return self.game.settle(self.state, winner, game)

    def premoves(self, seat: int) -> tuple[str, ...]:
        """The texts of the premoves of *seat* for this turn; empty if it has none."""
        for step in reversed(self.steps):
            if step.number != self.steps[-1].number:
                break
            if step.seat == seat:
                return step.then
        return ()


def turns_of(steps: Sequence[Step]) -> list[list[Step]]:
    """The *steps*, turn by turn."""
    turns: list[list[Step]] = []
    for step in steps:
        if turns and turns[-1][0].number == step.number:
            turns[-1].append(step)
        else:
            turns.append([step])
    return turns


def valid_status(game: AnyGame, state: Any, seats: int) -> Status[Any]:
    """The status of *state* in a game for *seats*. Raises ``TypeError`` if it is no status."""
    with Gate(game):
        now = game.status(state)
    here = range(seats)
    sound = (
        (isinstance(now, Turn) and now.seat in here and type(now.number) is int and now.number > 0)
        or (isinstance(now, Over) and all(seat in here for seat in now.winners))
        or (isinstance(now, Duel) and all(seat in here for seat in (*now.seats, now.claimant)))
        or (isinstance(now, Chance) and sum(weight for _, weight in now.outcomes) > 0)
    )
    if not sound:
        raise TypeError(f"its status cannot be {now!r}")
    return now
