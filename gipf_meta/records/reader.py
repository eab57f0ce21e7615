"""From a record to its match: replays it through the same gate of legality as play.

So a record cannot hold an illegal game.
"""

from __future__ import annotations

from dataclasses import replace

from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.session import Session, Step, UnreadDuel
from gipf_meta.match.timecontrol import TimeControl, TimeControlError
from gipf_meta.protocol.capabilities import timed
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    MoveError,
    Over,
    Turn,
)
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.records.models import Decision, PlayedTurn, Record, RecordError


def replay(record: Record, finder: GameFinder) -> Match:
    """The match a record tells, ready to go on.

    Raises ``RecordError``, naming the first turn that no longer fits and holding the match as far
    as it was replayed; ``DuelUnavailable`` if a duel is due in a game that is not to be had.
    """
    seats = len(record.players)
    if record.people and len(record.people) != seats:
        raise RecordError(f"The record names {len(record.people)} people for {seats} seats.")
    try:
        control = None if record.clock is None else TimeControl.read(record.clock)
    except TimeControlError as error:
        raise RecordError(f"The record cannot be played: {error}") from None
    reader = _Reader(finder, record.seed)
    sessions = reader.read(record)
    return Match(sessions, finder, record.seed, reader.draws, control).resolve()


class _Reader:
    """Folds records into sessions and counts what luck drew on the way."""

    def __init__(self, finder: GameFinder, seed: int) -> None:
        self.finder, self.seed, self.draws = finder, seed, 0
        self.below: tuple[Session, ...] = ()

    def fault(self, session: Session, why: str) -> RecordError:
        sessions = (*self.below, session)
        return RecordError(why, Match(sessions, self.finder, self.seed, self.draws))

    def read(self, record: Record) -> tuple[Session, ...]:
        """The session of *record* and, on top of it, the duel it is suspended for."""
        game = self.game(record)
        seats = len(record.players)
        if seats not in game.seat_counts or len(set(record.players)) != seats:
            raise RecordError(f"The record names {seats} players, which {game.title} cannot have.")
        session = Session(game, game.start(seats), record.players)
        above: tuple[Session, ...] = ()
        for turn in record.turns:
            before = len(session.steps)
            for decision in turn.decisions:
                if above:
                    raise self.fault(session, f"{_place(game, turn)}: it goes on during a duel.")
                session, above = self.step(session, turn, decision)
            self.check_text(session, turn, session.steps[before:])
        self.check_turn_ended(session, record)
        if session.time_ms > record.time:
            raise self.fault(session, "The record was ended before its last turn.")
        session = _aged(session, record.time)
        return (self.ended(session, record), *above)

    def game(self, record: Record) -> AnyGame:
        try:
            found = self.finder(record.game)
            game: AnyGame = configure(found, record.options)
        except (LookupError, OptionError) as error:
            why = error.args[0] if error.args else record.game
            raise RecordError(f"The record cannot be played: {why}") from None
        if record.rules > game.rules_version:
            raise RecordError(
                f"The record was played with newer rules of {game.title} ({record.rules})"
                f" than are installed ({game.rules_version})."
            )
        return game

    def step(
        self, session: Session, turn: PlayedTurn, decision: Decision
    ) -> tuple[Session, tuple[Session, ...]]:
        session = self.at(session, turn, decision.at)
        now, game = session.status, session.game
        if isinstance(now, Duel):
            return self.duel(session, turn, decision, now)
        if decision.move is None or decision.duel is not None:
            raise self.fault(session, f"{_place(game, turn)}: no duel is due there.")
        if isinstance(now, Turn):
            if now.number != turn.number:
                raise self.fault(
                    session, f"{_place(game, turn)} does not fit: turn {now.number} is due."
                )
            seat = now.seat if decision.by is None else decision.by
            if seat not in range(len(session.players)):
                raise self.fault(session, f"{_place(game, turn)}: there is no seat {seat}.")
            try:
                move = game.parse(session.state, seat, decision.move)
            except MoveError as error:
                raise self.fault(session, f"{_place(game, turn)} does not fit: {error}") from None
            return session.play(seat, move, then=decision.then), ()
        if isinstance(now, Chance):
            for outcome, _ in now.outcomes:
                if game.format(session.state, outcome) == decision.move:
                    self.draws += 1
                    return session.play(None, outcome), ()
            raise self.fault(
                session, f"{_place(game, turn)} does not fit: luck cannot draw {decision.move!r}."
            )
        raise self.fault(session, f"{_place(game, turn)} comes after the end of the game.")

    def at(self, session: Session, turn: PlayedTurn, ms: int) -> Session:
        """The session when its time is *ms*."""
        if ms < session.time_ms:
            raise self.fault(
                session, f"{_place(session.game, turn)} was played before the one it follows."
            )
        return _aged(session, ms)

    def duel(
        self, session: Session, turn: PlayedTurn, decision: Decision, due: Duel
    ) -> tuple[Session, tuple[Session, ...]]:
        place = _place(session.game, turn)
        if decision.duel is None:
            raise self.fault(session, f"{place}: the duel that is due there is missing.")
        played: Session | UnreadDuel
        self.below = (*self.below, session)
        above: tuple[Session, ...] = ()
        try:
            try:
                self.finder(decision.duel.game)
            except LookupError:
                played = UnreadDuel(decision.duel.model_dump(mode="json", exclude_defaults=True))
            else:
                played, *rest = self.read(decision.duel)
                above = (played, *rest)
        except RecordError as error:
            raise RecordError(f"{place}, in its duel: {error}", error.match) from None
        finally:
            self.below = self.below[:-1]
        seated = tuple(session.players[seat] for seat in due.seats)
        if decision.duel.players != seated or decision.by is not None:
            raise self.fault(session, f"{place}: the duel has other seats than were agreed.")
        result = decision.duel.result
        if decision.move is None:
            if result is not None:
                raise self.fault(session, f"{place}: its duel is over, but nothing follows.")
            return session, above
        if result is None:
            raise self.fault(session, f"{place}: its duel was never decided.")
        if not set(result.winners) <= set(range(len(seated))):
            raise self.fault(session, f"{place}: nobody of that number played the duel.")
        winner = None
        if len(result.winners) == 1:
            winner = session.players.index(decision.duel.players[result.winners[0]])
        move = session.game.settle(session.state, winner, decision.duel.game)
        if session.game.format(session.state, move) != decision.move:
            raise self.fault(
                session, f"{place} says {decision.move!r}, but its duel ended otherwise."
            )
        return session.play(None, move, duel=played), ()

    def check_text(self, session: Session, turn: PlayedTurn, steps: tuple[Step, ...]) -> None:
        played = session.turn_text(steps) if steps else ""
        if played != turn.text:
            raise self.fault(
                session, f"{_place(session.game, turn)}: its decisions make {played!r} instead."
            )

    def check_turn_ended(self, session: Session, record: Record) -> None:
        numbers = [turn.number for turn in record.turns]
        if numbers != sorted(set(numbers)):
            raise self.fault(session, "The turns of the record are out of order.")

    def ended(self, session: Session, record: Record) -> Session:
        now, said = session.status, record.result
        if isinstance(now, Over):
            if said is None or (said.winners, said.reason) != (now.winners, now.reason):
                raise self.fault(session, f"The record names another result than {now.reason}.")
            return session
        if said is None:
            return session
        if said.by_rules or not set(said.winners) <= set(range(len(session.players))):
            raise self.fault(
                session, "The record names a result, but the game it tells is not over."
            )
        return replace(session, ended=Over(said.winners, said.reason, said.scores))


def _aged(session: Session, until: int) -> Session:
    """The session when its time is *until*."""
    state, clock = session.state, timed(session.game)
    if clock and until > session.time_ms:
        state = clock.advance(state, until - session.time_ms)
    return replace(session, state=state, time_ms=until)


def _place(game: AnyGame, turn: PlayedTurn) -> str:
    return f"{game.title}, turn {turn.number} ({turn.text})"
