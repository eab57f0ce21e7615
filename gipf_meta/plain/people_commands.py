"""The commands about the people at a table: ``people``, ``invite``, ``uninvite 2``, ``claim``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS
from gipf_meta.deeds.commands import DEEDS
from gipf_meta.desk.page_texts import words_of_people
from gipf_meta.line.line import JoinError, OfferLinks
from gipf_meta.line.people_actions import (
    PEOPLE_WORDS,
    WATCH,
    AboutPeople,
    about_people,
    question_without,
    seat_lines,
    seat_named,
)
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.plain.terminal import Terminal
from gipf_meta.render import text


class PeopleCommands:
    """The commands about the people of the match that is *played* at a host.

    *offer_links* makes invitation links; ``None``: nobody can be invited. *note_left* is called
    after the seats here were given up.
    """

    def __init__(
        self,
        played: PlayedMatch,
        terminal: Terminal,
        offer_links: OfferLinks | None,
        note_left: Callable[[], object],
    ) -> None:
        self._played, self._terminal = played, terminal
        self._offer_links, self._note_left = offer_links, note_left
        self.actions: dict[str, Callable[[str], None]] = {
            "people": lambda _argument: self._list(),
            **{word: partial(self._do_typed, word) for word in PEOPLE_WORDS},
        }

    def _list(self) -> None:
        """Prints the people at their seats, and the possible commands."""
        self._terminal.say(*seat_lines(self._played))
        rows = about_people(self._played)
        width = max((len(_typed(row)) for row in rows), default=0)
        self._terminal.say(*(f"  {_typed(row):<{width}}  {row.words}" for row in rows))

    def _do_typed(self, do: str, argument: str) -> None:
        """Carries out the command if it is possible; else prints what is, or why not."""
        where, kind = argument, ""
        if do == "seat":
            where, _blank, kind = argument.rpartition(" ")
        rows = [row for row in about_people(self._played) if row.do == do]
        if do == "invite" and (player := self._free_seat(where)) is not None:
            self._show_links(player)
        elif (row := self._find(rows, where)) is not None and (kind in BOTS or do != "seat"):
            self._carry_out(row, kind)
        elif (player := seat_named(self._played, where)) is None and rows:
            words = _("Type one of these: {typed}.").format(typed=", ".join(map(_typed, rows)))
            self._terminal.say(text.wrap_lines([words]))
        else:
            self._terminal.tell(self._why_not(do, player))

    def _why_not(self, do: str, player: int | None) -> str:
        """The reason why *do* is not possible for the seat of *player*; ``None``: no seat was
        named."""
        if do == "claim" and player is None:
            player = self._only_other
        given = {"player": player, "kind": "easy", "key": ""}
        needed = DEEDS[do].model_fields.keys() & given.keys()
        if "player" in needed and player is None and do in ("sit", "seat", "claim"):
            return _("Type whose seat; people lists them.")
        why = self._played.why_not(do, **{name: given[name] for name in sorted(needed)})
        if do == "invite":
            return why or _("No seat is free, and anybody may watch.")
        return why or _("That is not possible now.")

    @property
    def _only_other(self) -> int | None:
        """The only player who is not played here; ``None`` if there are several or none."""
        here = self._played.players_here
        others = [player for player in range(len(self._played.names)) if player not in here]
        return others[0] if len(others) == 1 else None

    def _free_seat(self, where: str) -> int | None:
        """The player whose seat, named *where*, is free; ``None`` if it is not."""
        player = seat_named(self._played, where)
        return player if player in self._played.room.free_seats else None

    def _find(self, rows: Sequence[AboutPeople], where: str) -> AboutPeople | None:
        """The row of *rows* about the seat named *where*, or about the spectators; without *where*
        the only one, ``None`` if there are several."""
        if not where:
            only = [row for row in rows if row.player is None] if len(rows) > 1 else rows
            return only[0] if len(only) == 1 else None
        player = seat_named(self._played, where)
        if player is None and where.casefold() != WATCH:
            return None
        return next((row for row in rows if row.player == player), None)

    def _carry_out(self, row: AboutPeople, kind: str) -> None:
        match row.do:
            case "invite":
                self._show_links(row.player)
            case "uninvite":
                is_told = row.player in self._played.room.seats.holders  # by the host
                if self._has_done(row.do, **row.fields) and not is_told:
                    self._terminal.say(_("The link does not work any more."))
            case "leave":
                if self._has_done(row.do):
                    self._note_left()
            case "seat":
                if self._is_sure(row):
                    self._played.do(row.do, **row.fields, kind=kind)
            case "claim":
                if self._is_sure(row):
                    self._played.do(row.do, **row.fields)
            case _:
                self._played.do(row.do, **row.fields)

    def _is_sure(self, row: AboutPeople) -> bool:
        """Whether the person here confirms *row*; asked only where somebody loses a seat or the
        match by it."""
        if (question := question_without(self._played, row.player)) is None:
            return True
        self._terminal.tell(question.words)
        return self._terminal.confirms(_("{what} (yes or no)? ").format(what=row.words))

    def _show_links(self, only: int | None) -> None:
        """Prints invitation links to the free seats, and to watch; or only that to the seat
        *only*."""
        room = self._played.room
        is_new = only in room.seats.holders
        for each in self._offer_links(room, only) if self._offer_links else ():
            if each.command and not self._has_done(**each.command):
                return
            self._terminal.say(f"{each.words}:", each.link)
        if is_new:
            self._terminal.say(text.wrap_lines([words_of_people()["reseat_words"]]))

    def _has_done(self, do: str, **fields: Any) -> bool:
        """Sends a command to the host, and returns whether it is accepted; prints why if not."""
        played = self._played
        try:
            heard = played.line.ask(do, **{"room": played.room.id, **fields})
        except JoinError as error:
            self._terminal.tell(str(error))
            return False
        for said in heard:
            played.seen.receive(said)
        return True


def _typed(row: AboutPeople) -> str:
    """The command to type for *row*; after a seat, with the bot that takes it."""
    return f"{row.typed} easy" if row.do == "seat" else row.typed
