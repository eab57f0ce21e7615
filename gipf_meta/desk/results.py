"""How the user's matches ended: what became of one, and a curve over many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from gipf_meta.base.texts import N_, _
from gipf_meta.desk.context import Context
from gipf_meta.desk.parts import AnyPart, Heading, Picture, Text
from gipf_meta.library.store import Entry
from gipf_meta.records.people import PERSON
from gipf_meta.render.curves import Chart, Point

Outcome: TypeAlias = Literal["won", "drawn", "lost"]

WORDS: Final[Mapping[Outcome, str]] = {
    "won": N_("a win"),
    "drawn": N_("a draw"),
    "lost": N_("a loss"),
}
"""The outcomes of matches, as they are told."""
_POINTS: Final[Mapping[Outcome, float]] = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
_COLOURS: Final = {"won": "mark-legal", "drawn": "muted", "lost": "mark-capture"}
MOST: Final = 40
"""How many matches of a game a curve shows."""
RECENT: Final = 10
"""Over how many matches the share of points is counted, at each of them."""
LEAST: Final = 2
"""The fewest matches that make a curve."""


def outcome_of(entry: Entry, own: str) -> Outcome | None:
    """How a match ended for the user, who calls himself *own*.

    ``None``: it goes on, or he did not play it. The only person in a match is the user.
    """
    people = [seat for seat, kind in enumerate(entry.kinds) if kind == PERSON]
    if len(people) > 1:
        people = [seat for seat in people if own and entry.names[seat] == own]
    if not entry.over or not entry.reason or len(people) != 1:
        return None
    if not entry.winners:
        return "drawn"
    return "won" if people[0] in entry.winners else "lost"


def result_curves(context: Context, entries: Sequence[Entry]) -> Iterator[AnyPart]:
    """For each game that the user has played to its end, a curve of his results.

    *entries* are matches, the one that was played last first.
    """
    by_game: dict[str, list[Outcome]] = {}
    for entry in reversed(entries):
        if (outcome := outcome_of(entry, context.settings.name)) is not None:
            by_game.setdefault(entry.game, []).append(outcome)
    curves = {game: all for game, all in by_game.items() if len(all) >= LEAST}
    if curves:
        yield Heading(text=_("Your results"))
    for game in sorted(curves, key=context.installed.title):
        found = curves[game][-MOST:]
        title = context.installed.title(game)
        counts = {str(outcome): found.count(outcome) for outcome in _POINTS}
        yield Heading(text=title, level=3)
        yield _picture(title, found)
        yield Text(
            text=_("{won} won, {drawn} drawn, {lost} lost.").format(**counts)
            + " "
            + _("The curve is the share of points in the last {count} matches.").format(
                count=RECENT
            )
        )


def _picture(title: str, found: Sequence[Outcome]) -> Picture:
    """The curve over the outcomes *found*, the oldest first."""
    chart = Chart(len(found), ("0 %", "50 %", "100 %"))
    markup, before = chart.frame(), None
    for n, outcome in enumerate(found):
        recent = [_POINTS[each] for each in found[max(0, n + 1 - RECENT) : n + 1]]
        point = Point(n, 100 * sum(recent) / len(recent), _COLOURS[outcome])
        markup += chart.draw(point, before, filled=True)
        before = point
    told = ", ".join(_(WORDS[outcome]) for outcome in reversed(found))
    name = _("{title}, the last match first: {outcomes}").format(title=title, outcomes=told)
    return Picture(box=chart.box, markup=markup, name=name)
