"""A screen with a board on which a person decides: by clicks, keys, or typing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, TypeVar

from textual.actions import SkipAction
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Event, Key, MouseDown

from gipf_meta.base.texts import _
from gipf_meta.line.typed_completion import Completions, completions
from gipf_meta.match.partial_decision import PartialDecision
from gipf_meta.narration import prompts
from gipf_meta.narration.advice import Advice
from gipf_meta.protocol.view import Choice, Mark, View, counters
from gipf_meta.render import speech
from gipf_meta.tui.parts import clicking
from gipf_meta.tui.parts.below_board import Asking, as_many_as_fit
from gipf_meta.tui.parts.board_widget import Board
from gipf_meta.tui.parts.clicking import Habit, keys_saying, pieces_beside, question
from gipf_meta.tui.parts.countdowns import Countdowns
from gipf_meta.tui.parts.keys import KeyBar
from gipf_meta.tui.parts.prompt import Prompt
from gipf_meta.tui.parts.side_panel import Trays
from gipf_meta.tui.parts.verdict_line import VerdictLine
from gipf_meta.tui.parts.word_choices import Words
from gipf_meta.tui.parts.word_pages import DIGITS, LETTERS, MORE_LETTERS
from gipf_meta.tui.screens.base_screens import InterfaceScreen

R = TypeVar("R")
WORD_KEYS = "0" + DIGITS + LETTERS + MORE_LETTERS + LETTERS.upper()
"""The keys of the words below the board."""
JUMP_BINDING: Final = Binding(
    "f3,apostrophe", "jump", _("jump"),
    # before all others: letters right after it are those of a label
    priority=True,
    tooltip=_("letters on every place that can be chosen; typing them leads the cursor there"),
)  # fmt: skip
"""The key of ``DecisionScreen.action_jump``."""


DECISION_BINDINGS: Final[Sequence[BindingType]] = (
    # before all others: keys right after the colon must not go to the board
    Binding(
        "colon,slash", "type", _("type"), priority=True,
        tooltip=_("type a move in the game's notation, a question or a word"),
    ),
    Binding("escape", "back", _("step back"), show=False, tooltip=_("one step back")),
    *(Binding(key, f"word('{key}')", show=False) for key in WORD_KEYS),
)  # fmt: skip
"""The keys of every screen on which one decides."""


class Deciding:
    """The decision on *screen* while it is clicked: the words so far, the possible next words, and
    a hint.

    The ``Board`` of the screen and the widgets below it show that.
    """

    def __init__(self, screen: DecisionScreen[Any]) -> None:
        self.screen = screen
        self.view = View(())
        self.prompt = ""
        self.decision = PartialDecision()
        self.hinted: Advice | None = None
        self._turn: object = None
        self._hinted_for: tuple[Choice, ...] | None = None
        self._hint_words = ""

    @property
    def board(self) -> Board:
        """The board on which points are clicked."""
        return self.screen.query_one(Board)

    @property
    def names_of_words(self) -> dict[str, str]:
        """The names of the words that can be clicked; a point has its own name."""
        return speech.word_names(self.view, self.screen.seat_names)

    # ---- showing ------------------------------------------------------------------------------

    def offer(
        self,
        view: View,
        choices: Sequence[Choice],
        prompt: str,
        turn: object = None,
        frames: Sequence[View] = (),
    ) -> None:
        """Shows *view*, of which *choices* can be clicked; before it *frames*, a motion.

        *prompt* is shown until a word is clicked. The clicked words stay if the choices are the
        same, or if in the same *turn* they still begin a choice: then another player has decided
        something beside the turn.
        """
        self.view, self.prompt = view, prompt
        is_new = tuple(choices) != self.decision.choices
        if is_new:
            completes = not counters(view, choices)
            clicked = PartialDecision(tuple(choices), self.decision.path, completes)
            is_kept = turn is not None and turn == self._turn and self.decision.done is None
            if not is_kept or not clicked.open or clicked.done is not None:
                clicked = clicked.begun_anew()
            self.decision = clicked
        self._turn = turn
        self._keep_hint(self.decision.choices)
        self.show_next_words(frames)
        if view.hand is not None:
            self.board.show_cursor()
        elif is_new and not self.decision.path:
            self._lead_cursor()

    def _lead_cursor(self) -> None:
        """Moves the cursor to the nearest place with which a choice begins as it is written, as the
        piece that must jump; else to a lit one. Otherwise it would stay on a hole."""
        board = self.board
        begins = {choice.path[0] for choice in self.decision.choices if choice.path}
        board.go_to_nearest([word for word in board.lit if word in begins] or board.lit)

    def show_next_words(self, frames: Sequence[View] = ()) -> None:
        """Shows the points and words that can be clicked next, and the question for them, after
        *frames*."""
        view, decision = self.view, self.decision
        words = decision.path[-1:] if decision.done is not None else decision.words
        points = {point.id for point in view.points}
        names = self.names_of_words
        board, beside = self.board, self.screen.query_one(Words)
        lit = [word for word in words if word in points]
        if self.hinted is not None:
            view = _with_hint(view, self.hinted)
            if not decision.path:
                lit = [word for word in lit if word in self.hinted.steps[0][1]]
        board.show(view, lit, frames)
        self.screen.set_class(not view.points, "boardless")
        counted = {} if decision.done is not None else counters(view, decision.choices)
        shown = [word for word in words if word not in points]
        if view.hand is not None:  # the values of a field stand behind it
            shown = [word for word in shown if word in decision.words_as_written]
        if counted:  # in one order, in whatever order they are clicked
            said = (word for choice in decision.choices for word in choice.path)
            every = dict.fromkeys((*(word for word, _name in view.names), *said))
            shown = [word for word in every if word in shown or word in counted]
        beside.offer(
            shown,
            names,
            pieces_beside(view, self.screen.interface.looks.palette),
            {word: decision.path.count(word) for word in counted},
            [word for word in counted if word not in words],
            None if view.hand is None else view.hand.word,
        )
        if beside.has_focus and not beside.words:
            board.focus()
        sentence = question(view, decision, names) or self.prompt
        self.screen.query_one(Asking).ask(sentence)

    def show_pieces(self, view: View) -> None:
        """Shows the pieces of *view*, which differs from the view before in nothing that can be
        clicked."""
        self.view = view
        shown = view if self.hinted is None else _with_hint(view, self.hinted)
        self.board.show(shown, self.board.lit)

    def _say_path(self) -> None:
        """Shows the words clicked so far in the status line."""
        self.screen.say(clicking.path_in_words(self.view, self.decision, self.names_of_words))

    def say_point(self, point: str) -> None:
        """Shows in the status line what is on *point*."""
        self.screen.say(clicking.point_in_words(self.view, self.decision, point))

    # ---- a jump -------------------------------------------------------------------------------

    def begin_jump(self) -> None:
        """Shows a label on every place: typing it moves the cursor there. In the prompt, the key is
        a character."""
        if self.screen.query_one(Prompt).display:
            raise SkipAction
        board = self.board
        if not board.can_focus or not self.view.points:
            self.screen.say(_("There is no place to go to."))
            return
        self.screen.set_focus(board)
        if board.begin_jump():
            self.screen.say(_("Type the letters of a place; Escape ends that."))

    # ---- a hint -------------------------------------------------------------------------------

    def show_hint(self, advice: Advice) -> None:
        """Shows the whole turn of *advice* on the board, with its reason, until it has been played,
        or until Escape."""
        self.decision = self.decision.begun_anew()
        self.hinted = advice if advice.steps else None
        self._hinted_for = self.decision.choices
        self.show_next_words()
        rows = self.screen.query_one(Asking).status_rows
        self._hint_words = as_many_as_fit(advice.sentences, self.screen.size.width - 2, rows)
        self.screen.say(self._hint_words)

    def follow_hint(self, played: str) -> None:
        """Shows the next step of the hint after the decision *played*, if that was the advised
        one."""
        self.hinted = self.hinted and self.hinted.after(played)
        self._hinted_for = None

    def _keep_hint(self, choices: tuple[Choice, ...]) -> None:
        """Drops the hint when its position is gone; its next step has *choices* of its own."""
        if self._hinted_for in (None, choices):
            if self.hinted and self.hinted.steps[0][0] not in {each.notation for each in choices}:
                self.hinted = None
            self._hinted_for = choices
        else:
            self.hinted = None
            if self._hint_words and self.screen.query_one(Asking).said == self._hint_words:
                self.screen.say("")
        if self.hinted is None:
            self._hint_words = ""

    # ---- deciding -----------------------------------------------------------------------------

    @property
    def takes_keys_anew(self) -> bool:
        """Whether no key can be meant for the decision before any more."""
        return False

    def meant(self, event: Board.Chosen) -> str:
        """The point that is meant: for a key pressed before the cursor was led on within a
        decision, the one to which it was led."""
        board, point = self.board, event.point
        is_late = event.by_key and bool(self.decision.path) and point == board.led_from
        return board.cursor or point if is_late and point not in board.lit else point

    def click(self, word: str) -> None:
        """Adds *word*, a point or a word below the board, to the decision.

        As soon as one choice is left, it is finished.
        """
        if not self.decision.path and self.screen.interface.habit.takes_word(word):
            self.screen.say(prompts.was_played())
            return
        after = self.decision.with_word(word)
        if after is None:
            self.screen.say(self.why_not(word))
            return
        self.decision = after
        if after.done is not None:
            self.finish(after.done)
        else:
            self.show_next_words()
            self.board.go_to_only_place()
            self._say_path()

    def finish(self, choice: Choice) -> None:
        """Plays *choice*; inputs for the words that were left out are ignored then."""
        unsaid, habit = self.decision.unsaid, self.screen.interface.habit
        habit.expect(unsaid, keys_saying(unsaid, self.screen.query_one(Words), self.view))
        if not self.screen.play(choice.notation):
            habit.expect((), ())

    def why_not(self, word: str) -> str:
        """The reason why *word* cannot be clicked, and how the word before it is taken back."""
        why = self.why_no_click((*self.decision.path, word))
        return clicking.with_way_out(why, self.decision, self.names_of_words)

    def why_no_click(self, path: Sequence[str]) -> str:
        """Why not: the reason why the last word of *path* cannot be clicked after the others."""
        raise NotImplementedError

    def take_less(self, word: str) -> None:
        """Takes a *word* that is counted out of the decision."""
        self.decision = self.decision.without(word)
        self.show_next_words()
        self._say_path()

    def go_back(self) -> None:
        """Takes back the last word of the decision; before the first, the hint, and then puts the
        piece in hand back."""
        hand = self.view.hand
        if hand is not None and hand.is_full and not (self.decision.path or self.hinted):
            self.click(hand.word)
            return
        if not self.decision.path:
            self.hinted = None
        self.decision = self.decision.without_last()
        self.show_next_words()
        self._say_path()

    def begin_anew(self) -> None:
        """Takes all words back, and shows the first ones."""
        self.decision = self.decision.begun_anew()
        self.show_next_words()

    def forget(self) -> None:
        """Forgets the decision and its choices: the next ``offer`` begins anew."""
        self.decision = PartialDecision()


class DecisionScreen(InterfaceScreen[R]):
    """A screen on which a person is *deciding*, until ``play`` is called with a notation.

    It has a ``Board``, and ``below`` the board words to click, a prompt and a line ``#status``. *R*
    is the type of its result.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*DECISION_BINDINGS]

    def __init__(self) -> None:
        super().__init__()
        self.deciding = Deciding(self)

    def below(self) -> ComposeResult:
        """The widgets below the board, from the question to the keys."""
        yield Asking(self.completions, self.interface.typed_lines, id="below")
        yield KeyBar(show_command_palette=False)

    @property
    def seat_names(self) -> Sequence[str]:
        """The names of the game's seats."""
        raise NotImplementedError

    @property
    def decision(self) -> PartialDecision:
        """The part of the decision that has been clicked so far."""
        return self.deciding.decision

    def play(self, text: str) -> bool:
        """Plays the decision *text*; returns whether it was accepted, and shows why if not."""
        raise NotImplementedError

    def say(self, words: str) -> None:
        """Shows one sentence in the status line."""
        self.query_one(Asking).say(words)

    # ---- clicks and keys ----------------------------------------------------------------------

    def click_word(self, word: str) -> None:
        """Adds *word*, a point or a word below the board, to the decision."""
        self.deciding.click(word)

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Clicks the point."""
        if event.by_key and self.interface.habit.takes_key("enter"):
            self.say(prompts.was_played())
        else:
            self.click_word(self.deciding.meant(event))

    def on_words_chosen(self, event: Words.Chosen) -> None:
        """Clicks the word."""
        self.click_word(event.word)

    def on_countdowns_chosen(self, event: Countdowns.Chosen) -> None:
        """Clicks the word of the glass."""
        self.click_word(event.word)

    def on_trays_chosen(self, event: Trays.Chosen) -> None:
        """Clicks the heap."""
        self.click_word(event.word)

    def on_words_less(self, event: Words.Less) -> None:
        """Takes a word that is counted out of the decision."""
        self.deciding.take_less(event.word)

    def on_board_pointed(self, event: Board.Pointed) -> None:
        """Shows in the status line what is on the point with the cursor."""
        self.deciding.say_point(event.point)

    def on_board_said(self, event: Board.Said) -> None:
        """Shows the sentence."""
        self.say(event.words)

    def action_jump(self) -> None:
        """Shows a label on every place."""
        self.deciding.begin_jump()

    def action_word(self, key: str) -> None:
        """Chooses the word below the board that has *key*."""
        self.query_one(Words).press(key)

    def action_back(self) -> None:
        """Takes back the last word of the decision; before the first, the hint. From the words of a
        palette, moves the focus to the board first."""
        if self.query_one(Words).has_focus and self.deciding.view.hand and not self.decision.path:
            self.set_focus(self.query_one(Board))
        else:
            self.deciding.go_back()

    # ---- typing -------------------------------------------------------------------------------

    def action_type(self) -> None:
        """Opens the prompt; in it, the key is a character."""
        line = self.query_one(Prompt)
        if line.display:
            raise SkipAction
        line.ask()

    @property
    def answer_rows(self) -> int:
        """The rows that an answer may have below the board."""
        return self.query_one(Asking).status_rows

    def completions(self, typed: str) -> Completions:
        """The completions of the *typed* text."""
        return completions(typed, self.decision.choices, ())

    def play_typed(self, text: str) -> bool:
        """Plays the typed line; returns whether it was accepted."""
        return self.play(text)

    @property
    def awaits_answer(self) -> bool:
        """Whether the last decision is not answered yet; ``judge_line`` is called with the
        answer."""
        return False

    def on_prompt_typed(self, event: Prompt.Typed) -> None:
        """Plays the line."""
        is_taken = self.play_typed(event.text)
        if not self.is_attached:  # a word has left the screen
            return
        if not (is_taken and self.awaits_answer):
            self.judge_line(is_taken)

    def on_prompt_left(self, event: Prompt.Left) -> None:
        """Returns the focus to the board."""
        self.judge_line(is_taken=True)

    def judge_line(self, is_taken: bool) -> None:
        """Returns the focus to the board; a line that was refused keeps it, to be corrected."""
        line = self.query_one(Prompt)
        if not is_taken:
            line.refuse()
        elif line.close():
            self.leave_line()

    def leave_line(self) -> None:
        """Returns the focus from the line to the board."""
        self.set_focus(self.query_one(Board))


def _with_hint(view: View, advice: Advice) -> View:
    """*view* with marks on the whole turn of *advice* instead of on the legal moves."""
    last = [mark for mark in view.marks if mark.kind == "last" and mark.at not in advice.places]
    taken = [Mark(at, "capture") for at in advice.taken if at not in advice.places]
    chosen = [Mark(at, "selected") for at in advice.places]
    return replace(view, marks=(*last, *taken, *chosen))


def stops_key(event: Event, habit: Habit, app: App[Any]) -> bool:
    """Whether *event* is a key that was meant for a decision which has completed itself, whatever
    screen of *app* is in front; a screen with a board shows that the key was ignored. Any key or
    click ends a verdict."""
    if isinstance(event, Key | MouseDown):
        for verdict in app.screen.query(VerdictLine):
            verdict.end()
    if not isinstance(event, Key) or event.is_forwarded:
        return False
    screen = app.screen
    if isinstance(screen, DecisionScreen) and screen.deciding.takes_keys_anew:
        habit.expect((), ())
    if not habit.takes_key(event.key):
        return False
    if isinstance(screen, DecisionScreen) and not habit.is_held:
        screen.say(prompts.was_played())
    return True
