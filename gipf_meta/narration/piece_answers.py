"""Answers about what is there: pieces by name and owner, counts, trays, distances, players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gipf_meta.base.texts import _
from gipf_meta.narration.answers import KINDS_OF_PLACES, Lines, QuestionContext
from gipf_meta.narration.question_forms import BoardQuestion
from gipf_meta.narration.question_words import forms, has_meaning, plain, words_that_mean
from gipf_meta.protocol.view import Piece, ScoreSheet, Tray, TrayItem
from gipf_meta.render import speech

MOST_PLACES: Final = 12
"""The most places that an answer to ``how many`` names."""


@dataclass(frozen=True)
class PieceAnswers:
    """Answers to the question *question* about what is there in *scene*."""

    scene: QuestionContext
    question: BoardQuestion

    # ---- whose ----------------------------------------------------------------------------------

    @cached_property
    def _side(self) -> int | None:
        """The seat whose things are meant: one's own, or that of a player who is named; ``None``:
        nobody's, or several are."""
        scene = self.scene
        if seats := self._named_seats:
            return seats[0] if len(seats) == 1 else None
        if self.question.has_any("mine") and not self.question.has_any("others"):
            return scene.seat
        if (
            self.question.has_any("others")
            and len(scene.seat_words) == 2
            and scene.seat is not None
        ):
            return 1 - scene.seat
        return None

    @cached_property
    def _named_seats(self) -> list[int]:
        """The seats of the players who are named, as those who have something."""
        return [
            seat
            for seat in range(len(self.scene.seat_words))
            if any(self._names_player(called) for called in self._names_of(seat))
        ]

    def _names_of(self, seat: int) -> list[str]:
        names = (self.scene.seats, self.scene.called, self.scene.names)
        return [each[seat] for each in names if seat < len(each)]

    def _names_player(self, called: str) -> bool:
        """Whether all words of the name *called* are in the question."""
        words = re.findall(r"\w+", plain(called))
        said = {form for word in self.question.words for form in forms(word)}
        return bool(words) and all(not forms(word).isdisjoint(said) for word in words)

    @cached_property
    def _words(self) -> list[str]:
        """The names in the question but for that of the player whose things are meant."""
        if not self._has_owner:
            return [*self.question.names]
        seats = self._named_seats
        own = {
            form
            for seat in seats
            for name in self._names_of(seat)
            for word in re.findall(r"\w+", plain(name))
            for form in forms(word)
        }
        return [word for word in self.question.names if forms(word).isdisjoint(own)]

    @cached_property
    def _has_owner(self) -> bool:
        """Whether a side is meant that something here belongs to."""
        scene = self.scene
        if self._named_seats and not self.question.has_any(
            "have", "own", "tray", "captured", "score"
        ):
            return False
        return self._side is not None and (
            any(scene.owner(one) is not None for one in scene.view.pieces)
            or any(tray.seat is not None for tray in scene.view.trays)
        )

    def owner(self) -> Lines:
        """Tells whose the things on a place are."""
        scene, at = self.scene, self.question.places[0]
        one = scene.board.pieces.get(at)
        if one is None:
            return [scene.board.place(at)]
        owner = scene.owner(one)
        if owner is None:
            whose = _("It belongs to nobody.")
        elif owner == scene.seat:
            whose = _("It is yours ({owner}).").format(owner=scene.seat_called(owner))
        else:
            whose = _("It is {owner}'s.").format(owner=scene.seat_called(owner))
        return [f"{scene.board.place(at)} {whose}"]

    def who_plays(self) -> Lines:
        """Tells who sits at which seat."""
        scene = self.scene
        for seat in range(len(scene.names) or len(scene.seat_words)):
            called, name = scene.seat_called(seat), [*scene.names[seat : seat + 1]]
            words = called if not name or name[0] == called else f"{called}: {name[0]}"
            you = _("you") if seat == scene.seat else ""
            yield f"{words} ({you})." if you else f"{words}."

    def first(self) -> Lines:
        """Tells who has begun, or begins."""
        scene = self.scene
        if scene.first is None:
            return scene.situation()
        words = _("{name} has begun.") if scene.last else _("{name} begins.")
        return [words.format(name=scene.seat_called(scene.first))]

    # ---- pieces ---------------------------------------------------------------------------------

    def board(self) -> Lines:
        """Tells all that is on the board."""
        if self.scene.is_set_up:
            return self.scene.whole_board()
        return self.pieces()

    def pieces(self) -> Lines:
        """Tells the pieces that the question means: by name, by owner or all."""
        scene, named = self.scene, self.question.names
        found: Sequence[Piece] = scene.view.pieces
        if self.question.has_any("mine", "others"):
            if found and all(scene.owner(one) is None for one in found):
                return [_("The pieces on this board belong to nobody.")]
            mine = not self.question.has_any("others")
            found = [one for one in found if (scene.owner(one) == scene.seat) == mine]
        found = [one for one in found if all(self.scene.is_meant(one, word) for word in named)]
        if found:
            return scene.piece_lines(found)
        words = _("There is none. On the board: {pieces}.")
        return [words.format(pieces=scene.names_of_pieces())]

    def height(self) -> Lines:
        """Tells how many pieces stand on a place."""
        scene, at = self.scene, self.question.places[0]
        one = scene.board.pieces.get(at)
        return [f"{0 if one is None else one.stack}.", scene.board.place(at)]

    # ---- counts ---------------------------------------------------------------------------------

    def count(self) -> Lines:
        """Tells how many there are: the number first, then what was counted."""
        if elsewhere := self._things_elsewhere:
            return self._elsewhere(elsewhere)
        if (kind := self._kind) and not self._titled:
            places = self.scene.places_of(kind)
            return [f"{len(places)}.", self.scene.places(kind) if places else ""]
        is_room = self.question.has_any("spot") and self.question.has_any("remaining", "rings")
        if is_room:
            return [_("I do not know: the board does not show it.")]
        if (rings := self._points_called) is not None:
            return [f"{len(rings)}.", self._places_in_short(rings)]
        if self.question.has_any("points"):
            return self.scene.scores(self.sheets())
        if not all(map(self._is_seen, self._words)):
            return [_("I do not know: the board does not show it.")]
        beside = self._heaps()
        only_beside = bool(self._titled) or (
            self.question.has_any("tray") and not self.question.has_any("remaining", "board")
        )
        found = [] if only_beside else self._counted_pieces()
        if self.question.has_any("board") or self.question.has_any("stand"):
            beside = []
        # heaps in a column are no pieces: they tell of their loads, left or lost
        pieces = [item for _tray, item in beside if self._words or not item.column]
        here, there = self._pieces_in(found), sum(item.count for item in pieces)
        if here and there:
            yield_first = _("{here} on the board, {there} beside it.").format(
                here=here, there=there
            )
        else:
            yield_first = f"{here + there}."
        lines = [yield_first]
        if found:
            lines += self._in_short(found)
        for tray in dict.fromkeys(tray for tray, _item in beside):
            items = tuple(item for each, item in beside if each == tray)
            lines.append(speech.tray(Tray(tray.title, items, tray.seat), self.scene.seat_words))
        high = sum(one.stack for one in found)
        if high > len(found) and here == len(found):
            lines.append(_("With all that lie in their stacks: {count}.").format(count=high))
        return lines

    def _is_seen(self, word: str) -> bool:
        """Whether anything on the board, beside it or on a sheet is called by *word*."""
        view = self.scene.view
        texts = [self._called(item) for tray in view.trays for item in tray.items]
        texts += [row[0] for sheet in view.sheets for row in sheet.rows if row]
        texts += [tray.title for tray in view.trays]
        said = plain(" ".join(texts))
        return any(self.scene.is_meant(one, word) for one in view.pieces) or any(
            form in said for same in words_that_mean(word) for form in forms(same)
        )

    def _pieces_in(self, found: Sequence[Piece]) -> int:
        """The number of pieces *found*; one that reaches over several places is counted once."""
        points = self.scene.board.points
        at = {(points[one.at].x, points[one.at].y): one for one in found}
        count, reached = 0, set[tuple[int, int]]()
        for place in at:
            if place in reached:
                continue
            count += 1
            waiting = [place]
            while waiting:
                x, y = waiting.pop()
                reached.add((x, y))
                beside = ((x + right, y + down) for right, down in at[x, y].arms)
                waiting += [each for each in beside if each in at and each not in reached]
        return count

    @property
    def _kind(self) -> str:
        """The kind of places that is meant; ``""``: none."""
        kinds = (
            kind
            for word in self.question.words
            for kind in KINDS_OF_PLACES
            if has_meaning(word, kind)
        )
        return next(kinds, "")

    @property
    def _points_called(self) -> list[str] | None:
        """The places that are called rings, where no piece is; all, where places are meant; else
        ``None``."""
        scene = self.scene
        rings = [word for word in self.question.words if has_meaning(word, "rings")]
        if rings and not self._is_piece(rings[0]):
            return scene.places_of("ring")
        if self.question.has_any("spot") and not self.question.has_any("piece", "own", "mine"):
            return [point.id for point in scene.view.points if point.kind not in ("gone", "dot")]
        return None

    def _is_piece(self, word: str) -> bool:
        """Whether a piece or a heap is called by *word*."""
        scene = self.scene
        heaps = (item for tray in scene.view.trays for item in tray.items)
        return any(scene.is_called(one, word) for one in scene.view.pieces) or any(
            forms(word) & _forms_in(self._called(item)) for item in heaps
        )

    def _counted_pieces(self) -> list[Piece]:
        scene = self.scene
        return [
            one
            for one in scene.view.pieces
            if (not self._has_owner or scene.owner(one) == self._side)
            and all(self.scene.is_meant(one, word) for word in self._words)
        ]

    @cached_property
    def _titled(self) -> list[Tray]:
        """The trays whose title the question names, other than by their player."""
        players = {form for name in self._player_words for form in forms(name)}
        words = [word for word in self.question.words if not has_meaning(word, "filling")]
        named = {form for word in words for form in forms(word)} - players
        return [tray for tray in self.scene.view.trays if named & _forms_in(tray.title)]

    @property
    def _player_words(self) -> set[str]:
        scene = self.scene
        words = " ".join([*scene.seats, *scene.called, *scene.names])
        return set(re.findall(r"\w+", plain(words)))

    @property
    def _things_elsewhere(self) -> list[str]:
        """The words for what lies beside the board that no heap or title has: a bag, perhaps, which
        the caption counts."""
        texts = [self._called(item) for tray in self.scene.view.trays for item in tray.items]
        known = {form for text in texts for form in _forms_in(text)}
        titles = {form for tray in self.scene.view.trays for form in _forms_in(tray.title)}
        words = self.question.words
        named = [word for word in words if has_meaning(word, "container", "captured", "store")]
        if self._titled or any(forms(word) & known for word in named):
            return []
        same = [
            meaning
            for meaning in ("store", "captured")
            if any(has_meaning(word, meaning) for word in known | titles)
        ]
        return [word for word in named if not has_meaning(word, *same)]

    def _elsewhere(self, named: Sequence[str]) -> Lines:
        """Tells what the caption says of what is *named*, if it does."""
        caption = self.scene.view.caption
        if any(forms(word) & _forms_in(caption) for word in named):
            return [caption]
        return [_("I do not know: the board does not show it.")]

    def _heaps(self) -> list[tuple[Tray, TrayItem]]:
        """The heaps beside the board that are meant, with their trays."""
        trays = self._titled or self.scene.view.trays
        if self._has_owner:
            trays = [tray for tray in trays if tray.seat == self._side]
        return [
            (tray, item)
            for tray in trays
            for item in tray.items
            if item.count and not item.is_endless and self._is_heap_called(tray, item)
        ]

    def _is_heap_called(self, tray: Tray, item: TrayItem) -> bool:
        called, title = plain(self._called(item)), _forms_in(tray.title)
        return all(
            any(form in called for same in words_that_mean(word) for form in forms(same))
            for word in self._words
            if forms(word).isdisjoint(title)
        )

    def _called(self, item: TrayItem) -> str:
        return f"{speech.heap(item, self.scene.seat_words)} {item.label} {item.brief}"

    def _in_short(self, pieces: Iterable[Piece]) -> list[str]:
        """*pieces* by their names: with their places, if they are few."""
        found = list(pieces)
        if len(found) <= MOST_PLACES or self.question.in_full:
            return list(self.scene.piece_lines(found))
        counts: dict[str, int] = {}
        for one in found:
            called = self.scene.name(one)
            counts[called] = counts.get(called, 0) + 1
        return [", ".join(f"{called}: {count}" for called, count in sorted(counts.items())) + "."]

    def _places_in_short(self, places: Sequence[str]) -> str:
        return f"{speech.spans(places)}." if places else ""

    def kind(self) -> Lines:
        """Tells the places of a kind; rings, where they are places."""
        if self._kind:
            return [self.scene.places(self._kind)]
        rings = self._points_called
        return [self._places_in_short(rings)] if rings else self.pieces()

    def compare(self) -> Lines:
        """Tells how many of what is named each side has."""
        scene = self.scene
        for seat in range(len(scene.seat_words)):
            found = [
                one
                for one in scene.view.pieces
                if scene.owner(one) == seat
                and all(self.scene.is_meant(one, word) for word in self.question.names)
            ]
            beside = [
                item.count
                for tray in scene.view.trays
                for item in tray.items
                if tray.seat == seat and self._is_heap_called(tray, item)
            ]
            if self.question.has_any("board") or self.question.has_any("stand"):
                beside = []
            yield f"{scene.seat_called(seat)}: {self._pieces_in(found) + sum(beside)}."

    # ---- beside the board -----------------------------------------------------------------------

    def beside(self) -> Lines:
        """Tells what lies beside the board, if it is what is meant."""
        if elsewhere := self._things_elsewhere:
            return self._elsewhere(elsewhere)
        if self._words and self._has_owner and self._counted_pieces():
            return self.count()
        return self.scene.trays(self._trays())

    def _trays(self) -> Sequence[Tray]:
        """The trays that are meant: one's own, the others', those with a word in their title; or
        all."""
        trays, seat = self.scene.view.trays, self.scene.seat
        if self.question.has_any("others"):
            return [tray for tray in trays if tray.seat not in (None, seat)] or trays
        if self.question.has_any("mine"):
            return [tray for tray in trays if tray.seat == seat] or trays
        if self._named_seats and any(tray.seat in self._named_seats for tray in trays):
            return [tray for tray in trays if tray.seat in self._named_seats]
        return self._titled or trays

    def sheets(self) -> Sequence[ScoreSheet]:
        """The score sheets that are meant: one's own, or all."""
        sheets = self.scene.view.sheets
        if named := [sheet for sheet in sheets if sheet.seat in self._named_seats]:
            return named
        own = [sheet for sheet in sheets if sheet.seat == self.scene.seat]
        is_own = self.question.has_any("mine") and not self.question.has_any("lead_now", "win")
        return own if own and is_own else sheets


def _forms_in(text: str) -> set[str]:
    """The words of *text*, in all forms that a question may have."""
    return {form for word in re.findall(r"\w+", plain(text)) for form in forms(word)}
