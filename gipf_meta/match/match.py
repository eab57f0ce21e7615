"""A match: a stack of sessions, one for each game being played. Pure: every change is a new match.

The bottom session is the game that the players chose. When its game asks for a duel, the match
pushes a session of the other game. When the duel is over, the match pops it and settles it by one
move in the game below. A suspended game is a state that does not change.

The match, not the game, handles resignations, agreed draws, taking back, the lots that luck
draws, and premoves. A lot is an outcome of a ``Chance``; a draw by agreement is a tie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import match_game
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.match.session import (
    LONGEST_MS,
    MOST_LIVE_DECISIONS,
    LiveClock,
    Session,
    Views,
    valid_status,
)
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.match.typed_turns import play_premove, read_decisions, texts_of_seat
from gipf_meta.protocol.failures import reason
from gipf_meta.protocol.game import (
    DRAWN,
    AnyGame,
    Chance,
    Duel,
    IllegalMove,
    Over,
    Turn,
    title_of,
)
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.luck import draw
from gipf_meta.protocol.options import OptionError, configure, options_in_duel

GameFinder: TypeAlias = Callable[[str], type[AnyGame]]
"""Finds a game by its id; raises ``LookupError``, a sentence, if no game has it."""

EndOfThinking: TypeAlias = Literal["positions", "time"]
"""The limit that ends the searches of a match's bots."""

BEGINNING_MS = 5_000
"""The most milliseconds that a game may take to begin."""


class DuelUnavailable(GipfMetaError, RuntimeError):
    """The next duel cannot be played here; one sentence. Another game must be chosen.

    *match* is the match that waits for its duel.
    """

    def __init__(self, match: Match, why: str) -> None:
        super().__init__(why)
        self.match = match


class CannotUndo(GipfMetaError, ValueError):
    """This decision stands; one sentence."""


