"""The one mutable object: a match, its players, a clock. Only one thread touches it.

Interfaces call a table and show its match; they contain no rules.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Self

from gipf_meta.base.clock import Clock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.stops import stops
from gipf_meta.base.texts import _
from gipf_meta.base.timelimit import time_limit
from gipf_meta.library.store import Keeper, Library, LibraryKeeper
from gipf_meta.match.match import BEGINNING_MS, DuelUnavailable, GameFinder, Match
from gipf_meta.match.timecontrol import TimeControl
from gipf_meta.narration.advice import Advice, advise
from gipf_meta.narration.story import names_of
from gipf_meta.protocol.game import (
    AnyGame,
    IllegalMove,
    MoveError,
    Turn,
    beside_moves,
    title_of,
)
from gipf_meta.protocol.view import Choice, View
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.reader import read_match
from gipf_meta.records.writer import to_record
from gipf_meta.search.budget import Budget
from gipf_meta.table.history import match_before_last_decision
from gipf_meta.table.live_match import check_can_be_shown, have_same_decisions
from gipf_meta.table.pilots import ANSWER_MS, Pilots, Thinking, bot_generator
from gipf_meta.table.players import GameFailed, Player, seats_of
from gipf_meta.table.timed_match import TimedMatch

HINT_NODES, HINT_MS = 1000, 3000
"""How many positions a hint looks at, and how many milliseconds it may take."""
LONGEST = 10_000
"""The most decisions that bots make in one match; real matches end long before."""


def new_seed() -> int:
    """Any seed."""
    return secrets.randbelow(2**31)


class Table(TimedMatch):
    """A match that is being played, with its *players* and a *clock*.

    ``ask_again`` and ``seat`` end the *fault* of a bot, and so does whatever changes the match:
    ``resign``, ``agree_draw``, ``choose_duel``, ``undo``.

    Bots choose by the match's seed and the number of decisions so far, so a match that was saved
    and resumed goes on as it would have.
    """

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        players: Sequence[Player],
        finder: GameFinder,
        clock: Clock,
        *,
        seed: int | None = None,
        control: TimeControl | None = None,
        library: Library | None = None,
    ) -> Self:
        """The table of a new match, which *library* keeps. *seed* ``None``: any seed.

        Raises ``OptionError`` for options that are impossible, ``GameFailed``, ``TookTooLong``.
        """
        seed = new_seed() if seed is None else seed
        try:
            with time_limit(BEGINNING_MS, _("Beginning {title}").format(title=title_of(game))):
                match = Match.begin(game, len(players), finder, seed, control)
                check_can_be_shown(match)
        except (GipfMetaError, *stops()):
            raise
        except BaseException as error:
            raise GameFailed.of(game, error) from error
        keeper = LibraryKeeper(library, seats_of(players)) if library else None
        return cls(match, players, clock, keeper=keeper)

    @classmethod
    def resume(
        cls,
        record: Record,
        finder: GameFinder,
        clock: Clock,
        keeper: Keeper | None = None,
        told: tuple[str, ...] = (),
        read: Match | None = None,
    ) -> Self:
        """The table of a recorded match, paused. *told* is what luck draws next, if that is known.

        *read* is the match as far as *record* tells it, if it was read already. Raises
        ``RecordError`` and ``UnknownBot``.
        """
        trouble = ""
        try:
            match = replace(read or read_match(record, finder), told=told).resolve()
        except DuelUnavailable as error:
            match, trouble = error.match, str(error)
        names = match.sessions[0].game.seat_names
        seats = record.people or tuple(Seat(name=names[seat]) for seat in record.players)
        players = [Player.of_kind(seat.player, seat.name) for seat in seats]
        table = cls(match, players, clock, trouble, keeper)
        table.paused = True
        return table

    @property
    def speaker(self) -> int:
        """Who may resign or offer a draw: who decides next or, while a bot thinks, a person."""
        player = self.match.player
        assert player is not None
        if self.bot_is_due:
            people = (p for p in self.match.top.players if self.players[p].bot is None)
            return next(people, player)
        return player

    @property
    def asker(self) -> int | None:
        """Who asks about the board; ``None`` when nobody is asked any more."""
        return None if self.match.player is None else self.speaker

    @property
    def only_person(self) -> int | None:
        """The player who is a person, if exactly one is: *you*, wherever something is told."""
        people = self._persons
        return people[0] if len(people) == 1 else None

    def play(self, text: str, by: int | None = None) -> None:
        """Player *by* plays *text*. ``None``: who is asked, or else another person who may play it.

        Raises ``MoveError``; then nothing but the time has changed.
        """
        self.tick()
        if self.trouble:
            raise IllegalMove(
                _("{trouble} Choose another game for the duel first.").format(trouble=self.trouble)
            )
        first: MoveError | None = None
        for player in self.people if by is None else [by]:
            try:
                self._change(lambda: self.match.play(text, player))  # noqa: B023
            except MoveError as error:
                first = first or error
            else:
                return
        raise first or IllegalMove(_("No person is asked now."))

    @property
    def people(self) -> list[int]:
        """The people who play the game on top, first the one who is asked."""
        due, top = self.player, self.match.top
        people = [player for player in top.players if self.players[player].bot is None]
        if due is not None and (due in people or not self.bot_is_due):
            people = [due, *(player for player in people if player != due)]
        return people

    def choices_of_people(self, view: View) -> tuple[Choice, ...]:
        """The choices of *view* that are people's, also while a bot is asked; none at the end."""
        if self.over is not None or self.trouble:
            return ()
        top, due, people = self.match.top, self.match.player, self.people
        if len(people) == len(top.players):
            return view.choices
        # a view takes long: it is asked for only where there is something to choose
        asked = [
            one
            for one in people
            if one == due or beside_moves(top.game, top.state, top.seat_of(one))
        ]
        return tuple(dict.fromkeys(each for one in asked for each in top.view(one).choices))

    def play_bot(self) -> None:
        """Lets the bot that is asked decide once; where time acts, its reaction time passes.

        Raises ``BotFailed``, and again as long as the *fault* lasts.
        """
        self.tick()
        if self.fault:
            raise self.fault
        if self.trouble:
            return
        if self.time_acts:
            self.pass_time(max(1, self.wait_ms() or 1))
            if self.fault:
                raise self.fault
            return
        if (thinking := self.thinking()) is not None:
            self.take_answer(thinking, thinking.choose)

    def play_bots(self, most: int = LONGEST) -> None:
        """Lets bots play to the end of the match, until there is *trouble*, or *most* decisions.

        Raises ``BotFailed``.
        """
        for _decision in range(most):
            if self.over is not None or self.trouble:
                break
            self.play_bot()

    def thinking(self) -> Thinking | None:
        """The request for a decision to the bot that is asked now; ``None`` if no bot is asked."""
        now = self.match.top.status
        if not isinstance(now, Turn) or self.fault or not self.bot_is_due:
            return None
        return self._pilots.thinking(self.match, now.seat, self.patience.begin(self.match))

    def take_answer(self, thinking: Thinking, answer: Callable[[], Any]) -> None:
        """Plays the decision that *answer* returns; the time that has passed was the bot's.

        Ignores it if the match has gone on without the bot, or if the request was cancelled.
        Raises ``BotFailed``, also for whatever *answer* raises.
        """
        self.tick()
        if self.is_waiting_for(thinking) and not thinking.cancelled.is_set():
            move = self._check_answer(thinking, answer)
            self.patience.end()
            self._note_haste(thinking)
            self._change(lambda: self.match.play_move(thinking.seat, move))

    def _note_haste(self, thinking: Thinking) -> None:
        """Notes for ``take_notice`` that time ended a bot's search; once a match for each bot."""
        player = thinking.match.top.players[thinking.seat]
        if thinking.request.cut_short.is_set() and player not in self._hasty:
            self._hasty.add(player)
            words = _("{name} had to stop thinking and could be stronger with more time.")
            self._notice = words.format(name=names_of(self.seats, self.match)[player])

    def take_notice(self) -> str:
        """What is to be said once about a bot's play: a sentence, or nothing."""
        notice, self._notice = self._notice, ""
        return notice

    def give_up(self, thinking: Thinking) -> None:
        """Waits no longer for the bot's answer.

        Raises ``BotFailed``, unless the match has gone on without the bot.
        """
        thinking.cancel()

        def fail() -> None:
            raise TimeoutError(_("no answer in {seconds} s").format(seconds=ANSWER_MS // 1000))

        if self.is_waiting_for(thinking):
            self._check_answer(thinking, fail)

    def _check_answer(self, thinking: Thinking, answer: Callable[[], Any]) -> Any:
        """The decision that *answer* returns. Raises ``BotFailed``."""
        return self._ask_bots(
            lambda: self._pilots.check_decision(self.match, thinking.seat, answer)
        )

    def is_waiting_for(self, thinking: Thinking) -> bool:
        """Whether the match still stands where the bot was asked."""
        return have_same_decisions(thinking.match, self.match) and not self.trouble

    def ask_again(self) -> None:
        """Ends the *fault*: the bot that failed is asked once more."""
        self._end_fault()

    def seat(self, player: int, newcomer: Player) -> None:
        """Seats *newcomer* in place of *player*; ends the *fault*."""
        players = list(self.players)
        players[player] = newcomer
        self._hasty.discard(player)
        self.players = tuple(players)
        self._pilots = Pilots(self.players, self.match.finder, self.plans_elsewhere)
        self._end_fault()
        if self.keeper is not None:
            self.keeper.people = self.seats
        self.keep()

    def advice(self) -> Callable[[], Advice] | None:
        """A function that finds a hint for who decides next, in any thread.

        ``None`` if no person decides next.
        """
        top, now = self.match.top, self.match.top.status
        if not isinstance(now, Turn) or self.bot_is_due or self.trouble:
            return None
        rng, seats = bot_generator(self.match, top.players[now.seat]), len(top.players)
        budget = Budget(HINT_NODES, HINT_MS)
        return partial(advise, top.game, top.state, seats, budget, rng)

    def undo(self, of: Collection[int] = ()) -> None:
        """Takes back the last decision of one of the players *of*, and all after it.

        Empty: that of any person. Raises ``CannotUndo``.
        """
        self.tick()
        self._take_back(of or self._persons)

    def before_undo(self, of: Collection[int] = ()) -> Match:
        """The match to which ``undo`` returns now. Raises ``CannotUndo``."""
        return match_before_last_decision(self.match, of or self._persons)

    @property
    def _persons(self) -> list[int]:
        """The players who are people, whatever they play."""
        return [number for number, player in enumerate(self.players) if player.bot is None]

    def redo(self) -> None:
        """Takes the last undo back. Raises ``CannotUndo``."""
        self.tick()
        self._play_again()

    def resign(self, player: int) -> None:
        """Lets *player* give up the game on top. Raises ``IllegalMove`` if that game is over."""
        self._pilots.drop_plans()
        self._change(lambda: self.match.resign(player))

    def agree_draw(self) -> None:
        """Ends the game on top as a draw. Raises ``IllegalMove`` if that game is over."""
        self._pilots.drop_plans()
        self._change(lambda: self.match.agree_draw())

    def bots_accept_draw(self, asker: int) -> bool:
        """Whether every bot but *asker* accepts a draw."""
        return self._pilots.accept_draw(self.match, asker)

    def record(self) -> Record:
        """The match as a record, up to now."""
        self.tick()
        return to_record(self.match, self.seats)
