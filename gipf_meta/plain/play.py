"""The line-by-line interface: pipes, screen readers, two people at one keyboard."""

from __future__ import annotations

import sys
from contextlib import suppress

from gipf_meta.base.ending import Interrupted, raise_on_signals
from gipf_meta.base.sentences import one_line
from gipf_meta.base.stops import ctrl_c, stops
from gipf_meta.base.suspension import leave_out_stops
from gipf_meta.base.texts import _
from gipf_meta.match.continuation import play_begun
from gipf_meta.narration import story
from gipf_meta.plain.announcer import Announcer
from gipf_meta.plain.commands import OF_WHO_IS_ASKED, Commands
from gipf_meta.plain.replacements import replace_bot, replace_duel
from gipf_meta.plain.saving import Saving
from gipf_meta.plain.terminal import Line
from gipf_meta.plain.timed_prompt import TimedPrompt
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import MoveError
from gipf_meta.protocol.view import View
from gipf_meta.table.players import BotFailed, GameFailed
from gipf_meta.table.table import Table


class PlainGame:
    """One match at a *table*, played line by line."""

    def __init__(self, table: Table, installed: Installed, line: Line) -> None:
        self.table = table
        self.installed = installed
        self.line = line
        self.saving = Saving(table, line)
        self.announcer = Announcer(table, line)
        self.prompt = TimedPrompt(table, line, self.announcer)
        self.commands = Commands(table, line, self.saving, self.announcer)

    def run(self) -> int:
        """Plays to the end, or until somebody leaves. Returns the exit status: 2 if broken off."""
        with raise_on_signals(), leave_out_stops(self.table.clock, self.table.leave_out):
            try:
                self.announcer.announce_match()
                if self.table.paused:
                    if self.prompt.clock_runs:
                        self.commands.wait_for_continue()
                    else:
                        self.table.go_on()
                elif self.table.is_untouched:
                    self._wait_until_ready()
                while self.table.over is None and not self.commands.is_leaving:
                    with suppress(BotFailed):  # the next round asks what to do
                        self.play_round()
                if self.table.over is not None:
                    self.finish()
            except (EOFError, ctrl_c(), Interrupted, OSError) as why:
                return self.break_off(why)
            except stops():
                raise
            except BaseException as error:
                return self.break_off(GameFailed.of(self.table.match.top.game, error))
        return 0

    def play_round(self) -> None:
        """Plays one decision, or runs one command. Raises ``BotFailed`` and ``GameFailed``."""
        self.saving.tell_notices()
        before, fault = self.table.match, self.table.fault
        depth = len(before.sessions)
        if self.table.trouble:
            replace_duel(self.table, self.installed, self.line, self.commands)
        elif fault is not None:
            name = self.announcer.names[fault.player]
            replace_bot(self.table, fault, name, self.line, self.commands)
        elif self.table.bot_is_due and not (self.line.is_interactive and self.table.time_acts):
            self.table.play_bot()
        else:
            self.ask_person()
        self.announcer.tell_news(before)
        if len(self.table.match.sessions) > depth:
            self._wait_until_ready()
        if notice := self.table.take_notice():
            self.line.tell(notice)

    def _wait_until_ready(self) -> None:
        """Lets no time pass until somebody at the terminal is ready. Nobody is asked on a pipe."""
        if self.prompt.clock_runs:
            self.table.pause()
            typed = self.line.ask(_("Time runs as soon as you press Enter. Ready? "))
            if typed.lower() == "quit":
                self.commands.run(typed)
            self.table.go_on()

    def ask_person(self) -> None:
        """Shows the board at the beginning of a turn, asks who decides next, and does it."""
        match = self.table.match
        asked = (len(match.sessions), match.top.status)
        view = self.table.view()
        self.announcer.show_turn(view)
        assert match.player is not None
        players = story.players_by_seat(match.top, self.announcer.names)
        name = players[match.top.seat_of(match.player)]
        bot_thinks = self.table.bot_is_due
        typed = self.prompt.ask(
            _("({name} is thinking)> ").format(name=name) if bot_thinks else f"{name}> "
        )
        if typed is not None:
            typed = self.prompt.pass_told_time(typed)
        if typed is None:
            return
        now = (len(self.table.match.sessions), self.table.match.top.status)
        # words meant for a turn that is over must not become another player's
        self.execute(typed, view, None if now == asked or bot_thinks else match.player)

    def execute(self, typed: str, view: View, player: int | None) -> None:
        """Runs a command, answers a question, or plays a decision.

        *view* was shown when somebody typed it. Only *player* can mean it; ``None``: anybody.
        """
        if not typed:
            return
        command = self.commands.find(typed)
        if command and typed not in {choice.notation for choice in view.choices}:
            if player is not None and command in OF_WHO_IS_ASKED:
                self.line.say(
                    _("The turn was over before you said {command}; say it again.").format(
                        command=command
                    )
                )
                return
            self.commands.run(typed)
            return
        if self.announcer.answer(typed):
            return
        try:
            players = self.table.people if player is None else [player]
            play_begun(lambda text: self.table.play(text, player), self.table.match, players, typed)
        except MoveError as error:
            self.line.tell(str(error))

    def finish(self) -> None:
        """Tells the result, brings a saved file up to date, and offers people a review."""
        self.announcer.announce_result()
        self.saving.update_file()
        if self.line.is_interactive:
            self.announcer.offer_review()

    def break_off(self, why: BaseException) -> int:
        """Saves a match that cannot go on here, and says so in one sentence; the exit status."""
        what = str(why).rstrip(".")
        if isinstance(why, EOFError):
            what = _("The input ended in the middle of the game")
        elif isinstance(why, KeyboardInterrupt):
            what = _("Interrupted in the middle of the game")
        elif isinstance(why, Interrupted):
            what = _("The program was told to end in the middle of the game")
        elif isinstance(why, OSError) and why.filename is None:  # no file: a stream
            what = _("The output was closed in the middle of the game")
        try:
            print(f"{one_line(what)}; {self.saving.rescue()}", file=sys.stderr)
        except OSError:
            pass  # the terminal is gone; the match is not
        return 2
