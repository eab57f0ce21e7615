"""What the status line says while a decision is clicked: the words so far, a place, a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gipf_meta.base.texts import _
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.protocol.view import Choice, View, counters

MOST_SCORING = 4
"""How many decisions are named by what they score."""
MOST_NAMED = 8
"""How many words a refusal names."""


def path_in_words(view: View, decision: PartialDecision, names: Mapping[str, str]) -> str:
    """Which words have been clicked so far; empty before the first."""
    counted = counters(view, decision.choices)
    coming = decision.coming(counted) if counted else None
    so_far = ", ".join(names.get(word, word) for word in decision.path)
    if coming is not None and so_far:
        return coming.label
    return f"{so_far} …  {_tell_ways(decision.open)}" if so_far else ""


def point_in_words(view: View, decision: PartialDecision, name: str) -> str:
    """A point in words: what stands there, what can be done with it."""
    piece = next((piece for piece in view.pieces if piece.at == name), None)
    what = f" {piece.label} {piece.badge} {piece.clock}".rstrip() if piece else ""
    choices = decision.choices_with(name)
    if len(choices) == 1:
        return f"{name}{what}: {choices[0].label}"
    return f"{name}{what}{': ' + _tell_ways(choices) if choices else ''}"


def why_not(decision: PartialDecision, names: Mapping[str, str], word: str) -> str:
    """Why *word* cannot be clicked, and what can."""
    words, path = decision.words, decision.path
    possible = ", ".join(names.get(each, each) for each in words[:MOST_NAMED])
    why = _("{word} is not possible here; possible: {possible}").format(
        word=names.get(word, word), possible=possible + (" …" if words[MOST_NAMED:] else "")
    )
    if not path:
        return why
    way_out = _("Escape takes {word} back.").format(word=names.get(path[-1], path[-1]))
    return f"{why}. {way_out}"


def _tell_ways(choices: Sequence[Choice]) -> str:
    """How many *choices* there are, and what those of them make that score."""
    count = _.many("{n} possibility", "{n} possibilities", len(choices)).format(n=len(choices))
    scoring = [each for each in choices if each.gain]
    if not scoring:
        return count
    some = ", ".join(f"{each.notation} ({each.gain})" for each in scoring[:MOST_SCORING])
    return f"{count}: {some}{' …' if scoring[MOST_SCORING:] else ''}"
