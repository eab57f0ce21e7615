"""Names of games with the version of their rules, such as ``zertz-v1``, for what is published."""

from __future__ import annotations

import re
from typing import Final

from gipf_meta.protocol.game import AnyGame

_VERSIONED: Final = re.compile(r"([a-z0-9_]+)-v([1-9][0-9]{0,8})")


def versioned_name(game: AnyGame | type[AnyGame]) -> str:
    """The id of *game* with the version of its rules. Results under one such name, with the same
    options, can be compared."""
    return f"{game.id}-v{game.rules_version}"


def read_versioned_name(words: str) -> tuple[str, int | None]:
    """The id and the version that *words* name, as ``versioned_name`` writes them; *words* and
    ``None`` where they name no version."""
    found = _VERSIONED.fullmatch(words)
    return (found[1], int(found[2])) if found else (words, None)
