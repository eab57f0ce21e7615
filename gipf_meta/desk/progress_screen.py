"""The screen of a person's progress: curves, and the results by opponent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.texts import _
from gipf_meta.desk.context import Context
from gipf_meta.desk.own_practice import practice_of
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Heading,
    Paragraph,
    Picture,
    Screen,
    ScreenPlace,
    WarningText,
    opening,
)
from gipf_meta.desk.progress_curves import ProgressCurve, progress_curves
from gipf_meta.desk.statistics_screen import results_table
from gipf_meta.library.listed_matches import GamesById, called_players
from gipf_meta.library.statistics import Outcome, draw_in_blocks, outcome_of, seat_of_user
from gipf_meta.library.store import LibraryEntry

PROGRESS: Final = "progress"
"""The screen of progress."""
MOST_OPPONENTS: Final = 20
"""The number of opponents that are listed."""


def progress(context: Context, about: About) -> Screen:
    """The curves of the person's progress. Raises ``LibraryError`` if the library cannot be
    read."""
    return Screen(
        name=PROGRESS,
        title=_("Progress"),
        back=ScreenPlace(screen="puzzles" if context.library is None else "statistics"),
        parts=tuple(_parts(context)),
    )


def _parts(context: Context) -> Iterator[AnyPart]:
    curves = list[ProgressCurve]()
    try:
        curves += own_curves(context)
    except GipfMetaError as error:
        yield WarningText(text=str(error))
    for curve in curves:
        yield Heading(text=curve.title)
        yield from _shown(curve, context.face)
    if not curves:
        words = _(
            "Here will stand your rating, once you have taken two puzzles, and the accuracy of"
            " your turns by month and phase, once a match of yours was reviewed."
        )
        yield Paragraph(text=words)
        yield Button(text=_("Puzzles"), do=opening("puzzles"), primary=True)
    if context.library is not None:
        yield Heading(text=_("Results by opponent"))
        games, own = context.installed.games, context.settings.name
        found = results_by_opponent(context.library.entries(), games, own)
        if found:
            yield results_table(context, _("opponent"), found)
        else:
            yield Paragraph(text=_("Here will stand whom you have played to the end, and who won."))


def own_curves(context: Context) -> Iterator[ProgressCurve]:
    """The curves of the person's practice. Raises ``GipfMetaError``."""
    titles = {id: context.installed.title(id) for id in context.installed.games}
    yield from progress_curves(practice_of(context), titles)


def _shown(curve: ProgressCurve, face: str) -> Iterator[AnyPart]:
    """*curve* as a page draws it, as blocks in a terminal; its words everywhere."""
    if face == "page":
        yield Picture(box=curve.chart.box, markup=curve.markup, name=curve.title)
    elif face == "terminal":
        yield Paragraph(text=draw_in_blocks(curve.values))
    yield Paragraph(text=curve.words)


def results_by_opponent(
    entries: Iterable[LibraryEntry], games: GamesById, own: str
) -> dict[str, Counter[Outcome]]:
    """The outcomes of the user, who is called *own*, against each opponent, by the name that lists
    have for him; the one that was played most often first."""
    found: dict[str, Counter[Outcome]] = {}
    for entry in entries:
        outcome, seat = outcome_of(entry, own), seat_of_user(entry, own)
        if outcome is None or seat is None:
            continue
        for n, name in enumerate(called_players(entry, games, own)):
            if n != seat:
                found.setdefault(name, Counter())[outcome] += 1
    often = sorted(found, key=lambda name: (-found[name].total(), name))
    return {name: found[name] for name in often[:MOST_OPPONENTS]}
