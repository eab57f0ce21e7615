"""The question for the next word of a decision that is being clicked: it names the piece and the
place in the game's own words, those of its choices.

The page asks in the same way, from the same texts; both are tested on the same cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gipf_meta.base.texts import _
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.protocol.view import View
from gipf_meta.render.speech import begin_sentence

_GAP = "…"


def follow_up_texts() -> dict[str, str]:
    """The texts of the questions by their keys: one for each kind of pieces, which lie beside the
    board and go onto a *place*; others follow a *label* with a gap."""
    return {
        "which_marble": _("Which marble goes on {place}?"),
        "which_disc": _("Which piece goes on {place}?"),
        "which_ring": _("Which ring goes on {place}?"),
        "which_hourglass": _("Which hourglass goes on {place}?"),
        "which_tile": _("Which tile goes on {place}?"),
        "choose_place": _("{label}: choose a place that glows."),
        "which": _("{label}: which of these?"),
        "which_or_place": _("{label}: which of these? Or choose a place that glows."),
    }


def follow_up(view: View, decision: PartialDecision, names: Mapping[str, str]) -> str:
    """The question for the next word of *decision*; *names* are those of words beside the board."""
    key, values = keyed_follow_up(view, decision, names)
    return follow_up_texts()[key].format(**values)


def keyed_follow_up(
    view: View, decision: PartialDecision, names: Mapping[str, str]
) -> tuple[str, dict[str, str]]:
    """The question as the key of its text, with the values that stand in it."""
    words, points = decision.words, {point.id for point in view.points}
    kinds = {item.id: item.kind for tray in view.trays for item in tray.items}
    found = {kinds.get(word) for word in words}
    first, *more = decision.path
    is_free = first in points and all(piece.at != first for piece in view.pieces)
    if is_free and not more and len(found) == 1 and None not in found:
        return f"which_{found.pop()}", {"place": first}
    count = sum(word in points for word in words)
    key = "choose_place" if count == len(words) else "which_or_place" if count else "which"
    place = next((word for word in reversed(decision.path) if word in points), None)
    said = ", ".join(names.get(word, word) for word in decision.path)
    return key, {"label": _common_words([each.label for each in decision.open], said, place)}


def _common_words(labels: Sequence[str], said: str, place: str | None) -> str:
    """The words that all *labels* begin and end with, with a gap between them, as a sentence
    begins; before them what was *said* so far, unless they name its last *place*."""
    split = [label.partition(" (")[0].split(" ") for label in labels]
    least = min(map(len, split))
    start = _equal(split, least)
    end = _equal([words[::-1] for words in split], least - start)
    if not start + end:
        return said
    first = split[0]
    gap = [] if all(len(words) == start + end for words in split) else [_GAP]
    label = " ".join([*first[:start], *gap, *first[len(first) - end :]])
    if place is None or place in label.replace(",", "").split(" "):
        return begin_sentence(label)
    return f"{said} – {label}"


def _equal(all_words: Sequence[Sequence[str]], most: int) -> int:
    """The number of first words that *all_words* share, *most* at most."""
    count = 0
    while count < most and len({words[count] for words in all_words}) == 1:
        count += 1
    return count
