"""The commands that players type during a match: ``moves``, ``undo``, ``save FILE``, …"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from gipf_meta.base.texts import N_, _
from gipf_meta.match.match import CannotUndo, Match
from gipf_meta.narration import story
from gipf_meta.plain.announcer import Announcer
from gipf_meta.plain.looking import Looking
from gipf_meta.plain.saving import Saving
from gipf_meta.plain.terminal import Line
from gipf_meta.protocol.game import Turn, title_of
from gipf_meta.render import text
from gipf_meta.search.analysis import deepen_analysis
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

WITH_ARGUMENT = ("save", "moves", "board")
"""Commands that take an argument."""
OF_WHO_IS_ASKED = ("resign", "draw", "undo")
"""Commands that only the player who is asked can mean."""


class Commands:
    """What players can command at *table*. *is_leaving* is true after ``quit``."""

    def __init__(self, table: Table, line: Line, saving: Saving, announcer: Announcer) -> None:
        self.table = table
        self.line = line
        self.saving = saving
        self.announcer = announcer
        self.is_leaving = False
        self._unsaved: Match | None = None
        looking = Looking(table, line, announcer)
        self._commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "moves": looking.list_moves,
            "board": looking.show_board,
            "hint": self._hint,
            "analyse": self._analyse,
            "undo": self._undo,
            "save": self.saving.save,
            "resign": self._resign,
            "draw": self._draw,
            "pause": self._pause,
            "rules": looking.show_rules,
            "quit": self._quit,
        }

    def find(self, typed: str) -> str:
        """The command that *typed* is, without its argument; empty if it is none."""
        word, blank, _argument = typed.partition(" ")
        name = word.lower()
        return name if name in self._commands and (not blank or name in WITH_ARGUMENT) else ""

    def run(self, typed: str) -> None:
        """Runs the command that *typed* is."""
        word, _blank, argument = typed.partition(" ")
        self._commands[word.lower()](argument.strip())

    def wait_for_continue(self) -> None:
        """Waits until somebody goes on, or leaves. No time passes meanwhile."""
        self.line.say(_("Paused: no time passes."))
        while (typed := self.line.ask(_("Type continue, or quit: ")).lower()) != "continue":
            if typed == "quit":
                self._quit("")
                if self.is_leaving:
                    return
        self.table.go_on()

    def _help(self, _argument: str) -> None:
        self.line.say(_(HELP))

    def _hint(self, _argument: str) -> None:
        advice = self.table.advice()
        self.line.tell(str(advice()) if advice else _("Nobody is asked now."))

    def _analyse(self, _argument: str) -> None:
        top, now = self.table.match.top, self.table.match.top.status
        if not isinstance(now, Turn) or self.table.advice() is None:
            self.line.say(_("Nobody is asked now."))
            return
        rng = Random(self.table.match.seed)
        *_less, analysis = deepen_analysis(top.game, top.state, len(top.players), rng, HINT_NODES)
        name = story.players_by_seat(top, self.announcer.names)[now.seat]
        self.line.say(text.wrap_lines([analysis.headline(name), *map(str, analysis.lines)]))

    def _pause(self, _argument: str) -> None:
        self.table.pause()
        self.wait_for_continue()

    def _undo(self, _argument: str) -> None:
        try:
            self.table.undo()
        except CannotUndo as error:
            self.line.say(str(error))
        else:
            self.announcer.show_turn_again()
            self.line.say(_("Taken back."))

    def _resign(self, _argument: str) -> None:
        self.table.resign(self.table.speaker)

    def _draw(self, _argument: str) -> None:
        """Offers a draw; asks all people, and then the bots."""
        match = self.table.match
        asker = self.table.speaker
        for player in match.top.players:
            if player == asker or self.table.players[player].bot is not None:
                continue
            asked = self.announcer.names[player]
            if not self._accepts_draw(asked):
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

    def _accepts_draw(self, asked: str) -> bool:
        """Asks the person called *asked* whether he accepts a draw."""
        answer, yes, no = "", ("yes", "y", _("yes")), ("no", "n", _("no"))
        while answer not in (*yes, *no):
            answer = self.line.ask(
                _("{asked}, do you accept the draw (yes or no)? ").format(asked=asked)
            ).lower()
        return answer not in no

    def _quit(self, _argument: str) -> None:
        """Leaves if the match is kept, or if it was not possible to save it before."""
        place = self.saving.keep()
        if place:
            self.line.tell(place)
        if place or self._unsaved is self.table.match:
            self.is_leaving = True
            return
        self.saving.save()
        if self.saving.place:
            self.is_leaving = True
        else:
            self._unsaved = self.table.match
            self.line.say(
                _("Not saved: give another file with save FILE, or quit again without it.")
            )
