"""The list of all matches: to find, resume, replay, save or delete one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import local_date
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.desk.context import MOST_AT_ONCE, Context
from gipf_meta.desk.match_actions import asking_for
from gipf_meta.desk.parts import (
    About,
    AnyPart,
    Button,
    Do,
    FieldValue,
    Fold,
    Form,
    FormField,
    ListRow,
    Paragraph,
    Rows,
    Screen,
    ScreenPlace,
    WarningText,
    opening,
    submitting,
)
from gipf_meta.desk.requests import DeskError
from gipf_meta.desk.statistics_screen import WORDS as RESULTS
from gipf_meta.library.listed_matches import (
    has_words,
    reason_of_entry,
    sides_words,
    turns_words,
    winner_words,
)
from gipf_meta.library.statistics import outcome_of
from gipf_meta.library.store import LibraryEntry as Match
from gipf_meta.library.store import LibraryError

AT_ONCE: Final = 25
"""The number of matches on a page of the list in a browser."""
EVERY: Final = ""
"""The value of the field for the game that admits every game."""
WORDS: Final = {
    "words": "",
    "game": EVERY,
    "over": EVERY,
    "result": EVERY,
    "since": "",
    "until": "",
}
"""The fields that filter the list, with their initial values."""


def library_list(context: Context, about: About) -> Screen:
    """The list of the matches that were played here, the latest first. Raises ``DeskError``."""
    narrowed = {name: about.get(name, usual) for name, usual in WORDS.items()}
    page = _page(about)
    return Screen(
        name="library",
        about={**{name: value for name, value in narrowed.items() if value}, **_page_of(page)},
        title=_("Matches"),
        back=ScreenPlace(screen="launcher"),
        parts=tuple(_parts(context, narrowed, page)),
    )


def submit_library(context: Context, values: Mapping[str, FieldValue]) -> Screen:
    """The list of the matches that match the values of the filter's fields."""
    return library_list(context, {name: str(values.get(name, ""))[:200] for name in WORDS})


def _page(about: About) -> int:
    page = read_whole(about.get("page", "1"), 1, 999_999)
    if page is None:
        raise DeskError(_("A page of the list is a number from 1 on."))
    return page


def _page_of(page: int) -> About:
    return {"page": str(page)} if page > 1 else {}


def _parts(context: Context, narrowed: About, page: int) -> Iterator[AnyPart]:
    if context.library is None:
        yield Paragraph(text=_("No match is kept here."))
        return
    try:
        entries = context.library.entries()
    except LibraryError as error:
        yield WarningText(text=str(error))
        return
    yield _filter(context, entries, narrowed)
    found = [entry for entry in entries if _is_wanted(context, entry, narrowed)]
    if not entries:
        yield Paragraph(text=_("No match has been played yet."))
    elif not found:
        yield Paragraph(text=_("No match has these words."))
    at_once = MOST_AT_ONCE if context.face == "terminal" else AT_ONCE
    shown = found[(page - 1) * at_once : page * at_once]
    yield Rows(rows=tuple(_row(context, entry) for entry in shown))
    if context.face != "terminal":
        yield Button(text=_("Open a saved match"), do=opening("open_match"))
    if context.is_page:
        yield Button(text=_("Statistics"), do=opening("statistics"))
    if page > 1:
        yield Button(text=_("Later matches"), do=_turning(narrowed, page - 1))
    if len(found) > page * at_once:
        yield Button(text=_("Earlier matches"), do=_turning(narrowed, page + 1))


def _turning(narrowed: About, page: int) -> Do:
    wanted = {name: value for name, value in narrowed.items() if value}
    return opening("library", {**wanted, **_page_of(page)})


def _filter(context: Context, entries: Sequence[Match], narrowed: About) -> Form:
    more = _more_fields(narrowed)
    if context.is_page:
        more = (Fold(text=_("Result and days"), parts=more),)
    games = sorted({entry.game for entry in entries} | {narrowed["game"]} - {EVERY})
    return Form(
        parts=(
            FormField(
                name="words", label=_("Find"), type="text", value=narrowed["words"],
                note=_("a game, a name, a day …"), longest=200, live=True,
            ),
            FormField(
                name="game", label=_("Game"), type="choice", value=narrowed["game"], live=True,
                choices=(
                    (EVERY, _("all")), *((game, context.installed.title(game)) for game in games)
                ),
            ),
            FormField(
                name="over", label=_("Which"), type="choice", live=True,
                value=narrowed["over"] if narrowed["over"] in ("no", "yes") else EVERY,
                choices=(
                    (EVERY, _("all")), ("no", _("those that wait")),
                    ("yes", _("those that are over")),
                ),
            ),
            *more,
        ),
        do=submitting("library"),
    )  # fmt: skip


def _more_fields(narrowed: About) -> tuple[AnyPart, ...]:
    """The fields of the filter that are used less often."""
    return (
        FormField(
            name="result", label=_("Your result"), type="choice", live=True,
            value=narrowed["result"] if narrowed["result"] in RESULTS else EVERY,
            choices=(
                (EVERY, _("all")), *((key, _(words)) for key, words in RESULTS.items())
            ),
        ),
        FormField(
            name="since", label=_("Played from"), type="text", value=narrowed["since"],
            note=_("a year, a month or a day: 2026-11-23"), longest=10, live=True,
        ),
        FormField(
            name="until", label=_("Played until"), type="text", value=narrowed["until"],
            longest=10, live=True,
        ),
    )  # fmt: skip


def _is_wanted(context: Context, entry: Match, narrowed: About) -> bool:
    if narrowed["game"] not in (EVERY, entry.game):
        return False
    if narrowed["over"] in ("no", "yes") and entry.over is not (narrowed["over"] == "yes"):
        return False
    since, until = narrowed["since"].strip(), narrowed["until"].strip()
    changed = local_date(entry.changed)
    if changed < since or (until and changed[: len(until)] > until):
        return False
    outcome = narrowed["result"]
    if outcome in RESULTS and outcome_of(entry, context.settings.name) != outcome:
        return False
    return has_words(entry, narrowed["words"], context.installed.games, context.settings.name)


def _row(context: Context, entry: Match) -> ListRow:
    games, own = context.installed.games, context.settings.name
    title = context.installed.title(entry.game)
    reason = reason_of_entry(entry, games)
    winner = winner_words(entry, games, own)
    end = f"{winner} ({reason})" if reason else winner
    if entry.over and winner == _("You"):
        end = _("you won ({reason})").format(reason=reason) if reason else _("you won")
    elif entry.over and entry.winners:
        end = _("won by {winner}").format(winner=end)
    turns = turns_words(entry)
    number = _("Match {number}").format(number=entry.id)
    first = _("Look at it") if entry.over else _("Go on")
    sides, when = sides_words(entry, games, own), local_date(entry.changed)
    if context.is_page:
        when = time_ago(entry.changed, context.now())
    cells: tuple[str, ...] = (f"{number}: {title}, {sides}", f"{when} · {turns} · {end}")
    if context.face == "terminal":  # columns below each other
        cells = (str(entry.id), when.partition(" ")[0], title, sides, turns, end)
    return ListRow(
        cells=cells,
        buttons=(
            Button(text=first, do=asking_for(entry, "go_on"), primary=not entry.over),
            Button(text=_("Save"), do=asking_for(entry, "record")),
            Button(text=_("Picture"), do=asking_for(entry, "picture")),
            Button(text=_("Delete"), do=opening("delete", {"match": str(entry.id)})),
        ),
    )
