"""How the page is used, and its keys."""

from __future__ import annotations

from gipf_meta.base.texts import N_, _
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import About, Button, Place, Screen, opening
from gipf_meta.desk.prose import prose

HELP = N_("""\
Choose a game, choose against whom, and press *Play*. Every match is kept after every decision; one
that is not over waits at the top of the first screen.

**At the board** click, or touch, what you want to play: first a piece, then where it goes. Places
that can be chosen are marked; choosing one again, or Escape, takes a step back. A piece can also be
dragged. What can be said in words stands as buttons below the board.

| key | what it does |
|---|---|
| arrows | the nearest place in that direction |
| Tab | the next thing that can be chosen |
| Enter, Space | choose it |
| Escape | one step back |
| : | type a move in the game's notation |

A decision can also be typed, and so can a question about the board, such as *what is on c4?*.
""")
"""The page, as Markdown."""


def help_page(context: Context, about: About) -> Screen:
    """The page to read."""
    return Screen(
        name="help",
        title=_("Help"),
        back=Place(screen="launcher"),
        parts=(prose(_(HELP)), Button(text=_("All games"), do=opening("launcher"))),
    )