@dataclass(frozen=True, slots=True)
class Match:
    """Sessions, the bottom one first, and the numbers that make their luck reproducible.

    *seed* and *draws* (the number of lots drawn so far) decide the next lot.
    *finder* finds the games of duels. *control* is the players' clock; ``None``: they have none.
    *known_luck* are the next lots where they are known beforehand, in the game's notation: a replay
    takes them instead of drawing by the seed. *thinking* is the limit that ends the
    searches of its bots: with positions, the seed plays the same match again; ``None``: not given.
    """

    sessions: tuple[Session, ...]
    finder: GameFinder = field(compare=False, repr=False)
    seed: int = 0
    draws: int = 0
    control: TimeControl | None = None
    known_luck: tuple[str, ...] = ()
    thinking: EndOfThinking | None = field(default=None, compare=False)

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        seats: int,
        finder: GameFinder,
        seed: int = 0,
        control: TimeControl | None = None,
        known_luck: tuple[str, ...] = (),
        position: str = "",
        thinking: EndOfThinking | None = None,
    ) -> Match:
        """A new match, up to the first decision, that begins in a *position* if one is given.

        Raises ``OptionError``, and ``BadNotation`` for what is no position of so many seats.
        """
        session = Session.begin(game, tuple(range(seats)), position)
        return cls((session,), finder, seed, 0, control, known_luck, thinking).resolve()

    @property
    def top(self) -> Session:
        """The session on top, which is being played; the sessions below are suspended."""
        return self.sessions[-1]

    @property
    def result(self) -> Over | None:
        """How the match ended, ``None`` while it goes on."""
        now = self.sessions[0].status
        return now if isinstance(now, Over) else None

    @property
    def player(self) -> int | None:
        """The player who decides next; ``None`` if no player does."""
        now = self.top.status
        return self.top.players[now.seat] if isinstance(now, Turn) else None

    # ---- actions of players ----------------------------------------------------------------

    def play(self, text: str, player: int | None = None) -> Match:
        """The match after *player* (``None``: the one on turn) played *text*, a decision or a turn.

        If others decide inside that turn, the player's later decisions become premoves until he is
        on turn again, and are dropped if they are no longer legal. Raises ``MoveError``, or
        ``DuelUnavailable`` with the match after the move.
        """
        return self.decide(text, player).resolve()

    def decide(self, text: str, player: int | None = None) -> Match:
        """Like ``play``, but luck, duels and premoves do not follow yet.

        Raises ``MoveError``.
        """
        top = self.top
        now = top.status
        if isinstance(now, Over):
            raise IllegalMove(
                _("{title} is over; nothing more can be played.").format(title=title_of(top.game))
            )
        if not isinstance(now, Turn):
            raise IllegalMove(_("Nobody can play before the duel is decided."))
        self._require_room()
        seat = now.seat if player is None else top.seat_of(player)
        with top.seated():  # a refusal calls the players as the reader knows them
            moves = read_decisions(top.game, top.state, seat, now.seat == seat, text)
        session = top.play(seat, moves[0])
        rest = list(moves[1:])
        while rest and session.status == now:
            session = session.play(seat, rest.pop(0))
        then = tuple(texts_of_seat(session, seat, rest))
        if then:
            last = replace(session.steps[-1], then=then)
            session = replace(session, steps=(*session.steps[:-1], last))
        return self._with_top(session)

    def play_move(self, seat: int, move: Any) -> Match:
        """The match after *seat* decided for *move*, which must be legal in the game on top.

        Raises ``DuelUnavailable``, and ``IllegalMove`` if the match is too long.
        """
        self._require_room()
        return self._with_top(self.top.play(seat, move)).resolve()

    def _require_room(self) -> None:
        """Raises ``IllegalMove`` if the match has more decisions than a record can hold."""
        if sum(len(session.steps) for session in self.sessions) >= MOST_LIVE_DECISIONS:
            raise IllegalMove(
                _("No match has more than {most} decisions: resign, or agree on a draw.").format(
                    most=MOST_LIVE_DECISIONS
                )
            )

    def resign(self, player: int) -> Match:
        """The match after *player* gave up the game on top: the match itself, or only the duel.

        Raises ``IllegalMove`` if that game is over.
        """
        return self._end("resign", self._opponents(self.top.seat_of(player)))

    def forfeit(self, player: int, to: int) -> Match:
        """The match after *player*, who is away, lost the game on top to the player *to*, who wins
        it with his allies; if he does not play it, all opponents win.

        Raises ``IllegalMove`` if that game is over.
        """
        top = self.top
        side = self._allies(top.seat_of(to)) if to in top.players else ()
        return self._end("absence", side or self._opponents(top.seat_of(player)))

    def _opponents(self, seat: int) -> tuple[int, ...]:
        """The players who win when *seat* gives up or oversteps its time."""
        allies = self._allies(seat)
        return tuple(player for player in self.top.players if player not in allies)

    def _allies(self, seat: int) -> tuple[int, ...]:
        """The players who win or lose with *seat*, its own, too."""
        top = self.top
        return tuple(top.players[ally] for ally in top.allies(seat))

    def agree_draw(self) -> Match:
        """The match after all sides agreed on a draw in the game on top.

        Raises ``IllegalMove`` if that game is over.
        """
        return self._end(DRAWN, ())

    def _end(self, reason: str, winners: tuple[int, ...]) -> Match:
        """The match after the game on top ended from outside its rules. Raises ``IllegalMove``."""
        top = self.top
        if isinstance(top.status, Over):
            raise IllegalMove(_("{title} is over already.").format(title=title_of(top.game)))
        over = Over(tuple(top.seat_of(winner) for winner in winners), reason)
        return self._with_top(replace(top, ended=over)).resolve()

    def undo(self) -> Match:
        """The match before the last decision. Raises ``CannotUndo``.

        Draws of luck, a duel's result, a duel's beginning and a resignation cannot be taken back.
        """
        top = self.top
        if top.ended:
            raise CannotUndo(_("The game was ended by its players; that stands."))
        if not top.steps:
            if len(self.sessions) > 1:
                raise CannotUndo(_("The duel has begun: the challenge stands."))
            raise CannotUndo(_("There is nothing to take back."))
        last = top.steps[-1]
        if last.duel is not None:
            raise CannotUndo(_("The duel is decided: its result stands."))
        if last.seat is None:
            raise CannotUndo(_("What luck has decided stands."))
        begin = len(top.steps) - 1  # of the turn
        while begin and top.steps[begin - 1].number == last.number:
            begin -= 1
        turn = (replace(step, then=()) if step.then else step for step in top.steps[begin:-1])
        return self._with_top(top.moved(last.before, (*top.steps[:begin], *turn), last.at_ms))

    # ---- time --------------------------------------------------------------------------------

    def advance(self, ms: int) -> Match:
        """The match *ms* milliseconds later. Only the top session ages.

        Stops at every deadline, so a duel that time ends is popped at that very millisecond, and
        the rest of the time belongs to the game below.
        """
        match = self
        while ms > 0 and match.result is None:
            top = match.top
            step = min(ms, LONGEST_MS - 1 - top.time_ms)
            if step <= 0:
                break
            flag = match.ms_to_flag()
            if flag == 0:  # after a duel the time that is left belongs to the game below
                match = match._lose_on_time()
                continue
            if flag is not None:
                step = min(step, flag)
            deadline = top.deadline_ms()
            step = step if deadline is None else max(1, min(step, deadline))
            match = match._with_top(top.after(step)).resolve()
            ms -= step
        return match._lose_on_time()

    def ms_to_flag(self) -> int | None:
        """The milliseconds until the flag of the player on turn falls; ``None``: never."""
        control = self.running_control
        return None if control is None else control.ms_to_flag(self.top)

    def ms_to_spend(self) -> int | None:
        """The milliseconds that the player on turn may still spend on it so that his time lasts;
        ``None``: no limit."""
        control = self.running_control
        return None if control is None else control.ms_to_spend(self.top)

    @property
    def running_control(self) -> TimeControl | None:
        """The players' clock of the game on top; ``None`` while none runs, as in duels without one,
        in which time acts, or that are played elsewhere."""
        if self.control is None or self.result is not None:
            return None
        if len(self.sessions) == 1:
            return self.control
        return TimeControl.live(self.top) or self.control.in_duel(self.top.game)

    def begin_live(self, control: TimeControl) -> Match:
        """The match whose duel on top is played live from now on, by *control*."""
        live = LiveClock(control.times, self.top.time_ms)
        return self._with_top(replace(self.top, live=live))

    def _lose_on_time(self) -> Match:
        """The match; the player on turn has lost it if his time is over."""
        now = self.top.status
        if self.ms_to_flag() != 0 or not isinstance(now, Turn):
            return self
        return self._end("time", self._opponents(now.seat))

    # ---- luck and duels ----------------------------------------------------------------------

    def resolve(self) -> Match:
        """The match up to the next decision: lots are drawn, duels begin and end, premoves played.

        Raises ``DuelUnavailable`` if the next duel is in a game that cannot be played here.
        """
        match = self
        while True:
            top = match.top
            now = top.status
            if isinstance(now, Turn):
                session = play_premove(top, now.seat)
                if session is None:
                    return match
                match = match._with_top(session)
            elif isinstance(now, Chance):
                match = match._after_draw(now)
            elif isinstance(now, Duel):
                match = match._with_duel(now.game, now.options)
            elif len(match.sessions) > 1:
                match = match._pop_duel(now)
            else:
                return match

    def draw_known(self) -> Match:
        """The match after the lots that are drawn now and are known beforehand.

        Raises ``IllegalMove`` if luck cannot draw it.
        """
        match = self
        while match.known_luck and isinstance(now := match.top.status, Chance):
            match = match._after_draw(now)
        return match

    def _after_draw(self, luck: Chance[Any]) -> Match:
        """The match after *luck* drew once."""
        after = self._with_top(self.top.play(None, self._draw(luck)))
        return replace(after, draws=self.draws + 1, known_luck=self.known_luck[1:])

    def with_duel(self, game: str) -> Match:
        """The match with its duel in *game* instead, with that game's default options.

        *game* is an id in whatever case. A duel that is being played is given up undecided. Raises
        ``DuelUnavailable``.
        """
        below = self if isinstance(self.top.status, Duel) else self._without_top()
        return below._with_duel(match_game(game), {}).resolve()

    def _with_duel(self, game: str, options: Mapping[str, Any]) -> Match:
        """The match with its next duel, in *game*, on top. Raises ``DuelUnavailable``."""
        duel_to_play = self.top.status
        assert isinstance(duel_to_play, Duel)
        try:
            kind = self.finder(game)
            if len(duel_to_play.seats) not in kind.seat_counts:
                raise OptionError(
                    _("{title} is not for {count} players.").format(
                        title=title_of(kind), count=len(duel_to_play.seats)
                    )
                )
            options = options_in_duel(kind, options, duel_to_play)
            with time_limit(BEGINNING_MS, _("Beginning it")), Gate(kind):
                duel = configure(kind, options)
                state = duel.start(len(duel_to_play.seats))
                valid_status(duel, state, len(duel_to_play.seats))
        except (GipfMetaError, LookupError) as error:  # the game is not found, or it fails
            raise DuelUnavailable(
                self, _("The duel cannot be played: {error}").format(error=reason(error))
            ) from error
        players = tuple(self.top.players[seat] for seat in duel_to_play.seats)
        return replace(self, sessions=(*self.sessions, Session(duel, state, players)))

    def _pop_duel(self, end: Over) -> Match:
        """The match after its duel on top came to its *end* and was settled in the game below."""
        duel, below = self.top, self._without_top()
        session = below.top
        winner = session.seat_of(duel.players[end.winners[0]]) if len(end.winners) == 1 else None
        move = session.settle(winner, duel.game.id)
        finished = replace(duel, views=Views())  # it is not shown any more
        return below._with_top(session.play(None, move, duel=finished))

    def _draw(self, luck: Chance[Any]) -> Any:
        """The lot that *luck* draws: the first of ``known_luck``, or else an outcome, by weight,
        from the seed and the number of lots drawn before.

        Raises ``IllegalMove`` if the known one cannot be drawn.
        """
        if self.known_luck:
            top = self.top
            with Gate(top.game):
                for outcome, _weight in luck.outcomes:
                    if top.game.format(top.state, outcome) == self.known_luck[0]:
                        return outcome
            raise IllegalMove(_("Luck cannot draw {text!r} here.").format(text=self.known_luck[0]))
        return draw(luck, self.seed, self.draws)

    def _with_top(self, session: Session) -> Match:
        """The match with *session* in place of the one on top."""
        # spelled out: every decision passes here, and ``replace`` takes twice as long
        sessions = (*self.sessions[:-1], session)
        known, thinking = self.known_luck, self.thinking
        return Match(sessions, self.finder, self.seed, self.draws, self.control, known, thinking)

    def _without_top(self) -> Match:
        """The match without the session on top."""
        return replace(self, sessions=self.sessions[:-1])
