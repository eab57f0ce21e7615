"""Records of matches as the public API reads them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from os import PathLike

from gipf_meta.base.texts import _
from gipf_meta.match import match as stack
from gipf_meta.match.match import DuelUnavailable
from gipf_meta.plugins.loading import Finder, check_game, installed_plugins
from gipf_meta.protocol.game import AnyGame
from gipf_meta.protocol.given_values import require_text, require_whole
from gipf_meta.records.encodings import find_codec
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.text_formats import MOST_GAMES, game_in_file


def record_in(
    file: str | PathLike[str], games: Sequence[type[AnyGame]], nth: int, encoding: str = ""
) -> tuple[Record, Finder]:
    """The record that ``load`` reads, and the finder of its games. Raises as ``load`` does."""
    nth = require_whole(nth, _("The number of a game"), 1, MOST_GAMES)
    finder = Finder(tuple(map(check_game, games)))
    readers = installed_plugins().all_readers(own=finder.own)
    if encoding:
        require_text(encoding, _("An encoding"), RecordError)
        if find_codec(encoding) is None:
            words = _("{words!r} is no encoding that is known here; such are utf-8 and shift_jis")
            raise RecordError(f"{words.format(words=encoding)}.")
    found = game_in_file(file, readers, finder, nth, encoding)
    for words in filter(None, (found.cut, found.doubt, *found.told)):
        warnings.warn(words, stacklevel=3)
    return found.record, finder


def until_trouble(change: Callable[[], stack.Match]) -> tuple[stack.Match, str]:
    """The match that *change* returns, and the reason why a duel that follows cannot be played, or
    ``""``."""
    try:
        return change(), ""
    except DuelUnavailable as error:
        return error.match, str(error)
