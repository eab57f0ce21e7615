"""Finds the kinds of potentials that are installed, and refuses those that cannot be used.

A package brings a kind by an entry point of the group ``gipf_meta_gipf.potentials`` that names a
``Kind``. Those that come with GIPF are found the same way.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final, NamedTuple

from gipf_meta_gipf.board import BIT_OF
from gipf_meta_gipf.faults import KindError
from gipf_meta_gipf.kind import Kind

GROUP: Final = "gipf_meta_gipf.potentials"
FIRST: Final = ("T", "Z")
"""The letters of the kinds that stand first in tables and in every position."""


class RefusedKind(NamedTuple):
    """A kind that is not used: the *name* of its entry point, its distribution and version, and the
    sentence *why*."""

    name: str
    source: str
    why: str


@cache
def installed_kinds() -> tuple[tuple[Kind, str], ...]:
    """The kinds of this installation in their order, each with its distribution and version.

    One that cannot be used is left out, with a warning.
    """
    return load_kinds(entry_points(group=GROUP))


@cache
def refused_kinds() -> tuple[RefusedKind, ...]:
    """The kinds of this installation that are not used."""
    return sort_kinds(entry_points(group=GROUP))[1]


def load_kinds(points: Iterable[EntryPoint]) -> tuple[tuple[Kind, str], ...]:
    """The kinds of these entry points in their order, each with its distribution and version.

    Warns of those that cannot be used.
    """
    found, refused = sort_kinds(points)
    for kind in refused:
        fault = f"The kind of potentials {kind.name!r} is not used: {kind.why}"
        warnings.warn(fault, RuntimeWarning, stacklevel=2)
    return found


def sort_kinds(
    points: Iterable[EntryPoint],
) -> tuple[tuple[tuple[Kind, str], ...], tuple[RefusedKind, ...]]:
    """The kinds of these entry points as by ``load_kinds``, and those that cannot be used."""
    found: list[tuple[Kind, str]] = []
    refused: list[RefusedKind] = []
    for point in sorted(points, key=lambda point: (not _is_own(point), point.name)):
        try:
            kind = point.load()
            check_kind(kind, [other for other, _ in found])
        except (Exception, SystemExit) as error:
            why = f"{error}" if isinstance(error, KindError) else f"{type(error).__name__}: {error}"
            refused.append(RefusedKind(point.name, _source(point), f"{why.rstrip('.')}."))
        else:
            found.append((kind, _source(point)))
    return tuple(sorted(found, key=lambda pair: order_of(pair[0]))), tuple(refused)


def order_of(kind: Kind) -> tuple[int, str]:
    """A key that sorts kinds as tables do: T, Z, then by letter."""
    is_first = kind.letter in FIRST
    return (FIRST.index(kind.letter) if is_first else len(FIRST), kind.letter)


def check_kind(kind: object, others: Iterable[Kind] = ()) -> None:
    """Raises ``KindError`` if the data of *kind* cannot be used beside those of *others*."""
    if not isinstance(kind, Kind):
        raise KindError(f"{kind!r} is no Kind.")
    if not re.fullmatch(r"[A-FH-Z]", kind.letter):
        raise KindError(f"The letter {kind.letter!r} is no capital from A to Z, or it is G.")
    if not re.fullmatch(r"[a-z][a-z0-9]{0,19}", kind.key):
        raise KindError(f"The key {kind.key!r} is not made of lower-case letters and digits.")
    if not re.fullmatch(r"[a-z0-9_]{1,30}", kind.duel):
        raise KindError(f"{kind.key}: the duel {kind.duel!r} is no id of a game.")
    if kind.timing not in ("main", "due") or kind.used not in ("piece", "cover"):
        raise KindError(f"{kind.key}: timing is main or due, used is piece or cover.")
    if (kind.timing == "due") != (kind.due is not None):
        raise KindError(f"{kind.key}: a kind has the function due() if its timing is due.")
    if not set(kind.due_on) <= set(BIT_OF):
        raise KindError(f"{kind.key}: due_on names {kind.due_on}, which are not all spots.")
    texts = (kind.name, kind.a_power, kind.the_power, kind.verb, kind.needs, kind.help, kind.word)
    if not all(isinstance(text, str) and text and text.isprintable() for text in texts):
        raise KindError(f"{kind.key}: a name or a text is empty or not printable.")
    for other in others:
        if kind.key == other.key:
            told = "give this one another, or uninstall that one"
            raise KindError(f"Another kind, {other.name}, has the key {kind.key!r}: {told}.")
    named = {option.name: option for other in others for option in other.options}
    for option in kind.options:
        if len(option.values) < 2:
            raise KindError(f"{kind.key}: the option {option.name} has no values to choose from.")
        if not option.name.startswith(f"{kind.key}_") and not re.fullmatch(
            r"[a-z][a-z0-9_]{0,39}", option.name
        ):
            raise KindError(f"{kind.key}: {option.name!r} is no name of an option.")
        if named.get(option.name, option) != option:
            raise KindError(f"{kind.key}: another kind has an option {option.name} that differs.")
    names = [option.name for option in kind.options]
    if kind.replaces_move and kind.replaces_move not in names:
        raise KindError(f"{kind.key}: replaces_move names no option of this kind.")


def _is_own(point: EntryPoint) -> bool:
    return point.value.startswith("gipf_meta_gipf.")


def _source(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value
