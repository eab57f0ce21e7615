"""The tags of a game in ZEN, and their meaning here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from gipf_meta import WrittenGame
from gipf_meta_zertz.game import Zertz

ABOUT: Final = {"event": "event", "site": "site", "date": "date", "timecontrol": "clock"}
"""The names under which a record holds tags, in small letters; others have their own name."""
TAGS: Final = {"event": "Event", "site": "Site", "date": "Date", "clock": "TimeControl"}
"""The tags for a record's notes about a match; other notes are tags of their own name."""
UNKNOWN: Final = "?"
"""The name of a player whose name is unknown."""
PLAYERS: Final = ("player1", "player2")
OWN: Final = (*PLAYERS, "game", "result", "zip", "position", "termination")
"""The tags, in small letters, that are no notes about the match."""
TAKEN: Final = (*OWN, *Zertz.model_fields)
"""The names with another meaning: a note about a match with such a name gets a ``_`` behind it."""

_DOTTED: Final = re.compile(r"([0-9]{4})\.([0-9]{2})\.([0-9]{2})")
_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_ESCAPED: Final = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class Tags:
    """The contents of a game's tags: *names*, *about*, *options*, its start and its end."""

    names: tuple[str, str]
    about: Mapping[str, str]
    options: Mapping[str, Any]
    zip: str
    position: str
    result: str
    termination: str


def read_tags(tags: Mapping[str, str]) -> Tags:
    """The contents of *tags*. A tag that is called like an option sets the option."""
    said = {name.lower(): _ESCAPED.sub(r"\1", words).strip() for name, words in tags.items()}
    about = {
        ABOUT.get(name, _word_of(name)): words
        for name, words in said.items()
        if name not in TAKEN and words.strip("?. ")
    }
    if "date" in about:
        about["date"] = _DOTTED.sub(r"\1-\2-\3", about["date"])
    white, black = (said.get(name, "") for name in PLAYERS)
    options = {name: words for name, words in said.items() if name in Zertz.model_fields}
    return Tags(
        (white.strip(UNKNOWN), black.strip(UNKNOWN)),
        about,
        options,
        zip=said.get("zip", ""),
        position=said.get("position", ""),
        result=said.get("result", ""),
        termination=said.get("termination", ""),
    )


def tag_lines(
    written: WrittenGame, options: Mapping[str, Any], zip_text: str, result: str, reason: str
) -> Iterator[str]:
    """The tags of a game that begins in a position, *zip_text*, under *options*."""
    about = {name: words for name, words in written.about.items() if words}
    for name in ("event", "site", "date"):
        if name in about:
            yield _tag(TAGS[name], _DATE.sub(r"\1.\2.\3", about.pop(name)))
    for player, name in zip(("Player1", "Player2"), written.names, strict=True):
        yield _tag(player, name or UNKNOWN)
    yield _tag("Result", result)
    yield _tag("ZIP", zip_text)
    if reason:
        yield _tag("Termination", reason)
    if written.position:
        yield _tag("Position", written.position)
    for name, value in options.items():
        yield _tag(name.capitalize(), str(value))
    for name, words in about.items():
        mark = "_" if name in TAKEN or name in ABOUT else ""
        yield _tag(TAGS.get(name, re.sub(r"\W", "_", name).capitalize() + mark), words)


def _word_of(name: str) -> str:
    """A record's name for an unknown tag: without the ``_`` that kept it apart from a known one."""
    bare = name.removesuffix("_")
    return bare if bare in TAKEN or bare in ABOUT else name


def _tag(name: str, words: str) -> str:
    escaped = " ".join(words.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'
