"""How a training went, as a picture: the loss, and the strength in Elo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.records.files import write_whole
from gipf_meta.render.brush import variable
from gipf_meta.render.curves import HEIGHT, LEFT, LETTERS, WIDTH, Chart
from gipf_meta.render.elements import page, text, translate
from gipf_meta.render.theme import LIGHT, write_colours
from gipf_meta.training.journal import Journal

TITLE: Final = 22.0
"""The room for the title of a chart, in pixels."""


def draw_training(journal: Journal) -> None:
    """Writes ``training.svg`` into the folder of *journal*. Raises ``RecordError``."""
    made = training_picture(
        journal.training.game,
        [each.loss for each in journal.generations],
        [0.0, *(journal.elo(each) for each in journal.generations)],
    )
    write_whole(made.encode(), journal.folder / "training.svg")


def training_picture(game: str, losses: Sequence[float], strengths: Sequence[float]) -> str:
    """The *losses* of the generations of a *game* and their *strengths* in Elo, as SVG.

    There is one strength more: that of the beginning.
    """
    highest = max(losses)
    low, high = min(strengths), max(*strengths, min(strengths) + 1)
    charts = (
        (
            _("{game}: loss on games not learned from").format(game=game),
            Chart(len(losses), ("0", f"{highest / 2:.4f}", f"{highest:.4f}")),
            [100 * loss / highest for loss in losses],
        ),
        (
            _("{game}: Elo, from where the training began").format(game=game),
            Chart(len(strengths), tuple(str(round(low + (high - low) * n / 2)) for n in range(3))),
            [100 * (strength - low) / (high - low) for strength in strengths],
        ),
    )
    made = ""
    for n, (title, chart, values) in enumerate(charts):
        markup = text(title, LEFT, TITLE / 2, LETTERS, variable("ink"), "start", bold=True)
        markup += translate(chart.frame() + chart.curve(values), 0, TITLE)
        made += translate(markup, 0, n * (HEIGHT + TITLE))
    return write_colours(page(WIDTH, len(charts) * (HEIGHT + TITLE), made), LIGHT) + "\n"
