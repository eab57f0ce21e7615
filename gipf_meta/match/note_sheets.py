"""Note sheets, games as people write them: headers, numbers of turns, comments, signs, words.

Several turns a line, typographic and full-width letters and either end of line are read alike. To
read a text takes time in proportion to its length: no part is searched again for each piece. Each
letter that is not blank stands in a header, in a piece, or in a skipped place with its notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from gipf_meta.base.names import plain_letters
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.match.sheet_words import Span, words_between

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_QUOTES: Final = '"“”„'
_TAG_BEGIN: Final = re.compile(rf"\[\s*(\w[^{_QUOTES}\[\]{{}}]*)([{_QUOTES}])")
_TAG_END: Final = re.compile(r'((?:[^"\\]|\\.)*+)"\s*\]')
"""The value of a tag with its escapes, and the end of it."""
_LOOSE_TAG_END: Final = re.compile(r'(.*?)["“”]\s*\]')
"""As above, where quotes are typographic or stand in the value, and where a backslash is one."""
_ESCAPE: Final = re.compile(r'\\(["\\])')
_HEADER: Final = re.compile(
    r"[\s\ufeff]*([^\W0-9_](?:[^\W0-9_]| ){1,28}[^\W0-9_](?: ?[0-9])?)\s*[:：]\s*(\S.*)"
)
_BAD_TAG: Final = re.compile(r"\[\s*\w[^\[\]]*\]")
_COMMENT_LINE: Final = re.compile(r"[\s\ufeff]*#")
_SPECIAL: Final = re.compile(r"[\[{]|(?<!\S);")
"""How a tag may begin, and how a comment does."""
_GAME_LINE: Final = re.compile(
    rf"(?<![^\r\n])[^\S\r\n]*\[\s*(?:Game|Event)\s*[{_QUOTES}]", re.IGNORECASE
)
"""How another game begins, which no comment goes beyond."""
_COMMENT: Final = re.compile(r"\{([^}]*)\}|(?<!\S);(.*)")
"""A comment on one line."""
_ENDS: Final = ("*", "1-0", "0-1", "1/2-1/2", "1:0", "0:1", "1/2")
"""The words behind which turns that are counted from 1 again are another game."""


@dataclass(frozen=True, slots=True)
class SheetPiece:
    """A part of a line between white space and signs: its *kind*, *text* and *line* number, and its
    place in the text of the sheets, letters *begin* to *end*.

    The kinds are ``word``, ``number`` of a turn, ``comment``, ``sign``, ``(``, ``)``, ``end`` of a
    line; ``open`` is a comment that is never closed.
    """

    kind: str
    text: str
    line: int
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class SheetHeader:
    """A header: ``[White "Anna"]``, which is a *tag*, or the line ``White: Anna``, which may be a
    turn instead; *pieces* are then those of its value. *begin* and *end* are as of pieces."""

    name: str
    value: str
    line: int
    begin: int
    end: int
    is_tag: bool = True
    pieces: tuple[SheetPiece, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedPlace:
    """A place of a text that is passed over, and the sentence that reports it."""

    sentence: str
    begin: int
    end: int


@dataclass
class NoteSheet:
    """One game of a text: its headers as they are *said*, its *pieces*, and *notices* on the rest.

    *goes_on*: nothing but the end of another game stands before it.
    """

    said: list[SheetHeader] = field(default_factory=list)
    pieces: list[SheetPiece] = field(default_factory=list)
    notices: list[SkippedPlace] = field(default_factory=list)
    goes_on: bool = False

    @property
    def headers(self) -> dict[str, str]:
        """The headers by name; of those that are said twice, the last."""
        return {header.name: header.value for header in self.said}


def note_sheets(text: str) -> Iterator[NoteSheet]:
    """The games of a *text*: headers behind turns begin another one, and so do turns that are
    counted from 1 again behind a result."""
    return _Sheets(text).read()


class _Sheets:
    """Reads the sheets of a *text* from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.text, self.line = text, 1
        self.sheet = NoteSheet()
        self.names: set[str] = set()
        """The plain names of the headers so far."""
        self.has_turns = self.is_over = self.is_parted = False
        """Whether there are words; whether they end a game; whether a blank line stands behind the
        headers."""
        self.at = self.depth = 0
        """The end of the last tag or comment, and the number of open brackets."""
        self.last_brace = text.rfind("}")
        self.brace = self.next_game = 0
        """The place where a comment may end, and that where another game begins, found so far."""
        self.tagless = -1
        """The end of the line in which no tag ends any more."""

    def read(self) -> Iterator[NoteSheet]:
        """The sheets."""
        at = end = 0
        is_begin = True
        while at < len(self.text):
            if is_begin or at > end:  # the end of a line is looked for once
                found = _LINE_END.search(self.text, at)
                end, behind = found.span() if found else (len(self.text),) * 2
            if is_begin and self._is_whole_line(at, end):
                at = end
            else:
                at, stop = self._before_special(at, end)
                yield from self._add_words(at, stop)
                at, is_begin = stop, False
                if at < end:
                    yield from self._add_special(at, end)
                    at = self.at
                    continue
            self._add("end", "", at, at)
            self.line += 1
            at, is_begin = behind, True
        sheet = self.sheet
        if sheet.said or sheet.notices or any(piece.kind != "end" for piece in sheet.pieces):
            yield sheet

    def _begin(self, *, goes_on: bool = False) -> NoteSheet:
        """Begins another sheet; returns the one that it follows."""
        done, self.sheet = self.sheet, NoteSheet(goes_on=goes_on)
        self.names = set()
        self.has_turns = self.is_over = self.is_parted = False
        self.depth = 0
        return done

    def _add(self, kind: str, words: str, begin: int, end: int) -> None:
        self.sheet.pieces.append(SheetPiece(kind, words, self.line, begin, end))

    def _tell(self, sentence: str, begin: int, end: int) -> None:
        text = one_line(self.text[begin:end], 200)
        words = sentence.format(number=self.line, text=text)
        self.sheet.notices.append(SkippedPlace(words, begin, end))

    # ---- lines ---------------------------------------------------------------------------------

    def _is_whole_line(self, begin: int, end: int) -> bool:
        """Takes the line from *begin* to *end*, if it is of one kind as a whole."""
        text = self.text
        if text.startswith("%", begin):
            self._tell(_("Line {number} begins with % and is passed over: {text}"), begin, end)
            return True
        if found := _COMMENT_LINE.match(text, begin, end):
            self._add("comment", text[found.end() : end].strip(), begin, end)
            return True
        if self.has_turns:
            return False
        if found := _HEADER.fullmatch(text, begin, end):
            value = found[2].rstrip()
            if value.rfind("{") > value.rfind("}"):
                return False
            pieces = tuple(self._pieces_of_value(*found.span(2)))
            header = SheetHeader(found[1].strip(), value, self.line, begin, end, False, pieces)
            self._add_header(header)
            return True
        return False

    def _pieces_of_value(self, begin: int, end: int) -> Iterator[SheetPiece]:
        """The pieces of the value of a header that may be a turn."""
        for kind, words, span in _pieces_of_line(self.text, begin, end):
            yield SheetPiece(kind, words, self.line, *span)

    def _before_special(self, at: int, end: int) -> tuple[int, int]:
        """The begin and the end of the words before the next tag or comment."""
        search = at
        while found := _SPECIAL.search(self.text, search, end):
            stop = found.start()
            if found[0] != "[" or self._tag(stop, end) is not None:
                return at, stop
            if search == at and self._is_bad_tag(at, stop, end):
                return at, stop
            search = found.end()
        return at, end

    def _is_bad_tag(self, begin: int, at: int, end: int) -> bool:
        """Whether brackets before the turns of a game hold something else than a tag."""
        is_first = not self.has_turns and not self.text[begin:at].strip("\ufeff \t")
        return is_first and _BAD_TAG.match(self.text, at, end) is not None

    def _add_special(self, at: int, end: int) -> Iterator[NoteSheet]:
        """Adds the tag or the comment at this place; *at* is behind it then."""
        if self.text[at] == ";":
            self._add("comment", self.text[at + 1 : end].strip(), at, end)
            self.at = end
        elif self.text[at] == "{":
            self._add_comment(at)
        elif (header := self._tag(at, end)) is None:
            self.at = self.text.index("]", at) + 1
            self._tell(_("Line {number}: {text} is no header that can be read."), at, self.at)
        else:
            if self.has_turns or self._is_said_again(header):
                yield self._begin()
            self._add_header(header)
            self.at = header.end

    # ---- headers -------------------------------------------------------------------------------

    def _tag(self, at: int, end: int) -> SheetHeader | None:
        """The tag at this place of a line, if one is there."""
        if end == self.tagless or not (begin := _TAG_BEGIN.match(self.text, at, end)):
            return None
        found = None
        if begin[2] == '"':
            found = _TAG_END.match(self.text, begin.end(), end)
        value = _ESCAPE.sub(r"\1", found[1]) if found else ""
        if found is None and (found := _LOOSE_TAG_END.match(self.text, begin.end(), end)):
            value = found[1]
        if found is None:
            self.tagless = end
            return None
        return SheetHeader(begin[1].strip(), value.strip(), self.line, at, found.end())

    def _is_said_again(self, header: SheetHeader) -> bool:
        """Whether a header that was said already begins another game."""
        plain = plain_letters(header.name)
        return plain in self.names and (plain == "game" or self.is_parted)

    def _add_header(self, header: SheetHeader) -> None:
        self.sheet.said.append(header)
        self.names.add(plain_letters(header.name))

    # ---- comments ------------------------------------------------------------------------------

    def _add_comment(self, begin: int) -> None:
        """Adds the comment in braces that begins there; *at* is behind it then."""
        text = self.text
        if self.brace <= begin < self.last_brace:
            self.brace = text.index("}", begin)
        close = self.brace
        if self.next_game <= begin:
            found = _GAME_LINE.search(text, begin)
            self.next_game = found.start() if found else len(text)
        is_open = not begin < close < self.next_game
        end = self.next_game if is_open else close + 1
        words = text[begin + 1 : end if is_open else close].strip()
        words = _LINE_END.sub("\n", words)
        self._add("open" if is_open else "comment", words, begin, end)
        self.line += len(_LINE_END.findall(text, begin, end))
        self.at = end
        self.has_turns |= is_open

    # ---- words ---------------------------------------------------------------------------------

    def _add_words(self, begin: int, end: int) -> Iterator[NoteSheet]:
        """Adds the words between two places of a line."""
        if begin == end or self.text[begin:end].isspace():
            self.is_parted |= bool(self.sheet.said) and _is_blank_line(self.text, begin, end)
            return
        for kind, words, span in words_between(self.text, begin, end):
            if self.is_over and self.depth == 0 and words == "1" and kind in ("number", "word"):
                yield self._begin(goes_on=True)
            self._add(kind, words, *span)
            self.has_turns = True
            self.depth = max(0, self.depth + (kind == "(") - (kind == ")"))
            if kind == "word" and self.depth == 0:
                self.is_over = words in _ENDS


def _is_blank_line(text: str, begin: int, end: int) -> bool:
    """Whether nothing stands before *begin* and behind *end* on their line."""
    return text[begin - 1 : begin] in ("", "\n", "\r") and text[end : end + 1] in ("", "\n", "\r")


def _pieces_of_line(text: str, begin: int, end: int) -> Iterator[tuple[str, str, Span]]:
    """The kinds, words and places of the pieces of a line whose comments end on it."""
    at = begin
    while found := _COMMENT.search(text, at, end):
        yield from words_between(text, at, found.start())
        at = found.end()
        yield "comment", (found[1] or found[2] or "").strip(), found.span()
    yield from words_between(text, at, end)
