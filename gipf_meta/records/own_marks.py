"""Rings and arrows that people draw on a board, kept in the comment of a turn.

They stand there as chess programs write them: ``[%csl Gd4]`` is a ring on d4, ``[%cal Gd4g7]`` an
arrow from d4 to g7, with a letter for the colour. So every record, sheet and older version that
holds a comment holds them. A tag with anything else in it is a part of the words, and stays there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _

GREEN: Final = "G"
"""The colour of those that are drawn here; others keep their own."""
_PLACE: Final = "[a-z]{1,2}[1-9][0-9]?"
PLACE_PATTERN: Final = f"^{_PLACE}$"
"""The pattern of places on which one can draw."""
_TAG: Final = re.compile(r"[^\S\n]*\[%(csl|cal)[ \t]([^\[\]{}\n]{1,4000})\]")
_ITEM: Final = {
    "csl": re.compile(rf"\s*([A-Z])({_PLACE})\s*"),
    "cal": re.compile(rf"\s*([A-Z])({_PLACE})-?({_PLACE})\s*"),
}
_IS_PLACE: Final = re.compile(_PLACE)
RINGS: Final = frozenset({"CR", "TR", "SQ", "MA"})
"""The properties of SGF for signs on places."""
ARROWS: Final = frozenset({"AR", "LN"})
"""The properties of SGF for signs from place to place."""
LABEL: Final = "LB"
"""The property of SGF for a place with a word on it."""

DrawnPlaces: TypeAlias = tuple[str, ...]
"""The place of a ring, or the two places of an arrow."""


class OwnMark(NamedTuple):
    """A ring on the only one of *places*, or an arrow from the first of two to the other. *colour*
    is a capital letter, as ``[%csl]`` has it."""

    places: DrawnPlaces
    colour: str = GREEN


OwnMarks: TypeAlias = tuple[OwnMark, ...]


class Commented(NamedTuple):
    """A comment: its *words*, and its *marks*."""

    words: str
    marks: OwnMarks = ()

    @property
    def drawn(self) -> list[list[str]]:
        """The places of the marks, as pages are sent them."""
        return [[*mark.places] for mark in self.marks]


def read_marks(comment: str) -> Commented:
    """The words and the marks of *comment*; one without marks is all words, as it stands."""
    if "[%c" not in comment:
        return Commented(comment)
    marks: dict[DrawnPlaces, OwnMark] = {}

    def take(found: re.Match[str]) -> str:
        own = _marks_in(found[1], found[2])
        for mark in own or ():
            marks.setdefault(mark.places, mark)
        return found[0] if own is None else ""

    words = _TAG.sub(take, comment)
    return Commented(words.strip(), (*marks.values(),)) if marks else Commented(comment)


def _marks_in(kind: str, items: str) -> OwnMarks | None:
    """The marks of a tag with these *items*; ``None``: one of them is none."""
    found = [_ITEM[kind].fullmatch(item) for item in items.split(",")]
    marks = tuple(OwnMark(each.groups()[1:], each[1]) for each in found if each)
    is_whole = len(marks) == len(found) and all(
        len({*each.places}) == len(each.places) for each in marks
    )
    return marks if is_whole else None


def with_marks(words: str, marks: Iterable[OwnMark]) -> str:
    """The comment of these *words* and *marks*; inverse of ``read_marks``."""
    tags = []
    own = [*marks]
    for kind, count in (("csl", 1), ("cal", 2)):
        items = [
            f"{each.colour}{''.join(each.places)}" for each in own if len(each.places) == count
        ]
        tags += [f"[%{kind} {','.join(items)}]"] if items else []
    return " ".join(filter(None, (words, "".join(tags))))


def reworded(comment: str, words: str) -> str:
    """*comment* with other *words*; its marks stay, and those in the new words come to them."""
    known, new = read_marks(comment).marks, read_marks(words)
    if not known:
        return words
    places = {mark.places for mark in known}
    return with_marks(
        new.words, (*known, *(each for each in new.marks if each.places not in places))
    )


def marked(comment: str, places: DrawnPlaces) -> str:
    """*comment* with a mark on *places*, or without it if it is there; without *places*, with no
    mark at all."""
    words, marks = read_marks(comment)
    if not places:
        return words
    others = tuple(mark for mark in marks if mark.places != places)
    return with_marks(words, others if len(others) < len(marks) else (*marks, OwnMark(places)))


def marks_in_words(marks: Sequence[OwnMark]) -> str:
    """The sentence that names *marks*, or ``""``."""
    if not marks:
        return ""
    named = ", ".join(" → ".join(mark.places) for mark in marks)
    return _("Marked: {places}.").format(places=named)


def comment_in_words(comment: str) -> str:
    """*comment* with the sentence on its marks in place of their tags."""
    words, marks = read_marks(comment)
    return "\n".join(filter(None, (words, marks_in_words(marks)))) if marks else comment


def why_no_marks(places: Sequence[str], known: Iterable[str] | None = None) -> str:
    """The reason why no mark can be drawn on *places*, of the *known* ones; or ``""``."""
    board = None if known is None else {*known}
    for place in places:
        if not _IS_PLACE.fullmatch(place) or not (board is None or place in board):
            return _("There is no place {place} to mark.").format(place=one_line(place, 20))
    if len(places) > 2 or len({*places}) < len(places):
        return _("Mark one place, or two different ones for an arrow: mark d4, mark d4 g7.")
    return ""


# ---- in SGF --------------------------------------------------------------------------------------


def in_sgf(comment: str) -> list[tuple[str, str]]:
    """The properties for *comment*: its words, rings and arrows. Where those would not say it again
    exactly, all of it stands as words."""
    words, marks = read_marks(comment)
    is_said = comment == with_marks(words, (OwnMark(mark.places) for mark in marks))
    found = [("C", words if is_said else comment)] if (words if is_said else comment) else []
    for mark in sorted(marks, key=lambda each: len(each.places)) if is_said else ():
        found.append(("CR" if len(mark.places) == 1 else "AR", ":".join(mark.places)))
    return found


def from_sgf(name: str, value: str) -> str | None:
    """The comment that says the property *name* with this *value*; ``None``: it draws nothing, or
    nothing that a comment can say."""
    place, colon, rest = value.strip().partition(":")
    if name in RINGS and not colon:
        places: DrawnPlaces = (place,)
    elif name in ARROWS and colon:
        places = (place, rest)
    elif name == LABEL and rest.strip():
        places = (place,)
    else:
        return None
    if why_no_marks(places):
        return None
    words = f"{place}: {rest.strip()}" if name == LABEL else ""
    return with_marks(words, [OwnMark(places)])


def tidy(comments: Sequence[str]) -> str:
    """The *comments* beside a turn as one, with all their marks at its end."""
    parts = [*map(read_marks, comments)]
    marks = {mark.places: mark for part in parts for mark in part.marks}
    return with_marks("\n".join(filter(None, (part.words for part in parts))), marks.values())
