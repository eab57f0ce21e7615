"""The one mutable object: a match, who plays it, a clock. Only one thread touches it.

Interfaces drive a table and show what it says; no rule hides in them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from gipf_meta.bots import Bot, make_bot
from gipf_meta.clock import Clock
from gipf_meta.game import Adaptable, AnyGame, Evaluated, IllegalMove, MoveError, Over, Turn
from gipf_meta.match import DuelUnavailable, GameFinder, Match, checked_status
from gipf_meta.record import Record, Seat, replay, session_record, to_record
from gipf_meta.render.text import page
from gipf_meta.view import View


@dataclass(frozen=True)
class Player:
    """Somebody at the table: a person, or a bot."""

    name: str
    bot: Bot | None = None
    kind: str = "human"

    @classmethod
    def of_kind(cls, kind: str, name: str) -> Player:
        """A player from what a user wrote: ``human`` or a bot's name. Raises ``UnknownBot``."""
        return cls(name) if kind == "human" else cls(name, make_bot(kind), kind)


class GameFailed(RuntimeError):
    """A game of the match, not of a duel, raised an error of its own; one sentence."""


class Table:
    """A match being played.

    *match* is how it stands. *trouble* says why the duel that is due cannot be played, if it
    cannot: then ``choose_duel`` is asked for. Bots choose by the match's seed and the number of
    decisions so far, so a match that was saved and resumed goes on as it would have.
    """

    def __init__(
        self, match: Match, players: Sequence[Player], clock: Clock, trouble: str = ""
    ) -> None:
        self.match = match
        self.players = tuple(players)
        self.clock = clock
        self.trouble = trouble
        self._seen_ms = clock.now_ms()

    @classmethod
    def resume(cls, record: Record, finder: GameFinder, clock: Clock) -> Table:
        """The table where a record left off. Raises ``RecordError`` or ``UnknownBot``."""
        trouble = ""
        try:
            match = replay(record, finder)
        except DuelUnavailable as error:
            match, trouble = error.match, str(error)
        names = match.sessions[0].game.seat_names
        seats = record.people or tuple(Seat(name=names[seat]) for seat in record.players)
        players = [Player.of_kind(seat.player, seat.name) for seat in seats]
        return cls(match, players, clock, trouble)

    # ---- who is asked ---------------------------------------------------------------------

    @property
    def over(self) -> Over | None:
        """How the match ended, ``None`` while it goes on."""
        return self.match.result

    @property
    def player(self) -> int | None:
        """The player who decides next."""
        return None if self.trouble else self.match.player

    @property
    def bot_is_due(self) -> bool:
        """Whether a bot decides next. Where only people can decide, they are asked for it."""
        player = self.player
        if player is None or self.players[player].bot is None:
            return False
        somebody = any(other.bot is None for other in self.players)
        return not (self.match.top.game.needs_people and somebody)

    # ---- what happens ---------------------------------------------------------------------

    def tick(self) -> None:
        """Lets the time pass that has passed."""
        now = self.clock.now_ms()
        elapsed, self._seen_ms = now - self._seen_ms, now
        if elapsed > 0 and not self.trouble:
            self._change(lambda: self.match.advance(elapsed))

    def play(self, text: str) -> None:
        """The player who is asked plays *text*. Raises ``MoveError``; then nothing has changed."""
        self.tick()
        if self.trouble:
            raise IllegalMove(f"{self.trouble} Choose another game for the duel first.")
        self._change(lambda: self.match.play(text))

    def play_bot(self) -> None:
        """The bot that is asked decides once."""
        self.tick()
        top, now = self.match.top, self.match.top.status
        if not isinstance(now, Turn) or self.trouble:
            return
        bot = self.players[top.players[now.seat]].bot or make_bot("random")
        made = sum(len(session.steps) for session in self.match.sessions)
        rng = Random(f"{self.match.seed}/{self.match.draws}/{len(self.match.sessions)}/{made}")
        seat = now.seat
        self._change(lambda: self.match.chosen(seat, bot.choose(top.game, top.state, seat, rng)))

    def undo(self) -> None:
        """Takes back to the last decision a person made. Raises ``CannotUndo``."""
        match = self.match.undone()
        while self._bot_made(match) and any(player.bot is None for player in self.players):
            match = match.undone()
        self.match, self.trouble = match, ""

    def _bot_made(self, match: Match) -> bool:
        player = match.player
        return player is not None and self.players[player].bot is not None

    def resign(self, player: int) -> None:
        """*player* gives up the game on top."""
        self._change(lambda: self.match.resign(player))

    def agree_draw(self) -> None:
        """The game on top is drawn by agreement."""
        self._change(lambda: self.match.draw_agreed())

    def bots_accept_draw(self, asker: int) -> bool:
        """Whether every bot but *asker* would rather have the draw."""
        top = self.match.top
        for seat, player in enumerate(top.players):
            if player == asker or self.players[player].bot is None:
                continue
            game = top.game
            worth = game.evaluate(top.state, seat) if isinstance(game, Evaluated) else 0.0
            if worth >= 0:
                return False
        return True

    def choose_duel(self, game: str) -> None:
        """Plays the duel in *game* instead; if that cannot be either, *trouble* says why."""
        self.trouble = ""
        self._change(lambda: self.match.with_duel(game))

    def record(self) -> Record:
        """The match as it can be saved."""
        self.tick()
        people = tuple(Seat(name=player.name, player=player.kind) for player in self.players)
        return to_record(self.match, people)

    def view(self) -> View:
        """What the player who decides next is to see of the game on top."""
        top = self.match.top
        return top.game.view(top.state)

    def _change(self, change: Callable[[], Match]) -> None:
        """Takes over the match that *change* makes; a duel that fails becomes trouble instead.

        Fails, too, if what the game says of its new state is nothing that can be shown or saved.
        """
        match = self.match
        try:
            match = change()
            _check_shown(match)
            self.match = match
        except MoveError:
            raise
        except DuelUnavailable as error:
            self.match, self.trouble = error.match, str(error)
        except (Exception, SystemExit) as error:
            why = f"{match.top.game.title} failed ({type(error).__name__}: {error})."
            if len(match.sessions) > len(self.match.sessions):
                # the duel that has just begun cannot even be shown
                self.match = match
            if len(self.match.sessions) == 1:
                raise GameFailed(why) from error
            self.trouble = why


def _check_shown(match: Match) -> None:
    top = match.top
    if top.ended is None:
        checked_status(top.game, top.state, len(top.players))
    page(top.game.view(top.state))
    if top.steps:
        session_record(replace(top, steps=top.steps[-1:]))


def playable(game: AnyGame, installed: Sequence[str]) -> tuple[AnyGame, tuple[str, ...]]:
    """*game* as it can be played live with the *installed* games, and a notice for each change."""
    return game.adapted_to(installed) if isinstance(game, Adaptable) else (game, ())
