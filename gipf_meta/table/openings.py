"""The opening of a room, which tells how its match begins, and functions that make a table of
it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, TypeAlias

from pydantic import ConfigDict, Field

from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.match.match import EndOfThinking, GameFinder, Match
from gipf_meta.match.playback import branch, moment_at
from gipf_meta.match.timecontrol import DAY_MS, TimeControl
from gipf_meta.protocol.capabilities import asks_for_duels, timed
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import configure, given_options
from gipf_meta.records.models import LONGEST_NAME, MOST_SEATS, Extended, Record, Seat, Text
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.reader import read_match, read_turns
from gipf_meta.records.study import Study
from gipf_meta.records.writer import to_record
from gipf_meta.table.new_table import begin_table, resume_table, study_table, take_seats
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table

AWAY_MS: Final = 600_000
"""How long a person may be away from a match with clocks where nothing else was agreed, in
milliseconds."""
AWAY_WITHOUT_CLOCK_MS: Final = DAY_MS
"""The same in a match without clocks."""
AWAY_BESIDE_SLOW_CLOCK_MS: Final = 7 * DAY_MS
"""The same in duels without a clock, in a match whose clock allows a day or more for a turn."""

GameId: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class SandInWeeks(GipfMetaError, ValueError):
    """The game called *title*, in which time acts, has a clock of days; one sentence."""

    def __init__(self, title: str) -> None:
        words = _("Sand runs in {title}: choose a clock of less than a day, or play without sand.")
        super().__init__(words.format(title=title))


class Opening(Extended):
    """The match with which a room opens: a new one of *game* with its *options*, or that of a
    *record*, which begins paused.

    *players* sit at the seats, in order. A new match begins in a *position*, written on one line;
    ``""``: at the start of its game. *seed* decides what luck draws; ``None``: it is secret, or not
    chosen yet. *rules* is the version of the game's rules. *thinking* is the end of the searches of
    bots; ``None``: that of the record, or the choice of the opener.

    *control* is the players' clock, as ``10m+5s``, and *duel_control* that of each duel; ``none``:
    the clock of the match stands still in duels; ``None``: the same, but ``agreed_among_people``
    may set another. If a person has been away for *away_ms* milliseconds, the others may claim the
    win; 0: never, ``None``: not chosen (see there).

    Only those who hold a seat or were let in watch a match that *is_private*; anybody may take a
    free seat of one that *is_open*.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    game: GameId
    players: Annotated[tuple[Seat, ...], Field(max_length=MOST_SEATS)]
    options: dict[str, Any] = {}
    seed: Annotated[int, Field(strict=True, ge=0, lt=2**63)] | None = None
    control: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    duel_control: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    away_ms: Annotated[int, Field(strict=True, ge=0, lt=2**53)] | None = None
    thinking: EndOfThinking | None = None
    rules: Annotated[int, Field(strict=True, ge=1)] = 1
    record: Record | None = None
    position: Text = ""
    is_private: bool = False
    is_open: bool = False

    later = frozenset({"duel_control", "away_ms"})

    @classmethod
    def of_match(
        cls,
        game: AnyGame,
        players: Sequence[Seat],
        seed: int | None,
        control: TimeControl | None = None,
        *,
        as_chosen: bool = False,
        position: str = "",
    ) -> Opening:
        """Returns the opening of a new match of *game*, with its options; *players* sit at its
        seats. *as_chosen* leaves out options that nobody has chosen, so that a gentle start can be
        offered. *position* is where it begins; ``""``: at the start of the game."""
        clock, duel_clock = TimeControl.texts_of(control)
        return cls(
            game=game.id,
            players=tuple(players),
            options=given_options(game) if as_chosen else game.model_dump(mode="json"),
            seed=seed,
            control=clock,
            duel_control=duel_clock,
            rules=game.rules_version,
            position=position,
        )

    @property
    def is_study(self) -> bool:
        """Whether the room is a study of its record, and no match that is played."""
        return self.record is not None and self.record.study

    @property
    def notes(self) -> Notes:
        """The notes beside the match of the record; none for a study, which has notes of its
        own."""
        return NO_NOTES if self.record is None or self.is_study else Notes.of(self.record)

    @classmethod
    def of_record(cls, record: Record) -> Opening:
        """Returns the opening of a room that goes on with the match of *record*, or that is its
        study."""
        return cls(
            game=record.game,
            players=record.people,
            options=record.options,
            seed=max(0, record.seed),
            control=record.clock,
            duel_control=record.duel_clock,
            rules=max(1, record.rules),
            record=record,
        )


