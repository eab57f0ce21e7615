"""The line-by-line interface: pipes, screen readers, two people at one keyboard."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress
from random import Random

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import N_, _
from gipf_meta.bots.levels import BOTS, UnknownBot
from gipf_meta.match.match import CannotUndo, Match
from gipf_meta.match.timecontrol import minutes
from gipf_meta.narration import questions, rulebook, story
from gipf_meta.narration.answers import Scene, touching
from gipf_meta.plain.saving import Saving
from gipf_meta.plain.terminal import (
    Interrupted,
    Line,
    signals_raised,
    stops_uncounted,
)
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import MoveError, Turn, title_of
from gipf_meta.protocol.view import View
from gipf_meta.render import text
from gipf_meta.search.analysis import growing
from gipf_meta.search.review import review, reviewed
from gipf_meta.table.players import BotFailed, GameFailed, Player
from gipf_meta.table.table import HINT_NODES, Table

HELP = N_("""\
Type a move in the game's notation, a whole turn or one decision of it, or:
  moves   what can be played now        moves PLACE  what can be played there
  board   the board again               board off    show it no more (board on)
  undo    take back the last decision   save [FILE]  save the match
  hint    what to play, and why         analyse      the best lines, and chances
  resign  give up this game             draw         offer a draw
  rules   the rules of this game        quit         save the match and leave
  pause   stop the clock until `continue`
  help    this list
