"""The keys in words: in the footer, as many as have room, and on the page that ``?`` shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias, runtime_checkable

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.widgets import Footer, Static

from gipf_meta.base.texts import N_, _

KeysPage: TypeAlias = tuple[str, str]
"""A title and a page in Markdown, both to be translated."""

PLAY_KEYS: KeysPage = (
    N_("Keys of a match"),
    N_("""\
| key | what it does |
|---|---|
| arrows | the nearest point in that direction |
| q w e / a s d | the directions of a hexagonal board |
| n, N | the next, the previous point that can be clicked |
| Enter, Space, click | choose it |
| Tab | to the words below the board, and back |
| 1 to 9, or the letters shown | choose one of the words below the board; a capital counts down |
| Escape | one step back |
| : | type a move in the game's notation |
| O | go to what somebody else has asked or caused; it waits above the board |
| m | a menu of what the following keys do |
| H | a hint: what to play, and why |
| A | the best lines of the position, and the chances |
| M | a new match from this position |
| u, U | undo, redo |
| R, D, P | resign, offer a draw, pause the clock |
| V, S | replay the match, save it or a picture |
| C | copy the position, the game, a link |
| W | a study of the match: walk in it, try other moves |
| , . < > [ ] | in a study: a turn back, on, the beginning, the end, another line |
| Z | in a study: take back what was deleted, promoted or written last |
| I, Q | at a host: who sits where, links, free seats; give up the seat |
| F1 | the rules of the game; there, l opens its lessons |
| F2 | what happened: all that was said of the match, turn by turn |
| PageUp, PageDown | what stands beside the board |
| ctrl+l | leave; the match is kept, and waits in the list |

Every match is kept after every decision.
"""),
)
SET_UP_KEYS: KeysPage = (
    N_("Keys for setting a board up"),
    N_("""\
| key | what it does |
|---|---|
| 1 to 9, then letters | take that in hand, or set it; a key means the same on every page |
| arrows, or q w e / a s d | the nearest place in that direction |
| n, N | the next, the previous place where something can be done |
| Enter, Space, click | put there what is in hand, take away or move what stands there |
| Escape | lay back what is in hand |
| Tab | to what can be put and set, and back; there: |
| arrows, PageUp, PageDown, Home, End | the next word, line and page, the first and the last word |
| digits | where a number is asked for: that number; Enter if it could go on |
| : | type what is to be changed: d4=W, d4=-, d4-e5, empty, start, or a whole position |
| u, U | undo, redo |
| M | on to a match from this board |
| S | save it, or a picture |
| C | copy the position, or a link to it |
| F1 | the rules of the game |
| PageUp, PageDown | what stands beside the board |
| ctrl+l | leave; the board is kept, and *Set up a board* goes on with it |

A dot marks what is in hand: it stays there until something else is taken, or laid back. The same
piece once more on its place takes it away, lies on top of it or turns it. Questions are answered
here, too: type *where is everything*.
"""),
)
REPLAY_KEYS: KeysPage = (
    N_("Keys of the replay"),
    N_("""\
| key | what it does |
|---|---|
| left, right | a decision back, on |
| up, down | a turn back, on, over its duel |
| Home, End | the beginning, the end |
| i, o | into the next duel, out of the duel |
| Space, [, ] | play on its own, or stop; slower, faster |
| a | the best lines of each position, and the chances; or no more |
| r | a review: what each turn was worth; stops it; sums it up |
| n, N | the next, the previous turn that the review has marked |
| b | play on from here, in a match of its own |
| M | a new match from this position |
| S | save the match, or a picture |
| C | copy the position, the game, a link |
| F1 | the rules of the game |
| m | a menu of these |
| Escape | leave |
"""),
)
MATCHES_KEYS: KeysPage = (
    N_("Keys of the list of matches"),
    N_("""\
| key | what it does |
|---|---|
| up, down | the next match |
| Enter, click | play on; a match that is over is looked at again |
| g | play on |
| r | replay it |
| S | save it, or a picture |
| Delete | delete it; asks first |
| / | type words, and only matches with these words stay in the list |
| ctrl+o | more to narrow the list by: a game, a result, days |
| Escape | leave |
"""),
)
FORM_KEYS: KeysPage = (
    N_("Keys of the form"),
    N_("""\
| key | what it does |
|---|---|
| Tab, shift+Tab | the next field, the one before |
| Enter | in a name: the next field; in a list: open it, choose; on Play: begin |
| ctrl+s | begin, from every field |
| ctrl+o | the options of the game; once more folds them |
| F1 | the rules of the game |
| Escape | leave |
"""),
)
SETTINGS_KEYS: KeysPage = (
    N_("Keys of the settings"),
    N_("""\
| key | what it does |
|---|---|
| Tab, shift+Tab | the next setting, the one before |
| Enter | open a list, choose from it |
| Escape | leave; everything is kept |
"""),
)
LESSON_KEYS: KeysPage = (
    N_("Keys of a lesson"),
    N_("""\
| key | what it does |
|---|---|
| Enter, Space | go on; where a move is asked for: choose the point with the cursor |
| arrows | the nearest point in that direction |
| n, N | the next, the previous point that can be clicked |
| 1 to 9, or the letters shown | choose one of the words below the board |
| : | type a move in the game's notation |
| h | a hint |
| Escape | one step back |
| F1 | the rules of the game |
| ctrl+l | leave |
"""),
)
PAGE_KEYS: KeysPage = (
    N_("Keys of a page"),
    N_("""\
| key | what it does |
|---|---|
| up, down, PageUp, PageDown, Home, End | scroll |
| Escape, q | leave |
"""),
)
LAUNCHER_KEYS: KeysPage = (
    N_("The list of games"),
    N_("""\
The upper list has the games, the middle one the matches that wait for you, the lower one the pages.
At a host your tables come first, then those at which a seat is free. Beside the lists stands what
the line with the cursor means.

| key | what it does |
|---|---|
| arrows | the next line, also from one list into the other |
| Enter | choose the line: set up a match, play on, take a seat, open a page; so does a click |
| 1, A, e, h … | choose the line with that key at its right end: no letter is the key of two |
| l | the lessons of the game with the cursor |
| F1 | its rules |
| ctrl+w | watch at a table where a seat is free, without taking it |

To play: choose a game, choose against whom, and press Play. A first game is told step by step in
the lessons. Every match is kept after every decision; one that is not over waits in the middle
list. In a match ? lists its keys.
"""),
)
EVERYWHERE = N_("""\
Everywhere:

| key | what it does |
|---|---|
| ? | the keys of the screen |
| ctrl+p | all commands, colours and graphics |
| ctrl+z | back to the shell; no time passes |
| ctrl+q | quit |

A game, a position or a link that is pasted, and a file that is dropped, opens wherever no text is
typed; turns that are pasted into a match are played.
""")
"""The keys that hold everywhere, as Markdown."""


def keys_in_words(keys: KeysPage) -> tuple[str, str]:
    """The title and the page of a screen's *keys*, and then those that hold everywhere."""
    title, page = keys
    return _(title), f"{_(page)}\n{_(EVERYWHERE)}"


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
