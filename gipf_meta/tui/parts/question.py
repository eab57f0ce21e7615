"""What is asked in the middle of a decision: the part that has not been clicked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from gipf_meta.base.texts import N_, _
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.protocol.view import PieceKind, View, counters

_WHICH: Final[Mapping[PieceKind, str]] = {
    "marble": N_("Which marble?"),
    "disc": N_("Which piece?"),
    "ring": N_("Which ring?"),
    "hourglass": N_("Which hourglass?"),
    "tile": N_("Which tile?"),
}


def question(view: View, decision: PartialDecision, names: Mapping[str, str]) -> str:
    """What to click next after the words clicked so far; empty before the first and at the end.

    *names* says what words that are no points are called.
    """
    words = decision.words
    if not decision.path or not words or counters(view, decision.choices):
        return ""
    so_far = ", ".join(names.get(word, word) for word in decision.path)
    points = {point.id for point in view.points}
    beside = [word for word in words if word not in points]
    asked = _("Choose a place that glows.")
    if beside:
        kinds = {item.id: item.kind for tray in view.trays for item in tray.items}
        found = {kinds[word] for word in beside if word in kinds}
        asked = _(_WHICH[found.pop()]) if len(found) == 1 else _("Which of these?")
        if len(beside) < len(words):
            asked = _("{question} Or choose a place that glows.").format(question=asked)
    return f"{so_far}: {asked}"
