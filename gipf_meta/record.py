"""Saved games: what was played, as JSON; never a dump of state.

A record holds the game, its options, the seed and every decision, turn by turn; the record of a
duel stands inside the decision that the duel made. Reading one replays it through the same gate of
legality as play, so a record cannot hold an illegal game.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gipf_meta.game import AnyGame, Chance, Duel, MoveError, Over, Turn, timed
from gipf_meta.match import GameFinder, Match, Session, Step, UnreadDuel
from gipf_meta.options import OptionError, configure
from gipf_meta.timecontrol import TimeControl, TimeControlError

FORMAT = 1
LONGEST_MS = 10**15
"""No session is as old."""
LARGEST = 50_000_000
"""Letters a record may have; the longest matches need a hundredth of it."""


class RecordError(ValueError):
    """A record that cannot be read or replayed; one sentence.

    *match* is what could be replayed before the fault, if anything.
    """

    def __init__(self, why: str, match: Match | None = None) -> None:
        super().__init__(why)
        self.match = match


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Decision(_Strict):
    """One decision: by a seat, by luck (*by* is null), or by the *duel* it holds.

    *move* is null while the duel is still being played. *then* is what the seat said beforehand.
    """

    by: int | None
    move: str | None
    at: int = Field(0, ge=0, lt=LONGEST_MS, description="milliseconds of session time")
    then: tuple[str, ...] = ()
    duel: Record | None = None


class PlayedTurn(_Strict):
    """A turn: *text* is its canonical notation, as far as it was played."""

    number: int
    text: str
    decisions: tuple[Decision, ...] = Field(min_length=1)


class Result(_Strict):
    """How a game ended; *by_rules* is false after a resignation or an agreed draw."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None
    by_rules: bool = True


class Seat(_Strict):
    """Who sat there: a name, and ``human`` or a bot's name."""

    name: str = Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")
    player: str = "human"


class Record(_Strict):
    """A game as it was played. Times are milliseconds.

    *players* are the match's players at the seats of this game; *people* says who they are and
    stands in the outermost record only, as do *seed* and *draws*.
    """

    format: Literal[1] = 1
    game: str
    rules: int = Field(1, description="version of the game's rules")
    options: dict[str, Any] = {}
    players: tuple[int, ...]
    people: tuple[Seat, ...] = ()
    seed: int = Field(default=0, ge=-(2**63), lt=2**63)
    clock: str | None = Field(default=None, description="the time control, as 10m+5s")
    time: int = Field(0, ge=0, lt=LONGEST_MS)
    turns: tuple[PlayedTurn, ...] = ()
    result: Result | None = None


# ---- writing ---------------------------------------------------------------------------------


def to_record(match: Match, people: tuple[Seat, ...] = ()) -> Record:
    """The record of a match, with the duel that is being played inside."""
    bottom = match.sessions[0]
    turns = turn_records(bottom, bottom.turns(), running_duel(match))
    return head(match, people).model_copy(update={"turns": tuple(turns)})


def head(match: Match, people: tuple[Seat, ...] = ()) -> Record:
    """The record of a match without its turns."""
    clock = None if match.control is None else str(match.control)
    own = {"seed": match.seed, "people": people, "clock": clock}
    return _session_head(match.sessions[0]).model_copy(update=own)


def running_duel(match: Match) -> Record | None:
    """The record of the duel that is being played above the bottom game, if one is."""
    inner: Record | None = None
    for session in reversed(match.sessions[1:]):
        inner = session_record(session, inner)
    return inner


def session_record(session: Session, running: Record | None = None) -> Record:
    """One session; *running* is the duel it is suspended for."""
    turns = turn_records(session, session.turns(), running)
    return _session_head(session).model_copy(update={"turns": tuple(turns)})


def _session_head(session: Session) -> Record:
    """The record of a session without its turns."""
    return Record(
        game=session.game.id,
        rules=session.game.rules_version,
        options=session.game.model_dump(mode="json"),
        players=session.players,
        time=session.time_ms,
        result=_result_of(session),
    )


def turn_records(
    session: Session, turns: Sequence[Sequence[Step]], running: Record | None = None
) -> list[PlayedTurn]:
    """Some of the session's turns, up to the last; *running* is the duel it is suspended for."""
    told = [
        PlayedTurn(
            number=turn[0].number,
            text=session.turn_text(turn),
            decisions=tuple(_decision(step) for step in turn),
        )
        for turn in turns
    ]
    if running is not None:
        waiting = Decision(by=None, move=None, at=session.time_ms, duel=running)
        if told:
            last = told[-1]
            told[-1] = last.model_copy(update={"decisions": (*last.decisions, waiting)})
        else:
            told.append(PlayedTurn(number=1, text="", decisions=(waiting,)))
    return told


