"""Curves of a person's progress: the rating by puzzles, the accuracy by month and by phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, fsum
from typing import Final

from gipf_meta.base.clock import date_of
from gipf_meta.base.texts import N_, _
from gipf_meta.library.statistics import thin_out
from gipf_meta.practice.entries import Reviewed
from gipf_meta.practice.practice import Practice
from gipf_meta.render.curves import Chart

MOST_RATINGS: Final = 60
"""The number of ratings that a curve shows."""
MOST_MONTHS: Final = 24
"""The number of months that a curve shows."""
STEP: Final = 50
"""The distance of the multiples to which the ends of the scale of ratings are rounded."""
TOLD_MONTHS: Final = 4
"""The number of months that the words about it name."""
PHASES: Final = (N_("opening"), N_("middle"), N_("end"))
"""The thirds of a match."""


@dataclass(frozen=True)
class ProgressCurve:
    """A curve with a *title* through *values*, on a scale from *low* to *high* with the words
    *scale* beside it; *words* say in one sentence what it shows."""

    title: str
    words: str
    values: Sequence[float]
    low: float
    high: float
    scale: Sequence[str]

    @property
    def chart(self) -> Chart:
        """The chart that has room for the curve."""
        return Chart(len(self.values), self.scale)

    @property
    def markup(self) -> str:
        """The curve in its chart."""
        reach = self.high - self.low
        chart, heights = self.chart, [100 * (each - self.low) / reach for each in self.values]
        return chart.frame() + chart.curve(heights)


def progress_curves(practice: Practice, titles: Mapping[str, str]) -> Iterator[ProgressCurve]:
    """The curves of *practice*: ratings in all and in each game, whose *titles* are given by ids;
    the accuracy by month and by phase. What was never measured has none."""
    for game in ("", *sorted(practice.ratings, key=lambda id: titles.get(id, id))):
        values = [point.rating.value for point in practice.curves.get(game, ())]
        if len(values) > 1 and (not game or len(practice.ratings) > 1):
            yield _rating_curve(titles.get(game, game) if game else "", values)
    if months := accuracy_by_month(practice.reviews):
        yield _month_curve(months)
    if any(sum(each.turns) for each in practice.reviews):
        yield _phase_curve(accuracy_by_phase(practice.reviews))


def accuracy_by_month(reviews: Iterable[Reviewed]) -> dict[str, float]:
    """The accuracy in percent of the turns in *reviews*, by months ``2026-11``, the earliest
    first."""
    found: dict[str, list[Reviewed]] = {}
    for each in sorted(reviews, key=lambda review: review.at_ms):
        if sum(each.turns):
            found.setdefault(date_of(each.at_ms)[:7], []).append(each)
    return {
        month: fsum(sum_ for each in of_it for sum_ in each.accuracy)
        / sum(count for each in of_it for count in each.turns)
        for month, of_it in found.items()
    }


def accuracy_by_phase(reviews: Sequence[Reviewed]) -> list[float]:
    """The accuracy in percent of the turns in *reviews*, for each of ``PHASES``; 0 without turns of
    it."""
    return [
        fsum(each.accuracy[n] for each in reviews) / (sum(each.turns[n] for each in reviews) or 1)
        for n in range(len(PHASES))
    ]


def _rating_curve(game: str, values: Sequence[float]) -> ProgressCurve:
    low = float(floor(min(values) / STEP) * STEP)
    high = max(float(ceil(max(values) / STEP) * STEP), low + STEP)
    words = _("Your rating by puzzles is {now}, at best {best}.")
    return ProgressCurve(
        _("Puzzles: {game}").format(game=game) if game else _("Rating by puzzles"),
        words.format(now=round(values[-1]), best=round(max(values))),
        thin_out(values, MOST_RATINGS),
        low,
        high,
        tuple(str(round(low + (high - low) * n / 2)) for n in range(3)),
    )


def _month_curve(months: Mapping[str, float]) -> ProgressCurve:
    shown = [*months.items()][-MOST_MONTHS:]
    words = ", ".join(f"{month}: {round(value)} %" for month, value in shown[-TOLD_MONTHS:])
    return _percent(_("Accuracy by month"), f"{words}.", [value for _month, value in shown])


def _phase_curve(phases: Sequence[float]) -> ProgressCurve:
    words = ", ".join(
        f"{_(name)}: {round(value)} %" for name, value in zip(PHASES, phases, strict=True)
    )
    return _percent(_("Accuracy by phase"), f"{words}.", phases)


def _percent(title: str, words: str, values: Sequence[float]) -> ProgressCurve:
    return ProgressCurve(title, words, values, 0.0, 100.0, ("0 %", "50 %", "100 %"))
