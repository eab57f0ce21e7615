"""Games whose texts and positions are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from gipf_meta import (
    BadNotation,
    Chance,
    IllegalMove,
    Over,
    Status,
    View,
)
from tests.testing.broken.defect import found_by
from tests.testing.broken.sound import SIDES, Heaps, Nim


@found_by("texts_are_plain_and_distinct", "apart")
class Ambiguous(Nim):
    def format(self, state: Heaps, move: str) -> str:
        return "2" if move == "3" else move


@found_by("texts_are_plain_and_distinct", "one line")
class WideText(Nim):
    def format(self, state: Heaps, move: str) -> str:
        return f"{move}\n"


@found_by("texts_are_plain_and_distinct", "format")
class FormatFails(Nim):
    def format(self, state: Heaps, move: str) -> str:
        if state.number == 2:
            raise LookupError(move)
        return move


@found_by("moves_read_as_they_are_written", "parse")
class NotReadBack(Nim):
    def format(self, state: Heaps, move: str) -> str:
        return f"take {move}" if move == "3" else move


@found_by("moves_read_as_they_are_written", "parse")
class ReadAsAnother(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        move = super().parse(state, seat, text)
        return "1" if move == "2" else move


@found_by("turns_read_as_they_are_written", "parse_turn")
class TurnsNotReadBack(Nim):
    def format_turn(self, state: Heaps, moves: Sequence[str]) -> str:
        return ";".join(moves)


@found_by("turns_read_as_they_are_written", "parse_turn")
class TurnReadAsAnother(Nim):
    def parse_turn(self, state: Heaps, text: str) -> tuple[str, ...]:
        moves = super().parse_turn(state, text)
        return (moves[0], "1") if moves[-1] == "2" else moves


@found_by("turns_read_as_they_are_written", "list_text")
class ListsOnTwoLines(Nim):
    def list_text(self, state: Heaps, moves: Sequence[str]) -> str:
        return "\n".join(moves)


@found_by("turns_read_as_they_are_written", "format_turn")
class HalfTurnFails(Nim):
    def format_turn(self, state: Heaps, moves: Sequence[str]) -> str:
        return f"{moves[0]}-{moves[1]}"


@found_by("lines_play_what_they_say", "play_line")
class LinesPlayNothing(Nim):
    def play_line(self, state: Heaps, text: str, following: Any = str) -> Any:
        for canonical, _ in super().play_line(state, text):
            yield canonical, state


@found_by("written_matches_are_played_through", "play_line")
class LinesWithoutTheFirstTurn(Nim):
    def play_line(self, state: Heaps, text: str, following: Any = str) -> Any:
        if state == self.start(2):
            raise BadNotation("The first turn cannot be read.")
        return super().play_line(state, text)


@found_by("whole_turns_can_be_typed", "parse_turn")
class TurnsNotTyped(Nim):
    def parse_turn(self, state: Heaps, text: str) -> tuple[str, ...]:
        raise BadNotation(f"{text} is no turn.")


@found_by("what_is_illegal_is_refused", "IllegalMove")
class ReadsTheIllegal(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        word = text.strip()
        if word in ("1", "2", "3") and state.pile:
            return word
        return super().parse(state, seat, text)


@found_by("what_is_illegal_is_refused", "seat")
class ReadsForAnySeat(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        return super().parse(state, state.seat, text)


@found_by("what_is_illegal_is_refused", "legal_moves", coin=True)
class ReadsTheCoin(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        return text if text in ("heads", "tails") else super().parse(state, seat, text)


@found_by("garbage_is_refused_in_a_sentence", "on one line")
class TwoLines(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        try:
            return super().parse(state, seat, text)
        except BadNotation as error:
            raise BadNotation(f"No.\n{error}") from None


@found_by("garbage_is_refused_in_a_sentence", "parse")
class ParseCrashes(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        return {move: move for move in self.legal_moves(state, seat)}[text]


@found_by("garbage_is_refused_in_a_sentence", "sentence")
class NoSentence(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        try:
            return super().parse(state, seat, text)
        except IllegalMove:
            raise
        except BadNotation:
            raise BadNotation("no") from None


@found_by("garbage_is_refused_in_a_sentence", "only moves of legal_moves")
class ReadsResignations(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        return text if text == "resign" else super().parse(state, seat, text)


@found_by("garbage_is_refused_in_a_sentence", "on one line")
class RepeatsALineBreak(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        if "\n" in text and text.strip():
            raise BadNotation(f"{text} is no number.")
        return super().parse(state, seat, text)


@found_by("garbage_is_refused_in_a_sentence", "parse")
class OddDigits(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        word = text.strip()
        return super().parse(state, seat, f"{int(word)}" if word.isdigit() else word)


@found_by("one_text_per_path_is_true", "one_text_per_path")
class TwoWaysOneText(Nim):
    def format_turn(self, state: Heaps, moves: Sequence[str]) -> str:
        return moves[-1]


@found_by("positions_read_as_they_are_written", "inverse pair")
class ForgetsAPile(Nim):
    def from_text(self, text: str) -> Heaps:
        return super().from_text(text)._replace(piles=(1, 1))


@found_by("positions_read_as_they_are_written", "from_text")
class RefusesItsOwn(Nim):
    def from_text(self, text: str) -> Heaps:
        raise BadNotation("Positions cannot be read here.")


@found_by("positions_read_as_they_are_written", "from_text", coin=True)
class RefusesItsOwnWhileLuckIsDue(Nim):
    def from_text(self, text: str) -> Heaps:
        state = super().from_text(text)
        if isinstance(self.status(state), Chance):
            raise BadNotation("The coin is in the air.")
        return state


@found_by("positions_keep_who_acts", "whose turn")
class ForgetsWhoActs(Nim):
    def to_text(self, state: Heaps, ended: Over | None = None) -> str:
        return super().to_text(state, ended).replace("R", "L")


@found_by("matches_go_on_from_positions", "in the middle of a turn")
class ForgetsTheTurnSoFar(Nim):
    def to_text(self, state: Heaps, ended: Over | None = None) -> str:
        return super().to_text(state._replace(pile=""), ended)


@found_by("matches_go_on_from_positions", "how the game ends")
class ForgetsWhatDecidesTheEnd(Nim):
    def status(self, state: Heaps) -> Status[str]:
        now = super().status(state)
        return replace(now, winners=(state.number % 2,)) if isinstance(now, Over) else now


@found_by("matches_go_on_from_positions", "options of the game")
class ForgetsByAnotherOption(Nim):
    positions_forget: ClassVar[Mapping[str, Mapping[str, Any]]] = {"the past": {"past": 0}}


@found_by("positions_refuse_garbage", "from_text")
class PositionsCrash(Nim):
    def from_text(self, text: str) -> Heaps:
        one, two, side, pile, coin = text.split(" ")
        piles = (int(one), int(two))
        return Heaps(piles, pile.strip("."), SIDES.index(side), 1, coin.strip("."))


@found_by("what_is_illegal_is_refused", "all of its text")
class ReadsThePrefix(Nim):
    def parse(self, state: Heaps, seat: int, text: str) -> str:
        return super().parse(state, seat, text.strip()[:1])


@found_by("what_is_illegal_is_refused", "all of its text")
class ReadsTheFirstTurn(Nim):
    def parse_turn(self, state: Heaps, text: str) -> tuple[str, ...]:
        return super().parse_turn(state, text.split(",")[0])


@found_by("what_is_illegal_is_refused", "one turn number")
class ReadsTwoTurns(Nim):
    def parse_turn(self, state: Heaps, text: str) -> tuple[str, ...]:
        moves: list[str] = []
        for part in text.split(","):
            turn = super().parse_turn(state, part)
            moves += turn
            for move in turn:
                state = self.apply(state, move)
        return tuple(moves)


@found_by("positions_can_be_played_on", "from_text")
class StrangeAfterReading(Nim):
    def from_text(self, text: str) -> Heaps:
        return super().from_text(text)._replace(number=77)

    def view(self, state: Heaps, seat: int | None) -> View:
        if state.number > 78:
            raise IndexError(state.number)
        return super().view(state, seat)
