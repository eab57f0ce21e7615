"""The interface of the app that screens use, and the base classes of such screens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar, Final, Protocol, TypeVar, cast

from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.message import Message
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, OptionList

from gipf_meta.base.texts import _
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.line.conversation import Conversation
from gipf_meta.line.line import Message as LineMessage
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.line.puzzle_messages import PUZZLES
from gipf_meta.match.match import Match
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import AnyGame
from gipf_meta.records.models import Seat
from gipf_meta.records.notes import NO_NOTES, Notes
from gipf_meta.tui.parts.clicking import Habit
from gipf_meta.tui.parts.cursor_cell import place_cursor
from gipf_meta.tui.parts.keys import LIST_KEYS, KeysPage
from gipf_meta.tui.parts.looks import TECHNIQUES, THEMES, Looks
from gipf_meta.tui.parts.prompt import TypedLines

R = TypeVar("R")
KEYS_BINDING: Final = Binding(
    "question_mark", "app.keys", _("keys"),
    # before all others: letters right after it are typed on the page
    priority=True,
    tooltip=_("the keys of the screen"),
)  # fmt: skip
"""The key that opens the page of keys."""
QUITS: Final = _("quit; matches are kept")
SUSPENDS: Final = _("back to the shell; no time passes")
CHOICES: Final = (Button.Pressed, OptionList.OptionSelected, Input.Submitted)
"""The messages that report a choice on a screen."""


class Interface(Protocol):
    """The app as screens know it."""

    installed: Installed
    looks: Looks
    habit: Habit
    talk: Conversation
    typed_lines: TypedLines
    open_text: Callable[[str], object]
    """Opens the game, the position or the link in a text, or in the file of that name."""

    @property
    def settings(self) -> Settings:
        """The settings of the person at this terminal."""

    @property
    def library(self) -> Library | None:
        """The library that stores the matches of this process; ``None`` without one."""

    # ---- a match -----------------------------------------------------------------------------

    def begin_branch(self, match: Match, names: Sequence[str], kinds: Sequence[str]) -> None:
        """Plays on from *match* in a new match; *kinds* are ``human`` or bots."""

    def is_first_match(self, game: AnyGame) -> bool:
        """Whether no match of *game* was ever played here."""

    def begin_gently(self, played: PlayedMatch) -> None:
        """Begins the match anew, with the options of a gentle start."""

    def leave_match(self) -> None:
        """Saves the match as it is, and goes back to the desk."""

    def leave_failed_match(self, why: str) -> None:
        """Leaves a match that cannot go on because its game failed; shows the sentence *why*."""

    def invite(self, played: PlayedMatch, only: int | None = None) -> None:
        """Shows invitation links to the match, for a seat or to watch; only that to the seat of
        player *only*, if given."""

    def give_up_seat(self) -> None:
        """Gives up the seats of this terminal, and leaves the match."""

    # ---- a match of the library --------------------------------------------------------------

    def open_replay(
        self, match: Match, people: Sequence[Seat], notes: Notes = NO_NOTES, *, at_end: bool = False
    ) -> None:
        """Opens the replay of *match*, played by *people*."""

    def replay_match(self, number: int) -> None:
        """Opens the replay of a match of the library."""

    def save_match(self, number: int) -> None:
        """Asks for a file name, and saves a match of the library there."""

    # ---- other screens -----------------------------------------------------------------------

    def show_rules(self, game: AnyGame, in_match: bool = True) -> None:
        """Opens the rules of *game*."""

    def show_lessons(self, game: type[AnyGame]) -> None:
        """Opens the list of the lessons of *game*."""

    def open_lesson(
        self, game: str, lesson: str, page: str = "0", *, mistake: LineMessage | None = None
    ) -> None:
        """Opens *page* of a *lesson* of *game*, which both are ids; perhaps one that mends a
        *mistake* of one's own."""

    def open_desk(self, screen: str, about: Mapping[str, str] | None = None) -> None:
        """Opens a *screen* of the desk."""

    def action_preferences(self) -> None:
        """Opens the settings."""

    def action_keys(self) -> None:
        """Opens the page with the keys of the screen in front."""

    def show_error(self, why: str) -> None:
        """Shows a sentence on what cannot be done, long enough to be read."""

    def report_saved(self, place: str | None) -> None:
        """Shows where a file was saved; nothing for no *place*."""

    # ---- settings ----------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Writes *settings* into their file."""

    def apply_settings(self, settings: Settings) -> None:
        """Saves *settings*, and draws everything by them."""

    def exit(self) -> None:
        """Ends the program."""


