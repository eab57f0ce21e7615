"""The questions to players in line mode, and the commands that they type: ``moves``, ``undo``, …"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import N_, _
from gipf_meta.bots.analyst import AnalystFailed, analyst
from gipf_meta.bots.levels import BOTS
from gipf_meta.line.clipboard import copied
from gipf_meta.line.line import OfferLinks
from gipf_meta.line.people_actions import PEOPLE_WORDS, gone
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.line.study_commands import StudyCommands
from gipf_meta.match.timecontrol import DAY_MS
from gipf_meta.narration import questions, rulebook, story
from gipf_meta.narration.answers import choices_at
from gipf_meta.narration.clock_words import time_to_begin
from gipf_meta.plain.announcer import Announcer
from gipf_meta.plain.people_commands import PeopleCommands
from gipf_meta.plain.saving import Saving
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed
from gipf_meta.plugins.setting_up import sets_board_up
from gipf_meta.protocol.game import Turn, title_of
from gipf_meta.protocol.view import Choice, counters
from gipf_meta.records.models import MOST_DECISIONS
from gipf_meta.records.player_names import PERSON
from gipf_meta.render import text
from gipf_meta.table.new_table import hint_budget

HELP: Final = N_("""\
Type a move in the game's notation, a whole turn or one decision of it, or:
  moves   what can be played now        moves PLACE  what can be played there
  board   the board again               board off    show it no more (board on)
  news    all that was said so far      news 5       of the last five turns
  undo    take back the last decision   redo         play it again
  hint    what to play, and why         analyse      the best lines, and chances
  resign  give up this game             draw         offer a draw
  rules   the rules of this game        pause        no time until `continue`
  begin   a new match from this position
  study   a study of this match: walk in it, try other moves
  next MOVE  play it when your turn comes; next alone: no more of that
  save [FILE]  save the match           quit         save the match and leave
  copy    what can be copied: the position, the game, a link; copy sheet: that
  help    this list
Paste several turns at once, or a game.
Or ask about the board: what is on d4, around d4, line d4, where is white, what
can I do with d4, what can I capture. `?` alone says what else can be asked.
In a duel, resign and draw end the duel only; the match below goes on.""")

HELP_AT_HOST: Final = N_("""\
Type a move in the game's notation, a whole turn or one decision of it, or:
  moves   what can be played now        moves PLACE  what can be played there
  board   the board again               board off    show it no more (board on)
  news    all that was said so far      news 5       of the last five turns
  undo    take back, if others agree    draw         offer a draw
  resign  give up this game             rules        the rules of this game
  ready   time may pass                 pause 15m    stop it, if others agree
  yes, no answer what is asked          hint         what to play, against bots
  next MOVE  play it when your turn comes; next alone: no more of that
  leave   give up the seat and leave    quit         leave; the match goes on
  people  who sits where, and all that can be done about it, with what to type:
  invite  links for others              invite SEAT  a new link to a seat
  uninvite SEAT   no link any more      sit SEAT     take a free seat
  seat SEAT easy  a bot takes it        claim SEAT   the win, from who has gone
  begin   a new match from this position, if nobody else plays this one
  study   a study of this match, if nobody else plays it
  copy    what can be copied: the position, the game, a link; copy sheet: that
  help    this list                     save FILE    the match in a file
Or ask about the board: what is on d4, around d4, line d4, where is white, what
can I do with d4, what can I capture. `?` alone says what else can be asked.
In a duel, resign and draw end the duel only; the match below goes on.""")

HELP_SET_UP: Final = N_("""\
Type what to take in hand, then the places for it; or one change at once, or:
  W       then d4 d5: puts it there     -            then d4: takes it away
  hand    then d4, then e5: moves it    d4=W, d4=-, d4-e5, d4-off  at once
  turn=2  sets what is not on a place   empty, start, or a whole position
  moves   what can be chosen            board        the board again
  undo    take back the last change     redo         make it again
  begin   on to a match from this board
  rules   the rules of this game        save [FILE]  save the board
  quit    leave                         help         this list
  copy    what can be copied: the position, a link; copy position: that
