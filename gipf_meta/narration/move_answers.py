"""Answers about what can be played: from a place, onto it, against it, and why not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from gipf_meta.base.sentences import natural_key
from gipf_meta.base.texts import _
from gipf_meta.narration.answers import Lines, QuestionContext, choices_at, is_word_in
from gipf_meta.narration.choice_summary import MOST_GROUPS, ChoiceSummary
from gipf_meta.narration.move_verdicts import MoveVerdicts
from gipf_meta.narration.question_forms import BoardQuestion
from gipf_meta.narration.question_words import has_meaning, plain, words_that_mean
from gipf_meta.protocol.view import Choice
from gipf_meta.render import speech


@dataclass(frozen=True)
class MoveAnswers:
    """Answers to the question *question* about what can be played in *scene*."""

    scene: QuestionContext
    question: BoardQuestion

    @cached_property
    def _summary(self) -> ChoiceSummary:
        wish = _("all {question}").format(question=self.question.text)
        return ChoiceSummary(self.scene, wish, self.question.in_full)

    @cached_property
    def _verdicts(self) -> MoveVerdicts:
        return MoveVerdicts(self.scene)

    # ---- a decision in notation -----------------------------------------------------------------

    def verdict(self) -> Lines:
        """Says whether the decision that is asked about can be played; if not, why, in the words by
        which the game refuses it."""
        verdict = self._verdicts.on_text(self.question.move)
        if verdict.why:
            return [_("No: {why}").format(why=verdict.why)]
        return [self._yes(verdict.text)]

    def _yes(self, text: str) -> str:
        labels = {each.notation: each.label for each in self.scene.view.choices}
        move = f"{text}: {labels[text]}" if labels.get(text, text) != text else text
        words = _("Yes: {move}.")
        if self.question.has_any("why"):
            words = _("It can be played: {move}.")
        return words.format(move=move)

    # ---- one place ------------------------------------------------------------------------------

    def go(self) -> Lines:
        """Tells where what stands on a place can go, or what can come there."""
        if self.question.goals:
            return self.onto(self.question.goals[0])
        return self._from(self.question.starts[0])

    def _from(self, at: str) -> Lines:
        relations = self.scene.relations
        found = relations.starting_at(at)
        is_put = bool(self.question.names) and not self.question.has_any("whither")
        if is_put and at not in self.scene.board.pieces and not found:  # can the 6 go on d4?
            return self.onto(at)
        if not found:
            return [self._why_still(at)]
        if self.question.in_full:
            return self._summary.listed(found)
        if at not in self.scene.board.pieces:
            return self._summary.summed(found, at)
        goals = {self.scene.relations.goal(each, at): None for each in found}
        goals.pop("", None)
        if not goals:
            return self._summary.summed(found, at)
        places = speech.spans(goals)
        lines = [
            _("{at} can go to {places} ({count}).").format(at=at, places=places, count=len(goals))
        ]
        groups = self._summary.groups(found, at)
        says_the_same = all(places in group for group in groups)
        if 1 < len(groups) <= MOST_GROUPS and not says_the_same:
            lines += [f"{speech.begin_sentence(group)}." for group in groups]
        if len(found) > len(goals):  # several decisions lead to one place
            lines.append(_("For a list say {wish}.").format(wish=self._summary.wish))
        return lines

    def _why_still(self, at: str) -> str:
        """The reason why what stands on *at* cannot go anywhere."""
        scene = self.scene
        here = f"{scene.board.place(at)} "
        if at not in scene.board.pieces:
            if scene.board.points[at].kind == "gone":
                return _("{place} is gone from the board.").format(place=at)
            return _("Nothing stands on {place}.").format(place=at)
        owner = scene.owner(scene.board.pieces[at])
        if owner is not None and scene.seat is not None and owner != scene.seat:
            words = _("It is {owner}'s, not yours: it cannot be moved now.")
            return here + words.format(owner=scene.seat_called(owner))
        still = _("It cannot go anywhere now.")
        return f"{here}{still} {self._who_is_on_turn()}".rstrip()

    def _who_is_on_turn(self) -> str:
        """A sentence on the player on turn, if another one asks; else on what is to be decided."""
        scene = self.scene
        if scene.on_turn is None or scene.on_turn == scene.seat:
            return scene.view.prompt
        return _("{name} is on turn.").format(name=scene.seat_called(scene.on_turn))

    def how_far(self) -> Lines:
        """Tells the farthest place to which what stands on a place can go, and the steps to it."""
        at = (*self.question.starts, *self.question.places)[0]
        relations = self.scene.relations
        found = {
            relations.goal(each, at): relations.steps(each, at)
            for each in relations.starting_at(at)
        }
        found.pop("", None)
        most = max(found.values(), default=0)
        if not most:
            return self._from(at)
        far = [end for end, steps in found.items() if steps == most]
        words = _.many(
            "{at} can go {count} step at most: to {places}.",
            "{at} can go {count} steps at most: to {places}.",
            most,
        )
        return [words.format(at=at, count=most, places=speech.spans(far))]

    def onto(self, at: str) -> Lines:
        """Tells what can come to a place, and how."""
        found = self.scene.relations.ending_at(at)
        if self.question.topic == "put":
            if not found:  # from the border, perhaps
                found = choices_at(self.scene.view, at)
            named = [each for each in found if self._has_to_do(each, self._piece_names)]
            found = named or found
        if at not in self.scene.board.pieces:
            found = found or self.scene.relations.starting_at(at)
        if found:
            return self._summary.summed(found, at)
        named = [
            each for each in self.scene.view.choices if self._has_to_do(each, self._piece_names)
        ]
        if why := self._verdicts.why_not_onto(at, named):
            return [_("No: {why}").format(why=why)]
        if self.scene.relations.all_begin_only:
            later = _("What can come to {at} is known when the move has begun.").format(at=at)
            return [f"{later} {self.scene.board.place(at)}", self.scene.view.prompt]
        none = _("Nothing can come to {at} now.").format(at=at)
        return [f"{none} {self.scene.board.place(at)}", self._others_turn()]

    def _others_turn(self) -> str:
        """A sentence on the player on turn, if another one asks."""
        scene = self.scene
        return "" if scene.on_turn in (None, scene.seat) else self._who_is_on_turn()

    def options(self) -> Lines:
        """Tells what can be played with a place."""
        at = self.question.places[0]
        if self.question.starts:
            return self._from(at)
        found = choices_at(self.scene.view, at)
        if found:
            return self._summary.summed(found, at)
        none = _("Nothing can be played with {place} now.").format(place=at)
        return [f"{none} {self._why_still(at)}"]

    # ---- captures -------------------------------------------------------------------------------

    def capture(self) -> Lines:
        """Tells what can capture the things on a place, or what they can capture."""
        if self.question.starts:
            return self._captured_by(self.question.starts[0])
        at = self.question.goals[0]
        if self.question.has_any("either_way") and self._is_own_turn_with(at):
            return self._captured_by(at)
        return self.captured()

    def _is_own_turn_with(self, at: str) -> bool:
        """Whether the piece on *at* is the asker's own, and so is the turn."""
        scene = self.scene
        one = scene.board.pieces.get(at)
        return one is not None and scene.owner(one) == scene.seat == scene.on_turn is not None

    def captured(self) -> Lines:
        """Tells the decisions that take what stands on a place."""
        scene, at = self.scene, self.question.goals[0]
        found = self._taking(at)
        if not found and at in scene.places_with("capture"):
            return [scene.board.place(at)]
        if not found:
            none = _("Nothing can capture {at} now.").format(at=at)
            return [f"{none} {scene.board.place(at)} {self._whose_turn_for(at)}".rstrip()]
        words = _.many(
            "{count} decision takes {at}, {thing}, from the board.",
            "{count} decisions take {at}, {thing}, from the board.",
            len(found),
        )
        head = words.format(count=len(found), at=at, thing=scene.board.thing(at))
        return [head, *self._summary.summed(found, at)]

    def _taking(self, at: str) -> list[Choice]:
        """The choices that take what stands on *at*; those that name a place that is marked so, in
        a game that does not tell it."""
        if found := self.scene.relations.taking(at):
            return found
        is_marked = at in self.scene.places_with("capture")
        return choices_at(self.scene.view, at) if is_marked else []

    def _whose_turn_for(self, at: str) -> str:
        """A sentence for the owner of the piece on *at*, who is on turn himself; or on who is."""
        scene = self.scene
        if at not in scene.board.pieces:
            return ""
        if self._is_own_turn_with(at):
            return _("It is yours, and so is the turn: what others can do then is not known yet.")
        return self._others_turn()

    def _captured_by(self, at: str) -> Lines:
        scene, relations = self.scene, self.scene.relations
        found = [each for each in relations.starting_at(at) if self._captures(each)]
        if found:
            taken = {place for each in found for place in relations.taken(each)}
            yield _("To be captured: {places}.").format(places=scene.listed(taken))
            yield from self._summary.summed(found, at)
        elif relations.starting_at(at):
            yield _("{at} can capture nothing now.").format(at=at)
        else:
            yield self._why_still(at)

    def _captures(self, choice: Choice) -> bool:
        """Whether *choice* takes what is not the asker's own."""
        scene = self.scene
        return any(
            scene.seat is None or scene.owner(scene.board.pieces[at]) != scene.seat
            for at in scene.relations.taken(choice)
        )

    def captures(self) -> Lines:
        """Tells the places that can be captured, and the choices that do so.

        The places are those that the game marks or, where it marks none, for they would be half of
        the board, those that its motions take.
        """
        if wrong := self._of_others():
            return [wrong]
        scene, relations = self.scene, self.scene.relations
        capturing = [each for each in scene.view.choices if self._captures(each)]
        taken = {
            at
            for each in capturing
            for at in relations.taken(each)
            if scene.seat is None or scene.owner(scene.board.pieces[at]) != scene.seat
        }
        marked = {*scene.places_with("capture")}
        places = self._called(marked or taken)
        if not places and (named := self._piece_names):
            return self._choices_about(named)
        if not places:
            none = _("Nothing can be captured now.")
            return [f"{none} {self._others_turn()}".rstrip()]
        listed = _("To be captured: {places}.").format(places=scene.listed(places))
        if marked:
            naming = {each for at in places for each in choices_at(scene.view, at)}
            naming |= {each for each in capturing if relations.taken(each) & places}
            found = [each for each in scene.view.choices if each in naming]
        else:
            found = [each for each in capturing if relations.taken(each) & places]
        # if no choice names what it captures, any choice may capture it
        return [listed, *self._summary.summed(found or scene.view.choices)]

    def _called(self, places: Iterable[str]) -> set[str]:
        """Those of *places* whose pieces are called by the names in the question."""
        scene, pieces = self.scene, self.scene.board.pieces
        return {
            at
            for at in places
            if all(at in pieces and scene.is_meant(pieces[at], word) for word in self._piece_names)
        }

    @property
    def _piece_names(self) -> list[str]:
        """The names in the question but for that of the player who is its subject."""
        seat = self._subject
        own = set() if seat is None else self.scene.words_of_player(seat)
        return [word for word in self.question.names if word not in own]

    def _of_others(self) -> str:
        """A sentence, if the question is about the decisions of a player who is not on turn."""
        scene = self.scene
        if scene.on_turn is None or scene.on_turn != scene.seat:
            return ""
        subject = self._subject
        if subject == scene.on_turn or (subject is None and not self.question.has_any("others")):
            return ""
        name = scene.seat_called(scene.on_turn)
        return _("What can be played is known only of {name}, who is on turn.").format(name=name)

    @property
    def _subject(self) -> int | None:
        """The seat that is the subject: behind ``can`` (``what can White do``) or, in other
        languages, at the end."""
        scene, words = self.scene, ("", *self.question.words, "")
        is_own = self.question.has_any("own_side")
        for seat in range(len(scene.seat_words)):
            called = scene.words_of_player(seat)
            for before, word, behind in zip(words, words[1:], words[2:], strict=False):
                is_last = not (behind or is_own) and has_meaning(before, "play", "go", "capture")
                if word in called and (is_last or has_meaning(before, "can", "how_does")):
                    return seat
        return None

    # ---- from one place to another --------------------------------------------------------------

    def between(self) -> Lines:
        """Says whether something can go from one place to another, or capture it there."""
        start, goal = self.question.starts[0], self.question.goals[0]
        relations = self.scene.relations
        going = relations.starting_at(start)
        exact = [each for each in going if relations.goal(each, start) == goal]
        found = (
            (exact if not self.question.has_any("capture") else [])
            or [
                each
                for each in going
                if goal in (relations.goal(each, start), *relations.taken(each), *each.path)
                and (not self.question.has_any("capture") or goal in relations.taken(each))
            ]
            or [
                each
                for each in self.scene.view.choices
                if {start, goal} <= {*each.path} and not self.question.has_any("capture")
            ]
        )
        if found:
            return (self._yes(each.notation) for each in found)
        if why := self._verdicts.why_not_from(start, goal):
            return [_("No: {why}").format(why=why)]
        if going:
            words = _("No: nothing can go from {start} to {goal} now.")
            if self.question.has_any("capture"):
                words = _("No: {start} cannot capture {goal} now.")
            return [words.format(start=start, goal=goal)]
        return [_("No: {why}").format(why=self._why_still(start))]

    # ---- all choices ----------------------------------------------------------------------------

    def choices(self) -> Lines:
        """Tells the choices, those that have to do with what is named."""
        if wrong := self._of_others():
            return [wrong]
        return self._choices_about(self._piece_names)

    def _choices_about(self, names: Sequence[str]) -> Lines:
        view = self.scene.view
        found = [each for each in view.choices if self._has_to_do(each, names)]
        if self.question.has_any("many"):
            return [f"{len(found)}.", *self._summary.summed(found)]
        if names and not found:
            words = _("No decision that is possible now has to do with it: {words}.")
            return [words.format(words=" ".join(names)), view.prompt]
        return [view.prompt, *(self._summary.summed(found) if found else ())]

    def _has_to_do(self, choice: Choice, named: Sequence[str]) -> bool:
        """Whether *choice* has to do with all that is *named*."""
        names = speech.word_names(self.scene.view, self.scene.seat_words)
        said = plain(" ".join([choice.label, *(names.get(each, "") for each in choice.path)]))
        whole = set(re.findall(r"\w+", said))
        return all(
            any(is_word_in(same, said, whole) for same in words_that_mean(word)) for word in named
        )

    def movers(self) -> Lines:
        """Tells the places from which something can go, each with the number of its choices."""
        if wrong := self._of_others():
            return [wrong]
        scene = self.scene
        if self.question.has_any("whither") and self._piece_names:
            return self.choices()
        counts = {
            at: len(scene.relations.starting_at(at))
            for at in sorted(self._called(scene.board.pieces), key=natural_key)
        }
        if self.question.has_any("not"):
            own = [at for at in counts if scene.owner(scene.board.pieces[at]) == scene.seat]
            still = [at for at in own if not counts[at]]
            return [_("Cannot be moved, {count}: {places}.").format(
                count=len(still), places=speech.spans(still) or _("nothing"))]  # fmt: skip
        counts = {at: count for at, count in counts.items() if count}
        if not counts and self._piece_names and scene.view.pieces:
            words = _("Nothing of that can be moved now: {words}.")
            return [words.format(words=" ".join(self._piece_names)), scene.view.prompt]
        if not counts:
            return self.choices()
        places = ", ".join(f"{at} ({count})" for at, count in counts.items())
        return [_("Can be moved, {count}: {places}.").format(count=len(counts), places=places)]

    def gains(self) -> Lines:
        """Tells the choices that score at once."""
        found = [each for each in self.scene.view.choices if each.gain]
        return self._summary.summed(found) if found else [_("Nothing scores at once.")]
