"""Games, matches and bots in the public API.

A thin layer on ``gipf_meta.match``: a match is a value, every change is a new one, and texts in the
games' notations go in and come out. Players are numbered from 0, seat by seat of the game that the
match began with, and keep their numbers in duels. What cannot be done raises a ``GipfMetaError``,
whose text is one sentence. The page about it is docs/library.md."""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import Any

from gipf_meta.api.match_numbers import MatchNumbers
from gipf_meta.api.read_records import record_in, until_trouble
from gipf_meta.base.clock import StillClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.numbers import whole
from gipf_meta.base.texts import _
from gipf_meta.bots.engine_bot import allow_engine
from gipf_meta.bots.levels import UnknownBot, make_bot, name_of_bot
from gipf_meta.match import match as stack
from gipf_meta.match.clock_readings import clocks_of
from gipf_meta.match.clock_texts import TimeControlError
from gipf_meta.match.playback import PlayedDuel, played_duels
from gipf_meta.match.session import LONGEST_MS
from gipf_meta.match.starting_point import what_is_forgotten
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.match.turns import MOST_TURNS, Decisions, legal_turns, perft
from gipf_meta.narration import story
from gipf_meta.plugins.loading import Finder, installed_plugins
from gipf_meta.plugins.playable import configured, playable, with_known_games
from gipf_meta.protocol.capabilities import read_position, timed
from gipf_meta.protocol.game import AnyGame, BadNotation, IllegalMove, Over, Turn, title_of
from gipf_meta.protocol.gate import Gate
from gipf_meta.protocol.given_values import require_seed, require_text, require_whole
from gipf_meta.protocol.options import OptionError, options_of
from gipf_meta.records.exporting import save_as_named
from gipf_meta.records.models import MOST_SEATS, Record, Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.player_names import people_called
from gipf_meta.records.reader import replay
from gipf_meta.records.writer import to_record
from gipf_meta.render.svg import svg
from gipf_meta.render.text import page
from gipf_meta.render.theme import DARK, LIGHT
from gipf_meta.table.pilots import Pilots
from gipf_meta.table.players import Player
from gipf_meta.table.table import Table

# ---- what there is -------------------------------------------------------------------------------


def games() -> dict[str, str]:
    """The titles of all installed games by their ids."""
    return {game.id: title_of(game) for game in installed_plugins().sorted_games()}


def options(game: str | type[AnyGame]) -> dict[str, str]:
    """The names of a game's options, each with its meaning. Raises ``UnknownGame``."""
    return options_of(type(configured(game, {})))


def new_match(
    game: str | type[AnyGame] | AnyGame,
    *,
    seats: int | None = None,
    seed: int | None = None,
    clock: str | None = None,
    duel_clock: str | None = None,
    names: Sequence[str] = (),
    position: str | None = None,
    **options: Any,
) -> Match:
    """A new match of *game*: the id of an installed one, a class of your own, or one with options.

    *seats* is the number of players, by default the fewest possible. The *seed* decides the draws
    of luck and the bots' choices; by default each match has another. *clock* is a time control,
    ``10m+5s`` or ``30s/turn``, *duel_clock* that of each duel; without it the clock stands in
    duels. *names* are those of the players. *position* is the position to begin from instead of the
    start; *seats* are as many as play in it. *options* are those of the game, as values or as the
    texts of the command line. A ``UserWarning`` describes what was changed because a game is
    missing.

    Raises ``UnknownGame``, ``OptionError``, ``TimeControlError``, ``BadNotation`` for a position.
    """
    installed = installed_plugins()
    wanted_game = with_known_games(configured(game, options), installed)
    chosen, notices = playable(wanted_game, installed, is_new=position is None)
    for notice in notices:
        warnings.warn(notice, stacklevel=2)
    finder = Finder(() if isinstance(game, str) else (type(chosen),))
    for text in (clock, duel_clock):
        require_text("" if text is None else text, _("A clock"), TimeControlError)
    control = TimeControl.with_duels(clock, duel_clock)
    if seats is not None:
        seats = require_whole(seats, _("The number of players"), 1, MOST_SEATS)
    if position is not None:
        require_text(position, _("A position"), BadNotation)
        _state, seats = read_position(chosen, position, seats)
    seats = chosen.seat_counts[0] if seats is None else seats
    seed = secrets.randbelow(2**31) if seed is None else require_seed(seed)
    people, begins = people_called(names, seats), position or ""

    try:
        begun, trouble = until_trouble(
            lambda: stack.Match.begin(
                chosen, seats, finder, seed, control, position=begins, thinking="positions"
            )
        )
    except GipfMetaError:
        raise
    except ValueError as error:  # options that only show to be impossible when a game starts
        raise OptionError(str(error)) from error
    return Match(begun, people, trouble)


