"""The headers of a note sheet: the game and its options, the players, the position to begin from.

Each header has one meaning, and one that nothing reads is reported in a notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gipf_meta.base.names import plain_letters as _plain
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import one_line
from gipf_meta.base.texts import _
from gipf_meta.match.note_sheets import NoteSheet, SheetHeader
from gipf_meta.match.own_tags import options_of_tags, own_tags_in
from gipf_meta.match.sheet_results import calls, is_open_end, read_result
from gipf_meta.protocol.game import AnyGame, game_called, title_of
from gipf_meta.protocol.options import OptionError, configure, given_options, options_of
from gipf_meta.protocol.readers import WrittenResult

PGN_TAGS: Final = {
    "Event", "Site", "Date", "Round", "White", "Black", "Result", "WhiteTitle", "BlackTitle",
    "WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF", "WhiteNA", "BlackNA", "WhiteType",
    "BlackType", "EventDate", "EventSponsor", "Section", "Stage", "Opening", "Variation",
    "SubVariation", "ECO", "NIC", "Time", "UTCTime", "UTCDate", "TimeControl", "SetUp", "FEN",
    "Termination", "Annotator", "Mode", "PlyCount",
}  # fmt: skip
"""The tags of chess's PGN, which are no options here; its tag ``Board`` may be one."""
GAME: Final = ("game", "variant")
POSITION: Final = ("position", "fen")
_NO_MARK: Final = re.compile(r"[^\w .-]")
"""Marks beside small letters of other scripts, which no header has."""
ABOUT: Final[Mapping[str, str]] = {
    "date": "date", "event": "event", "site": "place", "place": "place", "round": "round",
    "annotator": "annotator", "source": "source", "clock": "clock", "timecontrol": "clock",
    "rated": "rated", "tournament": "event", "website": "site",
}  # fmt: skip
_NAME: Final = re.compile(r"[^\W0-9_]")


# ---- the game ----------------------------------------------------------------------------------


def named_game(sheet: NoteSheet, games: Sequence[type[AnyGame]]) -> type[AnyGame] | None:
    """The game that the headers name, by its id or its title."""
    for header in sheet.said:
        if _plain(header.name) in GAME and (named := game_called(header.value, games)):
            return named
    return None


def unknown_game(sheet: NoteSheet) -> str:
    """The name in the tag for the game, where that is not installed; ``""``: there is no name."""
    for header in sheet.said:
        if header.is_tag and _plain(header.name) == "game" and _NAME.search(header.value):
            return header.value
    return ""


# ---- all headers -------------------------------------------------------------------------------


@dataclass
class ReadHeaders:
    """The headers as a *game* reads them, which has the options that they set.

    *names* are those of all players, ``""`` where no header has one. *own* are the tags of the
    notation of this game, *luck* the draws in them. *about* are other facts on the match. *notices*
    are sentences on headers that are not read.
    """

    game: AnyGame
    names: tuple[str, ...] = ()
    position: str = ""
    result: WrittenResult | None = None
    own: dict[str, str] = field(default_factory=dict)
    luck: tuple[str, ...] = ()
    about: dict[str, str] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)


def read_headers(
    sheet: NoteSheet, kind: type[AnyGame], chosen: AnyGame | None = None
) -> ReadHeaders:
    """The headers of *sheet* as a game of this *kind* reads them; *chosen* is that game, with the
    options that the caller gives it.

    Raises ``OptionError`` for an impossible value of an option, or number of players.
    """
    return _Headers(sheet, kind).read(chosen)


