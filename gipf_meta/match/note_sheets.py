"""Note sheets, as people write games: headers, numbers of turns, comments, signs, and words.

Several turns a line, typographic and full-width letters and either end of line are read alike. What
is read costs what it weighs: nothing is looked through again for each of its pieces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from gipf_meta.base.normal_forms import normalize

_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("×✕✖⨯", "x"),
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict.fromkeys("‘’‚′", "'"),
        **dict.fromkeys("“”„″", '"'),
        "\u00a0": " ",
        "\u200b": None,
        "\ufeff": None,
        "\u00ad": None,
    }
)
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_TAG: Final = re.compile(r'\s*\[\s*(\w+)\s+["“”„](.*?)["“”]\s*\]\s*')
_HEADER: Final = re.compile(
    r"\s*([^\W0-9_](?:[^\W0-9_]| ){1,28}[^\W0-9_](?: ?[0-9])?)\s*[:：]\s*(\S.*)"
)
_NUMBER: Final = re.compile(r"([0-9]{1,4})(?:\.+|\))(?=$|[^\s.0-9])|\.\.+(?=\s|$)")
_COMMENT: Final = re.compile(r"\{|(?:(?<=\s)|^);([^\n]*)|^[^\S\n]*#([^\n]*)", re.MULTILINE)
"""How a comment begins; one in braces ends by a brace."""
_SIGNS: Final = re.compile(r"(?:[!?]{1,2}|\$[0-9]{1,3})$")

_OTHER_SIGN: Final = re.compile(r"\$[^\s()0-9]+")
"""A sign that has no number: ``$=~``, as the program writes it."""


@dataclass(frozen=True, slots=True)
class SheetPiece:
    """What a line holds between white space and signs: its *kind*, *text* and *line* number.

    The kinds are ``word``, ``number`` of a turn, ``comment``, ``sign``, ``(``, ``)``, ``end`` of a
    line.
    """

    kind: str
    text: str
    line: int


@dataclass
class NoteSheet:
    """One game of a text: its *headers* and its *pieces*."""

    headers: dict[str, str] = field(default_factory=dict)
    pieces: list[SheetPiece] = field(default_factory=list)


def note_sheets(text: str) -> Iterator[NoteSheet]:
    """The games of a *text*: headers behind turns begin another one."""
    sheet = NoteSheet()
    body: list[tuple[int, str]] = []
    has_turns = is_comment = False
    for number, line in enumerate(_LINE_END.split(text.replace("\ufeff", "")), 1):
        header = None if is_comment else _read_header(line, has_turns)
        if header is None:
            body.append((number, line))
            has_turns |= not line.isspace() and line != ""
            is_comment = line.rfind("{") > line.rfind("}") or (is_comment and "}" not in line)
            continue
        if has_turns:
            yield _with_pieces(sheet, body)
            sheet, body, has_turns = NoteSheet(), [], False
        sheet.headers[header[0]] = header[1]
    if sheet.headers or has_turns:
        yield _with_pieces(sheet, body)


def _read_header(line: str, after_turns: bool) -> tuple[str, str] | None:
    """Name and value of a header; ``None``: the line is none."""
    if tag := _TAG.fullmatch(line):
        return tag[1], tag[2].strip()
    found = None if after_turns else _HEADER.fullmatch(line)
    return (found[1].strip(), found[2].rstrip()) if found else None


def _with_pieces(sheet: NoteSheet, body: Sequence[tuple[int, str]]) -> NoteSheet:
    """*sheet* with the pieces of the lines of *body*."""
    line = body[0][0] if body else 1
    text = "\n".join(words for _number, words in body)
    at = 0
    for begin, end, words in _comments(text):
        sheet.pieces += _words(text[at:begin], line)
        line += text.count("\n", at, begin)
        sheet.pieces.append(SheetPiece("comment", words.strip(), line))
        line += text.count("\n", begin, end)
        at = end
    sheet.pieces += _words(text[at:], line)
    return sheet


def _comments(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the comments of *text* begin and end, and their words; a brace that nothing closes
    begins none."""
    at, last = 0, text.rfind("}")
    while found := _COMMENT.search(text, at):
        at = found.end()
        if found[0] != "{":
            yield found.start(), at, found[1] or found[2] or ""
        elif at <= last:
            at = text.index("}", at) + 1
            yield found.start(), at, text[found.end() : at - 1]


def _words(text: str, first: int) -> Iterator[SheetPiece]:
    """The pieces of *text* without comments, which begins on line *first*."""
    for line, words in enumerate(text.split("\n"), first):
        plain = normalize("NFKC", words.translate(_ALIKE)).translate(_ALIKE)
        for word in plain.split():
            yield from _word(word, line)
        yield SheetPiece("end", "", line)


def _word(word: str, line: int) -> Iterator[SheetPiece]:
    """The pieces of a *word*: a number in front, signs behind, brackets around variations."""
    opening = 0 if word.endswith(")") else len(word) - len(word.lstrip("("))
    for _bracket in range(opening):
        yield SheetPiece("(", "(", line)
    at = opening
    while number := _NUMBER.match(word, at):
        yield SheetPiece("number", number[1] or "", line)
        at = number.end()
    word = word[at:]
    if _OTHER_SIGN.fullmatch(word):
        yield SheetPiece("sign", word, line)
        return
    behind = len(word) - len(word.rstrip(")"))
    closing = min(behind, max(0, word.count(")") - word.count("(")))
    word = word[: len(word) - closing]
    signs = _SIGNS.search(word)
    bare = word[: signs.start()] if signs else word
    if bare:
        yield SheetPiece("word", bare, line)
    if signs:
        yield SheetPiece("sign", signs[0], line)
    for _bracket in range(closing):
        yield SheetPiece(")", ")", line)
