"""The line-by-line interface: pipes, screen readers, two people at one keyboard."""

from __future__ import annotations

import os
import re
import shlex
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import platformdirs

from gipf_meta import clock, story
from gipf_meta.game import MoveError
from gipf_meta.match import CannotUndo, Match
from gipf_meta.plugins import Installed
from gipf_meta.record import RecordError, save
from gipf_meta.render import text
from gipf_meta.store import FileKeeper
from gipf_meta.table import GameFailed, Table
from gipf_meta.terminal import Interrupted, Line, signals_raised, stops_uncounted
from gipf_meta.timecontrol import minutes
from gipf_meta.view import View

HELP = """\
Type a move in the game's notation, a whole turn or one decision of it, or:
  moves   what can be played now        board        the board again
  undo    take back the last decision   save [FILE]  save the match
  resign  give up this game             draw         offer a draw
  rules   the rules of this game        quit         save the match and leave
  pause   stop the clock until `continue`
  help    this list
In a duel, resign and draw end the duel only; the match below goes on."""


def saved_games() -> Path:
    """Where matches are saved that were given no name."""
    return platformdirs.user_data_path("gipf-meta", appauthor=False) / "matches"


class PlainGame:
    """One match at a table, played line by line. ``run`` returns the exit status."""

    def __init__(self, table: Table, installed: Installed, line: Line) -> None:
        self.table = table
        self.installed = installed
        self.line = line
        self.path: Path | None = None
        self.unsaved: Match | None = None
        self.leaving = False
        self.shown: tuple[object, ...] | None = None
        self.told: Match | None = None
        self.unkept = self.notice = ""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "moves": self.moves,
            "board": self.board,
            "undo": self.undo,
            "save": self.save,
            "resign": self.resign,
            "draw": self.draw,
            "pause": self.pause,
            "rules": self.rules,
            "quit": self.quit,
        }

    @property
    def names(self) -> list[str]:
        return [player.name for player in self.table.players]

    def run(self) -> int:
        """Plays to the end, or until somebody leaves."""
        with signals_raised(), stops_uncounted(self.table.clock, self.table.do_not_count):
            try:
                self.line.say(story.head(self.table.match.sessions[0], self.names))
                for duel in self.table.match.sessions[1:]:
                    self.line.say(f"=== {story.duel_head(duel, self.names)} ===")
                if self.table.paused:
                    self.paused() if self.clock_runs else self.table.go_on()
                while self.table.over is None and not self.leaving:
                    self.round()
                self.finish()
            except (EOFError, KeyboardInterrupt, Interrupted, OSError) as why:
                return self.broken_off(why)
            except (Exception, SystemExit) as error:
                return self.broken_off(GameFailed.of(self.table.match.top.game, error))
        return 0

    def finish(self) -> None:
        """Tells the result, and brings a file that was saved before up to date."""
        if self.table.over is not None:
            view = self.table.view()
            self.line.say("", text.page(view))
            if view.prompt and self.table.match.top.ended is None:
                self.line.tell(view.prompt)
            bottom = self.table.match.sessions[0]
            names = story.seated(bottom, self.names)
            self.line.say(story.result(bottom.game, self.table.over, names))
            if self.path is not None:
                self.write(self.path)

    def round(self) -> None:
        """One decision, or one command."""
        self.tell_keeping()
        before = self.table.match
        if self.table.trouble:
            self.other_duel()
        elif self.table.bot_is_due and not (self.line.live and self.table.time_acts):
            self.table.play_bot()
        else:
            self.person()
        self.tell_news(before)

    def tell_keeping(self) -> None:
        """Says what is wrong with the place where the match is kept, once."""
        notice = self.table.keeper.notice if self.table.keeper else ""
        if notice != self.notice:
            self.notice = notice
            self.line.tell(notice)
        if self.table.unkept != self.unkept:
            self.unkept = self.table.unkept
            if self.unkept:
                self.line.tell(f"{self.unkept} Play goes on; save FILE keeps the match elsewhere.")

    def tell_news(self, before: Match) -> None:
        """Says what has happened since *before*, unless that was said already."""
        since = self.told if self.told is not None else before
        self.told = None
        if self.table.match is not since:
            self.say_news(since)

    def say_news(self, since: Match) -> None:
        for line in story.news(since.sessions, self.table.match.sessions, self.names):
            self.line.say(textwrap.fill(line, text.WIDTH))

    @property
    def clock_runs(self) -> bool:
        """Whether a person sits there while sand or the players' clock runs."""
        return self.line.live and self.table.clock_runs

    def person(self) -> None:
        """Asks the person who decides next, showing the board at the beginning of a turn."""
        match = self.table.match
        asked = (len(match.sessions), match.top.status)
        shown = (*asked, len(match.top.turns()))
        view = self.table.view()
        if shown != self.shown:
            self.line.say("", text.page(view))
        elif self.table.time_acts:
            self.line.tell(view.caption)
        self.shown = shown
        self.tell_clocks()
        if view.prompt:
            self.line.tell(view.prompt)
        assert match.player is not None
        name = story.seated(match.top, self.names)[match.top.seat_of(match.player)]
        waiting = self.table.bot_is_due
        prompt = f"({name} is thinking)> " if waiting else f"{name}> "
        typed = self.typed_in_time(prompt) if self.clock_runs else self.line.ask(prompt)
        if typed is None:
            return
        if typed.startswith("@") and not typed.startswith("@@"):
            at = re.match(r"@(\d{1,8})(?![\d.])\s*", typed)
            if at is None:
                self.line.tell("Write a time in whole milliseconds, a day at most: @15200")
                return
            if not self.time_is(int(at[1])):
                return
            typed = typed[at.end() :]
        now = (len(self.table.match.sessions), self.table.match.top.status)
        # words meant for a turn that is over must not become another player's
        self.obey(typed, view, None if now == asked or waiting else match.player)

    def tell_clocks(self) -> None:
        """Says how much time everybody has left."""
        control, bottom = self.table.match.control, self.table.match.sessions[0]
        if control is not None and self.table.match.top is bottom:
            names = story.seated(bottom, self.names)
            left = zip(names, control.left(bottom), strict=True)
            told = ", ".join(f"{name} {minutes(ms)}" for name, ms in left)
            self.line.tell(f"Clock: {told}.")

    def typed_in_time(self, prompt: str) -> str | None:
        """The next line, unless something happens before it is complete; then ``None``."""
        before, waiting = self.table.match, self.table.bot_is_due
        self.line.say_on(prompt)
        while not self.line.waited(self.table.wait_ms()):
            self.table.tick()
            news = story.news(before.sessions, self.table.match.sessions, self.names)
            if any(news) or self.table.over:
                self.line.say("")
                if self.table.match.top.status != before.top.status and not waiting:
                    self.line.drop_half_typed()
                return None
        self.table.tick()
        self.told = self.table.match
        self.say_news(before)
        return self.line.read()

    def time_is(self, ms: int) -> bool:
        """Lets the time pass that the player has told; says why not, where it cannot."""
        if self.line.live or not self.table.clock_runs:
            why = "the clock runs by itself" if self.line.live else "no clock runs in this game"
            self.line.tell(f"Leave @{ms} out: {why}.")
            return False
        before = self.table.match
        try:
            self.table.pass_until(ms)
        except MoveError as error:
            self.line.tell(str(error))
            return False
        self.tell_news(before)
        self.told = self.table.match
        return True

    def obey(self, typed: str, view: View, player: int | None) -> None:
        """Does what was typed: a command, or a decision (of *player*, if only he can mean it)."""
        word, _, rest = typed.partition(" ")
        if not typed:
            return
        command = word.lower() if word.lower() == "save" or not rest else ""
        if command in self.commands and typed not in {c.notation for c in view.choices}:
            if player is not None and command in ("resign", "draw", "undo"):
                self.line.say(f"The turn was over before you said {command}; say it again.")
                return
            self.commands[command](rest.strip())
            return
        try:
            self.table.play(typed, player)
        except MoveError as error:
            self.line.tell(str(error))

    def other_duel(self) -> None:
        """Asks which game shall decide the duel that cannot be played."""
        match = self.table.match
        failed = match.top.game.id if len(match.sessions) > 1 else ""
        games = [
            game
            for game, kind in self.installed.games.items()
            if 2 in kind.seat_counts and game != failed
        ]
        self.line.tell(self.table.trouble)
        chosen = self.line.ask(f"Which game shall decide instead ({', '.join(sorted(games))})? ")
        word, _, rest = chosen.partition(" ")
        if word in ("quit", "save"):
            self.commands[word](rest.strip())
            return
        self.table.choose_duel(chosen)

    # ---- commands --------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        self.line.say(HELP)

    def moves(self, rest: str) -> None:
        choices = sorted(self.table.view().choices, key=lambda choice: choice.notation)
        many = "1 decision is" if len(choices) == 1 else f"{len(choices)} decisions are"
        self.line.say(f"{many} possible now:")
        width = max((len(choice.notation) for choice in choices), default=0)
        if len(choices) <= 20:
            self.line.say(*(f"  {c.notation:<{width}}  {c.label}" for c in choices))
            return
        words = [f"{c.notation:<{width}} {c.gain}".rstrip() for c in choices]
        width = max(map(len, words))
        across = max(1, 78 // (width + 2))
        for first in range(0, len(words), across):
            row = words[first : first + across]
            self.line.say("  " + "  ".join(f"{word:<{width}}" for word in row).rstrip())

    def board(self, rest: str) -> None:
        self.line.say(text.page(self.table.view()))

    def rules(self, rest: str) -> None:
        game = self.table.match.top.game
        rules = game.rules_text.strip() or f"{game.title} brings no rules text."
        self.line.say(text.reflowed(rules))

    def pause(self, rest: str) -> None:
        self.table.pause()
        self.paused()

    def paused(self) -> None:
        """Waits until somebody goes on, or leaves."""
        self.line.say("Paused: no time passes.")
        while (typed := self.line.ask("Type continue, or quit: ").lower()) != "continue":
            if typed == "quit":
                self.quit("")
                if self.leaving:
                    return
        self.table.go_on()

    def undo(self, rest: str) -> None:
        try:
            self.table.undo()
        except CannotUndo as error:
            self.line.say(str(error))
        else:
            self.shown = None
            self.line.say("Taken back.")

    def save(self, rest: str) -> None:
        path = Path(rest).expanduser() if rest else self.fresh_path()
        if rest and path.exists() and path != self.path and rest != self.kept_in:
            self.line.tell(f"{path} exists already; give another name.")
        elif not rest and (kept := self.kept()):
            self.line.tell(kept)
        elif self.write(path):
            self.line.say(f"Saved in {path}; {_go_on(path)}")

    def write(self, path: Path) -> bool:
        """Saves the match as it stands; says why if that cannot be done.

        A match that is kept nowhere else is kept there from now on.
        """
        try:
            save(self.table.record(), path)
        except RecordError as error:
            self.line.tell(str(error))
            return False
        self.path = path
        if not self.kept_in:
            self.table.keeper, self.table.unkept = FileKeeper(path, self.table.seats), ""
        return True

    @property
    def kept_in(self) -> str:
        """Where the match is kept; empty if it is not."""
        keeper = self.table.keeper
        return keeper.place if keeper is not None and not self.table.unkept else ""

    def fresh_path(self) -> Path:
        """A file of its own for this match."""
        game = self.table.match.sessions[0].game.id
        return saved_games() / f"{game}-{clock.stamp()}-{os.getpid()}.json"

    def resign(self, rest: str) -> None:
        self.table.resign(self.table.speaker)

    def draw(self, rest: str) -> None:
        match = self.table.match
        asker = self.table.speaker
        for player in match.top.players:
            if player == asker or self.table.players[player].bot is not None:
                continue
            asked = self.names[player]
            answer = ""
            while answer not in ("yes", "y", "no", "n"):
                answer = self.line.ask(f"{asked}, do you accept the draw (yes or no)? ").lower()
            if answer.startswith("n"):
                self.line.say(f"{asked} declines the draw; {match.top.game.title} goes on.")
                return
        if not self.table.bots_accept_draw(asker):
            self.line.say("The bot declines the draw.")
            return
        self.table.agree_draw()

    def quit(self, rest: str) -> None:
        kept = self.kept()
        if kept:
            self.line.tell(kept)
        if kept or self.unsaved is self.table.match:
            self.leaving = True
            return
        self.save("")
        if self.kept_in:
            self.leaving = True
        else:
            self.unsaved = self.table.match
            self.line.say("Not saved: give another file with save FILE, or quit again without it.")

    def kept(self) -> str:
        """A sentence on where the match is kept as it stands; empty if it is not."""
        self.table.tick()
        self.table.keep()
        if self.kept_in:
            word = "as match" if self.kept_in.isdecimal() else "in"
            return f"Kept {word} {self.kept_in}; {_go_on(self.kept_in)}"
        if self.table.keeper is not None and not self.table.unkept:
            return "Nothing was played."
        return ""

    # ---- broken off ------------------------------------------------------------------------

    def broken_off(self, why: BaseException) -> int:
        """Saves a match that cannot go on here, and says so in one sentence."""
        what = {
            EOFError: "The input ended in the middle of the game",
            KeyboardInterrupt: "Interrupted in the middle of the game",
            Interrupted: "The program was told to end in the middle of the game",
        }.get(type(why), "")
        if isinstance(why, OSError):
            what = "The output was closed in the middle of the game"
        what = what or str(why).rstrip(".")
        if not any(session.steps for session in self.table.match.sessions):
            then = "nothing had been played."
        elif self.kept():
            then = f"it is kept: {_resume(self.kept_in)} goes on."
        else:
            path = self.fresh_path()
            try:
                save(self.table.record(), path)
                then = f"it is saved: {_resume(path)} goes on."
            except RecordError as error:
                then = f"it could not be saved: {error}"
        try:
            print(f"{text.one_line(what)}; {then}", file=sys.stderr)
        except OSError:
            pass  # the terminal is gone; the match is not
        return 2


def _resume(place: str | Path) -> str:
    return f"gipf-meta resume {shlex.quote(str(place))}"


def _go_on(place: str | Path) -> str:
    return f"go on with: {_resume(place)}"
