"""A score pad for people who play on the real board: keeps and explains the sheets."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Final, Literal, NamedTuple

from gipf_meta import (
    N_,
    BadNotation,
    Choice,
    Game,
    IllegalMove,
    OnOff,
    Option,
    Over,
    Turn,
    View,
    hand_of_reader,
    turn,
)
from gipf_meta_zatre.sheet import Row, Sheet, bonus, columns
from gipf_meta_zatre.telling import points_in_words
from gipf_meta_zatre.texts import END_WORDS, PLAYERS, _, players_named, told_of
from gipf_meta_zatre.view import sheet_table

#: the most that a turn of three tiles completes (§6.1); ``parse`` reads more, for leftovers
MOST_SUMS: Final = 6
MOST_CROSSES: Final = 3
#: the most that ``parse`` reads: no turn completes more
MOST_EVER: Final = 40
_SUM: Final = re.compile(r"(10|11|12)x([1-9]\d?)", re.ASCII)
_CROSSES: Final = re.compile(r"[Xx]([1-9]\d?)?", re.ASCII)
END: Final = "end"
NOTHING: Final = "-"
#: what is counted: the words of a choice's path
COUNTED: Final = ("10", "11", "12", "X")
TILES: Final = ("1", "2", "3", "4", "5", "6")
DONE: Final = "done"

RULES: Final = N_("""\
Play Zatre on your own board; the pad keeps the sheets. After each turn type what it has made:
`10x1 12x3 X2` is one ten, three twelves and two doubling cells; `-` is a turn without any.
When the game is over on the board, type `end`; then everybody types the tiles he has left, such as
`6 3`, or `-`.
""")
# how one answers, by the hand of the reader: he points, chooses by keys, or types
_COUNT_MADE: Final = {
    "": N_("Count it, then done. Typed: 10x1 12x3 X2, - for nothing, end when the game is over."),
    **dict.fromkeys(("mouse", "keys"), N_("Count it, then done.")),
    "typed": N_("Type it: 10x1 12x3 X2, - for nothing, end when the game is over."),
}
_COUNT_LEFT: Final = {
    "": N_("Count them, then done. Typed: 6 3, or - for none."),
    **dict.fromkeys(("mouse", "keys"), N_("Count them, then done.")),
    "typed": N_("Type them: 6 3, or - for none."),
}


class Entry(NamedTuple):
    """The tens, elevens, twelves and crosses that a turn *made*; or *left*, the tiles that a player
    has left; or ``None`` for both: the end."""

    made: tuple[int, int, int, int] | None = None
    left: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Sheets:
    """The pad: one sheet a side, the *number* of the turn, and the tiles *left* after the end."""

    players: int
    sheets: tuple[Sheet, ...]
    number: int = 1
    ended: bool = False
    left: tuple[tuple[int, ...], ...] = ()


@lru_cache(maxsize=1)
def _all_turns() -> tuple[Entry, ...]:
    """Every entry that a turn can make."""
    counts = product(range(MOST_SUMS + 1), repeat=3)
    return tuple(
        Entry((tens, elevens, twelves, crosses))
        for tens, elevens, twelves in counts
        if tens + elevens + twelves <= MOST_SUMS
        for crosses in range(MOST_CROSSES + 1)
        if not crosses or tens + elevens + twelves
    )


class ZatrePad(Game[Sheets, Entry]):
    """The sheets of 2 to 6 players, or of teams, who play on their own board."""

    id = "zatre_pad"
    title = N_("Zatre pad")
    tagline = N_("Keep the score sheets while you play Zatre on the real board.")
    seat_counts = range(2, 7)
    list_order = 80
    seat_names = PLAYERS
    end_words = END_WORDS
    needs_people = True
    decides_duels = False
    positions_a_second = 500

    teams: OnOff = Option(False, N_("teams"), N_("Partners of two, with 4 or 6 players."))
    extra_rows: Literal["no_bonus", "bonus_6", "lost"] = Option(
        "no_bonus",
        N_("beyond row 16"),
        N_("What happens to entries beyond row 16."),
        {"no_bonus": N_("no bonus"), "bonus_6": N_("bonus of 6"), "lost": N_("entries are lost")},
    )

    @property
    def rules_text(self) -> str:
        """The words that can be typed, as Markdown, in the player's language."""
        return _(RULES)

    def start(self, seats: int) -> Sheets:
        """Empty sheets. Raises ``ValueError`` for a number that cannot play."""
        if seats not in self.seat_counts:
            raise ValueError(_("Zatre is for 2 to 6 players, not for {seats}.").format(seats=seats))
        if self.teams and seats not in (4, 6):
            raise ValueError(_("Teams need 4 or 6 players, not {seats}.").format(seats=seats))
        return Sheets(seats, (Sheet(),) * (seats // 2 if self.teams else seats))

    def side(self, player: int) -> int:
        """The side of *player*: the number of the sheet he writes on."""
        return player // 2 if self.teams else player

    def status(self, state: Sheets) -> Turn | Over:
        """The player who makes the next entry, or the end with its scores."""
        if not state.ended:
            return turn((state.number - 1) % state.players, state.number)
        if len(state.left) < state.players:
            return turn(len(state.left), state.number + len(state.left))
        scores = self.scores(state)
        best = max(scores)
        winners = tuple(p for p in range(state.players) if scores[self.side(p)] == best)
        return Over(
            winners, "score", scores, tuple(columns(s, self.extra_rows) for s in state.sheets)
        )

    def explain_end(self, state: Sheets, end: Over) -> str:
        """The points of the winner, and those of the others."""
        assert end.scores is not None
        sides = [
            [player for player in range(state.players) if self.side(player) == side]
            for side in range(len(end.scores))
        ]
        return points_in_words(end.scores, sides)

    def scores(self, state: Sheets) -> tuple[int, ...]:
        """The points of each side, less the tiles that its players have left."""
        scores = [sheet.total(self.extra_rows) for sheet in state.sheets]
        for player, tiles in enumerate(state.left):
            scores[self.side(player)] -= sum(tiles)
        return tuple(scores)

    def legal_moves(self, state: Sheets, seat: int) -> Sequence[Entry]:
        """Every entry that a turn can make, and the end; after the end all hands up to three tiles.

        ``parse`` reads longer hands, too.
        """
        now = self.status(state)
        if isinstance(now, Over) or now.seat != seat:
            return ()
        if state.ended:
            return _leftovers()
        return (*_all_turns(), Entry())

    def apply(self, state: Sheets, move: Entry) -> Sheets:
        """The sheets after an entry, which is trusted to be legal."""
        if move.left is not None:
            return replace(state, left=(*state.left, move.left))
        if move.made is None:
            return replace(state, ended=True)
        side = self.side((state.number - 1) % state.players)
        sheets = list(state.sheets)
        sheets[side] = self._write(state, side, move.made)
        return replace(state, sheets=tuple(sheets), number=state.number + 1)

    def _write(self, state: Sheets, side: int, made: tuple[int, int, int, int]) -> Sheet:
        return state.sheets[side].after_turn(*made, lost=self.extra_rows == "lost")

    def format(self, state: Sheets, move: Entry) -> str:
        """An entry as text: ``10x1 12x3 X2``, ``end``, or the tiles that are left."""
        if move.left is not None:
            return " ".join(map(str, move.left)) or NOTHING
        if move.made is None:
            return END
        return made_text(move.made)

    def parse(self, state: Sheets, seat: int, text: str) -> Entry:
        """The entry that *text* says. Raises ``BadNotation``, ``IllegalMove``."""
        now = self.status(state)
        if isinstance(now, Over):
            raise IllegalMove(_("The game is over."))
        if now.seat != seat:
            raise IllegalMove(told_of(now.seat, _("It is your turn."), _("It is {who}'s turn.")))
        words = text.split()
        if state.ended:
            return Entry(left=_read_left(words))
        if [word.lower() for word in words] == [END]:
            return Entry()
        return Entry(_read_turn_made(words))

    def happenings(self, state: Sheets, move: Entry | None = None, ms: int = 0) -> Sequence[str]:
        """Sentences on the rows that an entry changed."""
        if move is None or move.made is None:
            return ()
        side = self.side((state.number - 1) % state.players)
        return explain_rows(
            state.sheets[side], self._write(state, side, move.made), self.extra_rows
        )

    def view(self, state: Sheets, seat: int | None) -> View:
        """The sheets; the seat that makes the next entry has choices, and so has ``None``."""
        now = self.status(state)
        acts = isinstance(now, Turn) and seat in (None, now.seat)
        moves = self.legal_moves(state, now.seat) if isinstance(now, Turn) and acts else ()
        step = 2 if self.teams else 1
        texts = [(move, self.format(state, move)) for move in moves]
        return View(
            points=(),
            sheets=tuple(
                sheet_table(
                    sheet, self._title(side), self.extra_rows, side * step, self._left(state, side)
                )
                for side, sheet in enumerate(state.sheets)
            ),
            choices=tuple(Choice(text, _path(move), _label(move, text)) for move, text in texts),
            caption=self._caption(state, now),
            prompt=self._prompt(state, now, acts),
            names=(
                *((name, name) for name in (TILES if state.ended else COUNTED)),
                (DONE, _("done")),
                (END, _("the game is over")),
            ),
            seen=(self._caption(state, now),) if isinstance(now, Turn) and not state.ended else (),
        )

    def _title(self, side: int, *, begins: bool = True) -> str:
        seats = (2 * side, 2 * side + 1) if self.teams else (side,)
        return players_named(seats, begins=begins)

    def _left(self, state: Sheets, side: int) -> tuple[int, ...] | None:
        """The tiles left that *side* has entered; ``None`` before it has entered any hand."""
        hands = [hand for player, hand in enumerate(state.left) if self.side(player) == side]
        return tuple(value for hand in hands for value in hand) if hands else None

    def _caption(self, state: Sheets, now: Turn | Over) -> str:
        if isinstance(now, Over):
            return _("The game is over.")
        if state.ended:
            return _("The game is over on the board; leftover tiles are deducted.")
        yours, theirs = _("Turn {number}: yours."), _("Turn {number}, {who}.")
        return told_of(now.seat, yours, theirs, number=state.number)

    def _prompt(self, state: Sheets, now: Turn | Over, acts: bool) -> str:
        if isinstance(now, Over):
            scores = self.scores(state)
            told = [f"{self._title(n, begins=not n)} {each}" for n, each in enumerate(scores)]
            return f"{', '.join(told)}."
        if not acts:
            return told_of(now.seat, _("You are asked."), _("{who} is asked."))
        if state.ended:
            yours, theirs = (
                _("Which tiles do you have left?"),
                _("{who}, which tiles do you have left?"),
            )
        else:
            yours, theirs = _("What did your turn make?"), _("{who}, what did your turn make?")
        how = (_COUNT_LEFT if state.ended else _COUNT_MADE)[hand_of_reader()]
        return f"{told_of(now.seat, yours, theirs)} {_(how)}"


def made_text(made: tuple[int, int, int, int]) -> str:
    """The entry of a turn as text: ``10x1 12x3 X2``, or ``-``."""
    tens, elevens, twelves, crosses = made
    counts = ((10, tens), (11, elevens), (12, twelves))
    words = [f"{value}x{count}" for value, count in counts if count]
    return " ".join([*words, f"X{crosses}"] if crosses else words) or NOTHING


def _path(move: Entry) -> tuple[str, ...]:
    """The clicks that say an entry: each sum and cross, or each tile left, as often as there are;
    then ``done``."""
    if move.left is not None:
        return (*map(str, move.left), DONE)
    if move.made is None:
        return (END, DONE)  # one click too many must not end the game
    counts = zip(COUNTED, move.made, strict=True)
    return (*(name for name, count in counts for _nth in range(count)), DONE)


def _label(move: Entry, text: str) -> str:
    if move.left is not None:
        return _("left: {text}").format(text=text) if move.left else _("nothing left")
    if move.made is None:
        return _("the game is over on the board")
    return _("the turn made {text}").format(text=text)


@lru_cache(maxsize=1)
def _leftovers() -> tuple[Entry, ...]:
    """The hands of up to three tiles, as entries."""
    hands: list[tuple[int, ...]] = [()]
    for size in (1, 2, 3):
        hands += [hand for hand in product(range(6, 0, -1), repeat=size) if _is_falling(hand)]
    return tuple(Entry(left=hand) for hand in hands)


def _is_falling(hand: tuple[int, ...]) -> bool:
    return list(hand) == sorted(hand, reverse=True)


def _read_turn_made(words: list[str]) -> tuple[int, int, int, int]:
    """The tens, elevens, twelves and crosses of a turn. Raises ``BadNotation``, ``IllegalMove``."""
    if words in ([NOTHING], ["0"]):
        return (0, 0, 0, 0)
    counts = {"10": 0, "11": 0, "12": 0}
    crosses = 0
    for word in words:
        found, cross = _SUM.fullmatch(word), _CROSSES.fullmatch(word)
        if found and not counts[found[1]]:
            counts[found[1]] = int(found[2])
        elif cross and not crosses:
            crosses = int(cross[1] or 1)
        else:
            raise BadNotation(
                _(
                    "{word!r} is not understood here: write each of 10x1, 11x2, 12x3 and X1 once at"
                    " most, - for a turn that made nothing, end for the end of the game."
                ).format(word=word)
            )
    if not words:
        raise BadNotation(_("Write what the turn made, such as 10x1 12x3 X2, or -."))
    sums = sum(counts.values())
    if max(sums, crosses) > MOST_EVER:
        raise IllegalMove(
            _("No turn completes {count} sums or doubling cells.").format(count=max(sums, crosses))
        )
    if crosses and not sums:
        raise IllegalMove(_("A cross is earned with a sum of 10, 11 or 12 only."))
    return (counts["10"], counts["11"], counts["12"], crosses)


def _read_left(words: list[str]) -> tuple[int, ...]:
    """The tiles that a player has left. Raises ``BadNotation``."""
    if words == [NOTHING]:
        return ()
    tiles = "".join(words)
    if not re.fullmatch("[1-6]{1,121}", tiles):
        raise BadNotation(_("Write the tiles that are left, such as 6 3, or - for none."))
    return tuple(sorted(map(int, tiles), reverse=True))


def explain_rows(before: Sheet, after: Sheet, extra_rows: str) -> list[str]:
    """A sentence on each row that a turn changed: its new entries, and its total."""
    old = {row.number: row for row in before.rows(extra_rows)}
    changed = [row for row in after.rows(extra_rows) if row != old.get(row.number)]
    return [_explain_row(row, old.get(row.number), extra_rows) for row in changed]


def _explain_row(row: Row, old: Row | None, extra_rows: str) -> str:
    entries = {"10": row.tens, "11": row.elevens, "12": row.twelves}
    before = {"10": old.tens, "11": old.elevens, "12": old.twelves} if old else {}
    new = [
        _("{entry} under {name}").format(entry=entry, name=name)
        for name, entry in entries.items()
        if entry is not None and before.get(name) is None
    ]
    if row.cross and not (old and old.cross):
        new.append(_("a cross"))
    terms = [str(entry) for entry in entries.values() if entry is not None]
    if row.bonus:
        terms.append(_("bonus {bonus}").format(bonus=row.bonus))
    total = " + ".join(terms)
    if row.cross and len(terms) > 1:
        total = f"({total})"
    if row.cross:
        total += " x 2"
    told = [_(" and ").join(new)]
    if not terms:
        told.append(_("it doubles what will stand there"))
    elif len(terms) > 1 or row.cross:
        told.append(_("it comes to {terms} = {total}").format(terms=total, total=row.total))
    missing = [name for name, entry in entries.items() if entry is None]
    waits = bonus(row.number, extra_rows) if missing and terms else 0
    if waits:
        wanted = _.many(
            "bonus {bonus} when {columns} has an entry",
            "bonus {bonus} when {columns} have entries",
            len(missing),
        )
        told.append(wanted.format(bonus=waits, columns=_(" and ").join(missing)))
    return _("Row {number}: {told}.").format(number=row.number, told="; ".join(told))
