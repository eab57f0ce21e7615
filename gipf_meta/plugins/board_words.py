"""The words that people type to set a board up, pieces on places and fields; advice on wrong ones.

Nothing that is typed leaves a position that cannot be read at all: a field takes what it offers and
what it says may be typed besides, a place what is in the palette.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gipf_meta.base.texts import _
from gipf_meta.plugins.board_offers import TAKE
from gipf_meta.protocol.drafts import BoardEditor, Draft, DraftField, named
from gipf_meta.protocol.game import BadNotation, IllegalMove

AND: Final = "+"
"""The sign between pieces that are put on one place, one after the other."""
TURN: Final = "turn"
"""The field of the seat on turn in every game, besides the game's own name for it."""


class BoardWords(NamedTuple):
    """The words that can be typed about *draft*, whose pieces stand on *places*."""

    editor: BoardEditor
    places: Sequence[str]
    draft: Draft

    def are_places(self, words: Sequence[str]) -> bool:
        """Whether all of *words*, and there are some, are places."""
        return bool(words) and all(word in self.places for word in words)

    @property
    def _known(self) -> list[str]:
        return [piece.id for piece in self.editor.palette()]

    # ---- pieces -------------------------------------------------------------------------------

    def steps(self, edit: str) -> list[tuple[str, str]]:
        """The places of an *edit* and the piece for each, in order, ``TAKE`` for none; empty if
        *edit* puts nothing."""
        steps: list[tuple[str, str]] = []
        places: list[str] = []
        for word in listed(edit):
            place, equals, pieces = word.partition("=")
            if place not in self.places:
                return []
            places.append(place)
            if equals:
                steps += [(each, piece) for each in places for piece in pieces.split(AND)]
                places = []
        return steps

    def read_puts(self, text: str) -> str:
        """``d4,d5=W e3=B`` with commas alone. Raises ``BadNotation`` and ``IllegalMove``."""
        puts, places = [], list[str]()
        for word in listed(text):
            place, equals, pieces = word.partition("=")
            if place not in self.places:
                raise BadNotation(self.advice(word))
            places.append(place)
            if equals:
                puts.append(self._put(places, pieces))
                places = []
        if places:
            words = _("Say what goes on {place}: write {place}={one}.")
            raise BadNotation(words.format(place=places[0], one=self._known[0]))
        return ",".join(puts)

    def _put(self, places: Sequence[str], pieces: str) -> str:
        """*pieces* on each of *places*. Raises ``IllegalMove``."""
        read = [self._piece(piece) for piece in pieces.split(AND)]
        if "" in read:
            words = _("{value!r} cannot be put on {place}: write one of {known}, or - for nothing.")
            place, known = ", ".join(places), ", ".join(self._known)
            raise IllegalMove(words.format(value=pieces, place=place, known=known))
        if len(read) > 1 and any(self._holds_one(place, read) for place in places):
            words = _("Only one piece stands on a place: {value!r} are several.")
            raise IllegalMove(words.format(value=pieces))
        return f"{','.join(places)}={AND.join(read)}"

    def _holds_one(self, place: str, pieces: Sequence[str]) -> bool:
        """Whether the last of *pieces* takes the place of the others."""
        draft = self.draft
        for piece in pieces:
            draft = self.editor.put(draft, place, piece) if piece != TAKE else draft
        return draft == self.editor.put(self.editor.take(self.draft, place), place, pieces[-1])

    def _piece(self, text: str) -> str:
        """The piece that *text* names, in other case, too, if it is the only one; empty: none."""
        known = [TAKE, *self._known]
        alike = [each for each in known if each.casefold() == text.casefold()]
        return text if text in known else alike[0] if len(alike) == 1 else ""

    def piece_first(self, text: str) -> str:
        """The edit that puts the piece named first: ``B b5 h2``, ``Wd4``; empty: it is none."""
        first, *rest = listed(text) or [""]
        if self.are_places(rest) and (piece := self._piece(first)):
            return f"{','.join(rest)}={piece}"
        what, place = self._split(first)
        piece = self._piece(what) if what and place and not rest else ""
        return f"{place}={piece}" if piece not in ("", TAKE) else ""

    def _split(self, word: str) -> tuple[str, str]:
        """Splits *word* into the longest place at its end and the text before it; returns the text
        first."""
        found = [place for place in self.places if word.endswith(place)]
        place = max(found, key=len, default="")
        return word.removesuffix(place), place

    # ---- fields -------------------------------------------------------------------------------

    def read_field(self, name: str, value: str) -> str:
        """The edit that sets the field of that *name*. Raises ``BadNotation``."""
        known = [TURN, *(each.id for each in self.editor.fields(self.draft))]
        name = named([(each, each) for each in known], name) or name
        seats = self.editor.seats(self.draft) if name in (TURN, self.editor.turn) else ()
        if seats and (seat := _read_seat(seats, value)):
            return f"{self.editor.turn}={seat}"
        field = next((each for each in self.editor.fields(self.draft) if each.id == name), None)
        if field is None and not seats:
            raise BadNotation(self.advice(f"{name}={value}"))
        read = None if field is None else field.read(value)
        if read is None:
            raise BadNotation(_correction(name, field, seats, value))
        return f"{name}={read}"

    # ---- advice -------------------------------------------------------------------------------

    def advice(self, text: str) -> str:
        """Advice on *text*, which is no edit: the right way to write it."""
        what, equals, value = text.partition("=")
        pieces, place = self._split(what)
        if place and set(pieces) <= set("".join(self._known)):
            known = [each for each in self._known if each in (value + pieces, pieces + value)]
            known += [each for each in self._known if not (value or known) and each[1:] == pieces]
            if not known and pieces and set(pieces) <= set(self._known):
                known = [AND.join(pieces)]
            right = _(" or ").join(f"{place}={each}" for each in known or self._known[:1])
            words = _("{text!r} is no edit: the place comes first, as in {right}.")
            return words.format(text=text, right=right)
        fields = ", ".join(f"{each.id}=" for each in self.editor.fields(self.draft))
        if equals:
            words = _("There is no place and no field {name!r} here; the fields are {fields}.")
            return words.format(name=what, fields=fields)
        words = _(
            "{text!r} is no edit: write a place and a piece, as in {right}, a field with what it is"
            " to be ({fields}), or a whole position."
        )
        right = f"{self.places[0]}={self._known[0]}"
        return words.format(text=text, right=right, fields=fields)


