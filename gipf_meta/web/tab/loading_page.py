"""The loading screen of a page without a server; made when the tab is built.

Its board and its button are the first ones of the launcher, so they stay in place afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from gipf_meta.base.texts import _, language_names, spoken
from gipf_meta.desk.context import Context
from gipf_meta.desk.launcher import launcher
from gipf_meta.desk.navigation import places_of_page
from gipf_meta.desk.page_texts import first_words, words_of_page
from gipf_meta.desk.parts import AnyPart, Button, ListRow, Picture, Rows
from gipf_meta.hub.hub import Hub
from gipf_meta.library.settings import THEMES, Settings
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.rooms.ledger import MemoryLedger

BOARD: Final = "{board}"
"""The placeholder of the board in the page."""
HEAD: Final = ("to_content", "to_games", "places")
"""The keys of the words in the head of the page."""


class _LauncherStart(NamedTuple):
    """The first board of the launcher, its button, and the words of that button."""

    picture: Picture
    button: Button
    words: str


def loading_part(html: str) -> str:
    """Returns *html*, a part of the page, with the board and the request of its button."""
    begun = _launcher_start()
    if begun is None:
        return html.replace(BOARD, "")
    box = " ".join(map(str, begun.picture.box))
    wish = escape(json.dumps(begun.button.do))
    board = (
        f'<svg viewBox="{box}" aria-hidden="true" data-wish="{wish}">{begun.picture.markup}</svg>'
    )
    return html.replace(BOARD, board)


def loading_words() -> dict[str, dict[str, str]]:
    """Returns the words of the loading screen by key, for each language by its code."""
    words = first_words()
    for code in language_names():
        with spoken(code):
            words[code] |= {
                "loading": _("The program is being loaded"),
                "amount": _("{come} of {all} MB"),
                "starting": _("The program starts"),
                "games": _("The games are set up"),
                "matches": _("Your matches are looked up"),
                "remembered": _("It begins as soon as the program is loaded."),
                "kept": _(
                    "This browser keeps the program and your matches; a private window forgets"
                    " them when it is closed."
                ),
                "failed": _("The program could not be loaded; it will be tried again."),
                "crashed": _("The program has crashed and starts again; what is kept is not lost."),
                "old": _("This browser is too old for the program: take a newer one."),
                "colours": _("Colours"),
                "by_system": _("as the system has them"),
                "language_field": _("Language"),
                "language_name": language_names()[code],
                **{f"theme_{name}": _(name) for name in THEMES},
                **{f"place_{each['screen']}": each["text"] for each in places_of_page(False)},
                **{key: words_of_page()[key] for key in HEAD},
                "play": "" if (begun := _launcher_start()) is None else begun.words,
                "taken": _("This match is open in another tab."),
                "take": _("Play it here"),
                "leave_it": _("To the games"),
                "gone": _("The match goes on in another tab."),
            }
    return words


def _launcher_start() -> _LauncherStart | None:
    """Returns the first board of the launcher, in the present language; ``None``: there is none."""
    installed = installed_plugins()
    hub = Hub(MemoryLedger(), installed.find)
    screen = launcher(Context(installed, None, Settings(), hub), {})
    for row in _rows(screen.parts):
        if row.picture is not None and row.buttons:
            title, text = row.cells[0], row.buttons[0].text
            return _LauncherStart(
                row.picture, row.buttons[0], text if title in text else f"{text}: {title}"
            )
    return None


def _rows(parts: tuple[AnyPart, ...]) -> Iterator[ListRow]:
    """Yields the rows of all lists among *parts*."""
    for part in parts:
        if isinstance(part, Rows):
            yield from part.rows
