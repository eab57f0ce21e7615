"""The words of people in the texts of a ledger: comments, and what a record says beside its turns.

The text of an entry is read token by token, so that all else in it stays as it was, letter by
letter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Final

from gipf_meta.host.tables import EntryRow
from gipf_meta.records.own_marks import read_marks, reworded

TAKEN_OUT: Final = "…"
"""The text in the place of what was taken out: no name and no comment is shorter."""
WRITTEN: Final = frozenset({"comment", "sentence"})
"""The keys of texts that people read, and that may name somebody."""
ABOUT: Final = "about"
"""The key of an object whose values are such texts."""
SHORT: Final = 4
"""The letters of a name from which on capitals make no difference: shorter ones are words, too."""

_COLON: Final = re.compile(r"\s*:")
_TOKENS: Final = re.compile(r'"(?:[^"\\]|\\.)*"|[{}:]')


class Redaction:
    """The change of a room's entries, one after the other, that takes out what *person* has
    written there, and his *names*.

    Rings and arrows stay. Who draws one writes the whole comment again, so words are his who wrote
    them first.
    """

    def __init__(self, person: str, names: Collection[str]) -> None:
        self._person, self._names = person, names
        self._own, self._of_others = set[str](), set[str]()

    def change(self, row: EntryRow) -> str:
        """Returns the events of *row*, as JSON, as they are to be told from now on."""

        def text_of(key: str, text: str) -> str:
            if key == "comment" and self._is_own(read_marks(text).words, row.sender):
                return reworded(text, TAKEN_OUT)
            return without_names(text, self._names)

        return change_texts(row.told, text_of)

    def _is_own(self, words: str, sender: str) -> bool:
        """Whether the person wrote these *words*, which *sender* has sent."""
        if words in ("", TAKEN_OUT) or words in self._of_others:
            return False
        if sender == self._person:
            self._own.add(words)
        elif words not in self._own:
            self._of_others.add(words)
        return words in self._own


def change_texts(data: str, change: Callable[[str, str], str]) -> str:
    """Returns the JSON *data* with the texts that *change* returns instead of those that
    people read; it is called with the key of each and the text."""
    parts, done = list[str](), 0
    for key, start, end in _texts(data):
        text = json.loads(data[start:end])
        if (new := change(key, text)) != text:
            parts += [data[done:start], json.dumps(new, ensure_ascii=False)]
            done = end
    return "".join([*parts, data[done:]])


def texts_in(data: str, key: str) -> list[str]:
    """Returns the texts under *key* in the JSON *data*."""
    return [json.loads(data[start:end]) for found, start, end in _texts(data) if found == key]


def _texts(data: str) -> Iterator[tuple[str, int, int]]:
    """Yields the key, the begin and the end of each text in the JSON *data* that people read."""
    key, before, depth, about = "", "", 0, 0
    for token in _TOKENS.finditer(data):
        found = token[0]
        if found == "{":
            depth += 1
            if before == ":" and key == ABOUT:
                about = depth
        elif found == "}":
            about = 0 if about == depth else about
            depth -= 1
        elif found != ":":
            if _COLON.match(data, token.end()):
                key = json.loads(found)
            elif before == ":" and (key in WRITTEN or about):
                yield ABOUT if about else key, token.start(), token.end()
        before = found


def without_names(text: str, names: Collection[str]) -> str:
    """Returns *text* without *names*, where they stand as whole words."""
    for name in sorted(names, key=len, reverse=True):
        text = _whole_word(name).sub(TAKEN_OUT, text)
    return text


@cache
def _whole_word(name: str) -> re.Pattern[str]:
    """Returns the pattern of *name* as a whole word."""
    flags = re.IGNORECASE if len(name) >= SHORT else 0
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", flags)
