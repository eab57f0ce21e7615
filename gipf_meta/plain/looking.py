"""Commands that only look: what can be played, the board, the rules."""

from __future__ import annotations

from collections.abc import Sequence

from gipf_meta.base.texts import _
from gipf_meta.narration import questions, rulebook
from gipf_meta.narration.answers import choices_at
from gipf_meta.plain.announcer import Announcer, SeenTable
from gipf_meta.plain.terminal import Line
from gipf_meta.protocol.view import Choice, counters
from gipf_meta.render import text

ROW_WIDTH = 78
"""Characters of a row in a list of many choices."""
FEW_CHOICES = 20
"""How many choices are listed with their labels, one a line."""


class Looking:
    """Shows on *line* what can be seen at *table*; *announcer* knows whether boards are drawn."""

    def __init__(self, table: SeenTable, line: Line, announcer: Announcer) -> None:
        self.table = table
        self.line = line
        self.announcer = announcer

    def list_moves(self, place_name: str) -> None:
        """Lists the choices, all of them or those that have to do with a place."""
        view = self.table.view()
        place = questions.find_place(view, place_name) if place_name else None
        if place_name and place is None:
            self.line.tell(questions.no_such_place(view, place_name))
            return
        choices = choices_at(view, place) if place else view.choices
        if place and not choices:
            self.line.say(_("Nothing can be played with {place} now.").format(place=place))
            return
        if place:
            count = _.many(
                "{count} decision is possible with {place}:",
                "{count} decisions are possible with {place}:",
                len(choices),
            )
        else:
            count = _.many(
                "{count} decision is possible now:",
                "{count} decisions are possible now:",
                len(choices),
            )
        self.line.say(count.format(count=len(choices), place=place))
        counted = {} if place else counters(view, choices)
        if counted:
            told = _("{word} up to {count} times")
            most = ", ".join(told.format(word=word, count=n) for word, n in counted.items())
            self.line.say(text.wrap_lines([_("Put together: {words}.").format(words=most)]))
            choices = [choice for choice in choices if len(choice.path) <= 2]
        self._list(sorted(choices, key=lambda choice: choice.notation))

    def show_board(self, argument: str) -> None:
        """Shows the board; ``on`` and ``off`` say whether it is shown at every turn."""
        if argument.lower() in ("on", "off"):
            self.announcer.is_drawing = argument.lower() == "on"
            self.line.say(
                _("The board is shown at every turn.")
                if self.announcer.is_drawing
                else _("The board is shown no more: ask about it.")
            )
        elif argument:
            self.line.say(_("Say board, board off or board on."))
        else:
            self.line.say(text.page(self.table.view()))

    def show_rules(self, _argument: str) -> None:
        """Shows the rules of the game on top."""
        game = self.table.match.top.game
        self.line.say(rulebook.rules_page(game, drawn=self.announcer.is_drawing))

    def _list(self, choices: Sequence[Choice]) -> None:
        """Lists few choices with their labels, and many in rows."""
        width = max((len(choice.notation) for choice in choices), default=0)
        if len(choices) <= FEW_CHOICES:
            self.line.say(*(f"  {c.notation:<{width}}  {c.label}" for c in choices))
            return
        words = [f"{c.notation:<{width}} {c.gain}".rstrip() for c in choices]
        width = max(map(len, words))
        across = max(1, ROW_WIDTH // (width + 2))
        for first in range(0, len(words), across):
            row = words[first : first + across]
            self.line.say("  " + "  ".join(f"{word:<{width}}" for word in row).rstrip())
