"""The time that painting takes here, in ms, best of three: ``python -m tests.paint.speed``."""

from __future__ import annotations

import timeit

from gipf_meta.paint.fitting import fit_layout
from gipf_meta.paint.layout import Technique
from gipf_meta.paint.painter import Painter
from gipf_meta.paint.palette import DARK
from tests.paint.boards import GAMES, SIZES, views

TECHNIQUES: tuple[Technique, ...] = ("sextant", "quadrant", "glyphs")


def figures(game: str, size: tuple[int, int], technique: Technique) -> tuple[float, ...]:
    """Fitting, painting for the first time, after a cursor move, after a move back, unchanged."""
    view = views()[game]
    layout = fit_layout(view, *size, technique)
    assert layout is not None
    points = [point.id for point in view.points]
    here, there = points[len(points) // 2], points[len(points) // 3]
    painter = Painter(DARK)
    steps = (
        lambda: fit_layout(view, *size, technique),
        lambda: painter.paint(view, layout),
        lambda: painter.paint(view, layout, here),
        lambda: painter.paint(view, layout, there),
        lambda: painter.paint(view, layout, here),
        lambda: painter.paint(view, layout, here),
    )
    return tuple(1000 * timeit.timeit(step, number=1) for step in steps)


def main() -> None:
    """Prints a table."""
    print(f"{'':24}{'fit':>8}{'cold':>8}{'cursor':>8}{'move':>8}{'back':>8}{'same':>8}")
    for game in GAMES:
        for size in SIZES:
            for technique in TECHNIQUES:
                runs = [figures(game, size, technique) for _ in range(3)]
                best = "".join(f"{min(times):8.1f}" for times in zip(*runs, strict=True))
                print(f"{game:8}{size[0]:4}x{size[1]:<3}{technique:9}{best}")


if __name__ == "__main__":
    main()
