"""Importing a file or a pasted text: the form for it, and the screens that show what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gipf_meta.base.addresses import is_address, place_in
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.json_text import read_json
from gipf_meta.base.texts import _
from gipf_meta.desk import parts
from gipf_meta.desk.context import Context
from gipf_meta.desk.imported_games import FILE, BroughtGames, BroughtPosition, file_in
from gipf_meta.desk.parts import About, FieldValue, Screen, ScreenPlace, opening, submitting
from gipf_meta.desk.requests import LONGEST_FIELD, DeskError
from gipf_meta.desk.responses import PageMessages
from gipf_meta.desk.setup import find_set_up
from gipf_meta.desk.shared_match import board_of, show_match
from gipf_meta.match.session import Session
from gipf_meta.plugins.playable import configure_here
from gipf_meta.protocol.capabilities import read_position
from gipf_meta.protocol.game import title_of
from gipf_meta.records.text_formats import UnknownText


def open_match(context: Context, about: About) -> Screen:
    """The form that takes a saved match as a file."""
    note = _("a match that was saved here or elsewhere")
    if context.is_page:
        note = _("a match that was saved here or elsewhere; a copied one can be pasted anywhere")
    return Screen(
        name="open_match",
        title=_("Open a saved match"),
        back=ScreenPlace(screen="library"),
        parts=(
            parts.Form(
                parts=(
                    parts.FormField(
                        name=FILE, label=_("File"), type="file", value="", live=True,
                        note=note,
                        longest=LONGEST_FIELD,
                    ),
                ),
                do=submitting("open_match"),
            ),
        ),
    )  # fmt: skip


def submit_open_match(context: Context, values: Mapping[str, FieldValue]) -> Screen | PageMessages:
    """Shows the match, the games or the position in the chosen file or the pasted text, or leads to
    the address in it. Raises ``GipfMetaError``."""
    if is_address(text := str(values.get(FILE, ""))):
        if not (place := place_in(text)):
            raise DeskError(_("The link is damaged: copy it whole, or ask for it again."), FILE)
        return [{"go": place}]
    brought = file_in(values)
    if brought is None:
        raise DeskError(_("Choose a file with a match."), FILE)
    try:
        read = context.read(brought)
        if isinstance(read, BroughtGames):
            return _games(read)
        if isinstance(read, BroughtPosition):
            return _positions(context, read)
        return show_match(context, read)
    except UnknownText as error:
        why = _("This is no game, position or link that is known here: bring a whole one.")
        raise DeskError(why, FILE) from error
    except GipfMetaError as error:
        raise DeskError(str(error), FILE) from error


def _games(read: BroughtGames) -> Screen:
    """The list of the games that were *read*, from which the person chooses one."""
    rows = [
        parts.ListRow(cells=each.words, buttons=tuple(_opening(each.link))) for each in read.games
    ]
    return _list(_("Which of these games?"), rows, read.notices)


def _opening(link: str) -> Iterator[parts.Button]:
    if link:  # which a match that is too long has not
        yield parts.Button(text=_("Look at it"), do=opening("shared_match", {"match": link}))


def _positions(context: Context, read: BroughtPosition) -> Screen:
    """The screen of the position that was *read*; a list where several games can read it."""
    if len(read.readings) == 1:
        return brought_position(context, read.readings[0])
    rows = []
    for about in read.readings:
        button = parts.Button(text=_("Look at it"), do=opening("brought_position", about))
        rows.append(parts.ListRow(cells=(title_of(context.game_of(about)()),), buttons=(button,)))
    return _list(_("Of which game is this position?"), rows)


def _list(title: str, rows: list[parts.ListRow], notices: tuple[str, ...] = ()) -> Screen:
    return Screen(
        name="brought_games",
        title=title,
        back=ScreenPlace(screen="launcher"),
        parts=(parts.Rows(rows=tuple(rows)), *(parts.Paragraph(text=words) for words in notices)),
    )


def brought_position(context: Context, about: About) -> Screen:
    """The screen of the position in *about*, and what may begin from it.

    Raises ``GipfMetaError``.
    """
    set_up = find_set_up(context, about)
    options = read_json(about.get("options", "{}"))
    game = configure_here(set_up.game, options, context.installed)
    seats = read_position(game, set_up.position, None)[1]
    top = Session.begin(game, tuple(range(seats)), set_up.position)
    return Screen(
        name="brought_position",
        about=about,
        title=title_of(game),
        back=ScreenPlace(screen="launcher"),
        parts=(
            *board_of(context, top),
            parts.Button(text=_("Play on from here"), do=opening("setup", about), primary=True),
            parts.Button(text=_("Study"), do=submitting("study", about)),
        ),
    )
