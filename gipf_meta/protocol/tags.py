"""Tags at the head of a game written in its own notation: ``[Level "3"]``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from gipf_meta.base.texts import _
from gipf_meta.protocol.game import BadNotation

_TAG: Final = re.compile(r'\s*\[\s*(\w+)\s+"([^"]*)"\s*\]\s*')


class Tag(NamedTuple):
    """A tag ``[name "value"]``, and the *rest* of its line behind it."""

    name: str
    value: str
    rest: str


def read_tag(text: str) -> Tag | None:
    """Reads the tag that a line begins with; ``None`` if the line begins with none."""
    match = _TAG.match(text)
    return Tag(match[1], match[2], text[match.end() :]) if match else None


def check_tag(tag: Tag, known: Mapping[str, str], others: Sequence[str]) -> None:
    """Raises ``BadNotation`` unless the tag agrees with the options.

    *known* maps each tag that stands for an option to that option's value; *others* are tags with
    any value.
    """
    name, value = tag.name, tag.value
    if name not in known and name not in others:
        tags = ", ".join((*known, *others))
        raise BadNotation(
            _("there is no tag {name}; the tags are {tags}.").format(name=name, tags=tags)
        )
    if name in known and value.strip().lower() != known[name].lower():
        raise BadNotation(
            _("the record is for {name} {value!r}, but the game is set to {known}.").format(
                name=name, value=value, known=known[name]
            )
        )
