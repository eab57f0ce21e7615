"""What screens need of the app, and the base classes of screens that need it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar, cast

from textual.screen import ModalScreen, Screen

from gipf_meta.library.entry_words import sides_words
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Entry, Library
from gipf_meta.match.match import Match
from gipf_meta.match.session import Session
from gipf_meta.narration.asking import heading
from gipf_meta.plugins.loading import Installed
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.hookspecs import Showcase
from gipf_meta.records.models import Seat
from gipf_meta.table.table import Table
from gipf_meta.tui.parts.habit import Habit
from gipf_meta.tui.parts.keys_page import PLAY_KEYS, KeysPage
from gipf_meta.tui.parts.looks import Looks

R = TypeVar("R")


class Interface(Protocol):
    """The app as screens know it."""

    installed: Installed
    library: Library | None
    settings: Settings
    looks: Looks
    habit: Habit

    # ---- a match -----------------------------------------------------------------------------

    def showcase(self) -> Showcase | None:
        """The way of playing that a plugin shows off, if one does."""

    def set_up_match(self, game: type[AnyGame], show: Showcase | None = None) -> None:
        """Opens the form for a match of *game*; *show* fills it in the first time."""

    def begin_match(self, game: AnyGame, key: str, choices: Mapping[str, Any]) -> None:
        """Begins a match with the *choices* of the form, which are remembered under *key*."""

    def begin_branch(self, match: Match, names: Sequence[str], kinds: Sequence[str]) -> None:
        """Plays on from *match* as a match of its own; *kinds* are ``human`` or bots."""

    def is_first_match(self, game: AnyGame) -> bool:
        """Whether no match of *game* was ever played here."""

    def begin_gently(self, table: Table) -> None:
        """Begins the match of *table* anew, with the options of a gentle start."""

    def resume_match(self, number: int) -> None:
        """Plays on a match of the library."""

    def ask_after_end(self, table: Table) -> None:
        """Says how the match ended, and asks what to do next."""

    def leave_match(self) -> None:
        """Keeps the match as it stands, and goes back to the launcher."""

    def leave_failed_match(self, why: str) -> None:
        """Leaves a match that a game keeps from going on; shows the sentence *why*."""

    # ---- a match of the library --------------------------------------------------------------

    def replay_match(self, number: int) -> None:
        """Opens the replay of a match of the library."""

    def save_match(self, number: int) -> None:
        """Asks for a file name, and saves a match of the library there."""

    # ---- other screens -----------------------------------------------------------------------

    def show_rules(self, game: AnyGame) -> None:
        """Opens the rules of *game*."""

    def show_lessons(self, game: type[AnyGame]) -> None:
        """Opens the list of the lessons of *game*."""

    def show_history(self) -> None:
        """Opens the list of all matches."""

    def show_statistics(self) -> None:
        """Opens the page that says how often each game was played, and who won."""

    def action_preferences(self) -> None:
        """Opens the settings."""

    def action_keys(self) -> None:
        """Opens the page with the keys of the screen in front."""

    def report_saved(self, place: str | None) -> None:
        """Says where a file was saved; nothing for no *place*."""

    # ---- settings ----------------------------------------------------------------------------

    def keep_settings(self, settings: Settings) -> None:
        """Writes *settings* into their file."""

    def apply_settings(self, settings: Settings) -> None:
        """Keeps *settings*, and draws everything by them."""


class InterfaceScreen(Screen[R]):
    """A screen that asks the app for what ``Interface`` names. *R* is its answer."""

    own_keys: ClassVar[KeysPage] = PLAY_KEYS
    """What ``?`` shows."""

    @property
    def interface(self) -> Interface:
        """The app."""
        return cast("Interface", self.app)

    def keys_of(self, actions: Iterable[str]) -> dict[str, str]:
        """The keys that do the *actions* on this screen, as far as they have one."""
        bound: dict[str, str] = {}
        for key, active in self.active_bindings.items():
            if active.node is self:
                bound.setdefault(active.binding.action, key)
        return {action: bound[action] for action in actions if action in bound}

    def sides_of(self, entry: Entry) -> str:
        """Who plays a match of the library, as lists say it: ``You against expert``."""
        return sides_words(entry, self.interface.installed.games, self.interface.settings.name)

    def heading_of(self, sessions: Sequence[Session], people: Sequence[Seat]) -> str:
        """The game on top of *sessions* and its players, as ``heading`` says it."""
        return heading(sessions, people, self.interface.settings.name)


class InterfaceModal(ModalScreen[R], InterfaceScreen[R]):
    """The same in front of another screen."""
