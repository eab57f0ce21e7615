"""The row of chances beside the board: a share of cells for each player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from threading import Event
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.screen import Screen
from textual.widgets import Static

from gipf_meta.base.sentences import cells_of, pad
from gipf_meta.base.texts import _
from gipf_meta.bots.analyst import analyst
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.match.session import Session
from gipf_meta.narration.bot_speech import SlipsNoticed, quoted
from gipf_meta.narration.shares import ChancesTold, chances_now
from gipf_meta.paint.palette import Palette
from gipf_meta.search.analysis import Analysis
from gipf_meta.table.new_table import glance_budget
from gipf_meta.tui.parts.background import BackgroundSearch
from gipf_meta.tui.parts.looks import Looks

EMPTY: Final = "╱"
"""The cells of a row while nothing is known."""


class ChancesRow(Static):
    """The row of chances; hidden until they are known or looked for.

    What a *review* has found comes before what an *analysis* finds.
    """

    def __init__(self, looks: Looks) -> None:
        super().__init__(id="chances", markup=False)
        self.looks = looks
        self._review: ChancesTold | None = None
        self._analysis: ChancesTold | None = None
        self._names: Sequence[str] = ()
        self._seen: Session | None = None
        self._search: BackgroundSearch[Analysis] | None = None
        self._slips = SlipsNoticed()

    def on_mount(self) -> None:
        """Hides the row."""
        self.display = False

    def note_review(self, found: ChancesTold | None, names: Sequence[str]) -> None:
        """Shows what a review has found of the moment that is shown."""
        self._review, self._names = found, names
        self._draw()

    def note_analysis(self, found: ChancesTold | None, names: Sequence[str]) -> None:
        """Shows what an analysis has found of the moment that is shown."""
        self._analysis, self._names = found, names
        self._draw()

    def look(
        self, played: PlayedMatch, is_wanted: bool, tell: Callable[[str], object] | None = None
    ) -> None:
        """Looks for a short time at each position of the match that is *played* against bots, if
        that *is_wanted*; hides the row else. *tell* is told what a bot says where chances fall."""
        if not is_wanted or played.over is not None:
            self.display = False
            return
        session = played.match.top
        if session is self._seen or played.why_not("chances"):
            return  # what was found last stays while a bot thinks
        self._seen = session
        if self._search is not None:
            self._search.cancel()

        def search(cancelled: Event) -> Iterator[Analysis]:
            yield analyst().analyse(session, glance_budget(cancelled), 1)

        def show(found: Analysis) -> None:
            chances = chances_now(session, played.names, found.chances)
            self.note_analysis(chances, played.names)
            if tell is None or chances is None or played.match.top is not session:
                return
            slip = self._slips.note(played.match, played.seats, played.only_person, chances)
            if slip is not None:
                tell(quoted(played.names[slip[0]], slip[1]))

        self._search = BackgroundSearch(self, search, show, lambda _error: None)

    def _draw(self) -> None:
        found = self._review or self._analysis
        self.display = True
        columns = self.content_size.width or self.size.width
        self.update(row_of(found, self._names, columns, self.looks.palette))

    def on_resize(self) -> None:
        """Draws the row anew in another width."""
        if self.display:
            self._draw()

    def on_unmount(self) -> None:
        """Ends the search with the screen."""
        if self._search is not None:
            self._search.cancel()


def chances_rows(screen: Screen[object]) -> Iterator[ChancesRow]:
    """The row of chances of *screen*, if it has one."""
    yield from screen.query(ChancesRow)


def row_of(found: ChancesTold | None, names: Sequence[str], columns: int, palette: Palette) -> Text:
    """The shares of *found* in so many *columns*, each with its name and percent if these have
    room."""
    if found is None:
        return Text(EMPTY * columns, Style(color=palette.theme.muted))
    shares, row, sum_before = found["shares"], Text(), 0
    ends = [0]
    for share in shares:
        sum_before += share["percent"]
        ends.append(round(columns * sum_before / 100))
    for share, (begin, end) in zip(shares, pairwise(ends), strict=True):
        player = share["player"]
        name = _("the others") if player is None else names[player]
        percent = _("{n} %").format(n=share["percent"])
        colour = palette.theme.muted if player is None else palette.piece(f"other-{player}")
        row.append(_label(name, percent, end - begin), Style(color=_ink(colour), bgcolor=colour))
    return row


def _label(name: str, percent: str, columns: int) -> str:
    """The name and the percent in so many *columns*, or what of them has room."""
    for words in (f" {name} {percent}", f" {percent}", percent):
        if cells_of(words) <= columns:
            return pad(words, columns)
    return " " * columns


def _ink(colour: str) -> str:
    """The colour of letters on *colour*: black or white."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"
