"""Pages to read: the rules of a game with its positions, and how the page is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from gipf_meta.base.texts import N_, _
from gipf_meta.desk.context import Context
from gipf_meta.desk.lesson_list import lessons_button
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Paragraph,
    Prose,
    Screen,
    ScreenPlace,
    opening,
)
from gipf_meta.desk.pictures import picture_of, pieces_in_words
from gipf_meta.desk.requests import OPTIONS, options_in
from gipf_meta.narration import rulebook
from gipf_meta.protocol.game import AnyGame, title_of
from gipf_meta.protocol.options import configure

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


def rules(context: Context, about: About) -> Screen:
    """The rules of the game that the screen is *about*, as they are with its options, if it has
    any. Raises ``UnknownGame``, ``DeskError`` and ``OptionError``."""
    game = context.game_of(about)
    given = {OPTIONS: about[OPTIONS]} if OPTIONS in about else {}
    read, in_match = game_to_read(game, about)
    return Screen(
        name="rules",
        about={"game": game.id, **given},
        title=title_of(game),
        back=ScreenPlace(screen="launcher"),
        parts=(
            *_pages(read, in_match=in_match),
            *lessons_button(context, game),
            Button(text=_("Play"), do=opening("setup", {"game": game.id}), primary=True),
        ),
    )


def game_to_read(game: type[AnyGame], about: Mapping[str, Any]) -> tuple[AnyGame, bool]:
    """*game* with the options of *about*, the parameters of a screen, and whether it has any: they
    are those of a match. Raises ``DeskError`` and ``OptionError``."""
    if OPTIONS in about:
        return configure(game, options_in(about[OPTIONS])), True
    return game(), False


def _pages(game: AnyGame, *, in_match: bool) -> Iterator[AnyPart]:
    """The parts of the rules: text and boards alternately."""
    if not game.rules_text.strip():
        yield Paragraph(text=_("{game} has no text of its rules.").format(game=title_of(game)))
    for part in rulebook.rules_of(game, in_match=in_match):
        if isinstance(part, str):
            yield prose(part)
        elif (picture := picture_of(game, part, pieces_in_words(game, part))) is not None:
            yield picture


HELP = N_("""\
*Play* beside a game begins a match, as the words above it say; *Change …* is for another opponent,
a clock and options. Every match is kept after every decision; one that is not over waits at the top
of the first screen.

**At the board** click, or touch, what you want to play: first a piece, then where it goes. Places
that can be chosen are marked; choosing one again, or Escape, takes a step back. A piece can also be
dragged. What can be said in words stands as buttons below the board.

**In a lesson** the page stands above what is asked. Enter, or *Go on*, turns it; *Show me* plays
what it asks for, and Escape goes back.

| key | what it does |
|---|---|
| arrows | the nearest place in that direction |
| q w e / a s d | the directions of a hexagonal board |
| n, N | the next, the previous of all that can be chosen, beside the board, too |
| Enter, Space | choose it |
| 1 to 9 | choose what bears that number: in the pool, the reserve, the words |
| Escape | one step back |
| +, - | a ring on the place for yourself, an arrow from it; the right button draws them, too |
| : or a letter | type a move in the game's notation, or a question such as d4? |
| H | a hint: what to play, and why |
| A | the best lines of the position that is shown, or no more |
| G | a review: a graph of the chances, and what was better, or no more |
| u, U | undo, redo |
| R, D, P | resign, offer a draw, pause the clock |
| V, S | replay the match, save it or a picture |
| O, B | the result, a rematch |
| M | a new match from the position that is shown |
| T | after a match with others: show them what you look at, or no more |
| F, C, X, Z | flip the board, copy the link, sound, full screen |
| L, ? | the rules of the game, the keys that hold at the moment |
| m | a menu of all that, with buttons |
| E | back to the list from which you came; the match is kept |

While a match is looked at again:

| key | what it does |
|---|---|
| left, right | a decision back, on |
| Home, End | the beginning, the end |
| n, N | the next, the previous turn that a review has marked |
| Space | play on its own, or stop |
| b | play on from here, in a match of its own |
| Escape | back to the match |

On screens without a board Tab leads from one thing to the next, and Escape goes back.
""")
"""The text of the help, as Markdown."""


def help_page(context: Context, about: About) -> Screen:
    """The screen of the help."""
    return Screen(
        name="help",
        title=_("Help"),
        back=ScreenPlace(screen="launcher"),
        parts=(prose(_(HELP)), Button(text=_("All games"), do=opening("launcher"))),
    )


LOWEST: Final = 6
"""The lowest level of a heading in HTML."""


@cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a tab loads it when rules are read

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return reader.disable(["image", "link", "autolink"])


def prose(words: str) -> Prose:
    """*words* of Markdown as HTML; its headings are one level lower, below that of the screen."""
    reader = _reader()
    tokens = reader.parse(words)
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + 1, LOWEST)}"
    return Prose(html=reader.renderer.render(tokens, reader.options, {}))
