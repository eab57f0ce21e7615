"""The list of all matches: to find, resume, replay, save or delete one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from gipf_meta.base.ago import time_ago
from gipf_meta.base.clock import local_date
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.desk.context import MOST_AT_ONCE, Context
from gipf_meta.desk.match_actions import asking_for, reviewing
from gipf_meta.desk.match_boards import BoardsOfList, opponent_face, with_face
from gipf_meta.desk.match_cards import UNSEEN, MatchInList, words_of_standing
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
    DAMAGED,
    called_players,
    has_words,
    reason_of_entry,
)
from gipf_meta.library.outcome_words import moves_words, result_sentence, turn_sentence
from gipf_meta.library.statistics import outcome_of, seat_of_user
from gipf_meta.library.store import LibraryEntry as Match
from gipf_meta.library.store import LibraryError
from gipf_meta.match.starting_point import from_a_position

BOARDS: Final = "boards"
"""The field that a page says has changed, to have more boards of its list drawn."""
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


def library_list(context: Context, about: About, *, draws: bool = False) -> Screen:
    """The list of the matches that were played here, the latest first. Raises ``DeskError``.

    On a page the boards come after the list: each time that it *draws*, a few more.
    """
    narrowed = {name: about.get(name, usual) for name, usual in WORDS.items()}
    page = _page(about)
    return Screen(
        name="library",
        about={**{name: value for name, value in narrowed.items() if value}, **_page_of(page)},
        title=_("Matches"),
        back=ScreenPlace(screen="launcher"),
        parts=tuple(_parts(context, narrowed, page, draws)),
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


def _parts(context: Context, narrowed: About, page: int, draws: bool) -> Iterator[AnyPart]:
    if context.library is None:
        yield Paragraph(text=_("No match is kept here."))
        return
    try:
        entries = context.library.entries()
    except LibraryError as error:
        yield WarningText(text=str(error))
        return
    if not entries:
        yield from _no_match_yet(context)
        return
    yield _filter(context, entries, narrowed)
    found = [entry for entry in entries if _is_wanted(context, entry, narrowed)]
    if not found:
        yield Paragraph(text=_("No match has these words."))
        if context.is_page:
            yield Button(text=_("All matches"), do=opening("library"))
    at_once = MOST_AT_ONCE if context.face == "terminal" else AT_ONCE
    shown = found[(page - 1) * at_once : page * at_once]
    boards = BoardsOfList(context, context.library, draws=draws) if context.is_page else None
    yield Rows(rows=tuple(_row(context, entry, boards) for entry in shown))
    if context.face != "terminal":
        yield Button(text=_("Open a saved match"), do=opening("open_match"))
    if context.is_page:
        yield Button(text=_("Statistics"), do=opening("statistics"))
    if page > 1:
        yield Button(text=_("Later matches"), do=_turning(narrowed, page - 1))
    if len(found) > page * at_once:
        yield Button(text=_("Earlier matches"), do=_turning(narrowed, page + 1))


def _no_match_yet(context: Context) -> Iterator[AnyPart]:
    """The ways on from a list without matches."""
    yield Paragraph(text=_("No match yet. What you play is kept here."))
    if context.face != "terminal":
        yield Button(text=_("Play"), do=opening("launcher"), primary=True)
        yield Button(text=_("Open a saved match"), do=opening("open_match"))


def _turning(narrowed: About, page: int) -> Do:
    wanted = {name: value for name, value in narrowed.items() if value}
    return opening("library", {**wanted, **_page_of(page)})


def _filter(context: Context, entries: Sequence[Match], narrowed: About) -> Form:
    games = sorted({entry.game for entry in entries} | {narrowed["game"]} - {EVERY})
    rest: tuple[AnyPart, ...] = (
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
        *_more_fields(narrowed),
    )  # fmt: skip
    if context.is_page:
        rest = (Fold(text=_filter_words(rest), parts=rest),)
    find = FormField(
        name="words", label=_("Find"), type="text", value=narrowed["words"],
        note=_("a game, a name, a day …"), longest=200, live=True,
    )  # fmt: skip
    return Form(parts=(find, *rest), do=submitting("library"))


def _filter_words(parts: Sequence[AnyPart]) -> str:
    """The line of the folded fields *parts*, with the values that narrow the list."""
    entries = [part for part in parts if isinstance(part, FormField) and part.value]
    chosen = [dict(entry.choices).get(str(entry.value), str(entry.value)) for entry in entries]
    return _("Filter: {chosen}").format(chosen=" · ".join(chosen)) if chosen else _("Filter")


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
    if not narrowed["words"].strip():
        return True
    games, own = context.installed.games, context.settings.name
    return has_words(entry, narrowed["words"], games, own, _sentence(context, entry))


def _row(context: Context, entry: Match, boards: BoardsOfList | None) -> ListRow:
    stands = UNSEEN if boards is None else boards.standing(entry)
    board = stands.picture
    if board is not None and context.settings.faces:
        own = seat_of_user(entry, context.settings.name)
        board = with_face(board, opponent_face(entry.kinds, own, entry.winners))
    cells = _cells(context, entry, stands)
    return ListRow(cells=cells, buttons=tuple(_buttons(context, entry)), picture=board)


def _cells(context: Context, entry: Match, stands: MatchInList) -> tuple[str, ...]:
    """The words of a row: on a page ``Lost to Mia``, then its game, moves and day; in a terminal in
    columns; line by line after its number."""
    title, moves = context.installed.title(entry.game), moves_words(entry.turns)
    number = _("Match {number}").format(number=entry.id)
    sentence, end = _sentence(context, entry, stands.player), _end(context, entry)
    begun = from_a_position() if entry.position else ""
    if context.face == "terminal":  # columns below each other
        day = local_date(entry.changed).partition(" ")[0]
        return str(entry.id), day, title, sentence, ", ".join(filter(None, (moves, begun))), end
    when = time_ago(entry.changed, context.now())
    if context.is_page:
        line = words_of_standing(stands.duel, title, moves, begun, when)
        return sentence, line, words_of_standing("", number, end if entry.over else "")
    return f"{number}: {title}", words_of_standing("", sentence, moves, begun, when), end


def _sentence(context: Context, entry: Match, player: int | None = None) -> str:
    """The result of a match, or whose turn it is, if the *player* is known who decides."""
    own = context.settings.name
    called, seat = called_players(entry, context.installed.games, own), seat_of_user(entry, own)
    if not entry.over or not entry.reason or not called:
        return turn_sentence(called, entry.kinds, seat, None if entry.over else player)
    return result_sentence(called, seat, entry.winners)


def _end(context: Context, entry: Match) -> str:
    """The reason why a match is over, or words for one that goes on, is damaged or is a study."""
    if entry.study:
        return _("a study")
    if not entry.over:
        return _("goes on")
    return reason_of_entry(entry, context.installed.games) or _(DAMAGED)


def _buttons(context: Context, entry: Match) -> Iterator[Button]:
    """The actions of a row; the first is the main one, the others stand in a menu on a page."""
    is_whole = entry.over and bool(entry.reason) and entry.game in context.installed.games
    if is_whole and context.is_page:
        yield Button(text=_("Review"), do=reviewing(asking_for(entry, "go_on")))
    look = _("Look at it") if entry.over else _("Go on")
    yield Button(text=look, do=asking_for(entry, "go_on"), primary=not entry.over)
    if is_whole:
        yield Button(text=_("Study"), do=submitting("study", {"saved": str(entry.id)}))
    yield Button(text=_("Save"), do=asking_for(entry, "record"))
    yield Button(text=_("Picture"), do=asking_for(entry, "picture"))
    yield Button(text=_("Delete"), do=opening("delete", {"match": str(entry.id)}))