Or ask about the board: what is on d4, around d4, line d4, where is white, what
can I do with d4, what can I capture. `?` alone says what else can be asked.
In a duel, resign and draw end the duel only; the match below goes on.""")

WITH_MORE = ("save", "moves", "board")
"""Commands behind which more may be said."""


class PlainGame:
    """One match at a table, played line by line. ``run`` returns the exit status."""

    def __init__(self, table: Table, installed: Installed, line: Line) -> None:
        self.table = table
        self.installed = installed
        self.line = line
        self.saving = Saving(table, line)
        self.unsaved: Match | None = None
        self.leaving = self.answered = False
        self.drawn = True
        self.shown: tuple[object, ...] | None = None
        self.told: Match | None = None
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "moves": self.moves,
            "board": self.board,
            "hint": self.hint,
            "analyse": self.analyse,
            "undo": self.undo,
            "save": self.saving.save,
            "resign": self.resign,
            "draw": self.draw,
            "pause": self.pause,
            "rules": self.rules,
            "quit": self.quit,
        }

    @property
    def names(self) -> list[str]:
        return story.names_of(self.table.seats, self.table.match)

    def run(self) -> int:
        """Plays to the end, or until somebody leaves."""
        with signals_raised(), stops_uncounted(self.table.clock, self.table.leave_out):
            try:
                self.line.say(story.head(self.table.match.sessions[0], self.names))
                for duel in self.table.match.sessions[1:]:
                    self.line.say(f"=== {story.duel_head(duel, self.names)} ===")
                if self.table.paused:
                    self.paused() if self.clock_runs else self.table.go_on()
                while self.table.over is None and not self.leaving:
                    with suppress(BotFailed):  # which is seen to in the next round
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
            self.line.say("", self.page(view))
            if view.prompt and self.table.match.top.ended is None:
                self.line.tell(view.prompt)
            bottom = self.table.match.sessions[0]
            names = story.seated(bottom, self.names)
            self.line.say(story.result(bottom.game, self.table.over, names))
            self.saving.finish()
            if self.line.live:
                self.offer_review()

    def offer_review(self) -> None:
        """Asks whether the match is to be reviewed, turn by turn. Ctrl-C ends that, too."""
        with suppress(EOFError, KeyboardInterrupt):
            asked = self.line.ask(_("Type review to see what each turn was worth; Enter leaves: "))
            if asked.lower() == "review":
                for line in reviewed(review(self.table.match), self.names):
                    self.line.say(text.filled([line]))

    def round(self) -> None:
        """One decision, or one command."""
        self.saving.tell_notices()
        before = self.table.match
        if self.table.trouble:
            self.other_duel()
        elif self.table.fault is not None:
            self.other_player(self.table.fault)
        elif self.table.bot_is_due and not (self.line.live and self.table.time_acts):
            self.table.play_bot()
        else:
            self.person()
        self.tell_news(before)

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
            self.line.say("", self.page(view))
        elif self.table.time_acts and not self.answered:
            self.line.tell(view.caption)
        # who asks several questions in a row need not hear the prompt after each
        if shown != self.shown or not self.answered:
            self.tell_clocks()
            if view.prompt:
                self.line.tell(view.prompt)
        self.shown, self.answered = shown, False
        assert match.player is not None
        name = story.seated(match.top, self.names)[match.top.seat_of(match.player)]
        waiting = self.table.bot_is_due
        prompt = _("({name} is thinking)> ").format(name=name) if waiting else f"{name}> "
        typed = self.typed_in_time(prompt) if self.clock_runs else self.line.ask(prompt)
        if typed is None:
            return
        if typed.startswith("@") and not typed.startswith("@@"):
            at = re.match(r"@(\d{1,8})(?![\d.])\s*", typed)
            if at is None:
                self.line.tell(_("Write a time in whole milliseconds, a day at most: @15200"))
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
            left = zip(names, control.left_ms(bottom), strict=True)
            told = ", ".join(f"{name} {minutes(ms)}" for name, ms in left)
            self.line.tell(_("Clock: {told}.").format(told=told))

    def typed_in_time(self, prompt: str) -> str | None:
        """The next line, unless something happens before it is complete; then ``None``."""
        before, waiting = self.table.match, self.table.bot_is_due
        self.line.say_on(prompt)
        while not self.line.waited(self.table.wait_ms()):
            self.table.tick()
            news = story.news(before.sessions, self.table.match.sessions, self.names)
            if any(news) or self.table.over or self.table.fault:
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
            why = (
                _("the clock runs by itself") if self.line.live else _("no clock runs in this game")
            )
            self.line.tell(_("Leave @{ms} out: {why}.").format(ms=ms, why=why))
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
        word, _blank, rest = typed.partition(" ")
        if not typed:
            return
        command = word.lower() if word.lower() in WITH_MORE or not rest else ""
        if command in self.commands and typed not in {c.notation for c in view.choices}:
            if player is not None and command in ("resign", "draw", "undo"):
                self.line.say(
                    _("The turn was over before you said {command}; say it again.").format(
                        command=command
                    )
                )
                return
            self.commands[command](rest.strip())
            return
        if self.answer(typed):
            return
        try:
            self.table.play(typed, player)
        except MoveError as error:
            self.line.tell(str(error))

    def answer(self, typed: str) -> bool:
        """Answers a question about the board; ``False`` if it is none."""
        match = self.table.match
        asker = None if match.player is None else self.table.speaker
        told = questions.answer(questions.scene_of(match, self.names, asker), typed)
        if told is None:
            return False
        self.answered = True
        self.line.say(text.filled(told.split("\n")))
        return True

    def other_duel(self) -> None:
        """Asks which game shall decide the duel that cannot be played."""
        match = self.table.match
        failed = match.top.game.id if len(match.sessions) > 1 else ""
        games = [game for game in self.installed.for_seats(2) if game != failed]
        self.line.tell(self.table.trouble)
        chosen = self.line.ask(
            _("Which game shall decide instead ({games})? ").format(games=", ".join(sorted(games)))
        )
        word, _blank, rest = chosen.partition(" ")
        if word in ("quit", "save"):
            self.commands[word](rest.strip())
            return
        self.table.choose_duel(chosen)

    def other_player(self, fault: BotFailed) -> None:
        """Asks what is to become of the seat whose bot failed."""
        name = self.names[fault.player]
        self.line.tell(str(fault))
        chosen = self.line.ask(
            _(
                "{name} is stuck: again, resign or draw for it, or who plays on in its place"
                " ({players})? "
            ).format(name=name, players=", ".join(("human", *BOTS)))
        )
        word, _blank, rest = chosen.partition(" ")
        if word in ("quit", "save"):
            self.commands[word](rest.strip())
        elif word == "again":
            self.table.ask_again()
        elif word == "resign":
            self.table.resign(fault.player)
        elif word == "draw":
            self.table.agree_draw()
        else:
            try:
                self.table.seat(fault.player, Player.of_kind(chosen, name))
            except UnknownBot as error:
                self.line.tell(str(error))

    # ---- commands --------------------------------------------------------------------------

    def help(self, rest: str) -> None:
        self.line.say(_(HELP))

    def hint(self, _rest: str) -> None:
        advice = self.table.advice()
        self.line.say(advice() if advice else _("Nobody is asked now."))

    def analyse(self, _rest: str) -> None:
        top, now = self.table.match.top, self.table.match.top.status
        if not isinstance(now, Turn) or self.table.advice() is None:
            self.line.say(_("Nobody is asked now."))
            return
        rng = Random(self.table.match.seed)
        *_less, found = growing(top.game, top.state, len(top.players), rng, HINT_NODES)
        name = story.seated(top, self.names)[now.seat]
        self.line.say(text.filled([found.headline(name), *map(str, found.lines)]))

    def moves(self, rest: str) -> None:
        view = self.table.view()
        place = questions.place_in(view, rest) if rest else None
        if rest and place is None:
            self.line.tell(questions.nowhere(view, rest))
            return
        there = touching(view, place) if place else view.choices
        if place and not there:
            self.line.say(_("Nothing can be played with {place} now.").format(place=place))
            return
        choices = sorted(there, key=lambda choice: choice.notation)
        if place:
            told = _.many(
                "{count} decision is possible with {place}:",
                "{count} decisions are possible with {place}:",
                len(choices),
            )
        else:
            told = _.many(
                "{count} decision is possible now:",
                "{count} decisions are possible now:",
                len(choices),
            )
        self.line.say(told.format(count=len(choices), place=place))
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
        if rest.lower() in ("on", "off"):
            self.drawn = rest.lower() == "on"
            self.line.say(
                _("The board is shown at every turn.")
                if self.drawn
                else _("The board is shown no more: ask about it.")
            )
        elif rest:
            self.line.say(_("Say board, board off or board on."))
        else:
            self.line.say(text.page(self.table.view()))

    def page(self, view: View) -> str:
        """What is shown at the beginning of a turn: to a screen reader a drawing is noise."""
        if self.drawn:
            return text.page(view)
        return text.filled(Scene(view, self.table.match.top.game.seat_names).beside())

    def rules(self, rest: str) -> None:
        self.line.say(rulebook.printed(self.table.match.top.game, drawn=self.drawn))

    def pause(self, rest: str) -> None:
        self.table.pause()
        self.paused()

    def paused(self) -> None:
        """Waits until somebody goes on, or leaves."""
        self.line.say(_("Paused: no time passes."))
        while (typed := self.line.ask(_("Type continue, or quit: ")).lower()) != "continue":
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
            self.line.say(_("Taken back."))

    def resign(self, rest: str) -> None:
        self.table.resign(self.table.speaker)

    def draw(self, rest: str) -> None:
        match = self.table.match
        asker = self.table.speaker
        for player in match.top.players:
            if player == asker or self.table.players[player].bot is not None:
                continue
            asked = self.names[player]
            answer, yes, no = "", ("yes", "y", _("yes")), ("no", "n", _("no"))
            while answer not in (*yes, *no):
                answer = self.line.ask(
                    _("{asked}, do you accept the draw (yes or no)? ").format(asked=asked)
                ).lower()
            if answer in no:
                self.line.say(
                    _("{asked} declines the draw; {title} goes on.").format(
                        asked=asked, title=title_of(match.top.game)
                    )
                )
                return
        if not self.table.bots_accept_draw(asker):
            self.line.say(_("The bot declines the draw."))
            return
        self.table.agree_draw()

    def quit(self, rest: str) -> None:
        kept = self.saving.kept()
        if kept:
            self.line.tell(kept)
        if kept or self.unsaved is self.table.match:
            self.leaving = True
            return
        self.saving.save()
        if self.saving.place:
            self.leaving = True
        else:
            self.unsaved = self.table.match
            self.line.say(
                _("Not saved: give another file with save FILE, or quit again without it.")
            )

    # ---- broken off ------------------------------------------------------------------------

    def broken_off(self, why: BaseException) -> int:
        """Saves a match that cannot go on here, and says so in one sentence."""
        what = {
            EOFError: _("The input ended in the middle of the game"),
            KeyboardInterrupt: _("Interrupted in the middle of the game"),
            Interrupted: _("The program was told to end in the middle of the game"),
        }.get(type(why), "")
        if isinstance(why, OSError):
            what = _("The output was closed in the middle of the game")
        what = what or str(why).rstrip(".")
        try:
            print(f"{one_line(what)}; {self.saving.rescued()}", file=sys.stderr)
        except OSError:
            pass  # the terminal is gone; the match is not
        return 2
