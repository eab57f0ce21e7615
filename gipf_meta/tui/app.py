"""The Textual application: a line to rooms and the desk, the looks of everything, and a stack of
screens."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.driver import Driver
from textual.filter import LineFilter
from textual.message import Message as Notice
from textual.screen import Screen

from gipf_meta.base import signals
from gipf_meta.base.clock import RealClock
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.deeds.thoughts import BotThought, Thought
from gipf_meta.desk.context import new_room_id
from gipf_meta.library.listed_matches import match_of_library
from gipf_meta.library.settings import Settings, save_settings
from gipf_meta.library.store import Library, is_first_match
from gipf_meta.line.conversation import Conversation
from gipf_meta.line.line import JoinError, Message, OfferLinks, RoomLine
from gipf_meta.line.local_line import LocalLine
from gipf_meta.line.own_reviews import OwnTurns
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.failures import failure
from gipf_meta.protocol.first_match import gentle_game
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.models import Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.records.writer import to_record
from gipf_meta.rooms.events import Event, PlayedAgain, TookBack
from gipf_meta.table.new_table import new_seed
from gipf_meta.table.openings import Opening
from gipf_meta.table.players import players_of, seats_of
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.clicking import Habit
from gipf_meta.tui.parts.desk_parts import FRONT
from gipf_meta.tui.parts.looks import SHOW_UNPRINTABLE, THEMES, looks_by
from gipf_meta.tui.parts.prompt import TypedLines
from gipf_meta.tui.parts.side_panel import NARROW_SCREEN, WIDE_SCREEN, Trays
from gipf_meta.tui.screens.base_screens import (
    QUITS,
    SUSPENDS,
    AllCommands,
    Interface,
    palette_commands,
)
from gipf_meta.tui.screens.calls import is_own_doing
from gipf_meta.tui.screens.decision_screen import stops_key
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import LinksDialog, MatchFile, SaveDialog
from gipf_meta.tui.screens.keys_list import page_of_keys
from gipf_meta.tui.screens.lesson import LessonList, open_lesson
from gipf_meta.tui.screens.pages import RulesPage
from gipf_meta.tui.screens.paste_events import Pasting
from gipf_meta.tui.screens.person_change import change_person
from gipf_meta.tui.screens.play_screen import PlayScreen
from gipf_meta.tui.screens.replay import Replay
from gipf_meta.tui.screens.study_screen import StudyScreen
from gipf_meta.tui.screens.way_to_next import go_to_next
from gipf_meta.web.thought_queue import ThreadThinkers

HIGH_SCREEN = 32
"""The rows that a screen needs for all panels beside each other."""

LISTS = (FRONT, "library", "tables")
"""The screens of the desk from which matches are opened."""
BOT_PAUSE_S = 0.4
"""The seconds that a bot waits before it thinks, so that its decisions can be followed."""


class MessagesArrived(Notice):
    """Posted when messages have come on the line."""


class GipfApp(App[None]):
    """The interface: the desk that *line* leads to, and in front of it the screens that are open.

    *installed* are the games that can be played. *graphics* replaces the setting. The match of
    *room* and the screen *first* are opened at once. *offer_links* makes invitation links to a
    match. *failure* is the error by which the line has ended for good.
    """

    CSS_PATH = Path(__file__).with_name("app.tcss")
    TITLE = "gipf_meta"
    action_next_match = go_to_next
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (NARROW_SCREEN, "-narrow"), (WIDE_SCREEN, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH_SCREEN, "-high")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True, tooltip=QUITS),
        Binding("ctrl+z", "suspend_process", show=False, priority=True, tooltip=SUSPENDS),
        Binding(
            "ctrl+p",
            "command_palette",
            _("palette"),
            show=False,
            priority=True,
            tooltip=_("all commands, colours and graphics"),
        ),
    ]

    def __init__(
        self,
        installed: Installed,
        line: RoomLine,
        settings: Settings,
        *,
        graphics: str = "",
        room: str = "",
        first: Screen[Any] | None = None,
        offer_links: OfferLinks | None = None,
    ) -> None:
        super().__init__()
        self.installed = installed
        if isinstance(line, LocalLine):
            self.own_line = line
        else:  # matches played there are neither sent to the host nor saved
            ms = settings.patience_ms
            self.own_line = LocalLine(installed, None, settings, RealClock(), patience_ms=ms)
        self.own_line.face = "terminal"
        self.looks = looks_by(settings, graphics)
        self.first = first
        self.habit = Habit()
        self.typed_lines = TypedLines()
        self.offer_links = offer_links
        self.failure: JoinError | None = None
        self.pasting = Pasting(self, self.call_later)
        self.open_text: Callable[[str], object] = self.pasting.open
        self.home_line = line
        self.talk = Conversation(line, self)
        self._room = room

    @property
    def settings(self) -> Settings:
        """The settings of the person at this terminal."""
        return self.own_line.settings

    @property
    def library(self) -> Library | None:
        """The library that stores the matches of this process; ``None`` without one."""
        return self.home_line.library if isinstance(self.home_line, LocalLine) else None

    @property
    def played(self) -> PlayedMatch | None:
        """The match that is open."""
        return self.talk.played

    def get_driver_class(self) -> type[Driver]:
        """The driver class: ours for the terminal on standard input, else that of Textual."""
        chosen = super().get_driver_class()
        if sys.platform != "win32":  # which has no such terminals
            from textual.drivers.linux_driver import LinuxDriver

            from gipf_meta.tui.terminal_driver import TerminalDriver

            if chosen is LinuxDriver:
                return TerminalDriver
        return chosen

    async def on_event(self, event: events.Event) -> None:
        """Drops a key that was meant for a decision which has completed itself."""
        if isinstance(event, events.Paste) and self.pasting.take(event.text, self.screen):
            return
        if not stops_key(event, self.habit, self):
            await super().on_event(event)

    def on_mount(self) -> None:
        """Opens the launcher, and in front of it the match or screen asked for."""
        self.theme = THEMES[self.looks.theme][0]
        self.push_screen(DeskScreen(self.talk))
        self._listen(self.home_line)
        if self._room:
            self.talk.go_to(self._room)
        if self.first is not None:
            self.push_screen(self.first)

    def _listen(self, line: RoomLine) -> None:
        """Receives the messages of *line* from now on; bots of this process think in threads."""
        line.call_on_news(lambda: self.post_message(MessagesArrived()))
        if isinstance(line, LocalLine):
            thinkers = ThreadThinkers(line.take_answer, line.take_part)
            line.think = partial(self._let_think, thinkers)
        self.post_message(MessagesArrived())  # messages may have come before

    def _let_think(self, thinkers: ThreadThinkers, thought: Thought) -> None:
        """Lets a bot pause before it thinks, so that its decisions can be followed."""
        is_shown = isinstance(thought, BotThought) and self.looks.motion
        if is_shown:
            # no timer of Textual: the result of a thread is handled where no application is active
            asyncio.get_running_loop().call_later(BOT_PAUSE_S, thinkers.think, thought)
        else:
            thinkers.think(thought)

    def on_messages_arrived(self) -> None:
        """Handles the messages that have come on the line."""
        try:
            self.talk.receive()
        except JoinError as error:
            self.failure = error
            self.exit()

    def action_suspend_process(self) -> None:
        """Returns to the shell, at ctrl+z; the clock stands until the program is resumed."""
        if self._driver is None or not self._driver.can_suspend or not signals.can_stop():
            return
        if not signals.has_shell():
            self.notify(_("There is no shell here to go back to."), markup=False)
            return
        line = self.talk.line
        begun_ms = line.now_ms() if isinstance(line, LocalLine) else 0
        with self.suspend():
            signals.stop_until_continued()
        if isinstance(line, LocalLine):
            line.leave_out(line.now_ms() - begun_ms)

    def action_help_quit(self) -> None:
        """Shows which key ends the program, at ctrl+c, which ends others."""
        self.notify(_("ctrl+q leaves the program; the match is kept."), markup=False)

    def show_error(self, why: str) -> None:
        """Shows a sentence on what cannot be done, long enough to be read."""
        self.notify(why, severity="error", markup=False, timeout=20)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The filters of each line of the screen: ours first, then those of Textual."""
        return [SHOW_UNPRINTABLE, *super().get_line_filters()]

    def say_notice(self, words: str) -> None:
        """Shows a notice."""
        self.notify(words, markup=False)

    # ---- a match ------------------------------------------------------------------------------

    def show_match(self, played: PlayedMatch, is_new: bool) -> None:
        """Opens the board of a match; links are shown while it waits for people to be invited."""
        self.push_screen((PlayScreen if played.study is None else StudyScreen)(played))
        admission = played.room.admission
        waits = not admission.is_open and {*played.room.free_seats} > {*admission.invited}
        if is_new and waits and "invite" in played.may:
            self.invite(played)

    def show_news(self, events: Sequence[Event]) -> None:
        """Shows the news of the match."""
        boards = [each for each in self.screen_stack if isinstance(each, PlayScreen)]
        if boards and any(isinstance(event, TookBack | PlayedAgain) for event in events):
            boards[-1].show_anew()
        if boards:
            played = boards[-1].played
            boards[-1].hear_news(is_own=is_own_doing(events, played.players_here))

    def show_answer(self, is_taken: bool, why: str) -> None:
        """Shows whether the room has accepted a decision, or *why* it has not."""
        boards = [each for each in self.screen_stack if isinstance(each, PlayScreen)]
        if boards:
            boards[-1].hear_answer(is_taken, why)
        elif why:
            self.show_error(why)

    def show_desk(self, screen: Message) -> None:
        """Shows a screen of the desk that has come: the answer to an import opens as a new
        screen."""
        place, front = screen["name"], self.screen_stack[-1:]  # none while the program ends
        if self.pasting.waits and front and front[0] not in self._desk_screens(place):
            answer = DeskScreen(self.talk, place, screen.get("about"))
            answer.given = screen
            self.push_screen(answer)
            return
        for each in self._desk_screens(place):
            each.show(screen)

    def _desk_screens(self, place: str) -> list[DeskScreen]:
        return [s for s in self.screen_stack if isinstance(s, DeskScreen) and s.place == place]

    def take(self, said: Message, talk: Conversation) -> None:
        """Applies the settings that were changed at the desk, or shows who the person is now."""
        self._draw_anew() if "settings" in said else change_person(self, talk, said)

    def is_first_match(self, game: AnyGame) -> bool:
        """Whether no match of *game* was ever played here; ``False`` without a library."""
        return is_first_match(self.library, game.id)

    def begin_gently(self, played: PlayedMatch) -> None:
        """Begins the match anew, with the options of a gentle start."""
        match = played.match
        game = gentle_game(match.sessions[0].game) or match.sessions[0].game
        self._open_here(Opening.of_match(game, played.seats, new_seed(), match.control))

    def begin_branch(self, match: Match, names: Sequence[str], kinds: Sequence[str]) -> None:
        """Leaves the open match, and plays on from *match* in a new one, unless others play the
        open one."""
        played = self.played
        if played is not None and (why := played.why_not("branch", at=0)):
            self.show_error(why)
            return
        seats = seats_of(players_of(kinds, names))
        self._open_here(Opening.of_record(to_record(match, seats)))

    def _open_here(self, opening: Opening) -> None:
        """Opens a match of this process instead of the open one."""
        line, room = self.own_line, new_room_id()
        try:
            line.open(room, opening)
        except GipfMetaError as error:
            self.show_error(str(error))
            return
        self.leave_match()
        if line is not self.home_line:
            self.talk = Conversation(line, self)
            self._listen(line)
        self.talk.go_to(room)

    # ---- ending a match -----------------------------------------------------------------------

    def leave_match(self) -> None:
        """Saves the match as it is, and goes back to the list from which it was opened; at a host
        the match goes on."""
        self.talk.leave()
        if self.talk.line is not self.home_line:
            self.talk = Conversation(self.home_line, self)
        while len(self.screen_stack) > 2 and not self._shows_list:
            self.pop_screen()

    @property
    def _shows_list(self) -> bool:
        """Whether a list is in front, from which matches are opened."""
        return isinstance(self.screen, DeskScreen) and self.screen.place in LISTS

    def leave_failed_match(self, why: str) -> None:
        """Leaves a match that cannot go on because its game failed; shows the sentence *why*."""
        self.leave_match()
        self.show_error(why)

    def give_up_seat(self) -> None:
        """Gives up the seats of this terminal, and leaves the match."""
        assert self.played is not None

        def leave(answer: Message) -> None:
            if "refused" in answer:
                self.show_error(str(answer["why"]))
            else:
                self.talk.line.last_room = ""
                self.leave_match()

        self.talk.tell({"do": "leave", "room": self.played.room.id}, leave)

    def invite(self, played: PlayedMatch, only: int | None = None) -> None:
        """Shows invitation links to the match, and makes them valid; only that to the seat of
        player *only*, if given."""
        offered = self.offer_links(played.room, only) if self.offer_links is not None else ()
        is_new = only in played.room.seats.holders

        def show(answer: Message) -> None:
            if "refused" in answer:
                self.show_error(str(answer["why"]))
            else:
                self.push_screen(page := LinksDialog(offered, is_new), page.copy)

        commands = [each.command for each in offered if each.command is not None]
        for command in commands[:-1]:
            self.talk.tell(command)
        if commands:
            self.talk.tell(commands[-1], show)
        else:
            show({})

    # ---- matches of the library ---------------------------------------------------------------

    def open_replay(
        self, match: Match, people: Sequence[Seat], notes: Notes = NO_NOTES, *, at_end: bool = False
    ) -> None:
        """Opens the replay of *match*, played by *people*."""
        self.push_screen(Replay(match, tuple(people), notes, at_end=at_end))

    def replay_match(self, number: int) -> None:
        """Opens the replay of a match of the library."""
        if found := _find_match(self, number):
            own = OwnTurns.of_record(number, found[1], self.settings.name)
            self.push_screen(Replay(*found, own=own))

    def save_match(self, number: int) -> None:
        """Asks for a file name, and saves a match of the library there."""
        if found := _find_match(self, number):
            self.push_screen(SaveDialog(MatchFile(*found)), self.report_saved)

    def report_saved(self, place: str | None) -> None:
        """Shows where a file was saved; nothing for no *place*."""
        if place:
            self.notify(_("Saved in {place}.").format(place=place), markup=False)

    # ---- other screens ------------------------------------------------------------------------

    def show_rules(self, game: AnyGame, in_match: bool = True) -> None:
        """Opens the rules of *game* with its options, chosen or not for a match."""
        self.push_screen(RulesPage(game, in_match=in_match))

    def show_lessons(self, game: type[AnyGame]) -> None:
        """Opens the list of the lessons of *game*."""
        self.push_screen(LessonList(game))

    def open_lesson(self, game: str, lesson: str, page: str = "0", mistake: Any = None) -> None:
        """Opens *page* of a *lesson* of *game*, perhaps one that mends a *mistake* of one's own."""
        open_lesson(self, game, lesson, page, mistake)

    def action_keys(self) -> None:
        """Opens the page with the keys of the screen in front."""
        self.push_screen(page_of_keys(self.screen))

    def action_preferences(self) -> None:
        """Opens the settings."""
        self.open_desk("settings")

    def open_desk(self, screen: str, about: Mapping[str, str] | None = None) -> None:
        """Opens a *screen* of the desk; at a host, too, the settings are those of this process."""
        if (found := self._desk_screens(screen)) and isinstance(self.screen, DeskScreen):
            while self.screen is not found[-1]:
                self.pop_screen()
            found[-1].ask(about or None)
            return
        line = self.own_line if screen == "settings" else self.home_line
        talk = self.talk if self.talk.line is line else Conversation(line, self)
        self.push_screen(DeskScreen(talk, screen, about))

    # ---- settings -----------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Writes *settings* into their file; shows why if that cannot be done."""
        self.own_line.settings = settings
        if why := save_settings(settings):
            self.notify(why, severity="warning", markup=False)

    def apply_settings(self, settings: Settings) -> None:
        """Saves *settings*, and draws everything by them."""
        if settings == self.settings:
            return
        self.keep_settings(settings)
        self.own_line.change_patience(settings.patience_ms)
        self._draw_anew()

    def _draw_anew(self) -> None:
        """Draws everything anew by the settings."""
        self.looks = looks_by(self.settings)
        self.theme = THEMES[self.looks.theme][0]
        for screen in self.screen_stack:
            for board in screen.query(Board):
                board.change_looks(self.looks)
            for trays in screen.query(Trays):
                trays.change_looks(self.looks)

    def action_command_palette(self) -> None:
        """Opens the palette of all commands, with a prompt in our own words."""
        if self.use_command_palette and not isinstance(self.screen, CommandPalette):
            placeholder = _("Search for commands…")
            self.push_screen(AllCommands(placeholder=placeholder, id="--command-palette"))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The commands of the palette."""
        yield from palette_commands(self)

    # ---- the end ------------------------------------------------------------------------------

    def leave(self) -> None:
        """Leaves the program as ctrl+q does, and saves what is open first: after the terminal was
        closed nobody waits for that."""
        self.exit()
        self.own_line.keep()

    def _fatal_error(self) -> None:
        """Prints one sentence on where the program failed, instead of Textual's page-long
        traceback."""
        error = self._exception
        self.panic(Text(failure(error) if isinstance(error, Exception) else ""))


if TYPE_CHECKING:
    # screens know the app as an ``Interface``: the type checker sees that it is one
    _INTERFACE: type[Interface] = GipfApp


def _find_match(app: GipfApp, number: int) -> tuple[Match, tuple[Seat, ...], Notes] | None:
    """The match of the library as far as it can be replayed; shows what is wrong with it."""
    if app.library is None:
        return None
    match, people, notes, why = match_of_library(app.library, app.installed, number)
    if why:
        app.show_error(why)
    return None if match is None else (match, people, notes)
