"""The keys in words: in the footer, as many as have room, and on the page that ``?`` shows."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, runtime_checkable

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.widget import Widget
from textual.widgets import Footer, Static

from gipf_meta.base.texts import N_


class KeyLine(NamedTuple):
    """A line of a page of keys that no binding of ours says: the names of its *keys*, separated by
    commas, and its *words*, to be translated. *shown* stands for keys that are too many to name."""

    keys: str
    words: str
    shown: str = ""


class KeysPage(NamedTuple):
    """The page of keys of a screen: each key that is bound there with words (its ``tooltip``) has a
    line, and so have *more* keys. All texts are to be translated.

    *words* replace those of the actions that mean something else on this screen; *hidden* are the
    actions that mean nothing there. *before* and *about* stand above and below the keys.
    """

    title: str
    more: tuple[KeyLine, ...] = ()
    words: Mapping[str, str] = {}
    hidden: Collection[str] = ()
    before: str = ""
    about: str = ""


_WORDS_BELOW: Final = N_("1 to 9 …")
_LINES: Final = (
    KeyLine("down", N_("the next line")),
    KeyLine("up", N_("the line before")),
    KeyLine("pagedown", N_("a page down")),
    KeyLine("pageup", N_("a page up")),
    KeyLine("end", N_("the end")),
    KeyLine("home", N_("the beginning")),
)
"""The keys of every list and page."""
_CHOOSES: Final = KeyLine("enter", N_("choose the line; so does a click"))
PLAY_KEYS: Final = KeysPage(
    N_("Keys of a match"),
    (
        KeyLine(
            "",
            N_("choose the word below the board with that key; a capital counts down"),
            _WORDS_BELOW,
        ),
        KeyLine("tab", N_("to the words below the board, and back")),
    ),
    about=N_("Every match is kept after every decision."),
)
SET_UP_KEYS: Final = KeysPage(
    N_("Keys for setting a board up"),
    (
        KeyLine(
            "",
            N_("take that in hand, or set it; a key means the same on every page"),
            _WORDS_BELOW,
        ),
        KeyLine("tab", N_("to what can be put and set, and back")),
        KeyLine(
            "",
            N_("where a number is asked for: that number; Enter if it could go on"),
            N_("digits"),
        ),
    ),
    words={
        "choose": N_(
            "put there what is in hand, take away or move what stands there; so does a click"
        ),
        "next(1)": N_("the next place where something can be done"),
        "next(-1)": N_("the previous place where something can be done"),
        "back": N_("lay back what is in hand"),
        "type": N_(
            "type what is to be changed: d4=W, d4=-, d4-e5, empty, start, or a whole position"
        ),
        "table('begin_here')": N_("on to a match from this board"),
        "table('save')": N_("save the board, or a picture"),
        "table('copy')": N_("copy the position, or a link to it"),
        "table('leave')": N_("leave; the board is kept, and “Set up a board” goes on with it"),
    },
    hidden=frozenset(
        f"table('{name}')"
        for name in (
            "resign", "draw", "pause", "replay", "hint", "analyse", "study", "back", "on",
            "first", "last", "up", "down", "restore", "people", "give_up", "open_call", "plan",
        )
    ),
    about=N_(
        "A dot marks what is in hand: it stays there until something else is taken, or laid back."
        " The same piece once more on its place takes it away, lies on top of it or turns it."
        " Questions are answered here, too: type “where is everything”."
    ),
)  # fmt: skip
PLAN_KEYS: Final = KeysPage(
    N_("Keys of the board in imagination"),
    (
        KeyLine("", N_("choose the word below the board with that key"), _WORDS_BELOW),
        KeyLine("tab", N_("to the words below the board, and back")),
    ),
    before=N_(
        "Move as whoever is next may move: nothing of it is played. After a move of yours S keeps"
        " the way there: if it comes so, your move is played at once."
    ),
)
REPLAY_KEYS: Final = KeysPage(N_("Keys of the replay"))
MATCHES_KEYS: Final = KeysPage(
    N_("Keys of the list of matches"),
    (
        KeyLine("enter", N_("play on; a match that is over is looked at again; so does a click")),
        *_LINES,
    ),
    words={"options": N_("more to narrow the list by: a game, a result, days")},
)
FORM_KEYS: Final = KeysPage(
    N_("Keys of the form"),
    (
        KeyLine(
            "enter", N_("in a name: the next field; in a list: open it, choose; on Play: begin")
        ),
        KeyLine("tab", N_("the next field")),
        KeyLine("shift+tab", N_("the field before")),
    ),
)
SETTINGS_KEYS: Final = KeysPage(
    N_("Keys of the settings"),
    (
        KeyLine("enter", N_("open a list, choose from it")),
        KeyLine("tab", N_("the next setting")),
        KeyLine("shift+tab", N_("the setting before")),
    ),
    about=N_("Each setting is kept at once."),
)
LESSON_KEYS: Final = KeysPage(
    N_("Keys of a lesson"),
    (KeyLine("", N_("choose the word below the board with that key"), _WORDS_BELOW),),
)
PAGE_KEYS: Final = KeysPage(N_("Keys of a page"), _LINES)
LIST_KEYS: Final = KeysPage(
    N_("Keys of a list"),
    (_CHOOSES, KeyLine("", N_("choose the line with that key at its end"), N_("its key")), *_LINES),
)
DIALOG_KEYS: Final = KeysPage(
    N_("Keys of a question"),
    (
        KeyLine("enter", N_("give the answer that is marked; so does a click")),
        KeyLine("", N_("give the answer with that letter in brackets"), N_("its letter")),
        KeyLine("tab", N_("the next answer")),
        KeyLine("shift+tab", N_("the answer before")),
    ),
)
LAUNCHER_KEYS: Final = KeysPage(
    N_("The list of games"),
    (
        KeyLine(
            "enter",
            N_(
                "choose the line: begin a match, play on, take a seat, open a page; so does a click"
            ),
        ),
        KeyLine(
            "",
            N_("choose the line with that key at its right end: no letter is the key of two"),
            N_("1, A, e …"),
        ),
        KeyLine("down", N_("the next line, after the last one in the next list")),
        KeyLine("up", N_("the line before, above the first one in the list before")),
    ),
    before=N_(
        "The upper list has the games, the middle one the matches that wait for you, the lower one"
        " the pages. At a host your tables come first, then those at which a seat is free. Beside"
        " the lists stands what the line with the cursor means."
    ),
    about=N_(
        "To play: choose a game; it begins at once, as the words beside the list say. A first game"
        " is told step by step in the lessons. Every match is kept after every decision; one that"
        " is not over waits in the middle list. In a match ? lists its keys."
    ),
)
PASTED: Final = N_(
    "A game, a position or a link that is pasted, and a file that is dropped, opens wherever no"
    " text is typed; turns that are pasted into a match are played."
)
"""A paragraph on pasting, which needs no key."""


ALWAYS: Final = ("escape", "ctrl+l", "ctrl+q", "m")
"""The keys that stay in the footer where others have no room: the ways out, and the menu of the
others."""
PADDING: Final = 3
"""The columns around a key and what it does."""


@runtime_checkable
class ShownKey(Protocol):
    """A key of the footer, and its description."""

    key: str
    key_display: str
    description: str


@runtime_checkable
class TakesPaste(Protocol):
    """A screen into which games are pasted."""

    @property
    def pasted_here(self) -> Sequence[str]:
        """Words for what can be pasted, the longest first."""


class KeyBar(Footer):
    """The keys of the screen that have room, and what can be pasted; the page of all keys names the
    rest."""

    _shown: object = None
    """The bindings and the width for which the footer was composed."""

    def compose(self) -> ComposeResult:
        """The keys, in their order."""
        self._shown = self._read_keys()
        every = list(super().compose())
        keys = [key for key in every if isinstance(key, ShownKey)]
        for key in keys:
            if isinstance(key, Widget) and not key.has_class("-command-palette"):
                # a key is compact until it is bound to the footer: each would be styled three times
                key.set_reactive(Footer.compact, self.compact)
        free = self.app.size.width - sum(_columns(key) for key in keys if key.key in ALWAYS)
        for key in keys:
            if key.key not in ALWAYS:
                free -= _columns(key)
                if free < 0:
                    every.remove(key)
        self.styles.grid_size_columns = max(1, len(every))
        yield from every
        free = self.app.size.width - sum(
            _columns(key) for key in every if isinstance(key, ShownKey)
        )
        ways = self.screen.pasted_here if isinstance(self.screen, TakesPaste) else ()
        words = next((each for each in ways if cell_len(each) + PADDING <= free), "")
        if words:
            yield Static(words, classes="pasted", markup=False)

    def _read_keys(self) -> object:
        """The values on which the footer depends: the bindings that are shown, and the width."""
        every = self.screen.active_bindings.values()
        keys = [active[1:] for active in every if active.binding.show]
        return self._bindings_ready, self.app.size.width, keys

    async def recompose(self) -> None:
        """Composes the keys anew, unless they stay the same.

        Textual calls it whenever another widget gets the focus.
        """
        if self.is_attached and self._read_keys() != self._shown:
            await super().recompose()

    def on_resize(self, event: events.Resize) -> None:
        """Chooses the keys anew."""
        self.call_after_refresh(self.recompose)


def _columns(key: ShownKey) -> int:
    return cell_len(key.key_display) + cell_len(key.description) + PADDING
