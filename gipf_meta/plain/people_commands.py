"""The commands about the people at a table: ``people``, ``invite``, ``uninvite 2``, ``claim``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from gipf_meta.base.sentences import show_unprintable
from gipf_meta.base.texts import _
from gipf_meta.desk.page_texts import words_of_people
from gipf_meta.desk.parts import Screen
from gipf_meta.line.line import JoinError, Message, OfferLinks
from gipf_meta.line.people_actions import (
    PEOPLE_WORDS,
    AboutPeople,
    about_people,
    as_typed,
    question_without,
    seat_lines,
    typed_about_people,
)
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.line.profiles import PROFILE, lines_of_profile, seat_of_profile
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
            PROFILE: self._tell_profile,
            **{word: partial(self._do_typed, word) for word in PEOPLE_WORDS},
        }

    def _list(self) -> None:
        """Prints the people at their seats, and the possible commands."""
        self._terminal.say(*seat_lines(self._played))
        rows = about_people(self._played)
        width = max((len(as_typed(row)) for row in rows), default=0)
        self._terminal.say(*(f"  {as_typed(row):<{width}}  {row.words}" for row in rows))

    def _tell_profile(self, argument: str) -> None:
        """Prints the profile of who sits at a seat."""
        about, why = seat_of_profile(self._played, argument)
        heard: list[Message] = []
        if about is not None:
            try:
                heard = self._played.line.ask("open", screen=PROFILE, about=about)
            except JoinError as error:
                why = str(error)
        if why:
            self._terminal.tell(why)
        for said in heard:
            if "screen" in said:
                lines = lines_of_profile(Screen.model_validate(said["screen"]))
                self._terminal.say(text.wrap_lines([*map(show_unprintable, lines)]))
            else:
                self._played.seen.receive(said)

    def _do_typed(self, do: str, argument: str) -> None:
        """Carries out the command if it is possible; else prints what is, or why not."""
        row, kind, why = typed_about_people(self._played, do, argument)
        if row is None:
            self._terminal.tell(why)
        else:
            self._carry_out(row, kind)

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
