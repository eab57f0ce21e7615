"""Refusals that many notations say alike: who is on turn, what is possible, what is unclear."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final, TypeVar

from gipf_meta.base.addressee import is_you
from gipf_meta.base.sentences import natural_key
from gipf_meta.base.texts import _
from gipf_meta.protocol.game import BadNotation, IllegalMove

T = TypeVar("T")

_PLACE: Final = re.compile("[a-z][0-9]")
SHOWN: Final = 8
"""The most decisions that a refusal names."""


def check_on_turn(seat: int, on_turn: int | None, name: Callable[[int], str]) -> None:
    """Raises ``IllegalMove`` unless *seat* is the one *on_turn*; ``None``: the game is over.

    *name* says how a seat is called, in the player's language.
    """
    if on_turn is None:
        raise IllegalMove(_("The game is over."))
    if seat != on_turn:
        words = _("It is {due}'s turn, not {other}'s.")
        if is_you(on_turn):
            words = _("It is your turn, not {other}'s.")
        elif is_you(seat):
            words = _("It is {due}'s turn, not yours.")
        raise IllegalMove(words.format(due=name(on_turn), other=name(seat)))


def see_rule(sentence: str, heading: str) -> str:
    """*sentence*, a refusal, with its place in the rules: *heading*, as the rules text of the game
    has it in the player's language. For what a person would ask why."""
    place, body = _("rules: {heading}").format(heading=heading), sentence.removesuffix(".")
    return f"{body[:-1]}; {place})." if body.endswith(")") else f"{body} ({place})."


def list_some(moves: Sequence[T], text: Callable[[T], str], shown: int = SHOWN) -> str:
    """The texts of some *moves*, at most so many: those that begin alike together, in the order of
    their places, ``Wa2`` before ``Wa10``."""
    texts = [text(move) for move in moves]
    heads = {head: n for n, head in enumerate(dict.fromkeys(map(_head, texts)))}
    texts.sort(key=lambda each: (heads[_head(each)], natural_key(each)))
    return ", ".join(texts[:shown]) + (", …" if len(texts) > shown else "")


def _head(text: str) -> str:
    """The part of *text* before its first place; all of it without one."""
    return _PLACE.split(text, maxsplit=1)[0]


def list_possible(moves: Sequence[T], text: Callable[[T], str], shown: int = SHOWN) -> str:
    """The first of the legal *moves* as the end of a refusal, a blank before it; else nothing."""
    return _(" Possible: {some}.").format(some=list_some(moves, text, shown)) if moves else ""


def understood(found: T | None, fault: str) -> T:
    """Returns what was *found* in a text. Raises ``BadNotation`` with *fault* for ``None``."""
    if found is None:
        raise BadNotation(fault)
    return found


def split_fields(text: str, counts: Collection[int], fault: str) -> list[str]:
    """Returns the fields of a position on one line. Raises ``BadNotation`` unless they are as many
    as one of *counts*, with *fault*, in which ``{count}`` stands for how many there are."""
    fields = text.split()
    if len(fields) not in counts:
        raise BadNotation(fault.format(count=len(fields)))
    return fields