Or ask about the board: where is everything, what is on d4, which places are
empty. `?` alone says what else can be asked.""")

WITH_ARGUMENT: Final = (
    *("save", "moves", "board", "news", "next", "copy", "pause"), *PEOPLE_WORDS,
)  # fmt: skip
"""The commands that may have an argument."""
OF_WHO_IS_ASKED: Final = ("resign", "draw", "undo")
"""The commands that belong to the player to move."""
SPAN: Final = re.compile(r"(\d{1,5})\s*([smhd])", re.ASCII | re.IGNORECASE)
UNITS_MS: Final = {"s": 1000, "m": 60_000, "h": 3_600_000, "d": DAY_MS}
GO_ON: Final = ("continue", "ready")
"""The words that start the clock again."""
ROW_WIDTH: Final = 78
"""The characters of a row in a list of many choices."""
FEW_CHOICES: Final = 20
"""The most choices that are listed with their labels, one a line."""


class Commands:
    """The commands in the match that is *played*. *is_leaving* is true after ``quit``, and
    *has_left* after the seats here were given up; *has_paused*, while ``pause`` stops the clock.

    *offer_links* makes invitation links; ``None``: nobody can be invited.
    """

    def __init__(
        self,
        played: PlayedMatch,
        terminal: Terminal,
        saving: Saving,
        announcer: Announcer,
        offer_links: OfferLinks | None = None,
    ) -> None:
        self.played, self.terminal = played, terminal
        self.saving, self.announcer = saving, announcer
        self.is_leaving = self.has_left = self.has_paused = False
        self._people = PeopleCommands(played, terminal, offer_links, self._note_left)
        self._unsaved: object = None
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _argument: self.terminal.say(self._help),
            "moves": self._list_moves,
            "board": self._show_board,
            "news": self.tell_news,
            "hint": self._hint,
            "analyse": self._analyse,
            "undo": lambda _argument: played.undo(),
            "redo": lambda _argument: played.redo(),
            "save": saving.save,
            "copy": self.copy,
            "resign": self._resign,
            "draw": lambda _argument: played.offer_draw(),
            "pause": self._pause,
            "next": self._decide_beforehand,
            "begin": lambda _argument: played.do("begin_here"),
            "study": lambda _argument: played.do("study"),
            "rules": self._show_rules,
            "quit": self._quit,
        }
        if played.is_far:
            self._commands |= {
                "ready": lambda _argument: played.go_on(),
                "continue": lambda _argument: played.go_on(),
                **self._people.commands,
            }
        self.study = StudyCommands(played, self._tell_lines, self._commands, announcer.tell_review)

    def find(self, typed: str) -> str:
        """The name of the command in *typed*, without its argument; ``""`` if it is none."""
        if self.played.study is not None:
            return self.study.find(typed)
        word, blank, _argument = typed.partition(" ")
        name = word.lower()
        return name if name in self._commands and (not blank or name in WITH_ARGUMENT) else ""

    def is_about_people(self, typed: str) -> bool:
        """Whether *typed* is a command about the people at the table."""
        return self.find(typed) in self._people.commands

    def run(self, typed: str) -> None:
        """Runs the command in *typed*."""
        word, _blank, argument = typed.partition(" ")
        try:
            if self.played.study is not None:
                self.study.run(typed)
            else:
                self._commands[word.lower()](argument.strip())
        except AnalystFailed as error:
            self.terminal.tell(str(error))

    @property
    def _help(self) -> str:
        """The text of the help: the commands, besides decisions."""
        if sets_board_up(self.played.match.top.game):
            return _(HELP_SET_UP)
        return _(HELP_AT_HOST if self.played.is_far else HELP)

    def _tell_lines(self, lines: list[str]) -> None:
        self.terminal.say(text.wrap_lines(lines))

    # ---- what only looks ------------------------------------------------------------------------

    def _list_moves(self, place_name: str) -> None:
        """Prints the choices, all of them or those that concern a place."""
        view = self.announcer.seen_view()
        place = questions.find_place(view, place_name) if place_name else None
        if place_name and place is None:
            self.terminal.tell(questions.no_such_place(view, place_name))
            return
        choices = choices_at(view, place) if place else view.choices
        if place and not choices:
            words = _("Nothing can be played with {place} now.")
            self.terminal.say(words.format(place=place))
            return
        if place:
            count = _.many(
                "{count} decision is possible with {place}:",
                "{count} decisions are possible with {place}:",
                len(choices),
            )
        else:
            count = _.many(
                "{count} decision is possible now:",
                "{count} decisions are possible now:",
                len(choices),
            )
        self.terminal.say(count.format(count=len(choices), place=place))
        counted = {} if place else counters(view, choices)
        if counted:
            template = _("{word} up to {count} times")
            most = ", ".join(template.format(word=word, count=n) for word, n in counted.items())
            self.terminal.say(text.wrap_lines([_("Put together: {words}.").format(words=most)]))
            choices = [choice for choice in choices if len(choice.path) <= 2]
        self._list(sorted(choices, key=lambda choice: choice.notation))

    def _list(self, choices: Sequence[Choice]) -> None:
        """Prints few choices with their labels, and many in rows."""
        width = max((len(choice.notation) for choice in choices), default=0)
        if len(choices) <= FEW_CHOICES:
            self.terminal.say(*(f"  {c.notation:<{width}}  {c.label}" for c in choices))
            return
        words = [f"{c.notation:<{width}} {c.gain}".rstrip() for c in choices]
        width = max(map(len, words))
        across = max(1, ROW_WIDTH // (width + 2))
        for first in range(0, len(words), across):
            row = words[first : first + across]
            self.terminal.say("  " + "  ".join(f"{word:<{width}}" for word in row).rstrip())

    def _show_board(self, argument: str) -> None:
        """Prints the board; ``on`` and ``off`` set whether it is printed at every turn."""
        if argument.lower() in ("on", "off"):
            self.announcer.is_drawing = argument.lower() == "on"
            self.terminal.say(
                _("The board is shown at every turn.")
                if self.announcer.is_drawing
                else _("The board is shown no more: ask about it.")
            )
        elif argument:
            self.terminal.say(_("Type board, board off or board on."))
        else:
            self.terminal.say(text.page(self.announcer.seen_view()))

    def tell_news(self, turns: str) -> None:
        """Prints all that was said of the match, or of its last *turns*, if a number is given."""
        if (count := read_whole(turns or str(MOST_DECISIONS), 1)) is None:
            self.terminal.tell(_("Say news, or news 5 for the last five turns."))
        else:
            self.announcer.tell_all_news(count)

    def _show_rules(self, _argument: str) -> None:
        """Prints the rules of the game on top."""
        game = self.played.match.top.game
        self.terminal.say(rulebook.rules_page(game, drawn=self.announcer.is_drawing))

    # ---- what helps -----------------------------------------------------------------------------

    def _hint(self, _argument: str) -> None:
        advice = self.played.advice()
        self.terminal.tell(str(advice()) if advice else self.played.why_not("hint"))

    def _analyse(self, _argument: str) -> None:
        if why := self.played.why_not("analyse"):
            self.terminal.tell(why)
            return
        match, now = self.played.match, self.played.match.top.status
        if not isinstance(now, Turn):
            self.terminal.say(_("There is nothing to play now."))
            return
        top = match.top
        analysis = analyst().analyse(top, hint_budget(self.played.table))
        name = story.players_by_seat(top, self.announcer.names)[now.seat]
        lines = [analysis.headline(name), *map(str, analysis.lines)]
        self.terminal.say(text.wrap_lines(lines))

    # ---- what the match is asked for ------------------------------------------------------------

    def _resign(self, _argument: str) -> None:
        if (speaker := self.played.speaker) is None:
            self.terminal.tell(self.played.why_not("resign"))
        else:
            self.played.resign(speaker)

    def _decide_beforehand(self, text: str) -> None:
        """Sets the premove; without *text*, deletes it."""
        self.played.premove(text or None)

    def _pause(self, span: str) -> None:
        """Stops the clock, or requests that from the others, for the time *span*; for a lone
        player, until ``continue`` is typed."""
        if not self.played.is_alone:
            if (ms := read_pause(span)) is not None or not span:
                self.played.pause(ms)
            else:
                words = _("A pause lasts from a second to a day: pause 90s, pause 15m or pause 2h.")
                self.terminal.tell(words)
            return
        if span:
            self.terminal.tell(_("Nobody else is asked: the pause lasts until you type continue."))
        if self.played.clock_runs:
            self.played.pause()
        self.has_paused = True

    def copy(self, name: str) -> None:
        """Prints the text with that *name*, to be copied; without one, the names."""
        self.terminal.say(*copied(self.played, name))

    # ---- leaving --------------------------------------------------------------------------------

    def _quit(self, _argument: str) -> None:
        """Leaves the match if it is saved, or if saving it has failed before."""
        if self.played.is_far:
            self.is_leaving = True
            return
        place = self.saving.keep()
        if place:
            self.terminal.tell(place)
        if place or self._unsaved is self.played.match:
            self.is_leaving = True
            return
        self.saving.save()
        if self.saving.place:
            self.is_leaving = True
        else:
            self._unsaved = self.played.match
            self.terminal.say(
                _("Not saved: give another file with save FILE, or quit again without it.")
            )

    def _note_left(self) -> None:
        self.is_leaving = self.has_left = True


class LineQuestions:
    """The questions of the match that is *played* to the person at the terminal of *announcer*."""

    def __init__(
        self, played: PlayedMatch, installed: Installed, commands: Commands, announcer: Announcer
    ) -> None:
        self.played, self.installed = played, installed
        self.commands, self.announcer, self.terminal = commands, announcer, announcer.terminal

    @property
    def clock_runs_here(self) -> bool:
        """Whether a person sits at the terminal while a clock runs."""
        return self.terminal.is_interactive and self.played.clock_runs

    def prompt(self) -> str:
        """The prompt: the player who is to answer, and the question."""
        played, names = self.played, self.announcer.names
        if self.is_to_answer:
            return _("yes or no> ")
        if played.paused and "go_on" in played.may:
            return _("Time runs when all are ready. Type ready> ")
        if played.fault is not None and played.has_say:
            words = _(
                "{name} is stuck: again, resign or draw for it, or who plays on in its place"
                " ({players})? "
            )
            return words.format(name=names[played.fault.player], players=", ".join((PERSON, *BOTS)))
        if played.trouble and played.has_say:
            words = _("Which game shall decide instead ({games})? ")
            return words.format(games=", ".join(sorted(self._games_instead)))
        player = played.match.player
        if player is None:
            return "> "
        name = story.players_by_seat(played.match.top, names)[played.match.top.seat_of(player)]
        if played.bot_is_due:
            return _("({name} is thinking)> ").format(name=name)
        return f"{name}> " if played.is_due else _("({name} is on turn)> ").format(name=name)

    @property
    def _games_instead(self) -> list[str]:
        """The games that can decide instead of the duel that cannot be played."""
        match = self.played.match
        failed = match.top.game.id if len(match.sessions) > 1 else ""
        return [game for game in self.installed.games_for(2) if game != failed]

    def ask_ready(self) -> None:
        """Starts the clock once a person at the terminal is ready. On a pipe it starts at once."""
        if self.clock_runs_here:
            self.terminal.say(*filter(None, [time_to_begin(self.played.match)]))
            typed = self.terminal.ask(_("Time runs as soon as you press Enter. Ready? "))
            if typed.lower() == "quit":
                self.commands.run(typed)
                if self.commands.is_leaving:
                    return
        self.played.go_on()

    def wait_for_continue(self) -> None:
        """Waits until ``continue`` or ``quit`` is typed. The clock stands meanwhile."""
        self.terminal.say(_("Paused: no time passes."))
        while (typed := self.terminal.ask(_("Type continue, or quit: ")).lower()) not in GO_ON:
            if typed == "quit":
                self.commands.run(typed)
                if self.commands.is_leaving:
                    return
        self.commands.has_paused = False
        self.played.go_on()

    @property
    def draw_is_asked_here(self) -> bool:
        """Whether a player at this keyboard has offered a draw to others at it."""
        return self.played.room.offer in self.played.players_here and self.is_to_answer

    def ask_about_draw(self) -> None:
        """Asks the others at this keyboard, each by name, whether they accept a draw."""
        played, names = self.played, self.announcer.names
        yes, no = ("yes", "y", _("yes")), ("no", "n", _("no"))
        for player in played.asked_about_draw:
            answer, words = "", _("{asked}, do you accept the draw (yes or no)? ")
            while answer not in (*yes, *no):
                answer = self.terminal.ask(words.format(asked=names[player])).lower()
            if answer in no:
                words = _("{asked} declines the draw; {title} goes on.")
                title = title_of(played.match.top.game)
                played.answer(False)
                self.terminal.say(words.format(asked=names[player], title=title))
                return
        played.answer(True)

    @property
    def is_to_answer(self) -> bool:
        """Whether the person here must answer yes or no: to a request, or to a draw."""
        return not self.played.why_not("answer", accept=True)

    @property
    def is_asked(self) -> bool:
        """Whether the match waits for an answer or a decision of the person here."""
        played, room = self.played, self.played.room
        if played.study is not None:
            return True  # to go on, or to walk
        if self.is_to_answer or (played.paused and "go_on" in played.may) or "sit" in played.may:
            return True
        if gone(played):
            return True  # the question what becomes of the match without them
        asks = room.request.player if room.request is not None else room.offer
        if asks in played.players_here or played.paused:
            return False  # others answer first
        if played.fault is not None or played.trouble:
            return played.has_say
        return played.is_due

    def offered_at_end(self) -> str:
        """The prompt after the end of the match, with what can be done then."""
        if self.is_to_answer:
            return _("Type yes or no, review, study, save FILE, copy, or Enter to leave: ")
        if "rematch" in self.played.may:
            return _("Type review, study, save FILE, copy, rematch, or Enter to leave: ")
        return _("Type review, study, save FILE, copy, or Enter to leave: ")


def read_pause(text: str) -> int | None:
    """The milliseconds of a pause that *text* writes, as ``15m``; ``None`` if it is none, or too
    long."""
    said = SPAN.fullmatch(text)
    ms = int(said[1]) * UNITS_MS[said[2].lower()] if said else 0
    return ms if 0 < ms <= DAY_MS else None


def ends_fault(played: PlayedMatch, text: str) -> bool:
    """Carries out *text* as the decision about the bot that has failed; returns whether *text* is
    one."""
    word = text.partition(" ")[0].lower()
    fault = played.fault
    assert fault is not None
    if word in ("quit", "save") or not played.has_say:
        return False
    if word == "again":
        played.ask_again()
    elif word == "resign":
        played.resign(fault.player)
    elif word == "draw":
        played.offer_draw()
    elif played.is_far and text.lower() not in (PERSON, *BOTS):
        return False
    else:
        played.seat(fault.player, text)
    return True