class _Headers:
    """Reads each header of a sheet as an option, a name, a position, a result or a fact."""

    def __init__(self, sheet: NoteSheet, kind: type[AnyGame]) -> None:
        self.kind = kind
        self.own = own_tags_in(kind, sheet.headers)
        self.implied = options_of_tags(kind, self.own)
        self.left: dict[str, SheetHeader] = {}
        """The headers that nothing has read yet, by their plain names."""
        self.notices: list[str] = []
        for header in sheet.said:
            if header.name in self.own:
                continue
            plain = _plain(header.name) or header.name
            if header.is_tag and header.name == "SetUp":
                plain = "SetUp"  # a header named like an option stays beside it
            known = self.left.pop(plain, None)
            if known is not None and known.value != header.value:
                self._tell(known, _("Line {number}: the header {text} is said again."))
            self.left[plain] = header

    def _tell(self, header: SheetHeader, sentence: str) -> None:
        words = one_line(f'[{header.name} "{header.value}"]', 100)
        self.notices.append(sentence.format(number=header.line, text=words))

    def _take(self, *names: str) -> Iterator[SheetHeader]:
        """The headers of these plain *names*, which are read then."""
        for name in names:
            if (header := self.left.pop(name, None)) is not None:
                yield header

    def read(self, chosen: AnyGame | None) -> ReadHeaders:
        """The result of reading all headers. Raises ``OptionError``."""
        given = {} if chosen is None else given_options(chosen)
        options = {**self.implied, **self._options(given)}
        if chosen is None or options:
            game = configure(self.kind, {**options, **given})
        else:
            game = chosen
        for header in self._take("game"):
            if header.value.strip("?. ") and game_called(header.value, (self.kind,)) is None:
                self._tell(header, _("Line {number}: {text} names no game."))
        if (variant := self.left.get("variant")) and game_called(variant.value, (self.kind,)):
            del self.left["variant"]
        read = ReadHeaders(game, self._names(game), self._position(), own=self.own)
        read.result = self._result(game, len(read.names))
        read.about = self._about()
        read.notices = self.notices
        return read

    def _options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The options that headers set: headers with the name of one, but for PGN tags, and for one
        that names the game; options that are *given* stay."""
        options: dict[str, Any] = {}
        for option in options_of(self.kind):
            header = self.left.get(_plain(option))
            if header is None or (header.is_tag and header.name in PGN_TAGS):
                continue
            if _plain(option) in GAME and self._names_game(option, header):
                continue
            if option in given and str(given[option]) != header.value:
                self._tell(
                    header, _("Line {number}: {text} is not followed: other options are given.")
                )
            options[option] = header.value
            del self.left[_plain(option)]
        return options

    def _names_game(self, option: str, header: SheetHeader) -> bool:
        """Whether *header* names the game, and is no value of the *option* that is called so."""
        if game_called(header.value, (self.kind,)) is None:
            return False
        try:
            configure(self.kind, {option: header.value})
        except OptionError:
            return True
        return False

    def _names(self, game: AnyGame) -> tuple[str, ...]:
        """The names of the players. Raises ``OptionError``: so many do not play."""
        listed = next(self._take("players"), None)
        count = None if listed is None else read_whole(listed.value)
        seats = game.seat_counts[0] if count is None else count
        while seats < game.seat_counts[-1] and self._name_of(game, seats):
            seats += 1
        if seats not in game.seat_counts:
            raise OptionError(
                _("{title} is not for {count} players.").format(title=title_of(game), count=seats)
            )
        names = [self._name_of(game, seat) for seat in range(seats)]
        if listed is not None and count is None and listed.value:
            parts = [part.strip() for part in re.split(r",|;| vs\.? | - ", listed.value)]
            if any(names) or len(parts) != seats:
                self._tell(listed, _("Line {number}: {text} does not name the players of a match."))
            else:
                names = parts
        for seat in range(seats):
            found = [each for each in self._take(*calls(game, seat)) if each.value.strip("?. ")]
            for other in found[1:]:
                self._tell(other, _("Line {number}: {text} names a player who is named already."))
        return tuple(names)

    def _name_of(self, game: AnyGame, seat: int) -> str:
        found = (self.left.get(call) for call in calls(game, seat))
        return next((header.value for header in found if header and header.value.strip("?. ")), "")

    def _position(self) -> str:
        """The position from which the game begins, by the headers; ``""`` for its start."""
        found = [header for header in self._take(*POSITION) if header.value]
        for other in found[1:]:
            if other.value != found[0].value:
                self._tell(other, _("Line {number}: {text} is another position, and is not read."))
        for header in self._take("SetUp"):
            if header.value != ("1" if found else "0"):
                self._tell(header, _("Line {number}: {text} does not say where the game begins."))
        return found[0].value if found else ""

    def _result(self, game: AnyGame, seats: int) -> WrittenResult | None:
        """The result in a header; ``None``: none. Text that is no result becomes a fact."""
        header = self.left.get("result")
        if header is None:
            return None
        said = header.value.strip(" .").casefold()
        result = read_result(game, said, ("",) * seats, None)
        if result is not None or not said.strip("?") or is_open_end(said):
            del self.left["result"]
        return result

    def _about(self) -> dict[str, str]:
        """Other facts about the match, by their keys; an unknown header keeps its own name."""
        about: dict[str, str] = {}
        own_tags = {_plain(name): name for name in self.kind.own_tags}
        for plain, header in self.left.items():
            if not header.value.strip("?. "):
                continue
            if plain in own_tags and header.name not in PGN_TAGS:
                words = _("Line {number}: {text} is not followed: the tag is spelled {name}.")
                self._tell(header, words.replace("{name}", own_tags[plain]))
            own = " ".join(_NO_MARK.sub("", header.name.lower()).split())
            name = ABOUT.get(plain, own)
            if name in about:
                name = own
            if name in about or not name:
                self._tell(header, _("Line {number}: there is no place for {text}."))
            else:
                about[name] = header.value
        return about