def agreed_among_people(opening: Opening, finder: GameFinder) -> Opening:
    """Returns *opening* with the defaults for several people in the fields that are not set: how
    long a person may be away, and in a new match the clock of the match as that of each duel.

    Raises ``SandInWeeks``.
    """
    said: dict[str, object] = {}
    game = _game_of(opening, finder)
    control, has_duels = _control_of(opening), asks_for_duels(game)
    is_slow = control is not None and control.is_slow
    if is_slow and opening.record is None and timed(game) is not None:
        raise SandInWeeks(title_of(game))
    if opening.away_ms is None and (has_duels or not is_slow):
        away_ms = AWAY_WITHOUT_CLOCK_MS if control is None else AWAY_MS
        said["away_ms"] = AWAY_BESIDE_SLOW_CLOCK_MS if is_slow else away_ms
    is_new = opening.record is None and opening.duel_control is None
    if opening.control is not None and is_new and has_duels:
        said["duel_control"] = opening.control
    return opening.model_copy(update=said) if said else opening


def table_of(
    opening: Opening, finder: GameFinder, clock: StillClock, before: Match | None
) -> Table:
    """Returns the table of a new room with this *opening*; *before* is its ``match_before``.

    Raises ``GipfMetaError``.
    """
    if opening.record is not None and opening.is_study:
        return study_table(Study.of(opening.record), finder, clock, (), before)
    if opening.record is not None:
        return resume_table(opening.record, finder, clock, read=before, is_in_room=True)
    return begin_table(
        _game_of(opening, finder),
        _players_of(opening),
        finder,
        clock,
        seed=opening.seed or 0,
        control=_control_of(opening),
        position=opening.position,
        thinking=opening.thinking,
        is_in_room=True,
    )


def table_to_rebuild(
    opening: Opening,
    finder: GameFinder,
    clock: StillClock,
    luck: tuple[str, ...],
    before: Match | None,
) -> Table:
    """Returns the table with which a replay of a room begins; *luck* is what it drew before the
    first decision.

    *before* is its ``match_before``. Raises ``GipfMetaError`` and ``LookupError``.
    """
    if opening.record is not None and opening.is_study:
        table = study_table(Study.of(opening.record), finder, clock, luck, before)
    elif opening.record is not None:
        table = resume_table(
            opening.record, finder, clock, known_luck=luck, read=before, is_in_room=True
        )
    else:
        game, players, seed = _game_of(opening, finder), _players_of(opening), opening.seed or 0
        control, position = _control_of(opening), opening.position
        thinking = opening.thinking
        match = Match.begin(game, len(players), finder, seed, control, luck, position, thinking)
        table = Table(match, players, clock, is_in_room=True)
    table.is_retold = True
    return table


def match_before(opening: Opening, finder: GameFinder) -> Match | None:
    """Returns the match of the opening's record, as far as the record tells it; ``None`` for a new
    match.

    Raises ``RecordError``.
    """
    record = opening.record
    if record is not None and opening.is_study:
        return read_turns(record, record.turns, finder)
    return None if record is None else read_match(record, finder)


def opening_of_rematch(table: Table, seed: int) -> Opening:
    """Returns the opening of a rematch: the players of *table*, each one seat further. It begins in
    the position in which the match of *table* began."""
    bottom, players = table.match.sessions[0], table.players
    game = bottom.game
    moved = [*players[1:], players[0]]
    names = ["" if player.name in game.seat_names else player.name for player in moved]
    seating = take_seats(game, [player.kind for player in moved], names)
    control, position = table.match.control, bottom.begun_from
    return Opening.of_match(game, seating.seats, seed, control, position=position)


def opening_of_branch(table: Table, at: int, seed: int) -> Opening:
    """Returns the opening of a new match that goes on from moment *at* of the match of *table*,
    with luck from *seed*. Raises ``DuelUnavailable``."""
    return Opening.of_record(
        to_record(branch(table.match, moment_at(table.match, at), seed), table.seats)
    )


def _game_of(opening: Opening, finder: GameFinder) -> AnyGame:
    found = finder(opening.game)
    if opening.rules < found.rules_version:
        found = found.of_rules_version(opening.rules)
    game: AnyGame = configure(found, opening.options)
    return game


def _players_of(opening: Opening) -> list[Player]:
    return [Player.of_kind(seat.player, seat.name) for seat in opening.players]


def _control_of(opening: Opening) -> TimeControl | None:
    return TimeControl.stored(opening.control, opening.duel_control)


LESSON_ID: Final = "lesson-"
"""The prefix of the id of a lesson's room, which is in no ledger."""


def is_lesson(room: str) -> bool:
    """Whether the id *room* is that of a lesson: ``lesson-GAME-LESSON``."""
    return room.startswith(LESSON_ID)
