"""Who plays: a row of a form for each seat, and who begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Select, Static

from gipf_meta.base.texts import _
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.table.seat_choices import (
    NOBODY,
    describe_kind,
    first_person,
    lot_words,
    note_on_lot,
    possible_kinds,
    read_seats,
    usual_kind,
    usual_name,
    words_of_starter,
)


class SeatFields(Vertical):
    """The seats of *game*, filled as *last* was; *own* is what the user calls himself.

    His name stands at the first seat of a person, and moves with that seat.
    """

    class Changed(Message):
        """The value of a field has changed."""

    def __init__(self, game: type[AnyGame], last: Mapping[str, Any], own: str) -> None:
        super().__init__()
        self.game, self.last, self.own = game, last, own
        self._own_seat: int | None = None
        self._starter = words_of_starter(game())

    def compose(self) -> ComposeResult:
        """A row for each seat, and one for who begins."""
        for seat in range(self.game.seat_counts[-1]):
            with Horizontal(classes="field short"):
                yield Static(seat_name(self.game, seat), classes="name", markup=False)
                kinds = [
                    (Text(describe_kind(kind)), kind) for kind in possible_kinds(self.game, seat)
                ]
                kind = usual_kind(self.game, self.last, seat)
                yield Select(kinds, value=kind, allow_blank=False,
                             id=f"seat-{seat}", compact=True, classes="wide")  # fmt: skip
                name = usual_name(self.game, self.last, seat)
                yield Input(name, placeholder=_("a name, if you like"), id=f"name-{seat}",
                            compact=True, max_length=60)  # fmt: skip
        with Horizontal(classes="field short"):
            yield Static(_("begins"), classes="name", markup=False)
            value = "lot" if self.last.get("lot") is True else self._starter
            ways = self._ways_to_begin()
            yield Select(ways, value=value, allow_blank=False, id="lot", compact=True,
                         classes="wide")  # fmt: skip
            yield Static(note_on_lot(), classes="meaning", markup=False)

    def on_mount(self) -> None:
        """Puts the user's name at his seat."""
        self._seat_user()

    def name_starter(self, game: AnyGame) -> None:
        """Says who begins in *game*, whose options have been read."""
        if (starter := words_of_starter(game)) != self._starter:
            self._starter, field = starter, self.query_one("#lot", Select)
            is_lot = field.value == "lot"
            with self.prevent(Select.Changed):
                field.set_options(self._ways_to_begin())
                field.value = "lot" if is_lot else starter

    def _ways_to_begin(self) -> list[tuple[Text, str]]:
        """What can be chosen; a way without a lot is its own value: another one is shown."""
        return [(Text(self._starter), self._starter), (Text(lot_words()), "lot")]

    # ---- the user's name ----------------------------------------------------------------------

    def _seat_user(self) -> None:
        """Moves the user's name to the first seat of a person."""
        seat = first_person(self._all_kinds())
        if seat == self._own_seat:
            return
        before, self._own_seat = self._own_seat, seat
        name = self.own
        if before is not None:
            left = self._name_field(before)
            name, left.value = left.value or name, ""
            left.placeholder = _("a name, if you like")
        if seat is not None:
            field = self._name_field(seat)
            field.value = field.value or name
            field.placeholder = _("your name?")

    def _all_kinds(self) -> list[str]:
        count = self.game.seat_counts[-1]
        return [str(self.query_one(f"#seat-{seat}", Select).value) for seat in range(count)]

    def _name_field(self, seat: int) -> Input:
        return self.query_one(f"#name-{seat}", Input)

    def user_field(self) -> Input | None:
        """The field for the user's name; ``None`` where no person plays."""
        return None if self._own_seat is None else self._name_field(self._own_seat)

    def name_field_after(self, field: Input) -> Input | None:
        """The field for the name of the next player; ``None`` after the last one."""
        kinds = enumerate(self._all_kinds())
        fields = [self._name_field(seat) for seat, kind in kinds if kind != NOBODY]
        after = fields[fields.index(field) + 1 :] if field in fields else []
        return after[0] if after else None

    # ---- reading ------------------------------------------------------------------------------

    def read(self) -> dict[str, Any]:
        """The ``seats``, the ``names`` (``""`` for none) and whether by ``lot``.

        Raises ``OptionError``.
        """
        kinds = self._all_kinds()
        names = [self._name_field(seat).value for seat in range(len(kinds))]
        by_lot = self.query_one("#lot", Select).value == "lot"
        return read_seats(self.game, kinds, names, by_lot)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Posts ``Changed``."""
        event.stop()
        self.post_message(self.Changed())

    def on_select_changed(self, event: Select.Changed) -> None:
        """Moves the user's name, and posts ``Changed``."""
        event.stop()
        self._seat_user()
        self.post_message(self.Changed())
