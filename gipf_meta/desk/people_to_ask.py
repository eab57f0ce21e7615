"""The people whom somebody can invite by name from the form for a match."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.acquaintance import Acquaintance
from gipf_meta.desk.context import Context
from gipf_meta.desk.match_actions import NAMED, person_in

MOST_TO_CHOOSE: Final = 12
"""The most people whom the form offers; all others are asked from their profile."""


def people_to_ask(context: Context, chosen: Iterable[str] = ()) -> dict[str, Acquaintance]:
    """The people who can be chosen in the form, by the kind of a seat that is reserved for each:
    favourites first, then those who were played last, and those among the *chosen* kinds."""
    acquaintances = context.acquaintances
    if acquaintances is None:
        return {}
    known: list[Acquaintance] = []
    with suppress(GipfMetaError):  # the form is there all the same
        known = [each for each in acquaintances.people(context.link) if not each.is_blocked]
    found = {each.person: each for each in known[:MOST_TO_CHOOSE]}
    for person in filter(None, map(person_in, chosen)):
        if person not in found:
            with suppress(GipfMetaError):
                found[person] = acquaintances.profile(context.link, person).about
    return {f"{NAMED}{person}": each for person, each in found.items()}


def words_about(each: Acquaintance) -> str:
    """The line under a person who can be chosen: how well one knows him."""
    played = _.many("{count} match with you", "{count} matches with you", each.played)
    words = [_("a favourite")] if each.is_favourite else []
    if each.played:
        words.append(played.format(count=each.played))
    return " · ".join(words)
