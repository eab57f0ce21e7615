"""The notes that people wrote beside a match, as lines of text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from gipf_meta.base.sentences import show_unprintable_lines
from gipf_meta.base.texts import _
from gipf_meta.match.match import Match
from gipf_meta.match.printed_match import ABOUT_WORDS, INSTEAD
from gipf_meta.records import tree
from gipf_meta.records.models import PlayedTurn
from gipf_meta.records.notes import Notes
from gipf_meta.records.own_marks import comment_in_words
from gipf_meta.records.study import Study, StudyStep

INDENT: Final = "    "
HERE: Final = ">"
"""The sign before the current turn of a study."""


def about_lines(notes: Notes) -> Iterator[str]:
    """Lists the facts about a match, and the comment before its first turn."""
    for name, words in notes.about.items():
        yield f"{_(ABOUT_WORDS[name]) if name in ABOUT_WORDS else name}: {words}"
    yield from _lines(notes.comment)


def note_lines(notes: Notes, number: int, text: str) -> Iterator[str]:
    """Lists the notes on turn *number*, which reads *text*: signs, comment, variations."""
    noted = notes.turns.get(number)
    if noted is None or noted.text not in ("", text):
        return
    yield from _lines(f"{noted.signs} {noted.comment}".strip())
    for line in noted.variations:
        yield _(INSTEAD).format(turns=_line_words(line))


def tree_lines(study: Study, *, in_words: bool = False) -> Iterator[str]:
    """The turns of a *study*, a line each, variations indented; ``>`` is the current turn. Rings
    and arrows stand as records have them, to be read again, or *in_words*."""
    say = comment_in_words if in_words else str
    yield from _lines(say(study.record.comment))
    for node, turn in tree.turns_by_node(study.turns):
        mark = HERE if node == study.node else " "
        indent = INDENT * (len(node) // 2)
        words = f"{tree.name_of(node)}. {turn.text} {turn.signs}".rstrip()
        yield f"{mark} {indent}{words}"
        for line in _lines(say(turn.comment)):
            yield f"  {indent}{INDENT}{line}"


def where_lines(study: Study, match: Match) -> Iterator[str]:
    """The current turn of a *study*, the part of it that *match* has played, and the notes beside
    it."""
    if not study.node:
        yield _("The beginning.")
        yield from _lines(comment_in_words(study.record.comment))
        return
    turn = tree.turn_at(study.turns, study.node)
    yield f"{tree.name_of(study.node)}. {turn.text} {turn.signs}".rstrip()
    if (part := study.part_of_turn(match)) is not None:
        yield inside_words(part)
    yield from _lines(comment_in_words(turn.comment))


def why_no_further(study: Study, match: Match, step: StudyStep) -> str:
    """Why not: the reason why a *step* leads nowhere from the current turn of *study*, of which
    *match* stands here; ``""`` if it leads on."""
    if study.is_inside(match) or study.goal(step) != study.node:
        return ""
    if step in ("up", "down"):
        return _("No other line begins instead of this turn.")
    if step in ("back", "first"):
        return _("This is the beginning of the study.")
    return _("This is the end of the line.")


def inside_words(part: str) -> str:
    """The sentence for a moment inside a turn, of which *part* was played."""
    return _("Inside this turn, after {part}.").format(part=part or "…")


def _line_words(line: tree.Turns) -> str:
    """A *line* of turns and its variations on one line."""
    words, opening = list[str](), ""
    for each in tree.with_brackets(line):
        if not isinstance(each, str):
            words.append(f"{opening}{_turn_words(each)}")
            opening = ""
        elif each == "(":
            opening = each
        else:
            words[-1] += each
    return " ".join(words)


def _turn_words(turn: PlayedTurn) -> str:
    """A turn of a variation with its notes, on one line."""
    words = f"{turn.number}. {turn.text}{turn.signs and ' '}{turn.signs}"
    if turn.comment:
        words += f" {{{' '.join(turn.comment.split())}}}"
    return words


def _lines(words: str) -> list[str]:
    return show_unprintable_lines(words).splitlines()
