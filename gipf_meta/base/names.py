"""Names of people: which a player may have, and when two are the same.

One rule for every place where a name is given. Names that older files and databases hold are read
as they are; letters that act on a line are shown as escapes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.normal_forms import normalize
from gipf_meta.base.sentences import cells_of, cut_to_cells
from gipf_meta.base.texts import _

WIDEST: Final = 60
"""The most cells of a terminal that a name takes; most letters take one, those of Chinese two."""
MOST_MARKS: Final = 4
"""The most accents on one letter: some scripts need three, towers of them hide the lines above."""

_JOINERS: Final = "\u200c\u200d"
"""They have no width, and Persian, the scripts of India and joined emoji cannot do without."""
_HIDDEN: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\ufe00\ufe01\ufe02\ufe03\ufe04\ufe05\ufe06\ufe07\ufe08\ufe09\ufe0a\ufe0b\ufe0c\ufe0d\ufe0e"
)
"""Letters, marks and signs that are invisible."""
_EMOJI_STYLE: Final = "\ufe0f"
_JOINED: Final = ("ARABIC", "SYRIAC", "MONGOLIAN", "NKO", "MANDAIC")
_VIRAMA: Final = 9
"""The combining class of the sign that joins letters in the scripts of India."""


class BadName(GipfMetaError, ValueError):
    """The text cannot be a player's name; one sentence."""


def check_name(name: str) -> str:
    """*name* as it is stored: composed, on one line, with single spaces. Raises ``BadName``."""
    words = normalize("NFC", name.strip())
    if any(_acts(letter) for letter in words):
        raise BadName(_what_a_name_is())
    words = " ".join(words.split())
    if not 0 < len(words) <= WIDEST:
        raise BadName(_what_a_name_is())
    if cells_of(words) > WIDEST:
        raise BadName(_("A name has 1 to 60 letters; those that are twice as wide count twice."))
    marks, before = 0, " "
    for at, letter in enumerate(words):
        is_mark = unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me")
        marks = marks + 1 if is_mark else 0
        if letter in _JOINERS:
            if not _may_join(words, at):
                raise BadName(_what_a_name_is())
        elif is_mark and (before == " " or marks > MOST_MARKS):
            raise BadName(_("An accent in a name stands on a letter, at most four on each."))
        elif letter == _EMOJI_STYLE and unicodedata.category(before) not in ("So", "Po", "Nd"):
            raise BadName(_what_a_name_is())
        before = letter
    return words


def _what_a_name_is() -> str:
    return _("A name has 1 to 60 letters, and none that cannot be printed.")


def why_no_name(name: str) -> str:
    """The reason why no player can be called *name*, or ``""``."""
    try:
        check_name(name)
    except BadName as error:
        return str(error)
    return ""


def is_name(name: object) -> bool:
    """Whether a player can be called *name*, as it stands."""
    try:
        return isinstance(name, str) and check_name(name) == name
    except BadName:
        return False


def clean_name(name: str) -> str:
    """The part of *name* that a player can be called; ``""`` if nothing is left."""
    words = " ".join(normalize("NFC", name).split())
    try:
        return check_name(words)
    except BadName:
        name_left = "".join(
            letter for letter in words if not _acts(letter) and letter not in _JOINERS
        )
    name_left = cut_to_cells(" ".join(name_left.split()), WIDEST).strip()
    try:
        return check_name(name_left)
    except BadName:  # its accents stand where none can
        plain = (letter for letter in name_left if not unicodedata.category(letter).startswith("M"))
        name_left = " ".join("".join(plain).split())
    return name_left if is_name(name_left) else ""


def other_name(wanted: str, others: Iterable[str]) -> str:
    """*wanted*, with a number behind it where one of the *others* is called so already."""
    taken = set(map(fold, others))
    called, count = wanted, 1
    while fold(called) in taken:
        count += 1
        behind = f" ({count})"
        called = cut_to_cells(wanted, WIDEST - len(behind)).rstrip() + behind
    return called


def is_numbered(name: str) -> bool:
    """Whether *name* tells one from others by a number: ``Player 2``."""
    return re.search(r"[0-9]", name) is not None


def have_same_name(names: Iterable[str]) -> bool:
    """Whether two of the *names* are the same to a reader, as ``fold`` compares them."""
    folded = [fold(name) for name in names]
    return len(set(folded)) < len(folded)


def fold(text: str) -> str:
    """*text* as it is compared: in capitals or not, composed or not, it is the same.

    Unicode calls it a compatibility caseless match. Accents count: ``Zoe`` is not ``Zoë``.
    """
    folded = normalize("NFKC", normalize("NFD", text).casefold())
    return normalize("NFKC", folded.casefold())


def _acts(letter: str) -> bool:
    """Whether *letter* is invisible, or acts on the letters beside it."""
    if letter in _JOINERS or letter == " ":
        return False
    if letter in _HIDDEN or "\U000e0100" <= letter <= "\U000e01ef":
        return True
    kind = unicodedata.category(letter)
    return kind[0] == "C" or kind in ("Zl", "Zp")


def _may_join(words: str, at: int) -> bool:
    """Whether the joiner *at* that place does something: it stands between letters that join."""
    before, after = words[at - 1 : at], words[at + 1 : at + 2]
    if not before or not after or after in _JOINERS or before in _JOINERS or after == " ":
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if words[at] == "\u200d" and unicodedata.category(after) == "So":
        return unicodedata.category(before) in ("So", "Sk") or before == _EMOJI_STYLE
    return any(
        unicodedata.name(before, "").startswith(script)
        and unicodedata.name(after, "").startswith(script)
        for script in _JOINED
    )


def match_id(words: str, known: Iterable[str]) -> str:
    """The one of the *known* ids that *words* mean, without case; *words* if they mean none."""
    if not words.isascii():
        return words  # in other alphabets, letters of another case are sometimes other letters
    meant = words.lower()
    return next((each for each in known if each.lower() == meant), words)


def plain_letters(words: str) -> str:
    """*words* without accents, blanks, signs and capitals: ``ZÈRTZ`` is ``zertz``."""
    letters = normalize("NFD", fold(words))
    return "".join(letter for letter in letters if letter.isalnum())


def match_game(words: str) -> str:
    """The id of a game that *words* mean, without accents and case: all ids are written in small
    letters without any."""
    if words.isascii():
        return words.lower()
    meant = normalize("NFD", fold(words))
    meant = "".join(letter for letter in meant if not unicodedata.combining(letter))
    return meant if meant.isascii() else words


def is_ambiguous(ids: Iterable[str]) -> bool:
    """Whether two of the *ids* differ in case alone."""
    lowered = [each.lower() for each in ids]
    return len(set(lowered)) < len(lowered)
