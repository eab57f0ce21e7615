"""From a record to its match, through the same gate of legality as play.

So no record can hold an illegal game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.match.clock_texts import TimeControlError
from gipf_meta.match.match import GameFinder, Match
from gipf_meta.match.session import LiveClock, Session, Step, UnreadDuel
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.protocol.game import (
    AnyGame,
    Chance,
    Duel,
    MoveError,
    Over,
    Turn,
    reason_of,
    title_of,
)
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.options import OptionError, configure
from gipf_meta.records.models import Decision, PlayedTurn, Record, RecordError


def replay(record: Record, finder: GameFinder) -> Match:
    """Replays *record*; returns the match, ready for the next decision.

    Raises as ``read_match``; and ``DuelUnavailable`` if the next duel is in a game that *finder*
    does not find.
    """
    return read_match(record, finder).resolve()


def read_match(record: Record, finder: GameFinder) -> Match:
    """The match as far as *record* goes: luck and duels that follow by themselves are not done yet.

    Raises ``RecordError``, which names the first turn that does not fit and holds the match up to
    there.
    """
    seats = len(record.players)
    if record.people and len(record.people) != seats:
        raise RecordError(
            _("The record names {people} people for {seats} seats.").format(
                people=len(record.people), seats=seats
            )
        )
    if max(record.players, default=0) >= seats:
        raise RecordError(
            _(
                "The record names the players {players}; those of a match for {seats} are numbered"
                " from 0."
            ).format(players=", ".join(map(str, record.players)), seats=seats)
        )
    try:
        control = TimeControl.stored(record.clock, record.duel_clock)
    except TimeControlError as error:
        raise _cannot_be_played(error) from None
    reader = _Reader(finder, record.seed)
    sessions = reader.read(record)
    return Match(sessions, finder, record.seed, reader.draws, control, thinking=record.thinking)


def read_turns(
    record: Record, turns: Sequence[PlayedTurn], finder: GameFinder, begun: Match | None = None
) -> Match:
    """The match of *record* with these *turns*, without its result and its players' clock.

    Variations beside *turns* are replayed, too, and do not change the result. *begun* is the match
    after the first of *turns*, if it is known. Raises ``RecordError``.
    """
    reader = _Reader(finder, record.seed)
    if begun is None:
        session = reader.begin(record)
    else:
        session, reader.draws = begun.sessions[0], begun.draws
        turns = turns[len(session.turns()) :]
    session, above = reader.read_line(session, turns)
    return Match((session, *above), finder, record.seed, reader.draws)


def _cannot_be_played(why: object) -> RecordError:
    return RecordError(_("The record cannot be played: {why}").format(why=why))


@dataclass
class _ReadLine:
    """A line of *turns* that is being read: the *session* before turn *at*, the number of that
    turn's variations that were read, and the sessions of the duel *above* it. *draws_before* are
    the draws of luck before the line."""

    session: Session
    turns: Sequence[PlayedTurn]
    draws_before: int
    at: int = 0
    read_variations: int = 0
    above: tuple[Session, ...] = ()


class _Reader:
    """Folds records into sessions and counts the draws of luck on the way."""

    def __init__(self, finder: GameFinder, seed: int) -> None:
        self.finder, self.seed, self.draws = finder, seed, 0
        self.below: tuple[Session, ...] = ()

    def fault(self, session: Session, why: str) -> RecordError:
        """The error with the reason *why* the record ends here, and the match up to *session*."""
        sessions = (*self.below, session)
        return RecordError(why, Match(sessions, self.finder, self.seed, self.draws))

    def fault_at(
        self, session: Session, turn: PlayedTurn, sentence: str, **values: object
    ) -> RecordError:
        """The error of a *sentence* in which ``{place}`` stands for the place of *turn*."""
        place = _place(session.game, turn)
        return self.fault(session, sentence.format(place=place, **values))

    def read(self, record: Record) -> tuple[Session, ...]:
        """The session of *record* and, on top of it, the duel it is suspended for."""
        session, above = self.read_line(self.begin(record), record.turns)
        self.check_order(session, record)
        if session.time_ms > record.time:
            raise self.fault(session, _("The record was ended before its last turn."))
        session = _advance(session, record.time)
        return (self.read_result(session, record), *above)

    def begin(self, record: Record) -> Session:
        """The session of *record* before its first turn. Raises ``RecordError``."""
        game = self.read_game(record)
        seats = len(record.players)
        if seats not in game.seat_counts or len(set(record.players)) != seats:
            raise RecordError(
                _("The record names {seats} players, which {title} cannot have.").format(
                    seats=seats, title=title_of(game)
                )
            )
        try:
            return Session.begin(game, record.players, record.position)
        except (OptionError, MoveError) as error:
            raise _cannot_be_played(error) from None

    def read_line(
        self, session: Session, turns: Sequence[PlayedTurn]
    ) -> tuple[Session, tuple[Session, ...]]:
        """The session after *turns*, and the sessions of the duel that interrupts the last one.

        Raises ``RecordError`` unless they and their variations, the lines that begin instead of a
        turn, can be played. Nothing recurses: the lines that are being read stand in a list.
        """
        lines = [_ReadLine(session, turns, self.draws)]
        while True:
            line = lines[-1]
            try:
                if line.at < len(line.turns):
                    turn = line.turns[line.at]
                    if line.read_variations < len(turn.variations):
                        variation = turn.variations[line.read_variations]
                        line.read_variations += 1
                        lines.append(_ReadLine(line.session, variation, self.draws))
                    else:
                        self.read_turn(line, turn)
                    continue
            except RecordError as error:
                raise self._named_by_main_line(lines, error) from None
            if len(lines) == 1:
                return line.session, line.above
            self.draws = line.draws_before
            lines.pop()

    def read_turn(self, line: _ReadLine, turn: PlayedTurn) -> None:
        """Plays *turn*, the next one of *line*. Raises ``RecordError``."""
        before = len(line.session.steps)
        for decision in turn.decisions:
            if line.above:
                raise self.fault_at(
                    line.session,
                    turn,
                    _("{place}: the game goes on although its duel is not over."),
                )
            line.session, line.above = self.read_decision(line.session, turn, decision)
        self.check_text(line.session, turn, line.session.steps[before:])
        line.at, line.read_variations = line.at + 1, 0

    def _named_by_main_line(self, lines: Sequence[_ReadLine], error: RecordError) -> RecordError:
        """The *error* in the last of *lines*, with the turn of the main line that this varies."""
        if len(lines) == 1:
            return error
        main = lines[0]
        sentence = _("{place}, in a variation: {error}")
        return self.fault_at(main.session, main.turns[main.at], sentence, error=error)

    def read_game(self, record: Record) -> AnyGame:
        """The game of *record* with its options. Raises ``RecordError``."""
        try:
            found = self.finder(record.game)
            self.require_parts(record, found)
            if record.rules < found.rules_version:
                found = found.of_rules_version(record.rules)
            with Gate(found):
                game: AnyGame = configure(found, record.options)
        except (LookupError, OptionError) as error:
            why = error.args[0] if error.args else record.game
            raise _cannot_be_played(why) from None
        if record.rules > game.rules_version:
            raise RecordError(
                _(
                    "The record was played with newer rules of {title} ({rules}) than are installed"
                    " ({installed})."
                ).format(title=title_of(game), rules=record.rules, installed=game.rules_version)
            )
        return game

    def require_parts(self, record: Record, found: type[AnyGame]) -> None:
        """Raises ``RecordError`` if *found* lacks a part that *record* was played with."""
        here = found.installed_parts()
        lacking = [
            f"{name} ({source})" for name, source in record.parts.items() if name not in here
        ]
        if lacking:
            raise RecordError(
                _("The record of {title} needs what is not installed here: {parts}.").format(
                    title=title_of(found), parts=", ".join(lacking)
                )
            )

    def read_decision(
        self, session: Session, turn: PlayedTurn, decision: Decision
    ) -> tuple[Session, tuple[Session, ...]]:
        """The session after *decision*, and the sessions of the duel that interrupts it."""
        session = self.advance(session, turn, decision.at)
        now = session.status
        if isinstance(now, Duel):
            return self.read_duel(session, turn, decision, now)
        if decision.move is None or decision.duel is not None:
            raise self.fault_at(session, turn, _("{place}: no duel is due there."))
        if isinstance(now, Turn):
            return self.read_choice(session, turn, decision, now), ()
        if isinstance(now, Chance):
            return self.read_luck(session, turn, decision, now), ()
        raise self.fault_at(session, turn, _("{place} comes after the end of the game."))

    def read_choice(
        self, session: Session, turn: PlayedTurn, decision: Decision, now: Turn
    ) -> Session:
        """The session after a *decision* by a seat, where a seat is to decide."""
        if now.number != turn.number:
            raise self.fault_at(
                session, turn, _("{place} does not fit: turn {number} is due."), number=now.number
            )
        seat = now.seat if decision.by is None else decision.by
        if seat not in range(len(session.players)):
            raise self.fault_at(session, turn, _("{place}: there is no seat {seat}."), seat=seat)
        try:
            with Gate(session.game):
                move = session.game.parse(session.state, seat, str(decision.move))
        except MoveError as error:
            raise self.fault_at(
                session, turn, _("{place} does not fit: {error}"), error=error
            ) from None
        return session.play(seat, move, then=decision.then)

    def read_luck(
        self, session: Session, turn: PlayedTurn, decision: Decision, chance: Chance[Any]
    ) -> Session:
        """The session after luck drew the outcome of *decision*."""
        for outcome, _weight in chance.outcomes:
            if session.text_of(outcome) == decision.move:
                self.draws += 1
                return session.play(None, outcome)
        raise self.fault_at(
            session, turn, _("{place} does not fit: luck cannot draw {move!r}."), move=decision.move
        )

    def advance(self, session: Session, turn: PlayedTurn, ms: int) -> Session:
        """The session when its time is *ms*."""
        if ms < session.time_ms:
            raise self.fault_at(session, turn, _("{place} was played before the one it follows."))
        return _advance(session, ms)

    def read_duel(
        self, session: Session, turn: PlayedTurn, decision: Decision, announced: Duel
    ) -> tuple[Session, tuple[Session, ...]]:
        """The session after the *announced* duel; or as it is, with the sessions of that duel."""
        if decision.duel is None:
            raise self.fault_at(session, turn, _("{place}: the duel that is due there is missing."))
        if decision.duel.position:
            raise self.fault_at(
                session, turn, _("{place}: its duel does not begin where its game begins.")
            )
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
                played = self.read_live_clock(played, decision.duel)
                above = (played, *rest)
        except RecordError as error:
            raise RecordError(
                _("{place}, in its duel: {error}").format(
                    place=_place(session.game, turn), error=error
                ),
                error.match,
            ) from None
        finally:
            self.below = self.below[:-1]
        players = tuple(session.players[seat] for seat in announced.seats)
        if decision.duel.players != players or decision.by is not None:
            raise self.fault_at(
                session, turn, _("{place}: the duel has other seats than were agreed.")
            )
        result = decision.duel.result
        if decision.move is None:
            if result is not None:
                raise self.fault_at(
                    session, turn, _("{place}: its duel is over, but nothing follows.")
                )
            return session, above
        if result is None:
            raise self.fault_at(session, turn, _("{place}: its duel was never decided."))
        if not set(result.winners) <= set(range(len(players))):
            raise self.fault_at(session, turn, _("{place}: nobody of that number played the duel."))
        winner = None
        if len(result.winners) == 1:
            winner = session.players.index(decision.duel.players[result.winners[0]])
        move = session.settle(winner, decision.duel.game)
        if session.text_of(move) != decision.move:
            raise self.fault_at(
                session,
                turn,
                _("{place} says {move!r}, but its duel ended otherwise."),
                move=decision.move,
            )
        return session.play(None, move, duel=played), ()

    def read_live_clock(self, duel: Session, record: Record) -> Session:
        """The session *duel* of *record*, with the clock by which it was played live, if it was.

        Raises ``RecordError``.
        """
        try:
            control = TimeControl.stored(record.clock, None)
        except TimeControlError as error:
            raise self.fault(duel, str(error)) from None
        if control is None:
            return duel
        decided_ms = (step.at_ms for step in duel.steps if step.seat is not None)
        if record.clock_from > min(decided_ms, default=duel.time_ms):
            raise self.fault(duel, _("Its clock began after its first decision."))
        if not control.is_playable_live:
            raise self.fault(duel, _("Its clock is none for a duel that is played live."))
        return replace(duel, live=LiveClock(control.times, record.clock_from))

    def check_text(self, session: Session, turn: PlayedTurn, steps: tuple[Step, ...]) -> None:
        """Raises ``RecordError`` unless *steps*, the turn's decisions, make its text."""
        played = session.turn_text(steps) if steps else ""
        if played != turn.text:
            raise self.fault_at(
                session, turn, _("{place}: its decisions make {text!r} instead."), text=played
            )

    def check_order(self, session: Session, record: Record) -> None:
        """Raises ``RecordError`` unless each turn has a greater number than the one before it."""
        numbers = [turn.number for turn in record.turns]
        if numbers != sorted(set(numbers)):
            raise self.fault(session, _("The turns of the record are out of order."))

    def read_result(self, session: Session, record: Record) -> Session:
        """The session, ended as *record* says. Raises ``RecordError`` if it ended otherwise."""
        now, said = session.status, record.result
        if isinstance(now, Over):
            if said is None or (said.winners, said.reason) != (now.winners, now.reason):
                reason = reason_of(session.game, now)
                raise self.fault(
                    session,
                    _("The record names another result than {reason}.").format(reason=reason),
                )
            return session
        if said is None:
            return session
        if said.by_rules or not set(said.winners) <= set(range(len(session.players))):
            raise self.fault(session, _("The record names a result, but its game is not over."))
        return replace(session, ended=Over(said.winners, said.reason, said.scores))


