"""The encoding of a text, as it is declared; nothing is guessed.

A byte order mark decides, else the caller, else a game of SGF itself (``CA``), each for its own
letters. A text without any of them is UTF-8, or Windows-1252, as old programs wrote.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _

_BOMS: Final = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_OF_TEXT: Final = re.compile(
    r"ascii|utf-(?:8|16|32)(?:-[lb]e)?|iso8859-[0-9]+|cp[0-9]+|koi8-[rtu]|mac-\w+|tis-620|kz1048|ptcp154"
    r"|shift_jis\w*|euc_\w+|iso2022_\w+|johab|gb2312|gbk|gb18030|hz|big5\w*"
)
"""The codecs by which people write texts; others of Python unfold, or act on letters."""
_WIDER: Final = {
    "shift_jis": "cp932", "euc_kr": "cp949", "gb2312": "gb18030", "gbk": "gb18030",
    "big5": "big5hkscs",
}  # fmt: skip
"""Wider encodings, by the narrower ones whose names programs use for them."""
_GAME: Final = re.compile(rb"\(\s*+;\s*+(?:GM|FF|CA|AP|SU|VV|SZ)\s*+\[")
_TREE: Final = re.compile(rb"\(\s*+;")
_CHARSET: Final = re.compile(rb"(?<![A-Za-z0-9-])CA\s{0,20}\[\s{0,20}([!-Z^-~ ]{1,40})\]")
_HEAD: Final = 20_000
"""The first bytes of a game in which its encoding is looked for."""


class BadEncoding(GipfMetaError, ValueError):
    """A text is not in the encoding that was chosen, or there is no such one; one sentence."""


class DecodedText(NamedTuple):
    """A *text*; the *encoding* in which it was, empty for UTF-8; *notices* are sentences on it."""

    text: str
    encoding: str = ""
    notices: tuple[str, ...] = ()


def find_codec(name: str) -> str | None:
    """The codec of the encoding that people call *name*; ``None``: no encoding of texts."""
    plain = name.strip().lower().removeprefix("x-")
    if not re.fullmatch(r"[a-z0-9][a-z0-9_.:-]{0,39}", plain):
        return None
    for called in (plain, plain.replace("windows-", "cp"), plain.replace("windows-31j", "cp932")):
        try:
            codec = codecs.lookup(called).name
        except (LookupError, ValueError):
            continue
        return codec if _OF_TEXT.fullmatch(codec) else None
    return None


def decode(content: bytes, chosen: str = "", name: str = "") -> DecodedText:
    """The text of *content*, in the *chosen* encoding, if any, where it has no byte order mark;
    *name* is that of its file. Raises ``BadEncoding``: it is no text, or in another encoding."""
    name = name or _("The text")
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            try:
                text = content.decode(encoding)
            except UnicodeDecodeError:
                break
            return DecodedText(text) if encoding == "utf-8-sig" else _decoded(name, text, encoding)
    if chosen:
        codec = find_codec(chosen) or ""
        text_or_none = _as(content, codec)
        if text_or_none is None:
            raise BadEncoding(_("it is not in the encoding {name}.").format(name=chosen))
        return DecodedText(text_or_none, "" if codec == "utf-8" else chosen)
    if b"\0" in content:
        raise BadEncoding(_("it is not text."))
    if b"CA" in content and _TREE.search(content):
        return _decode_games(name, content)
    return _decode_plain(name, content)


def _decoded(name: str, text: str, encoding: str) -> DecodedText:
    """The *text* of the file *name*, with a notice that it is no UTF-8."""
    words = _("{file} is no UTF-8; it is read as {encoding}.")
    return DecodedText(text, encoding, (words.format(file=name, encoding=encoding),))


def _as(content: bytes, codec: str) -> str | None:
    """*content* by that *codec*, or by the wider one that programs call the same."""
    for each in filter(None, (codec, _WIDER.get(codec))):
        try:
            return content.decode(each)
        except (UnicodeError, LookupError):
            continue
    return None


def _decode_plain(name: str, content: bytes) -> DecodedText:
    """The text of *content* that does not declare its encoding."""
    try:
        return DecodedText(content.decode())
    except UnicodeDecodeError:
        pass
    try:
        return _decoded(name, content.decode("cp1252"), "Windows-1252")
    except UnicodeDecodeError:
        return _decoded(name, content.decode("latin-1"), "Latin-1")


def _decode_games(name: str, content: bytes) -> DecodedText:
    """SGF, each game of which may say its encoding."""
    texts: list[str] = []
    encodings: dict[str, None] = {}
    notices: dict[str, None] = {}
    for part in _games(content):
        found = _decode_game(name, part)
        texts.append(found.text)
        notices.update(dict.fromkeys(found.notices))
        if found.encoding:
            encodings[found.encoding] = None
    return DecodedText("".join(texts), ", ".join(encodings), tuple(notices))


def _decode_game(name: str, part: bytes) -> DecodedText:
    """A game of SGF, in the encoding that it says."""
    said = _CHARSET.search(part, 0, _HEAD)
    if said is None or not (charset := one_line(said[1].decode("ascii"), 40)):
        return _decode_plain(name, part)
    codec = find_codec(charset)
    text = None if codec is None else _as(part, codec)
    if text is not None:
        return DecodedText(text, "" if codec == "utf-8" or text.isascii() else charset)
    plain = _decode_plain(name, part)
    words = _("{file} says that its encoding is {encoding} (CA), and is not in it.")
    if codec is None:
        words = _("{file} says that its encoding is {encoding} (CA), which is not known here.")
    notices = (words.format(file=name, encoding=charset), *plain.notices)
    return DecodedText(plain.text, plain.encoding, notices)


def _games(content: bytes) -> Iterator[bytes]:
    """*content* from one game to the next: no encoding has their first letters inside another."""
    first = _TREE.search(content)
    begins = [found.start() for found in _GAME.finditer(content)]
    starts = sorted({0, *([first.start()] if first else []), *begins})
    for start, end in zip(starts, (*starts[1:], len(content)), strict=True):
        yield content[start:end]
