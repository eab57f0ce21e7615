"""The table of a contest, everybody against everybody, as CSV and as a page. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from html import escape
from typing import Final

from gipf_meta.base.engine_names import bot_names
from gipf_meta.base.texts import _, languages
from gipf_meta.workshop.arena.schedule import Tournament
from gipf_meta.workshop.arena.standings import BotStanding, Standings

FORMS: Final = (".csv", ".html")
"""The extensions of files with such a table."""
STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}"
    "th,td{padding:.3rem .7rem;border-bottom:1px solid #8884;text-align:right}"
    "th:nth-child(2),td:nth-child(2){text-align:left}:root{color-scheme:light dark}"
)


def cross_table(tournament: Tournament, result: Standings) -> Iterator[list[str]]:
    """The lines of the table: the names of its columns, then each bot, the best first.

    Where two play, a column for each bot has the points that were won against it.
    """
    order = sorted(range(len(result.bots)), key=lambda bot: -(result.bots[bot].wins or 0.0))
    against = _points_against(tournament, result)
    columns, names = range(len(order)) if against else (), bot_names(tournament.bots)
    heads = [_("place"), _("bot"), _("games"), _("points"), _("share"), _("faults")]
    yield [*heads, *(str(place + 1) for place in columns)]
    for place, bot in enumerate(order):
        standing = result.bots[bot]
        yield [
            str(place + 1),
            names[standing.bot],
            str(standing.games),
            _number((standing.wins or 0.0) * standing.games),
            _share(standing),
            str(standing.faults),
            *(against.get((bot, order[other]), "") for other in columns),
        ]


def _points_against(tournament: Tournament, result: Standings) -> dict[tuple[int, int], str]:
    """The points of each bot against each other one, as ``3.5/10``."""
    found: dict[tuple[int, int], str] = {}
    for (first, second, *_more), pair in zip(tournament.match_ups, result.pairs, strict=False):
        games = pair.won + pair.drawn + pair.lost
        points = pair.won + pair.drawn / 2
        found[first, second] = f"{_number(points)}/{games}"
        found[second, first] = f"{_number(games - points)}/{games}"
    return found


def _number(points: float) -> str:
    return f"{points:.1f}".removesuffix(".0")


def _share(standing: BotStanding) -> str:
    return "" if standing.wins is None else f"{standing.wins:.1%}"


def as_csv(tournament: Tournament, result: Standings) -> str:
    """The table as comma-separated values."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(cross_table(tournament, result))
    return text.getvalue()


def as_page(tournament: Tournament, result: Standings, title: str) -> str:
    """The table as a page of its own, with a *title*."""
    heads, *rows = cross_table(tournament, result)
    head = "".join(f"<th>{escape(words)}</th>" for words in heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(words)}</td>" for words in row) + "</tr>" for row in rows
    )
    return (
        f'<!doctype html>\n<html lang="{(languages() or ("en",))[0]}"><meta charset="utf-8">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n<h1>{escape(title)}</h1>\n"
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</html>\n"
    )