def _advance(session: Session, until: int) -> Session:
    """The session when its time is *until*."""
    ms = until - session.time_ms
    return session.after(ms) if ms > 0 else replace(session, time_ms=until)


def _place(game: AnyGame, turn: PlayedTurn) -> str:
    return _("{title}, turn {number} ({text})").format(
        title=title_of(game), number=turn.number, text=turn.text
    )


def idle_premoves(record: Record) -> str:
    """The place of the first premove (``then``) of luck or of a duel, or ``""``.

    Only a seat has premoves: such a one does nothing, and the match of the record does not have it.
    """
    for turn in record.turns:
        for decision in turn.decisions:
            inside = "" if decision.duel is None else idle_premoves(decision.duel)
            if inside or (decision.by is None and decision.then):
                return inside or _place_of_turn(turn)
    return ""


def first_difference(record: Record, again: Record, missing: Collection[str] = ()) -> str:
    """The place where *record* differs from *again*, the record of the match it makes, or ``""``.

    Running duels whose games are *missing* do not count, nor do options, of which a newer game may
    have more, idle premoves, and scores, which older records do not have.
    """
    beginnings = [(each.game, each.players, each.position, each.time) for each in (record, again)]
    if beginnings[0] != beginnings[1]:
        return _("its beginning or its time")
    for turn, retold in zip_longest(_turns(record, missing), _turns(again, missing)):
        if turn is None or retold is None or turn[1:] != retold[1:]:
            return _place_of_turn((turn or retold)[0])
    said, ended = record.result, again.result
    if said is not None and ended is not None and said.scores is None:
        ended = ended.model_copy(update={"scores": None})
    return "" if said == ended else _("its result")


def _turns(record: Record, missing: Collection[str]) -> Iterator[Any]:
    """Each turn with the values to compare, without running duels whose games are *missing*."""
    for turn in record.turns:
        decisions = [
            _decision(each, missing)
            for each in turn.decisions
            if each.move is not None or each.duel is None or each.duel.game not in missing
        ]
        if decisions:
            yield turn, turn.number, turn.text, decisions


def _decision(decision: Decision, missing: Collection[str]) -> tuple[Any, ...]:
    then = () if decision.by is None else decision.then
    duel = decision.duel
    inside = None
    if duel is not None:
        clock = (duel.clock, duel.clock_from)
        inside = (duel.game, duel.players, duel.time, duel.result, clock, *_inside(duel, missing))
    return decision.move, decision.at, then, inside


def _inside(duel: Record, missing: Collection[str]) -> Iterator[Any]:
    return (turn[1:] for turn in _turns(duel, missing))


def _place_of_turn(turn: PlayedTurn) -> str:
    return _("turn {number} ({text})").format(number=turn.number, text=turn.text)
