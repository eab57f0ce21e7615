"""A screen with a board on which somebody decides: by clicks, keys, or typing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from gipf_meta.base.texts import _
from gipf_meta.protocol.view import Choice, View
from gipf_meta.tui.parts.board import Board
from gipf_meta.tui.parts.choosing import Choosing
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.status import Status
from gipf_meta.tui.parts.words import Words

R = TypeVar("R")


class Deciding(Screen[R]):
    """What is clicked of a decision, word by word, until ``play`` is called with its notation.

    The screen has a ``Board``, and ``below`` it words to click, a prompt and a line ``#status``.
    *R* is its answer.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("colon,slash", "type", _("type a move")),
        Binding("escape", "back", _("step back"), show=False),
        *(Binding(str(n), f"number({n})", show=False) for n in range(1, 10)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.view = View(())
        self.choosing = Choosing()

    def below(self, *known: Widget) -> ComposeResult:
        """What stands below the board, from the question to the keys; what is *known* stands next
        to the status, which may need its room, so that no word moves that is to be clicked."""
        with Vertical(id="below"):
            yield Static(id="prompt-words", markup=False)
            yield Words(id="words")
            yield from known
            yield Status()
            yield Prompt(id="prompt")
        yield Footer(show_command_palette=False)

    def play(self, text: str) -> None:
        """Somebody decides *text*."""
        raise NotImplementedError

    def offer(self, view: View, choices: Sequence[Choice]) -> None:
        """Shows *view*, of which *choices* can be clicked; a decision half said stays so."""
        self.view = view
        if tuple(choices) != self.choosing.choices:
            self.choosing = Choosing(tuple(choices))
        self.narrow()

    def narrow(self) -> None:
        """Shows what can be clicked next."""
        view = self.view
        points = {point.id for point in view.points}
        words = self.choosing.words
        if self.choosing.done is not None:
            words = self.choosing.path[-1:]
        self.query_one(Board).show(view, [word for word in words if word in points])
        spoken = {item.id: item.label for tray in view.trays for item in tray.items}
        self.query_one(Words).offer([word for word in words if word not in points], spoken)

    def tell(self, name: str, words: str, *, layout: bool = True) -> None:
        """Shows *words* in the line *name*; one that says them already is not drawn again."""
        line = self.query_one(f"#{name}", Static)
        if line.content != words:
            line.update(words, layout=layout)

    def say(self, words: str) -> None:
        """One sentence in the line of the status."""
        self.query_one(Status).say(words)

    def say_path(self) -> None:
        """Says what has been clicked so far."""
        so_far = " ".join(self.choosing.path)
        self.say(f"{so_far} …  {_ways_on(len(self.choosing.open))}" if so_far else "")

    def on_board_chosen(self, event: Board.Chosen) -> None:
        self.click_word(event.point)

    def on_words_chosen(self, event: Words.Chosen) -> None:
        self.click_word(event.word)

    def click_word(self, word: str) -> None:
        """A point, or a word below the board, was clicked."""
        after = self.choosing.clicked(word)
        if after is None:
            self.say(self.why_not(word))
            return
        self.choosing = after
        if after.done is not None:
            self.decided(after.done)
        else:
            self.narrow()
            self.say_path()

    def decided(self, choice: Choice) -> None:
        """The last word of a decision was clicked."""
        self.play(choice.notation)

    def why_not(self, word: str) -> str:
        """Why a click leads nowhere."""
        possible = ", ".join(self.choosing.words[:8])
        return _("{word} is not possible here; possible: {possible}").format(
            word=word, possible=possible
        )

    def on_board_pointed(self, event: Board.Pointed) -> None:
        self.say(self.spoken(event.point))

    def spoken(self, name: str) -> str:
        """A point in words: what stands there, what can be done with it."""
        piece = next((piece for piece in self.view.pieces if piece.at == name), None)
        what = f" {piece.label} {piece.badge} {piece.clock}".rstrip() if piece else ""
        leading = self.choosing.leading(name)
        if len(leading) == 1:
            return f"{name}{what}: {leading[0].label}"
        return f"{name}{what}{': ' + _ways_on(len(leading)) if leading else ''}"

    def action_number(self, n: int) -> None:
        self.query_one(Words).number(n)

    def action_type(self) -> None:
        self.query_one(Prompt).ask(self.choosing.choices)

    def on_prompt_typed(self, event: Prompt.Typed) -> None:
        self.query_one(Board).focus()
        self.typed(event.text)

    def typed(self, text: str) -> None:
        """A line was typed."""
        self.play(text)

    def on_prompt_left(self, event: Prompt.Left) -> None:
        self.query_one(Board).focus()

    def action_back(self) -> None:
        self.choosing = self.choosing.back()
        self.narrow()
        self.say_path()


def _ways_on(n: int) -> str:
    return _.many("{n} way on", "{n} ways on", n).format(n=n)
