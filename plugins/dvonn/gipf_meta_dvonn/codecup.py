"""Games of DVONN of the CodeCup of 2011: the pages of its site, and the logs of its arbiters.

A page holds its turns as values for an applet, ``<param name="moves" value="E3,G3,F2,…">``, and
the result in words. A log begins with lines of ``#`` about the game; then come turns: ``E3 G3
F2``. A program that crashes, exits, moves illegally or runs out of time has lost.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Final

from gipf_meta import N_, Reader, WrittenGame, WrittenResult, WrittenTurn
from gipf_meta_dvonn.texts import _

SITE: Final = "www.codecup.nl"

_LOG: Final = re.compile(r"(?:\s*#[^\n]*\n)+\s*[A-K][1-5]\s", re.ASCII)
_PARAMETER: Final = re.compile(r'<param name=\\?"(white|black|moves)\\?" value=\\?"([^"\\]*)\\?"')
_FIRST_PLACED: Final = re.compile(r'<param name=\\?"moves\\?" value=\\?"[A-K][1-5][,"\\]', re.ASCII)
_RESULT: Final = re.compile(
    r"Result:[^\n]{0,200}?(?:(?P<who>WHITE|BLACK) (?P<what>WIN|ILLEGAL|TIMEOUT|CRASH|EXIT)|DRAW)"
)
_TURN: Final = re.compile(r"[A-K][1-5](?:[A-K][1-5])?|PASS", re.ASCII)
_NAMED: Final = re.compile(r"# Player ([12]): (.*)")
_BEGUN: Final = re.compile(r"# Game begun at: (\d{4}-\d\d-\d\d)T", re.ASCII)
_WON: Final = re.compile(r"#.*\bPlayer ([12]) won!")
_TIE: Final = re.compile(r"#.*\bIt's a tie!")


def looks_like(text: str) -> bool:
    """Whether *text* is such a log, or such a page."""
    return _is_log(text) or _FIRST_PLACED.search(text) is not None


def read(text: str) -> Iterator[WrittenGame]:
    """The game of *text*."""
    yield _read_log(text) if _is_log(text) else _read_page(text)


def _is_log(text: str) -> bool:
    """Whether *text* is the log of an arbiter: lines that name a player, then a piece is placed."""
    head = _LOG.match(text[:5_000])
    return head is not None and _NAMED.search(head[0]) is not None


def _read_log(text: str) -> WrittenGame:
    names, about = ["", ""], {}
    result = None
    words: list[tuple[str, int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("#"):
            words += [(word, number) for word in line.split()]
        elif named := _NAMED.match(line.strip()):
            names[int(named[1]) - 1] = named[2]
        elif begun := _BEGUN.match(line.strip()):
            about["date"] = begun[1]
        elif won := _WON.match(line.strip()):
            result = WrittenResult((int(won[1]) - 1,))
        elif _TIE.match(line.strip()):
            result = WrittenResult(())
    return _game(words, (names[0], names[1]), about, result)


def _read_page(text: str) -> WrittenGame:
    said: dict[str, str] = {}
    words: list[tuple[str, int]] = []
    begins = 0
    for found in _PARAMETER.finditer(text):
        said[found[1]] = html.unescape(found[2])
        if found[1] == "moves":
            begins = found.start()
    if "moves" in said:
        line = text.count("\n", 0, begins) + 1
        words = [(word, line) for word in said["moves"].split(",")]
    names = (said.get("white", ""), said.get("black", ""))
    return _game(words, names, {"site": SITE}, _result_on_page(text))


def _result_on_page(text: str) -> WrittenResult | None:
    """The result in the words of the page; ``None`` without one. The side that fails in any way
    loses."""
    found = _RESULT.search(text)
    if found is None:
        return None
    if found["who"] is None:
        return WrittenResult(())
    seat = int(found["who"] == "BLACK")
    winner = seat if found["what"] == "WIN" else 1 - seat
    return WrittenResult((winner,), "time" if found["what"] == "TIMEOUT" else "")


def _game(
    words: list[tuple[str, int]],
    names: tuple[str, str],
    about: dict[str, str],
    result: WrittenResult | None,
) -> WrittenGame:
    """The game of *words*, each with its line, up to the first that is no turn."""
    turns: list[WrittenTurn] = []
    fault = ""
    for word, line in words:
        if not _TURN.fullmatch(word):
            fault = _("In line {number}: {word!r} is no turn.").format(number=line, word=word[:40])
            break
        place = _("line {number}").format(number=line)
        turns.append(WrittenTurn(word.lower(), place=place))
    return WrittenGame("dvonn", tuple(turns), {}, names, about, result=result, fault=fault)


CODECUP: Final = Reader(
    "codecup-dvonn",
    N_("DVONN of the CodeCup: pages of its site, logs of its arbiters"),
    looks_like,
    read,
    example="# Player 1: Anna\n# Player 2: Bert\nE3 G3 F2 A1 B1\n# Player 2 failed!\n"
    "# Score: 23 - 22. Time: 1.250s - 0.750s. Player 1 won!\n",
)
