"""Texts as mails quote them: each line behind a sign ``>``."""

from __future__ import annotations

import re
from typing import Final

_MARK: Final = re.compile(r"(?m)^[^\S\n]*>[^\S\n]?")
_BARE: Final = re.compile(r"(?m)^(?![^\S\n]*(?:>|$))")
"""How a line begins that is neither blank nor quoted."""
DEEPEST: Final = 20
"""A mail is quoted so often at most."""


def unquoted(text: str) -> str:
    """*text* without the signs that quote it, if all its lines have one; else itself. One line
    alone is the mark of a study, which says where one stands."""
    for _depth in range(DEEPEST):
        if _BARE.search(text.removeprefix("\ufeff")) or len(_MARK.findall(text)) < 2:
            break
        text = _MARK.sub("", text.removeprefix("\ufeff"))
    return text