def listed(places: str) -> list[str]:
    """The names of places that are listed, between commas or spaces."""
    return places.replace(",", " ").split()


def _read_seat(seats: Sequence[tuple[str, str]], text: str) -> str | None:
    """The value of the seat that *text* names, by its number, too; ``None``: of none."""
    numbers = {str(number): value for number, (value, _name) in enumerate(seats, 1)}
    return numbers.get(text) or named(seats, text)


def _correction(
    name: str, field: DraftField | None, seats: Sequence[tuple[str, str]], value: str
) -> str:
    """A sentence: *value* is impossible in a field, and these values are possible."""
    offered = () if field is None else field.values
    if field is not None and _counts(offered) and not field.typed and not seats:
        words = _("{field}= is a number from 0 to {most}, not {value!r}.")
        return words.format(field=name, most=offered[-1][0], value=value)
    known = list(dict.fromkeys([*_seat_words(seats), *(each[0] or each[1] for each in offered)]))
    known += () if field is None else [each for each in field.examples if each not in known]
    words = _("{field}= cannot be {value!r}: write one of {known}.")
    return words.format(field=name, value=value, known=", ".join(known))


def _counts(values: Sequence[tuple[str, str]]) -> bool:
    return bool(values) and [each[0] for each in values] == [str(n) for n in range(len(values))]


def _seat_words(seats: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield from (value for value, _name in seats)
    yield from map(str, range(1, len(seats) + 1))
    yield from (name for _value, name in seats)
