"""A duel away from the program: the players play anything anywhere, and report here who won.

One player enters the winner, the other confirms. Nothing is decided until both agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from gipf_meta.base.texts import N_, _
from gipf_meta.protocol.game import (
    BadNotation,
    Game,
    IllegalMove,
    Over,
    Status,
    Turn,
    turn,
)
from gipf_meta.protocol.view import Choice, View

CLAIMS = ("first", "second", "draw")
ANSWERS = ("confirm", "deny")


RULES = N_("""\
Settle it with any game or contest you agree on: the whole world is at your disposal.
Then the first player enters the winner (first, second or draw) and the second player
confirms or denies. After a denial the first player enters the result again.""")


class Report(NamedTuple):
    """The report so far: the claim that waits for an answer, and whether it was confirmed."""

    claim: str | None = None
    confirmed: bool = False
    said: int = 0


class Elsewhere(Game[Report, str]):
    """A duel away from the program."""

    id: ClassVar[str] = "elsewhere"
    title: ClassVar[str] = N_("Elsewhere")
    tagline: ClassVar[str] = N_(
        "Play whatever you like away from the program, then report who won."
    )
    seat_names: ClassVar[tuple[str, ...]] = (N_("First"), N_("Second"))
    needs_people: ClassVar[bool] = True

    @property
    def rules_text(self) -> str:
        """The players' rules, in the player's language."""
        return _(RULES)

    def start(self, seats: int) -> Report:
        """The state without a report."""
        return Report()

    def status(self, state: Report) -> Status[str]:
        """The seat that reports or answers, or the end."""
        if state.confirmed:
            winners = () if state.claim == "draw" else (CLAIMS.index(state.claim or ""),)
            return Over(winners, N_("agreed"))
        return turn(0 if state.claim is None else 1, state.said + 1)

    def explain_end(self, state: Report, end: Over) -> str:
        """That both have reported the same."""
        return _("so say both")

    def legal_moves(self, state: Report, seat: int) -> Sequence[str]:
        """The words that *seat* may say now."""
        now = self.status(state)
        if not isinstance(now, Turn) or now.seat != seat:
            return ()
        return ANSWERS if state.claim else CLAIMS

    def apply(self, state: Report, move: str) -> Report:
        """The report after the word *move*."""
        if move == "confirm":
            return Report(state.claim, True, state.said + 1)
        return Report(None if move == "deny" else move, False, state.said + 1)

    def format(self, state: Report, move: str) -> str:
        """The word itself."""
        return move

    def parse(self, state: Report, seat: int, text: str) -> str:
        """The word that *text* says. Raises ``BadNotation``, ``IllegalMove``."""
        word = text.strip().lower()
        legal = self.legal_moves(state, seat)
        if word in legal:
            return word
        if word in CLAIMS + ANSWERS:
            raise IllegalMove(
                _("{word} is not asked now; say one of: {words}.").format(
                    word=word, words=", ".join(legal)
                )
            )
        raise BadNotation(
            _("{text!r} is no answer; say one of: {words}.").format(
                text=text.strip(), words=", ".join(legal)
            )
        )

    def evaluate(self, state: Report, seat: int) -> float:
        """1 for both seats once the claim is confirmed, else 0: nothing else is preferable."""
        return float(state.confirmed)

    def view(self, state: Report, seat: int | None) -> View:
        """A view without a board; the seat that must answer has choices, and so has ``None``."""
        now = self.status(state)
        acts = isinstance(now, Turn) and seat in (None, now.seat)
        legal = (ANSWERS if state.claim else CLAIMS) if acts else ()
        said = {
            "first": _("the first player won"),
            "second": _("the second player won"),
            "draw": _("it was a draw"),
            "confirm": _("yes, that is right"),
            "deny": _("no, that is wrong"),
        }
        if state.confirmed:
            caption, prompt = _("Both say: {said}.").format(said=said[state.claim or ""]), ""
        elif state.claim:
            caption = _("The first player says: {said}.").format(said=said[state.claim])
            prompt = _("Is that right? The second player says confirm or deny.")
        else:
            caption = _("The duel is played away from the program.")
            prompt = _("Who won? The first player says first, second or draw.")
        return View(
            points=(),
            choices=tuple(Choice(word, (word,), said[word]) for word in legal),
            caption=caption,
            prompt=prompt,
        )