def palette_commands(interface: Interface) -> Iterator[SystemCommand]:
    """The commands of the palette."""
    settings = interface.settings
    yield SystemCommand(
        _("Puzzles"), _("by game and theme; your rating, your mistakes"),
        partial(interface.open_desk, PUZZLES),
    )  # fmt: skip
    yield SystemCommand(
        _("Settings"), _("colours, graphics, language, motion"), interface.action_preferences
    )
    for theme in THEMES:
        yield SystemCommand(
            _("Colours: {name}").format(name=_(theme)), _("of boards and screens"),
            partial(interface.apply_settings, replace(settings, theme=theme)),
        )  # fmt: skip
    for technique in TECHNIQUES:
        yield SystemCommand(
            _("Graphics: {name}").format(name=technique), _("how finely boards are drawn"),
            partial(interface.apply_settings, replace(settings, graphics=technique)),
        )  # fmt: skip
    yield SystemCommand(_("Quit"), _("matches are kept"), interface.exit)


class InterfaceScreen(Screen[R]):
    """A screen that uses the app through ``Interface``. *R* is the type of its result."""

    own_keys: KeysPage = LIST_KEYS
    """The page of keys, but for the keys that are bound."""
    pasted_here: Sequence[str] = _("paste: a game, a position, a link"), _("paste: a game")
    """Words for the footer on what can be pasted, the longest first."""

    @property
    def interface(self) -> Interface:
        """The app."""
        return cast("Interface", self.app)

    @property
    def is_on_top(self) -> bool:
        """Whether no screen is in front of this one, and it has not been closed."""
        return self.app.screen_stack[-1:] == [self]

    def _compositor_refresh(self) -> None:
        """Draws what has changed; the terminal's cursor then stands where the person is."""
        place_cursor(self, self.interface.settings.cursor)
        super()._compositor_refresh()

    async def _on_message(self, message: Message) -> None:
        """Drops a choice made here after another screen was already requested."""
        if self.is_on_top or not isinstance(message, CHOICES):
            await super()._on_message(message)

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Closes this screen with its *result*, once: after a second key in the meantime Textual
        would close the screen below, too."""
        return super().dismiss(result) if self.is_on_top else AwaitComplete()


class InterfaceModal(ModalScreen[R], InterfaceScreen[R]):
    """An ``InterfaceScreen`` as a modal dialog in front of another screen."""

    BINDINGS: ClassVar[list[BindingType]] = [KEYS_BINDING]


class AllCommands(CommandPalette, InterfaceScreen[None]):
    """The palette of all commands."""


def keys_of(screen: InterfaceScreen[Any], actions: Iterable[str]) -> dict[str, str]:
    """The keys that do the *actions* on *screen*, without those that have another meaning in a list
    of them, which Escape closes."""
    bound: dict[str, str] = {}
    for key, active in screen.active_bindings.items():
        if active.node is screen and key != "escape":
            bound.setdefault(active.binding.action, key)
    return {action: bound[action] for action in actions if action in bound}


class MatchScreen(Protocol):
    """The screen of a match, as the classes for its keys and for questions about its people use
    it."""

    @property
    def interface(self) -> Interface:
        """The app."""
        ...

    def say(self, words: str) -> None:
        """Shows one sentence."""
        ...

    def act(self, do: Callable[[], object]) -> None:
        """Calls *do*, and shows its effect."""
        ...

    def push_paused(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Shows *screen*; no time passes until it is left."""
        ...
