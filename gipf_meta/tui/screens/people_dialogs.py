"""Dialogs about the people at a table: inviting, removing, claiming after an absence."""

from __future__ import annotations

from gipf_meta.base.texts import _
from gipf_meta.bots.levels import BOTS
from gipf_meta.desk.page_texts import words_of_people
from gipf_meta.line.people_actions import (
    AboutPeople,
    about_people,
    question_without,
    seat_lines,
    typed_about_people,
)
from gipf_meta.line.played_match import PlayedMatch
from gipf_meta.narration.prompts import Question
from gipf_meta.table.players import describe_kind
from gipf_meta.tui.screens.base_screens import MatchScreen
from gipf_meta.tui.screens.dialogs import ListDialog, QuestionDialog


class PeopleDialogs:
    """Shows dialogs about the people of the match that is *played*, in front of *screen*."""

    def __init__(self, screen: MatchScreen, played: PlayedMatch) -> None:
        self.screen, self.played = screen, played

    def list_them(self) -> None:
        """Lists the people at their seats and the possible actions, to choose from."""
        rows = about_people(self.played)
        if not rows:
            self.screen.say(_("Nobody else can come to this match."))
            return
        things = [(f"row-{n}", row.words) for n, row in enumerate(rows)]

        def do(thing: str | None) -> None:
            if thing:
                self._do(rows[int(thing.removeprefix("row-"))])

        words = "\n".join(seat_lines(self.played))
        self.screen.push_paused(ListDialog(_("People at this table"), words, things), do)

    def do_typed(self, do: str, argument: str) -> None:
        """Carries out the word *do* with its *argument*, a seat and perhaps a bot; asks for what it
        leaves open, or shows why it is not possible."""
        row, kind, why = typed_about_people(self.played, do, argument)
        if row is None and do == "seat":
            row = typed_about_people(self.played, do, f"{argument} easy").row
        if row is not None:
            self._seat(row, kind) if kind else self._do(row)
        elif not argument and any(each.do == do for each in about_people(self.played)):
            self.list_them()
        else:
            self.screen.say(why)

    def _seat(self, row: AboutPeople, kind: str) -> None:
        """Lets a bot of that *kind* take the seat; asks first where somebody loses it."""
        title, words, _answers = self._question_without(row)

        def seat(answer: str | None) -> None:
            if answer == "yes":
                self.screen.act(lambda: self.played.do(row.do, **row.fields, kind=kind))

        if title:
            answers = {"no": _("Cancel"), "yes": row.words}
            self.screen.push_paused(QuestionDialog(title, words, answers), seat)
        else:
            seat("yes")

    def _do(self, row: AboutPeople) -> None:
        """Carries out the action of *row*, after asking for what it leaves open."""
        match row.do:
            case "invite":
                self.screen.interface.invite(self.played, row.player)
            case "leave":
                self.give_up()
            case "seat":
                self._ask_for_bot(row)
            case "claim":
                self._ask_to_claim(row)
            case _:
                self.screen.act(lambda: self.played.do(row.do, **row.fields))

    def _ask_for_bot(self, row: AboutPeople) -> None:
        """Asks which bot takes the seat."""
        question, kinds = (
            self._question_without(row),
            [(kind, describe_kind(kind)) for kind in BOTS],
        )

        def seat(kind: str | None) -> None:
            if kind:
                self.screen.act(lambda: self.played.do(row.do, **row.fields, kind=kind))

        self.screen.push_paused(ListDialog(row.words, question.words, kinds), seat)

    def _ask_to_claim(self, row: AboutPeople) -> None:
        """Asks whether to claim the win."""
        title, words, answers = self._question_without(row)

        def claim(answer: str | None) -> None:
            if answer == row.do:
                self.screen.act(lambda: self.played.do(row.do, **row.fields))

        yes_or_no = {key: answers[key] for key in ("no", row.do) if key in answers}
        self.screen.push_paused(QuestionDialog(title, words, yes_or_no), claim)

    def _question_without(self, row: AboutPeople) -> Question:
        """The question what becomes of the match without the player of *row*; empty if he is not
        missed."""
        return question_without(self.played, row.player) or Question("", "", {})

    def give_up(self) -> None:
        """Asks whether to give up the seat, and gives it up."""
        if not self.played.is_far:
            return

        def leave(answer: str | None) -> None:
            if answer == "yes":
                self.screen.interface.give_up_seat()

        words = words_of_people()
        answers = {"no": _("Cancel"), "yes": words["yes_leave"]}
        after = _("Your seat is free then: the others may claim the win or let a bot go on.")
        if not self.played.holds_seat:
            after = _("You come back by a new link only.")
        self.screen.push_paused(QuestionDialog(words["leave_title"], after, answers), leave)
