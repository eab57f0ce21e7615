"""``LotGame``: a game whose board a lot may fill, piece by piece, before the first turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Protocol

from gipf_meta.base.addressee import is_you
from gipf_meta.base.texts import _
from gipf_meta.protocol.game import Chance, IllegalMove, M, S, Status
from gipf_meta.protocol.refusals import check_on_turn, list_possible, list_some
from gipf_meta.protocol.rules_game import Rules, RulesGame
from gipf_meta.protocol.tags import check_tag, read_tag

_INFORMATIVE: Final = ("White", "Black", "Event", "Site", "Date", "Round", "Result")


class LotRules(Rules[S, M], Protocol[S, M]):
    """The rules that a ``LotGame`` needs."""

    def draws(self, state: S) -> Sequence[tuple[M, int]]:
        """The next draws of luck to fill the board, each with its weight; none once it is full.
        Each is a move that ``apply`` plays."""
        ...


class LotGame(RulesGame[S, M], Generic[S, M]):
    """A game whose board a lot may fill before the first turn.

    Its notation keeps the whole lot in one line before the first turn, ``[Setup "…"]``, or the
    draws one by one before the decisions of that turn.
    """

    own_tags: ClassVar[Mapping[str, Mapping[str, Any]]] = {"Setup": {}}

    @property
    def rules(self) -> LotRules[S, M]:
        """The rules that the options choose: a cached property."""
        raise NotImplementedError(f"{self.id} has no rules")

    def is_draw(self, move: M) -> bool:
        """Whether luck plays *move*, and no seat decides it."""
        raise NotImplementedError(f"{self.id} does not say what luck plays")

    def read_setup(self, state: S, text: str) -> Sequence[M]:
        """The draws that fill the board as the tag says. Raises as ``parse``."""
        raise NotImplementedError(f"{self.id} does not read a start")

    def read_own_tag(self, state: S, name: str, value: str) -> Sequence[M]:
        """The draws of the one tag that such a game has."""
        return self.read_setup(state, value)

    def status(self, state: S) -> Status[M]:
        """The draws of luck; else the seat that decides and its turn, or the end."""
        draws = self.rules.draws(state)
        if draws:
            says: Any = state
            return Chance(tuple(draws), says.number)
        return super().status(state)

    def list_text(self, state: S, moves: Sequence[M]) -> str:
        """The decisions of a turn before which luck has filled the board, or that it has; else
        empty."""
        if not any(map(self.is_draw, moves)):
            return ""
        texts = zip(moves, self.texts(state, moves), strict=True)
        decided = [text for move, (text, _before) in texts if not self.is_draw(move)]
        return ", ".join(decided) or _("set up by luck")

    def play_line(
        self, state: S, text: str, following: Callable[[], str] = str
    ) -> Iterator[tuple[str | None, S]]:
        """Plays a turn. Tags are checked; that of a start fills the board."""
        tag = read_tag(text)
        if tag is None or tag.rest.strip():
            yield from super().play_line(state, text, following)
            return
        if tag.name in self.own_tags:
            for draw in self.read_own_tag(state, tag.name, tag.value):
                state = self.apply(state, draw)
        else:
            check_tag(tag, {"Game": self.title}, (*self.own_tags, *_INFORMATIVE))
        yield None, state


@dataclass(frozen=True)
class LotNotation(Generic[S, M]):
    """The part of a notation that games with a start drawn by lot have alike.

    *one* matches a draw, as its first group, with what separates it from the next; *write* returns
    the text of a move, *name* that of a seat in the player's language.
    """

    one: re.Pattern[str]
    write: Callable[[M], str]
    name: Callable[[int], str]

    def read_draws(self, rules: LotRules[S, M], state: S, text: str) -> tuple[list[M], S, str]:
        """Returns the draws that *text* begins with, the state after them, and what follows them.

        Raises ``IllegalMove`` for what luck cannot draw.
        """
        drawn: list[M] = []
        while (draws := rules.draws(state)) and (found := self.one.match(text)):
            texts = {self.write(move): move for move, _weight in draws}
            if found[1] not in texts:
                raise IllegalMove(
                    _("luck cannot draw {text} there; possible: {some}.").format(
                        text=found[1], some=list_some([*texts], str)
                    )
                )
            drawn.append(texts[found[1]])
            state = rules.apply(state, drawn[-1])
            text = text[found.end() :]
        return drawn, state, text

    def read_turn(
        self, rules: LotRules[S, M], state: S, text: str, read: Callable[[S, str], Iterable[M]]
    ) -> tuple[M, ...]:
        """Returns the draws that *text* begins with, and the decisions that *read* finds in what
        follows them, if anything does, in the state after them."""
        drawn, state, text = self.read_draws(rules, state, text)
        return tuple(drawn) if drawn and not text.strip() else (*drawn, *read(state, text))

    def check_decides(self, rules: LotRules[S, M], state: S, seat: int, is_over: bool) -> None:
        """Raises ``IllegalMove`` unless luck has filled the board, the game is not over, and
        *seat* is that of *state*."""
        if rules.draws(state):
            raise IllegalMove(_("Luck sets the board up first."))
        says: Any = state
        check_on_turn(seat, None if is_over else says.seat, self.name)

    def caption(self, is_drawing: bool, number: int, seat: int) -> str:
        """Returns the caption of a view: that luck still fills the board if it *is_drawing*, else
        whose turn it is."""
        if is_drawing:
            return _("Luck sets the board up.")
        if is_you(seat):
            return _("Turn {number}: yours.").format(number=number)
        return _("Turn {number}, {player}.").format(number=number, player=self.name(seat))

    def waiting(self, is_drawing: bool, seat: int) -> str:
        """Returns the prompt of a view for whoever cannot act while *seat* or luck does."""
        if is_drawing:
            return _("Luck puts a piece on the board.")
        if is_you(seat):
            return _("It is your turn.")
        return _("It is {player}'s turn.").format(player=self.name(seat))

    def by_example(self, prompt: str, moves: Sequence[M]) -> str:
        """Returns *prompt* for a reader who types: with the first of the legal *moves*."""
        words = _("{prompt} Type a move, such as {move}.")
        if len(moves) == 1:
            words = _("{prompt} Type {move}.")
        return words.format(prompt=prompt, move=self.write(moves[0]))

    def possible(self, moves: Sequence[M]) -> str:
        """Returns the first of the legal *moves* as the end of a refusal, as ``list_possible``."""
        return list_possible(moves, self.write)


def play_draws(
    rules: LotRules[S, M], state: S, draws: Iterable[M], why: Callable[[M], str]
) -> tuple[list[M], S]:
    """Returns *draws*, as a start told in one line has them, and the state after them.

    Raises ``IllegalMove``, which says *why*, for the first one that luck cannot draw.
    """
    drawn: list[M] = []
    for draw in draws:
        if draw not in (move for move, _weight in rules.draws(state)):
            raise IllegalMove(why(draw))
        drawn.append(draw)
        state = rules.apply(state, draw)
    return drawn, state
