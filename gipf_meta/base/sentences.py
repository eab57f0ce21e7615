"""Words and errors of foreign code as one printable line, and how wide texts are.

Records, library files, plugins and command lines bring texts that could control the terminal or
hide letters. ``show_unprintable`` is the one function that such a text passes: the streams of the
program, the interface, boards and pictures call it where they send a text out.
"""

from __future__ import annotations

import difflib
import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TextIO, cast

from gipf_meta.base.stops import stops
from gipf_meta.base.texts import N_, _

_UNPRINTABLE: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # controls: C0, DEL, C1
    "\xad\u180e\u200b-\u200d\u2060-\u2065\ufeff"  # of no width
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # these change the direction of a line
    "\u2028\u2029"  # ends of lines and paragraphs
    "\u206a-\u206f\ufff9-\ufffb"  # old controls, which are invisible
    "\ufdd0-\ufdef\ufffe\uffff\ud800-\udfff"  # no letters at all; XML forbids the last
    "]"
)

_ACTING: Final = re.compile(
    "[\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)


def show_unprintable(text: str) -> str:
    """*text* with an escape for each character that acts on a terminal or that nobody sees.

    ``\\x1b`` or ``\\u202e`` stand for a control, a turn of the direction, a letter of no width,
    half a surrogate pair. Letters of all languages, their accents, and emoji stay.
    """
    return text if text.isprintable() else _UNPRINTABLE.sub(_escape, text)


def show_unprintable_lines(text: str) -> str:
    """*text* of any number of lines, each as ``show_unprintable`` shows it."""
    if text.isprintable():
        return text
    return "\n".join(map(show_unprintable, text.split("\n")))


def escape_json(text: str) -> str:
    """JSON *text* of the same meaning, with the same characters escaped as JSON does it."""
    return "\n".join(
        _UNPRINTABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", line) for line in text.split("\n")
    )


def show_in_json(text: str) -> str:
    """JSON *text* whose strings show letters that reverse a line, or have no width, as escapes.

    JSON inside such a string, as a file that is sent along, keeps its meaning. Letters that join
    others stay: a page, other than a terminal, knows how to show them.
    """
    if text.isprintable():
        return text
    return _ACTING.sub(lambda found: f"\\\\u{ord(found[0]):04x}", text)


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    short = {9: r"\t", 10: r"\n", 13: r"\r"}.get(number)
    return short or (f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}")


def one_line(words: str, most: int = 400) -> str:
    """*words* as one printable line of about *most* letters: a longer one loses its middle."""
    shown = show_unprintable(" ".join(re.split(r"[ \t\r\n]+", words.strip(" \t\r\n"))))
    return shown if len(shown) <= most else f"{shown[: most // 2]} … {shown[-most // 2 :]}"


def error_text(error: BaseException) -> str:
    """The text of an error on one line; empty if foreign code fails to say it."""
    try:
        return one_line(str(error))
    except stops():
        raise
    except BaseException:
        return ""


def describe_error(error: BaseException) -> str:
    """An error of foreign code on one line: the name of its class, and its text if it has one."""
    return one_line(f"{type(error).__name__}: {error_text(error)}").rstrip(": ")


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The sentence that names the word of *known* that is most like *word*; ``""`` if none is."""
    return did_you_mean_one_of(word, {each: each for each in known})


def did_you_mean_one_of(word: str, known: Mapping[str, str]) -> str:
    """The sentence that names what *known* has for its word that is most like *word*; ``""`` if
    none is."""
    near = difflib.get_close_matches(word, known, 1)
    return _(" Did you mean {near}?").format(near=known[near[0]]) if near else ""


def natural_key(name: str) -> tuple[tuple[str, int], ...]:
    """A key that sorts places by letters, then numbers: b9 before b10."""
    return tuple(
        (letters, int(digits or 0)) for letters, digits in re.findall(r"([^0-9]+|^)([0-9]*)", name)
    )


SYSTEM: Final = (
    N_("No such file or directory"), N_("Permission denied"), N_("Is a directory"),
    N_("Not a directory"), N_("File exists"), N_("File name too long"), N_("Input/output error"),
    N_("No space left on device"), N_("Read-only file system"), N_("Address already in use"),
    N_("File too large"), N_("Disk quota exceeded"), N_("Too many levels of symbolic links"),
    N_("Operation not permitted"),
)  # fmt: skip
"""The usual reasons of systems for a refusal, in English, to be translated; others are not."""


def system_reason(error: OSError) -> str:
    """The reason why the system refused, in the player's language where it is one of ``SYSTEM``."""
    return _(error.strerror or str(error))


_NO_WIDTH = frozenset("\u200b\u200c\u200d\u2060\ufeff")


def cells_of(text: str) -> int:
    """The cells that *text* takes."""
    return len(text) if text.isascii() else sum(map(_cells_of_letter, text))


def pad(text: str, cells: int) -> str:
    """*text* with spaces behind it, on that many *cells*; a wider one stays as it is."""
    return text + " " * (cells - cells_of(text))


def pad_before(text: str, cells: int) -> str:
    """*text* with spaces before it, on that many *cells*; a wider one stays as it is."""
    return " " * (cells - cells_of(text)) + text


def widest(texts: Iterable[str], least: int = 0) -> int:
    """The cells of the widest of the *texts*, *least* at least."""
    return max([least, *map(cells_of, texts)])


def cut_to_cells(text: str, cells: int) -> str:
    """The beginning of *text* that fits on so many *cells*, accents included."""
    taken = 0
    for at, letter in enumerate(text):
        taken += _cells_of_letter(letter)
        if taken > cells:
            return text[:at]
    return text


def _cells_of_letter(letter: str) -> int:
    if letter.isascii():
        return 1
    if letter in _NO_WIDTH or unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    if "\u1160" <= letter <= "\u11ff":
        return 0  # the vowels and ends of Korean syllables stand on the letter before
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


class _PrintableStream:
    """Writes into *stream* what ``show_unprintable_lines`` makes of each text."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Writes *text*; returns its length."""
        self._stream.write(show_unprintable_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes all *lines*."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def terminal_below(stream: TextIO) -> TextIO:
    """The stream that *stream* writes on, for texts of our own that move the cursor."""
    return stream._stream if isinstance(stream, _PrintableStream) else stream


@contextmanager
def printable_streams() -> Iterator[None]:
    """Shows unprintable characters as escapes in all that is printed while the block runs.

    Code that moves the cursor writes on the ``terminal_below``.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", _PrintableStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
