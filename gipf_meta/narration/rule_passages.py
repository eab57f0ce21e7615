"""The passages of a rules text that hold in a match, chosen by what its options say.

    ::: variant=blitz
    The first ring that is removed wins.
    ::: else
    Three removed rings win.
    :::

One passage is shown: the first whose condition holds. ``NAME=VALUE`` and ``NAME!=VALUE`` name
options as users write them; ``1|2`` is either value, two terms hold both, ``or`` stands between
conditions one of which is enough. ``{NAME}`` in the text is the value itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from gipf_meta.protocol.capabilities import Factual
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.gate import Gate

FENCE: Final = ":::"
ELSE: Final = "else"
IN_MATCH: Final = "match"
"""The name that a condition may have beside options: ``match=off`` holds where rules are read
before anybody has chosen options."""
_TERM: Final = re.compile(r"([a-z][a-z0-9_]*)(!?=)(\S*)")
_NAMED: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")


@dataclass(frozen=True, slots=True)
class Passage:
    """Lines of a rules text, shown where *condition* holds; always where it is empty."""

    condition: str
    lines: tuple[str, ...]

    @property
    def names(self) -> list[str]:
        """The names that its text has in braces, in order."""
        return _NAMED.findall("\n".join(self.lines))


@dataclass(frozen=True, slots=True)
class Term:
    """A part of a condition: *name* has one of the *values*, or none of them."""

    name: str
    is_equal: bool
    values: tuple[str, ...]


def alternatives(words: str) -> Iterator[tuple[Passage, ...]]:
    """Splits a rules text into passages: those of which one is shown are together."""
    group: list[Passage] = []
    condition, lines = "", list[str]()
    for line in words.splitlines():
        if not line.startswith(FENCE):
            lines.append(line)
            continue
        passage = Passage(condition, tuple(lines))
        condition, lines = line.removeprefix(FENCE).strip(), []
        if not passage.condition:
            yield (passage,)
            continue
        group.append(passage)
        if not condition:
            yield tuple(group)
            group = []
    yield (*group, Passage(condition, tuple(lines)))


def terms_of(condition: str) -> list[list[Term]]:
    """The terms of a *condition*: all of one list hold, or all of another. Raises ``ValueError``
    for a text that is none."""
    if condition in ("", ELSE):
        return [[]]
    return [[_term(text) for text in either.split()] for either in condition.split(" or ")]


def _term(text: str) -> Term:
    found = _TERM.fullmatch(text)
    if found is None:
        raise ValueError(text)
    return Term(found[1], found[2] == "=", tuple(found[3].split("|")))


def passages_shown(words: str, facts: Mapping[str, str]) -> str:
    """The rules text *words* as the *facts* have it: values by the names of options."""
    lines: list[str] = []
    for passages in alternatives(words):
        chosen = next((each for each in passages if _holds(each.condition, facts)), None)
        lines += chosen.lines if chosen else ()
    shown = re.sub(r"\n{3,}", "\n\n", "\n".join(lines))
    return _NAMED.sub(lambda found: facts.get(found[1], found[0]), shown)


def _holds(condition: str, facts: Mapping[str, str]) -> bool:
    try:
        either = terms_of(condition)
    except ValueError:  # the kit reports it to the author; readers have the passage
        return True
    return any(
        all((facts.get(term.name, "") in term.values) is term.is_equal for term in terms)
        for terms in either
    )


def facts_of(game: AnyGame, *, in_match: bool) -> dict[str, str]:
    """Values that the rules text of *game* may name: options, as users write them, and facts."""
    with Gate(game):
        values = game.model_dump(mode="json")
        if isinstance(game, Factual):
            values |= game.rules_facts
        facts = {name: _written(value) for name, value in values.items()}
    return {**facts, IN_MATCH: "on" if in_match else "off"}


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else str(value)
