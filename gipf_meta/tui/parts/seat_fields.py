"""Who plays: a row of a form for each seat, and who begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Select, Static

from gipf_meta.base.texts import N_, _
from gipf_meta.bots.levels import BOTS, LEVELS
from gipf_meta.protocol.game import AnyGame, seat_name
from gipf_meta.protocol.options import OptionError
from gipf_meta.records.models import Seat
from gipf_meta.records.people import PERSON

NOBODY = "none"
"""The kind of player at a seat that stays empty."""
KINDS = {
    PERSON: N_("a person"), **dict.fromkeys(LEVELS, ""),
    "greedy": N_("greedy: looks one move ahead"), "random": N_("random: plays anything"),
    NOBODY: N_("nobody"),
}  # fmt: skip
"""The kinds of players in the order of the list, people first, then bots by strength."""
KIND_WORDS = {
    "beginner": N_("beginner: errs often"), "easy": N_("easy: errs now and then"),
    "medium": N_("medium"), "hard": N_("hard"), "expert": N_("expert: the strongest"),
}  # fmt: skip
"""What the levels of bots are called."""


def describe_kind(kind: str) -> str:
    """What a kind of player is called in a form."""
    words = KINDS.get(kind) or KIND_WORDS.get(kind)
    return _(words) if words else kind


def check_name(name: str) -> None:
    """Raises ``OptionError`` unless a player can be called *name*."""
    try:
        Seat(name=name)
    except ValueError:
        raise OptionError(_("A name has 1 to 60 letters.")) from None


def _starter_of(game: AnyGame) -> str:
    """Who begins in *game* without a lot, as the form says it."""
    return game.starter_words or _("{seat}, as above").format(seat=seat_name(game, 0))


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
        self._starter = _starter_of(game())

    def compose(self) -> ComposeResult:
        """A row for each seat, and one for who begins."""
        for seat in range(self.game.seat_counts[-1]):
            own = self.game.seat_names[seat]
            names = self.last.get("names", ())
            with Horizontal(classes="field short"):
                yield Static(seat_name(self.game, seat), classes="name", markup=False)
                kinds = [(Text(describe_kind(kind)), kind) for kind in self._kinds(seat)]
                yield Select(kinds, value=self._kind(seat), allow_blank=False,
                             id=f"seat-{seat}", compact=True, classes="wide")  # fmt: skip
                name = str(names[seat]) if seat < len(names) and names[seat] != own else ""
                yield Input(name, placeholder=_("a name, if you like"), id=f"name-{seat}",
                            compact=True, max_length=60)  # fmt: skip
        with Horizontal(classes="field short"):
            yield Static(_("begins"), classes="name", markup=False)
            value = "lot" if self.last.get("lot") is True else self._starter
            ways = self._ways_to_begin()
            yield Select(ways, value=value, allow_blank=False, id="lot", compact=True,
                         classes="wide")  # fmt: skip
            yield Static(_("the lot says who sits where"), classes="meaning", markup=False)

    def on_mount(self) -> None:
        """Puts the user's name at his seat."""
        self._seat_user()

    def name_starter(self, game: AnyGame) -> None:
        """Says who begins in *game*, whose options have been read."""
        if (starter := _starter_of(game)) != self._starter:
            self._starter, field = starter, self.query_one("#lot", Select)
            is_lot = field.value == "lot"
            with self.prevent(Select.Changed):
                field.set_options(self._ways_to_begin())
                field.value = "lot" if is_lot else starter

    def _ways_to_begin(self) -> list[tuple[Text, str]]:
        """What can be chosen; a way without a lot is its own value: another one is shown."""
        return [(Text(self._starter), self._starter), (Text(_("whom the lot draws")), "lot")]

    def _kinds(self, seat: int) -> list[str]:
        kinds = [kind for kind in KINDS if kind in BOTS or kind == PERSON]
        return [*kinds, *([NOBODY] if seat >= self.game.seat_counts[0] else [])]

    def _kind(self, seat: int) -> str:
        seats = self.last.get("seats", ())
        if seat < len(seats) and seats[seat] in self._kinds(seat):
            return str(seats[seat])
        if seat >= self.game.seat_counts[0]:
            return NOBODY
        return PERSON if seat == 0 or self.game.needs_people else "greedy"

    # ---- the user's name ----------------------------------------------------------------------

    def _seat_user(self) -> None:
        """Moves the user's name to the first seat of a person."""
        seat = next((n for n, kind in enumerate(self._all_kinds()) if kind == PERSON), None)
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
        choices: dict[str, Any] = {"seats": [], "names": []}
        for seat, kind in enumerate(self._all_kinds()):
            if kind != NOBODY:
                choices["seats"].append(kind)
                choices["names"].append(self._name_field(seat).value.strip())
        given = [name or self.game.seat_names[seat] for seat, name in enumerate(choices["names"])]
        for name in given:
            check_name(name)
        if len(set(given)) < len(given):
            raise OptionError(_("Give everybody a name of his own."))
        if self.query_one("#lot", Select).value == "lot":
            choices["lot"] = True
        return choices

    def on_input_changed(self, event: Input.Changed) -> None:
        """Posts ``Changed``."""
        event.stop()
        self.post_message(self.Changed())

    def on_select_changed(self, event: Select.Changed) -> None:
        """Moves the user's name, and posts ``Changed``."""
        event.stop()
        self._seat_user()
        self.post_message(self.Changed())
