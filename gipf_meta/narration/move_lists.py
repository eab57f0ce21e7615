"""The list of what can be played now, as the word ``moves`` gives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.narration import questions
from gipf_meta.narration.answers import choices_at
from gipf_meta.protocol.view import Choice, View, counters
from gipf_meta.render import text

ROW_WIDTH: Final = 78
"""The characters of a row in a list of many choices."""
FEW_CHOICES: Final = 20
"""The most choices that are listed with their labels, one a line."""


def move_lines(view: View, place_name: str = "") -> list[str]:
    """The choices of *view*, line by line: all of them, or those that concern the place with that
    name; a sentence where there are none, or no such place."""
    place = questions.find_place(view, place_name) if place_name else None
    if place_name and place is None:
        return text.wrap_lines([questions.no_such_place(view, place_name)]).split("\n")
    choices = choices_at(view, place) if place else view.choices
    if place and not choices:
        return [_("Nothing can be played with {place} now.").format(place=place)]
    lines = [_count(choices, place)]
    if not place and (counted := counters(view, choices)):
        template = _("{word} up to {count} times")
        most = ", ".join(template.format(word=word, count=n) for word, n in counted.items())
        lines += text.wrap_lines([_("Put together: {words}.").format(words=most)]).split("\n")
        choices = [choice for choice in choices if len(choice.path) <= 2]
    return [*lines, *_rows(sorted(choices, key=lambda choice: choice.notation))]


def _count(choices: Sequence[Choice], place: str | None) -> str:
    if place:
        count = _.many(
            "{count} decision is possible with {place}:",
            "{count} decisions are possible with {place}:",
            len(choices),
        )
    else:
        count = _.many(
            "{count} decision is possible now:",
            "{count} decisions are possible now:",
            len(choices),
        )
    return count.format(count=len(choices), place=place)


def _rows(choices: Sequence[Choice]) -> Iterator[str]:
    """Few choices with their labels, and many in rows."""
    width = max((len(choice.notation) for choice in choices), default=0)
    if len(choices) <= FEW_CHOICES:
        yield from (f"  {choice.notation:<{width}}  {choice.label}" for choice in choices)
        return
    words = [f"{choice.notation:<{width}} {choice.gain}".rstrip() for choice in choices]
    width = max(map(len, words))
    across = max(1, ROW_WIDTH // (width + 2))
    for first in range(0, len(words), across):
        row = words[first : first + across]
        yield "  " + "  ".join(f"{word:<{width}}" for word in row).rstrip()
