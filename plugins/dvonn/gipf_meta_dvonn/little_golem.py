"""Games of DVONN as littlegolem.net writes them, and games of the CodeCup stored in the same form.

``Event [...] Site [...] White [...] Black [...] 1. g2 c1 2. f5 d1 ... 25. a2b2 b3b2 38.
resign``: headers, then turns in pairs, White's first. The last piece is left out, for only one
space is vacant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from gipf_meta import N_, Reader, WrittenGame, WrittenResult, WrittenTurn
from gipf_meta_dvonn.texts import _

ABOUT: Final = {"event": "event", "site": "site", "date": "date", "round": "round"}
"""The facts about a match that a record holds, by the name of the header in lower case."""

_PEOPLE: Final = ("white", "black")
"""The headers with the players' names, seat by seat."""

_BEGINS: Final = re.compile(r"\s*(?:Event|Site|White) \[")
_FIRST_TURN: Final = re.compile(r"\]\s*1\.\s*[a-k][1-5]\b", re.IGNORECASE | re.ASCII)
_WORD: Final = re.compile(r"(\w+)\s*\[([^\]]{0,1000})\]|\S+")
_NUMBER: Final = re.compile(r"\d+\.", re.ASCII)
_TURN: Final = re.compile(r"[a-k][1-5](?:[a-k][1-5])?|pass", re.ASCII)


def looks_like(text: str) -> bool:
    """Whether *text* begins with such headers, and its first turn places a piece."""
    return bool(_BEGINS.match(text)) and bool(_FIRST_TURN.search(text, 0, 5_000))


def read(text: str) -> Iterator[WrittenGame]:
    """Yields the games of *text*; headers that follow turns begin the next game."""
    headers: dict[str, str] = {}
    others: list[str] = []
    words: list[tuple[str, int]] = []
    line, at = 1, 0
    for found in _WORD.finditer(text):
        if not found[1]:
            line, at = line + text.count("\n", at, found.start()), found.start()
            words.append((found[0], line))
            continue
        if words:
            yield _game(headers, others, words)
            headers, others, words = {}, [], []
        name = found[1].lower()
        if name in headers or name not in (*ABOUT, *_PEOPLE):
            others.append(found[1])
        headers.setdefault(name, found[2].strip())
    if words:
        yield _game(headers, others, words)


def _game(headers: dict[str, str], others: list[str], words: list[tuple[str, int]]) -> WrittenGame:
    """The game of these *headers* and *words*, each word with the number of its line.

    *others* are the headers that no record has a field for.
    """
    turns: list[WrittenTurn] = []
    result, fault, seat = None, "", 0
    for word, line in words:
        said = word.lower()
        if _NUMBER.fullmatch(said):
            seat = 0
        elif _TURN.fullmatch(said) and result is None:
            place = _("line {number}").format(number=line)
            turns.append(WrittenTurn(said, seat, place=place))
            seat = 1
        elif said == "resign" and result is None:
            result = WrittenResult((1 - seat,), "resign")
        else:
            fault = _("In line {number}: {word!r} is no turn.").format(number=line, word=word[:40])
            break
    return WrittenGame(
        "dvonn",
        tuple(turns),
        names=tuple(headers.get(name, "") for name in _PEOPLE),
        about={ABOUT[name]: said for name, said in headers.items() if name in ABOUT and said},
        result=result,
        leaves_out_forced=True,
        fault=fault,
        told=(_note_on(others),) if others else (),
    )


def _note_on(others: list[str]) -> str:
    """The note to the reader that the headers *others* are not imported."""
    return _("What stands in {names} is passed over.").format(names=", ".join(others[:10]))


LITTLE_GOLEM: Final = Reader(
    "littlegolem-dvonn",
    N_("DVONN as littlegolem.net writes it"),
    looks_like,
    read,
    example="Event [a friendly game] Site [www.littlegolem.net] White [Anna] Black [Bert]\n"
    "1. g2 c1 2. f5 d1 3. h5 g5 4. resign\n",
)
