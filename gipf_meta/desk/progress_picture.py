"""The progress of a person as one picture: curves below each other, and bars of his results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.desk.progress_curves import ProgressCurve
from gipf_meta.desk.statistics_screen import bars_of_results, drawn_bar
from gipf_meta.library.statistics import POINTS, Outcome
from gipf_meta.render.brush import variable
from gipf_meta.render.curves import HEIGHT, WIDTH
from gipf_meta.render.svg_elements import escape_text, page, tag, text, translate
from gipf_meta.render.theme import LIGHT, Theme, write_colours

TITLE, MARGIN, ROW = 26.0, 14.0, 24.0
"""The height of a title, the margins, and the height of a bar's row, in pixels."""
LETTERS, SMALL = 14.0, 11.0
"""The sizes of letters, in pixels."""
BAR_AT: Final = 170.0
"""The distance of bars from the left edge of their rows, in pixels."""


def progress_svg(
    curves: Sequence[ProgressCurve],
    results: Mapping[str, Counter[Outcome]],
    title: str,
    theme: Theme = LIGHT,
) -> str:
    """The *curves*, each with its title above and its words below it, and the *results* by
    opponent, as a picture with that *title*; what is missing has the sentence what will stand
    there."""
    made, y = [_line(title, MARGIN + TITLE / 2, LETTERS + 2, bold=True)], MARGIN + TITLE
    for curve in curves:
        made.append(_line(curve.title, y + TITLE / 2, LETTERS, bold=True))
        made.append(translate(curve.markup, MARGIN, y + TITLE))
        made.append(_line(curve.words, y + TITLE + HEIGHT + SMALL, SMALL))
        y += 2 * TITLE + HEIGHT
    if not curves:
        words = _("Your rating by puzzles and the accuracy of your turns will stand here.")
        made.append(_line(words, y + TITLE / 2, SMALL))
        y += TITLE
    if results:
        made.append(_line(_("Results by opponent"), y + TITLE / 2, LETTERS, bold=True))
        made.append(translate(_bars(results), MARGIN, y + TITLE))
        y += TITLE + ROW * len(results)
    titled = [f"{each.title}: {each.words}" for each in curves]
    about = tag("title", escape_text(title)) + tag("desc", escape_text(" ".join(titled)))
    whole = page(WIDTH + 2 * MARGIN, y + MARGIN, *made, about=about)
    return write_colours(whole, theme)


def _line(words: str, y: float, size: float, *, bold: bool = False) -> str:
    """One line of *words* at the left margin."""
    colour = variable("ink" if bold else "muted")
    return text(words, MARGIN, y, size, colour, "start", bold=bold)


def _bars(results: Mapping[str, Counter[Outcome]]) -> str:
    """A row for each opponent: his name, a bar, and the counts."""
    bars, made = bars_of_results(results), []
    most = max(counts.total() for counts in results.values())
    for n, (name, counts) in enumerate(results.items()):
        y = n * ROW
        shown = name if len(name) <= 24 else f"{name[:23]}…"
        bar = drawn_bar(bars[name], most)
        made.append(text(shown, 0, y + 8, SMALL, variable("ink"), "start"))
        made.append(translate(bar.markup, BAR_AT, y))
        counted = " · ".join(str(counts[each]) for each in POINTS)
        made.append(text(counted, BAR_AT - 6, y + 8, SMALL, variable("muted"), "end"))
    return "".join(made)
