"""What can be copied of a match that is played, as lines to be printed."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.line.played import PlayedMatch


def copied(played: PlayedMatch, name: str) -> list[str]:
    """What can be copied by that *name*, as it is; else a list of what can be copied."""
    copies = played.copies()
    if (copy := copies.named(name.lower())) is not None:
        return copy.text.rstrip("\n").split("\n")
    lines = []
    if name:
        lines.append(_("Nothing that can be copied is called {name}:").format(name=name))
    width = max((len(each.name) for each in copies.found), default=0)
    lines += [f"  copy {each.name:<{width}}  {each.words}" for each in copies.found]
    return [*lines, *copies.missing]