def load(
    file: str | PathLike[str],
    *,
    games: Sequence[type[AnyGame]] = (),
    nth: int = 1,
    encoding: str = "",
) -> Match:
    """The match in a *file*, or in a text of several lines, ready to go on: one written by
    ``Match.save`` or the program, or the *nth* game of others in it. *games* are classes of your
    own that it may need; *encoding* is that of a file without a byte order mark, such as
    ``windows-1251``. Raises ``RecordError``; but a game of others is read up to its first fault,
    with a ``UserWarning``."""
    record, finder = record_in(file, games, nth, encoding)
    read, trouble = until_trouble(lambda: replay(record, finder))
    return Match(read, record.people, trouble, Notes.of(record))


# ---- a match -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class Match:
    """A match as it stands: an immutable value, made by ``new_match`` and ``load``.

    While a duel is being played, ``game``, ``state``, ``legal``, ``position`` and pictures are
    those of the duel; ``turns``, ``result`` and a saved file are those of the match. Two matches
    are equal if the same people played them alike and luck will draw alike.

    *trouble* is the reason why the next duel cannot be played here, or ``""``: with one nobody is
    to move, and ``with_duel`` plays the duel in another game."""

    _stack: stack.Match
    _people: tuple[Seat, ...] = ()
    trouble: str = ""
    _notes: Notes = field(default=NO_NOTES, compare=False)

    # ---- how it stands -------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        """The game that is being played, with its options: that of the duel, if one is."""
        return self._stack.top.game

    @property
    def state(self) -> Any:
        """The state of that game, an immutable value of its plugin."""
        return self._stack.top.state

    @property
    def depth(self) -> int:
        """0 in the game of the match, 1 in a duel, 2 in a duel of that duel."""
        return len(self._stack.sessions) - 1

    @property
    def seed(self) -> int:
        """The seed of the draws of luck and of the bots' choices."""
        return self._stack.seed

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players; by default those of their seats."""
        return tuple(story.names_of(self._people, self._stack))

    @property
    def to_move(self) -> int | None:
        """The player who decides next; ``None`` if nobody does. In a duel, too, it is his number in
        the match, so that ``bots[match.to_move]`` is always the same bot."""
        return self._stack.player

    @property
    def legal(self) -> Decisions:
        """The legal decisions of the player to move; none if nobody is.

        Decisions, not turns: in ZÈRTZ a marble, then a ring. Decisions beside the turn, such as
        claims, are in ``legal_for``."""
        top = self._stack.top
        now = top.status
        moves = top.turn_moves(now.seat) if isinstance(now, Turn) else ()
        return Decisions(top.game, top.state, moves)

    def legal_for(self, player: int) -> Decisions:
        """The legal decisions of *player* now, also those beside and out of his turn."""
        top, seat = self._stack.top, self._seat(player)
        moves = () if isinstance(top.status, Over) else top.legal_moves(seat)
        return Decisions(top.game, top.state, moves)

    def legal_turns(self) -> tuple[str, ...]:
        """The legal turns, or the legal endings of a turn that is begun. In some games there are
        many thousands. Raises ``LuckDue`` where luck draws inside the turn."""
        top = self._stack.top
        return () if isinstance(top.status, Over) else tuple(legal_turns(top.game, top.state))

    def perft(self, turns: int) -> int:
        """The number of legal sequences of that many whole *turns*, at most ``MOST_TURNS``.

        Raises ``LuckDue``, and ``OptionError`` for what is no number of turns."""
        turns = require_whole(turns, _("The number of turns"), 0, MOST_TURNS)
        return perft(self.game, self.state, turns)

    @property
    def result(self) -> Over | None:
        """The result of the match: its ``winners``, none after a draw, and the ``reason``; ``None``
        while it goes on."""
        return self._stack.result

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns of the match in the notation of its game, the last one as far as it was played.

        Draws of luck and results of duels are inside the turns, and where time acts each decision
        follows its moment in ms: ``@15200 B:F``."""
        return self._stack.sessions[0].turn_texts()

    @property
    def duels(self) -> tuple[PlayedDuel, ...]:
        """The duels of the match in the order in which they began, those being played included."""
        return tuple(played_duels(self._stack.sessions))

    @property
    def position(self) -> str | None:
        """The position of the game that is being played, on one line; ``None`` where a game has no
        such notation. In a duel it does not include the match below, and names the duel's seats.
        Raises ``NoPosition`` while a decision that a player made in advance waits for another's
        answer."""
        return self._stack.top.position()

    @property
    def begun_from(self) -> str:
        """The position that the match began from, on one line; empty for the start of its game."""
        return self._stack.sessions[0].begun_from

    @property
    def forgotten(self) -> str:
        """One sentence on the facts that ``begun_from`` leaves out, or ``""``."""
        return what_is_forgotten(self._stack.sessions[0].game) if self.begun_from else ""

    @property
    def time_ms(self) -> int:
        """The milliseconds that the game that is being played has lasted."""
        return self._stack.top.time_ms

    @property
    def time_left_ms(self) -> tuple[int, ...] | None:
        """The milliseconds that each player has left on the clock: in a duel with a clock of its
        own on that one. ``None`` without a clock."""
        clocks = clocks_of(self._stack)
        return None if clocks is None else tuple(ms for _n, ms in sorted(clocks.left_ms.items()))

    @property
    def deadline_ms(self) -> int | None:
        """The milliseconds until sand or a clock runs out, if nobody plays; ``None``: never."""
        if self.result is not None:
            return None
        top = self._stack.top
        acting = timed(top.game)
        deadlines_ms = (self._stack.ms_to_flag(), acting.deadline(top.state) if acting else None)
        return min((ms for ms in deadlines_ms if ms is not None), default=None)

    @property
    def numbers(self) -> MatchNumbers[Match]:
        """The decisions as numbers, as vectors and environments have them. Raises ``NotNumbered``,
        and ``IllegalMove`` while a duel cannot be played."""
        self._check_duel()
        return MatchNumbers.of(self._stack, self._after)

    # ---- what players do -----------------------------------------------------------------------

    def play(self, text: str, player: int | None = None) -> Match:
        """The match after a decision or a whole turn of the player to move, or of *player*.

        Afterwards luck draws, and duels begin and end, without a call. A decision that one player
        makes in advance about another's part of his turn is stored until then. Raises
        ``BadNotation`` or ``IllegalMove``, both of them ``MoveError``."""
        self._check_duel()
        require_text(text, _("A decision"), BadNotation)
        if player is not None:
            self._seat(player)
        return self._after(lambda: self._stack.play(text, player))

    def play_out(self, *bots: str | Bot) -> Match:
        """The match played to its end by *bots*, one a seat or one for all, named as for ``bot``.

        They play as in the program: in duels too, and where time acts each needs its time to react
        and may claim or challenge out of turn. Raises ``UnknownBot``; ``BotFailed`` if a game or a
        bot fails.
        """
        kinds = [(each if isinstance(each, Bot) else bot(each)).name for each in bots]
        names = self.names
        kinds *= len(names) if len(kinds) == 1 else 1
        if len(kinds) != len(names):
            why = _("{count} seats are named for {seats} players.")
            raise OptionError(why.format(count=len(kinds), seats=len(names)))
        players = [Player.of_kind(kind, name) for kind, name in zip(kinds, names, strict=True)]
        table = Table(self._stack, players, StillClock(), self.trouble)
        table.play_bots()
        return replace(self, _stack=table.match, _people=table.seats, trouble=table.trouble)

    def undo(self) -> Match:
        """The match before its last decision. Raises ``CannotUndo``.

        Draws of luck, the beginning and the result of a duel, and a resignation cannot be undone.
        """
        return replace(self, _stack=self._stack.undo(), trouble="")

    def resign(self, player: int | None = None) -> Match:
        """The match after *player*, by default the one to move, has resigned the game that is being
        played: the match, or only the duel. Raises ``IllegalMove`` if the match is over."""
        if player is None:
            self._check_duel()
            # after the end nobody is to move, and the match refuses any player
            player = self._stack.top.players[0] if self.to_move is None else self.to_move
        self._seat(player)
        return self._after(lambda: self._stack.resign(player))

    def agree_draw(self) -> Match:
        """The match after a draw by agreement of the game that is being played: the match or only
        the duel.

        Raises ``IllegalMove`` if the match is over.
        """
        return self._after(self._stack.agree_draw)

    def advance(self, ms: int) -> Match:
        """The match *ms* milliseconds later: time passes only by this call. Sand runs where a game
        has it, and so does the clock of the player to move. Raises ``IllegalMove`` for time that
        goes backwards, ``OptionError`` for what is no number of milliseconds."""
        self._check_duel()
        if whole(ms, -LONGEST_MS, -1):
            why = _("Time must not go backwards: it is {age} ms already.")
            raise IllegalMove(why.format(age=self.time_ms))
        ms = require_whole(ms, _("The number of milliseconds"), 0, LONGEST_MS)
        return self._after(lambda: self._stack.advance(ms))

    def with_duel(self, game: str) -> Match:
        """The match in which the next or the current duel begins anew in another *game*, named by
        id.

        Raises ``DuelUnavailable`` if that cannot be played either, ``IllegalMove`` without a duel.
        """
        require_text(game, _("The id of a game"))
        if not (self.trouble or self.depth):
            raise IllegalMove(_("No duel is being played."))
        return replace(self, _stack=self._stack.with_duel(game), trouble="")

    # ---- looking at it, keeping it -------------------------------------------------------------

    def svg(self, *, dark: bool = False, player: int | None = None) -> str:
        """The game that is being played as a picture, SVG text that needs nothing else: as *player*
        sees it, by default the one to move. After the end, its title has the result."""
        top = self._stack.top
        if player is not None and player not in self._stack.sessions[0].players:
            self._seat(player)  # says that there is no such player
        title = self._standing or title_of(top.game)
        return svg(top.view(player), title=title, theme=DARK if dark else LIGHT)

    def save(self, file: str | PathLike[str]) -> None:
        """Writes the match, with its duels and the annotations of a loaded file, into a *file* that
        ``load`` and the program read: whole or not at all; as SGF or a note sheet if its name ends
        in ``.sgf`` or ``.txt``, or in the format of a site whose files end so. Makes no folder.
        Raises ``RecordError``."""
        readers = installed_plugins().readers.values()
        save_as_named(self._record(), file, self._stack.finder, readers)

    def _record(self) -> Record:
        """The record of the match, with the annotations of a loaded file."""
        return self._notes.beside(to_record(self._stack, self._people))

    def _repr_svg_(self) -> str:
        """The picture for a notebook."""
        return self.svg()

    def __str__(self) -> str:
        """The board of the game that is being played, the trays beside it, and the question."""
        view = self._stack.top.view(None)
        return f"{page(view)}\n{self._standing or view.prompt}".rstrip()

    def __repr__(self) -> str:
        titles = ", ".join(title_of(session.game) for session in self._stack.sessions)
        player = self.to_move
        standing = self._standing if player is None else f"{self.names[player]} to move"
        return f"<Match of {titles}, turns: {len(self._stack.sessions[0].turns())}, {standing}>"

    def __hash__(self) -> int:
        # options of a game may be a dictionary, which has no hash
        tops = tuple(tuple(step.text for step in each.steps) for each in self._stack.sessions)
        return hash((self._stack.seed, tops))

    # ---- inside --------------------------------------------------------------------------------

    @property
    def _standing(self) -> str:
        """One sentence on a match that is over or in trouble; ``""`` while it goes on."""
        if self.result is None:
            return self.trouble
        return story.result(self._stack.sessions[0].game, self.result, self.names)

    def _check_duel(self) -> None:
        """Raises ``IllegalMove`` while the next duel cannot be played."""
        if self.trouble:
            why = _("{trouble} Choose another game for the duel first.")
            raise IllegalMove(why.format(trouble=self.trouble))

    def _seat(self, player: int) -> int:
        """The seat of *player* in the game that is being played. Raises ``IllegalMove``."""
        top = self._stack.top
        if type(player) is int and player in top.players:
            return top.seat_of(player)
        why = _("There is no player {player} in {title}.")
        raise IllegalMove(why.format(player=player, title=title_of(top.game)))

    def _after(self, change: Callable[[], stack.Match]) -> Match:
        """The match after a *change* of its games."""
        changed, trouble = until_trouble(change)
        return replace(self, _stack=changed, trouble=trouble)


