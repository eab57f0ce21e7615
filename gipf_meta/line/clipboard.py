"""The texts to copy of a match that is played, and those to paste into it."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.deeds.view_deeds import CopyIt, Paste
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.pasted_turns import PastedTurn
from gipf_meta.narration import vocabulary
from gipf_meta.records.copies import Copies


def copies_in(played: PlayedMatch) -> Copies:
    """The texts that the person here may copy: the position, the match in several forms, a link."""
    played.tick()
    return CopyIt.of().copies(played.room, played.person)


def turns_pasted(played: PlayedMatch, text: str) -> list[PastedTurn]:
    """The turns of a *text* that was pasted; none where it is a game or a position."""
    return Paste.of(text=text).turns(played.room, played.person)


def copied(played: PlayedMatch, name: str) -> list[str]:
    """The lines of the copy with that *name*; without one of that name, a list of all copies."""
    copies = copies_in(played)
    if (copy := copies.named(name.lower())) is not None:
        return copy.text.rstrip("\n").split("\n")
    lines = []
    if name:
        lines.append(_("There is no {name} to copy, but:").format(name=name))
    width = max((len(each.name) for each in copies.found), default=0)
    word = vocabulary.named("copy")
    typed = word.shown_name if word is not None else "copy"
    lines += [f"  {typed} {each.name:<{width}}  {each.words}" for each in copies.found]
    return [*lines, *copies.missing]
