"""A match that is pasted into the terminal, or dropped on it, which pastes the name of its file."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.records.files import link_of
from gipf_meta.records.found_files import pasted_file
from gipf_meta.records.models import RecordError
from gipf_meta.records.others import nth_game
from gipf_meta.tui.screens.interface import InterfaceScreen


def open_pasted(screen: InterfaceScreen[None], text: str) -> str:
    """Opens the match that *text* holds, or the file of that name; returns why not, or nothing."""
    installed = screen.interface.installed
    try:
        file = pasted_file(text)
        found, are_more = nth_game(file, installed.all_readers(), installed.find)
        link = link_of(found.record)
    except RecordError as error:
        return str(error)
    more = _("The file holds more games: this is the first.") if are_more else ""
    for words in filter(None, (found.cut, found.doubt, more)):
        screen.notify(words, markup=False)
    screen.interface.open_desk("shared_match", {"match": link})
    return ""