# ---- bots ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot by its *name*, for every game: a value without state."""

    name: str

    def choose(self, match: Match) -> str:
        """The bot's decision for the player to move, as text for ``Match.play``.

        The same match has the same answer; only ``hard`` and ``expert``, which have a limit of time
        as well, and bots where time acts may answer otherwise on a slow machine. An engine is
        started anew for each call, and may think for a minute. No time passes meanwhile. Raises
        ``IllegalMove`` if nobody is to move, ``BotFailed`` if the bot or the game fails.
        """
        match._check_duel()
        top = match._stack.top
        now = top.status
        if not isinstance(now, Turn):
            why = _("{title} is over; nothing more can be played.")
            raise IllegalMove(why.format(title=title_of(top.game)))
        players = [Player.of_kind(self.name, name) for name in match.names]
        pilots = Pilots(players, match._stack.finder, StillClock())
        thinking = pilots.thinking(match._stack, now.seat)
        move = pilots.take_decision(match._stack, thinking, thinking.choose)
        with Gate(top.game):
            return top.game.format(top.state, move)


def bot(name: str) -> Bot:
    """The bot of that *name*: ``random``, ``greedy``, a level from ``beginner`` to ``expert``, or
    ``engine:COMMAND``, a program that speaks the engine protocol.

    ``easy:500`` reacts in 500 ms where time acts and the bot plays a match out. Raises
    ``UnknownBot``.
    """
    require_text(name, _("The name of a bot"), UnknownBot)
    make_bot(name)
    allow_engine(name)
    return Bot(name_of_bot(name))