def _result_of(session: Session) -> Result | None:
    """How the session ended, ``None`` while it goes on."""
    end = session.status
    if not isinstance(end, Over):
        return None
    by_rules = session.ended is None
    return Result(winners=end.winners, reason=end.reason, scores=end.scores, by_rules=by_rules)


def _decision(step: Step) -> Decision:
    duel: Record | None = None
    if isinstance(step.duel, Session):
        duel = session_record(step.duel)
    elif isinstance(step.duel, UnreadDuel):
        duel = Record.model_validate(step.duel.record)
    return Decision(by=step.seat, move=step.text, at=step.at_ms, then=step.then, duel=duel)


def dumps(record: Record) -> str:
    """The record as JSON text; inverse of ``loads``."""
    return json.dumps(sparse(record), ensure_ascii=False, indent=1) + "\n"


def sparse(record: Record) -> dict[str, Any]:
    """Empty entries left out, but the format always said."""
    data = record.model_dump(mode="json", exclude_defaults=True)
    return {"format": FORMAT, **_with_formats(data)}


def _with_formats(data: dict[str, Any]) -> dict[str, Any]:
    for turn in data.get("turns", ()):
        for decision in turn["decisions"]:
            if "duel" in decision:
                decision["duel"] = {"format": FORMAT, **_with_formats(decision["duel"])}
    return data


def save(record: Record, path: Path) -> None:
    """Writes the record, whole or not at all. Raises ``RecordError``."""
    write_whole(dumps(record).encode(), path)


def write_whole(content: bytes, path: Path) -> None:
    """Writes a file, whole or not at all. Raises ``RecordError``.

    A link is followed; what is no ordinary file (a device, a folder, a pipe) is never replaced.
    """
    path = Path(os.path.realpath(path))
    if path.exists() and not path.is_file():
        raise RecordError(f"{path} is no ordinary file; give another name.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, 0o644)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise RecordError(f"{path} cannot be written: {error.strerror or error}.") from error


# ---- reading ---------------------------------------------------------------------------------


def load(path: Path) -> Record:
    """Reads a record from a file. Raises ``RecordError``."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            text = file.read(LARGEST + 1)
    except UnicodeDecodeError:
        raise RecordError(f"{path} is no record of gipf-meta: it is not text.") from None
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror or error}.") from error
    if len(text) > LARGEST:
        raise RecordError(f"{path} is no record: it is far too large.")
    return loads(text, str(path))


def read(file: str | None) -> Record:
    """Reads a record from a file, or from standard input (``-`` or none). Raises like ``load``."""
    if file in (None, "-"):
        return loads(sys.stdin.read(LARGEST), "Standard input")
    return load(Path(str(file)))


def loads(text: str, name: str = "The text") -> Record:
    """Reads a record from JSON text. Raises ``RecordError``."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise RecordError(f"{name} is no record: it is not whole JSON{where}.") from None
    if not isinstance(data, dict) or "format" not in data or "game" not in data:
        raise RecordError(f"{name} is no record of gipf-meta: it names no format and no game.")
    if type(data["format"]) is not int or data["format"] != FORMAT:
        raise RecordError(
            f"{name} has the format {data['format']!r}; this program reads format {FORMAT}."
        )
    try:
        return Record.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise RecordError(f"{name} is damaged at {place}: {first['msg'].lower()}.") from None


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
    return Match(sessions, finder, record.seed, reader.draws, control).settled()


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
            return session.stepped(seat, move, then=decision.then), ()
        if isinstance(now, Chance):
            for outcome, _ in now.outcomes:
                if game.format(session.state, outcome) == decision.move:
                    self.draws += 1
                    return session.stepped(None, outcome), ()
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
        return session.stepped(None, move, duel=played), ()

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


def duels_of(record: Record) -> Iterator[tuple[PlayedTurn, Record]]:
    """The duels inside a record, with the turns they were played in."""
    for turn in record.turns:
        for decision in turn.decisions:
            if decision.duel is not None:
                yield turn, decision.duel


def all_duels(record: Record) -> Iterator[Record]:
    """The duels inside a record, and those inside them."""
    for _, duel in duels_of(record):
        yield duel
        yield from all_duels(duel)
