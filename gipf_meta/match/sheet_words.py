"""The words of a note sheet between white space, split from numbers, signs and brackets, each with
its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from gipf_meta.base.normal_forms import normalize

Span: TypeAlias = tuple[int, int]
"""The place of a part of a text: its first letter, and the letter behind its last."""
SheetWord: TypeAlias = tuple[str, str, Span]
"""Kind, text and place of a piece of a note sheet."""

_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("×✕✖⨯", "x"),
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict.fromkeys("‘’‚′", "'"),
        **dict.fromkeys("“”„″", '"'),
        "\u00a0": " ",
        "\u2044": "/",
        "\u200b": None,
        "\ufeff": None,
        "\u00ad": None,
    }
)
_WORD: Final = re.compile(r"\S+")
_NUMBER: Final = re.compile(r"([0-9]{1,4})(?:\.+|\))(?=$|[^\s.0-9])|\.\.+(?=\s|$)")
_SIGNS: Final = re.compile(
    r"(?:[±∓∞⩲⩱□]|\$[0-9]{1,3}|(?<=[0-9])(?:\+/?[-=]|[-=]/?\+|\+--|--\+|=))$"
)
"""The signs of chess that stand behind a turn, besides ``!`` and ``?``."""
_OTHER_SIGN: Final = re.compile(r"\$[^\s()0-9]+")
"""A sign that has no number: ``$=~``, as the program writes it."""


def words_between(text: str, begin: int, end: int) -> Iterator[SheetWord]:
    """The pieces between two places of a line of *text*."""
    for found in _WORD.finditer(text, begin, end):
        word, span = found[0], found.span()
        if word.isascii():
            yield from _word(word, span, exact=True)
            continue
        plain = normalize("NFKC", word.translate(_ALIKE)).translate(_ALIKE)
        for part in plain.split():
            yield from _word(part, span, exact=len(part) == len(word))


def _word(word: str, span: Span, *, exact: bool) -> Iterator[SheetWord]:
    """The pieces of a *word*: a number in front, signs behind, brackets around variations. Where
    *exact*, each stands where its letters are."""

    def piece(kind: str, begin: int, end: int, text: str | None = None) -> SheetWord:
        place = (span[0] + begin, span[0] + end) if exact else span
        return kind, word[begin:end] if text is None else text, place

    last = len(word)
    at = 0 if word.endswith(")") else last - len(word.lstrip("("))
    for bracket in range(at):
        yield piece("(", bracket, bracket + 1)
    while number := _NUMBER.match(word, at):
        yield piece("number", at, number.end(), number[1] or "")
        at = number.end()
    rest = word[at:]
    behind = len(rest) - len(rest.rstrip(")"))
    end = last - min(behind, max(0, rest.count(")") - rest.count("(")))
    if _OTHER_SIGN.fullmatch(word, at, end):
        yield piece("sign", at, end)
    else:
        bare = _without_signs(word, at, end)
        if bare > at:
            yield piece("word", at, bare)
        if end > bare:
            yield piece("sign", bare, end)
    for bracket in range(end, last):
        yield piece(")", bracket, bracket + 1)


def _without_signs(word: str, begin: int, end: int) -> int:
    """The end of a *word* without the signs behind it."""
    if found := _SIGNS.search(word, max(begin, end - 4), end):
        end = found.start()
    return begin + len(word[begin:end].rstrip("!?"))


# ---- signs -------------------------------------------------------------------------------------

EVALUATIONS: Final = {
    "±", "∓", "=", "+=", "=+", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "+--", "--+", "∞", "⩲",
    "⩱", "□", "⊕", "⇆", "→", "↑", "⟳", "⨀", "⌓", "N",
}  # fmt: skip
"""Signs of chess that stand alone behind a turn."""
_NUMBERED: Final = {
    1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!", 7: "□", 10: "=", 13: "∞", 14: "⩲", 15: "⩱",
    16: "±", 17: "∓", 18: "+-", 19: "-+", 22: "⨀", 23: "⨀", 32: "⟳", 36: "↑", 40: "→", 132: "⇆",
    138: "⊕", 146: "N",
}  # fmt: skip
"""The signs known here among those that PGN numbers, ``$1`` and so on."""
_SIGN: Final = re.compile(r"\$([0-9]+)|\$?([^$]+)")


def sign_of(text: str) -> str:
    """A sign as records hold it: ``!`` for ``$1``; ``""``: one that is not known here."""
    signs = [
        _NUMBERED.get(int(number), "") if number else other for number, other in _SIGN.findall(text)
    ]
    return "".join(signs) if all(signs) else ""


def words_of(text: str, most: int) -> list[str]:
    """The first words of a *text*, at most so many, without numbers, signs and brackets."""
    words = words_between(text, 0, len(text))
    return [word for kind, word, _span in islice(words, 2 * most) if kind == "word"][:most]
