"""The page's own texts: what it says by itself, without asking a room or the desk."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.desk.board_words import words_of_board
from gipf_meta.desk.people_words import words_of_people


def words_of_page() -> dict[str, str]:
    """Every text of the page by the name that the page has for it, in the player's language."""
    return (
        words_of_board()
        | words_of_people()
        | {
            "back": _("Back"),
            "from_to": _("{least} to {most}"),
        }
    )
