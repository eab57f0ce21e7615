"""The screens of the desk in the terminal: the launcher, the form for a match, lists, settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Final

from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.css.query import NoMatches
from textual.widget import MountError, Widget
from textual.widgets import Button, Input, OptionList, Select, Static

from gipf_meta.base.texts import _
from gipf_meta.base.version import NAME
from gipf_meta.desk.parts import Button as DeskButton
from gipf_meta.desk.parts import FieldValue, Paragraph, Screen
from gipf_meta.desk.rules import game_to_read
from gipf_meta.line.conversation import Conversation
from gipf_meta.line.line import Message
from gipf_meta.line.person_screens import for_terminal
from gipf_meta.protocol.game import AnyGame
from gipf_meta.tui.parts.background import while_open
from gipf_meta.tui.parts.below_board import StatusLine
from gipf_meta.tui.parts.desk_parts import (
    FRONT,
    SAMPLE,
    DeskParts,
    ListLine,
    Preview,
    about_in,
    deed_of,
    view_of,
)
from gipf_meta.tui.parts.form_answers import FormAnswers
from gipf_meta.tui.parts.forms import FieldRow, FoldedFields, Menu
from gipf_meta.tui.parts.keys import (
    FORM_KEYS,
    LAUNCHER_KEYS,
    MATCHES_KEYS,
    PAGE_KEYS,
    SETTINGS_KEYS,
    KeyBar,
    KeysPage,
)
from gipf_meta.tui.screens.base_screens import InterfaceScreen
from gipf_meta.tui.screens.desk_bindings import DESK_BINDINGS
from gipf_meta.tui.screens.desk_typing import DeskTyping

BROUGHT_GAMES: Final = "brought_games"
"""The screen with the games of a pasted text, which cannot be requested again."""
LOOK_S: Final = 10.0
"""The seconds between two requests for the lists of tables."""
KEYS: Final[Mapping[str, KeysPage]] = {
    FRONT: LAUNCHER_KEYS,
    "setup": FORM_KEYS,
    "library": MATCHES_KEYS,
    "settings": SETTINGS_KEYS,
}
"""The page of keys that ``?`` shows on each screen."""


class DeskScreen(InterfaceScreen[None]):
    """The *place* of the desk that *talk* leads to, with its parameters *about*.

    Each link opens another screen in front of it, so that closing that one leads back to the same
    line. A page that was *given* is not requested."""

    AUTO_FOCUS = ""  # the keys go where the parts say, once they are there
    BINDINGS: ClassVar[list[BindingType]] = [*DESK_BINDINGS]
    given: Message | None = None

    def __init__(
        self, talk: Conversation, place: str = FRONT, about: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(classes="launcher" if place == FRONT else "")
        self.talk, self.place, self.about = talk, place, dict(about or {})
        self.own_keys = KEYS.get(place, PAGE_KEYS)
        self.page: Screen | None = None
        self._asked = 0
        self._is_doing = self._was_covered = self._is_laying_out = False
        self._waiting: Screen | None = None

    def compose(self) -> ComposeResult:
        """The title, the parts of the screen, the preview of the line with the cursor, buttons."""
        is_front = self.place == FRONT
        words = _("Choose a game; ? explains this list.")
        title = f"◉ {NAME}   {words}" if is_front else ""
        yield Static(title, id="heading", markup=False)
        with Horizontal(id="middle", classes="front" if is_front else "whole"):
            yield DeskParts()
            yield Preview(self.interface.looks, is_front=is_front)
        yield StatusLine()
        yield DeskTyping(self)
        yield FormAnswers()
        yield KeyBar()

    def on_mount(self) -> None:
        """Requests new lists of tables from time to time."""
        if self.place == "settings":
            self.query_one(Preview).show(SAMPLE)
        if self.talk.line.is_far:
            self.query_one(StatusLine).say(_("The host is asked …"))
            self.set_interval(LOOK_S, self._look_again)

    def on_screen_suspend(self) -> None:
        """Notes that another screen is in front."""
        self._was_covered = True

    def on_screen_resume(self) -> None:
        """Requests the screen whenever it is uncovered; at first not if a match is being opened."""
        is_on_the_way = self.place == FRONT and self.talk.is_in_room and not self._was_covered
        given, self.given = self.given, None
        if given is not None:
            self.show(given)
        elif self.is_on_top and not is_on_the_way and self.place != BROUGHT_GAMES:
            self.ask()

    def _look_again(self) -> None:
        is_asked = self._asked > 0  # the host may be away
        is_live = self.page is not None and self.page.live is not None
        if self.is_current and is_live and not is_asked:
            self.ask()

    # ---- showing ------------------------------------------------------------------------------

    @property
    def parts(self) -> DeskParts:
        """The parts of the screen."""
        return self.query_one(DeskParts)

    def ask(self, about: Mapping[str, str] | None = None) -> None:
        """Requests the screen, with other parameters *about* if they are given."""
        if about is not None:
            self.about = dict(about)
        self._tell({"do": "open", "screen": self.place, "about": self.about})

    def _tell_once(self, do: Message) -> None:
        """Sends *do*, unless the last message sent so has not been answered yet."""
        if not self._is_doing:
            self._is_doing = True
            self._tell(do, is_deed=True)

    def _tell(self, do: Message, *, is_deed: bool = False) -> None:
        self._asked += 1

        def take_answer(answer: Message) -> None:
            self._asked -= 1
            self._is_doing = self._is_doing and not is_deed
            if not self.is_attached:  # it was left
                return
            if "refused" in answer and self.page is None and self.place != FRONT:
                self.interface.show_error(str(answer["why"]))
                self.dismiss(None)
                return
            self.say(str(answer.get("why", "")))
            if do["do"] == "submit" and _is_question(self.page) and "refused" not in answer:
                self.dismiss(None)
            if do["do"] == "sit" and "refused" not in answer:
                self.talk.go_to(str(do["room"]))
            for field in self.query(f"#{answer.get('field') or 'none'}").results(Widget):
                field.focus()

        self.talk.tell(do, take_answer)

    def say(self, why: str) -> None:
        """Shows *why* something cannot be done, or else what is wrong with the page."""
        warnings = [words for parts in self.query(DeskParts) for words in parts.warnings]
        for status in self.query(StatusLine):  # it may not be open yet
            status.say(why or " ".join(warnings))

    def show(self, shown: Message) -> None:
        """Shows the page that has come."""
        page = for_terminal(Screen.model_validate(shown))
        self.about = dict(page.about)
        if page == self.page:
            return
        self._waiting = page
        if not self._is_laying_out and self.is_mounted:
            self.run_worker(self._lay_out_unless_left())

    async def _lay_out_unless_left(self) -> None:
        try:
            await self._lay_out()
        except (MountError, NoMatches):
            if self.query("#answers") and self.query("#lists"):
                raise  # else the screen was left meanwhile, and is being removed

    async def _lay_out(self) -> None:
        """Shows the latest page; the focus stays where it was."""
        self._is_laying_out = True
        while (page := self._waiting) is not None:
            self._waiting, is_first, self.page = None, self.page is None, page
            focused = self.focused.id if self.focused is not None else None
            fields = self.parts.values.keys()
            if self.place != FRONT:
                self.query_one("#heading", Static).update(page.title)
            self.query_one(FormAnswers).show(page)
            await self.parts.show(page)
            is_another_form = bool(fields) and fields.isdisjoint(self.parts.values)
            if is_first or self.focused is None or is_another_form:
                self._focus(None if is_another_form else focused)
            self.say("")
            self._preview()
        self._is_laying_out = False

    def _focus(self, field_id: str | None) -> None:
        """Gives the focus to the field *field_id*, or to the part that is used first."""
        fields = self.query(f"#{field_id or 'none'}").results(Widget)
        if (field := next(fields, None) or _used_first(self)) is not None:
            field.focus(scroll_visible=field_id is not None)  # at first its top is seen

    # ---- the line with the cursor -------------------------------------------------------------

    @property
    def line(self) -> ListLine | None:
        """The line with the cursor."""
        return self.parts.line_with_cursor(self.focused)

    def on_option_list_option_highlighted(self) -> None:
        """Shows the preview of the line with the cursor."""
        self._preview()

    def on_descendant_focus(self) -> None:
        """Shows the preview of the line with the cursor, in the list that has the focus now."""
        self._preview()

    def on_resize(self) -> None:
        """Shows or hides the board: a narrow window has room for the words alone."""
        self._preview()

    def _preview(self) -> None:
        """Shows the words of the line with the cursor, and the board that it is about."""
        line = self.line if isinstance(self.focused, Menu) else None
        for preview in self.query(Preview):  # the size may come before the preview exists
            preview.say(line)
        self.refresh_bindings()
        if self.place == FRONT:  # the list can be used before the board is painted
            self.call_after_refresh(while_open(self, self._show_board), line)

    def _show_board(self, line: ListLine | None) -> None:
        if line is not None and line == self.line:
            view = view_of(line, self.interface.installed, self.interface.library)
            self.query_one(Preview).show(view, is_narrow=self.has_class("-tiny"))

    # ---- choosing -----------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """Chooses the line whose key was pressed."""
        wanted = self.parts.keys.get(event.character or "")
        for menu in self.query(Menu) if wanted is not None else ():
            for number, option in enumerate(menu.options):
                if option.id == wanted:
                    event.stop()
                    menu.focus()
                    menu.highlighted = number
                    menu.action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does the main action of the line; a match that is over is replayed."""
        line = self.parts.lines.get(event.option.id or "")
        if line is not None:
            self.choose(line)

    def choose(self, line: ListLine) -> None:
        """Does the main action of *line*; a match that is over is replayed."""
        button = self.parts.button_of(line)
        if button is None:
            return
        if deed_of(button.do) == "go_on" and self.place == "library" and not button.primary:
            self.interface.replay_match(int(about_in(button)["match"]))
        else:
            self._do(button)

    def _do(self, button: DeskButton) -> None:
        """Carries out the message of *button*."""
        if button.do["do"] != "open":
            self._tell_once(dict(button.do))
        else:
            self.interface.open_desk(deed_of(button.do), about_in(button))

    def button(self, deed: str) -> DeskButton | None:
        """The button with the action *deed*: of the line with the cursor, or of the screen."""
        line = self.line if isinstance(self.focused, Menu) else None
        button = line.button(deed) if line is not None else None
        if button is None and self.page is not None and deed in ("rules", "lessons"):
            every = [part for part in self.page.parts if isinstance(part, DeskButton)]
            return ListLine(("",), tuple(every)).button(deed)
        return button

    def action_deed(self, deed: str) -> None:
        """Carries out the action *deed* on the line with the cursor."""
        button = self.button("go_on" if deed == "replay" else deed)
        if button is None:
            if deed == "lessons":
                self._ask_for_game()
            return
        about = about_in(button)
        number = about.get("match", "")
        if deed == "lessons":
            if (game := self._game(about)) is not None:
                self.interface.show_lessons(game)
        elif deed == "replay":
            self.interface.replay_match(int(number))
        elif deed == "record":
            self.interface.save_match(int(number))
        elif deed == "go_on" and not button.primary:
            self.say(_("Match {n} is over; r shows it again.").format(n=number))
        else:
            self._do(button)

    def action_rules(self) -> None:
        """Opens the rules of the game that the line or the screen is about."""
        button = self.button("rules")
        if button is None:
            self._ask_for_game()
        elif (game := self._game(about_in(button))) is not None:
            self.interface.show_rules(*game_to_read(game, about_in(button)))

    def _game(self, about: Mapping[str, Any]) -> type[AnyGame] | None:
        return self.interface.installed.games.get(str(about.get("game", "")))

    def _ask_for_game(self) -> None:
        words = _("Move the cursor to a game first; then its lessons and rules open.")
        self.notify(words, markup=False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offers the keys that have an effect on the screen, or on the line with the cursor."""
        is_front = self.place == FRONT
        if action == "back":
            return not is_front
        if self.page is None:
            return action not in ("submit", "options", "find", "deed", "rules")
        if action == "submit":
            return self.parts.submission() is not None
        if action == "options":
            return bool(self.query(FoldedFields))
        if action == "find":
            return self._is_filtered
        if action == "change":
            return is_front
        if action == "rules":
            return is_front or self.button("rules") is not None
        if action == "deed" and parameters:
            return _offers_deed(self, str(parameters[0]))
        return True

    @property
    def _is_filtered(self) -> bool:
        return (
            bool(self.parts.forms)
            and not any(form.button for form in self.parts.forms)
            and bool(self.query(Menu))
        )

    # ---- filling in ---------------------------------------------------------------------------

    def on_field_row_changed(self, event: FieldRow.Changed) -> None:
        """Stores the value; submits a live field: at once, to a host when the focus leaves."""
        if self.talk.line.is_far and isinstance(self.focused, Input):
            return
        self._note(event.name, event.value)

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Stores the value."""
        self._note(event.input.name or "", event.value)

    def _note(self, name: str, value: FieldValue) -> None:
        if (message := self.parts.note(name, value)) is not None:
            self._tell(message)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Moves the focus to the next field, and at last to Play; submits where there is only one
        field, or only a name is requested."""
        self._note(event.input.name or "", event.value)
        if event.input in (_name_to_ask(self), _only_field(self)):
            self.action_submit()
        elif self._is_filtered:
            next(iter(self.query(Menu))).focus()
        elif any(isinstance(part, FoldedFields) for part in event.input.ancestors):
            self.focus_next()
        else:
            names = [each for each in self.query(Input) if each.has_class("named")]
            here = names.index(event.input) if event.input in names else len(names)
            if names[here + 1 :]:
                names[here + 1].focus()
            elif self.query_one("#answers").display:
                self.query_one("#submit").focus()
            else:
                self.focus_next()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Submits the form, or goes back."""
        self.action_back() if event.button.id == "back" else self.action_submit()

    def action_submit(self) -> None:
        """Submits the form, as it is filled in."""
        for field in self.query(Input):
            self.parts.note(field.name or "", field.value, is_live=False)
        if (message := self.parts.submission()) is not None:
            self._tell_once(message)

    def action_options(self) -> None:
        """Unfolds or folds the options."""
        fold = self.query(FoldedFields).first()
        fold.collapsed = not fold.collapsed
        if not fold.collapsed:
            self.call_after_refresh(while_open(fold, partial(_focus_inside, fold)))

    def action_change(self) -> None:
        """Has the game that is chosen next set up before its match begins, or no longer."""
        self.say(self.parts.turn_to_changing())

    def action_find(self) -> None:
        """Gives the focus to the field that filters the list."""
        self.query(Input).first().focus()

    def action_type(self) -> None:
        """Opens the line to type in; in a field, the key is a character."""
        if isinstance(self.focused, Input):
            raise SkipAction
        self.query_one(DeskTyping).ask()

    def action_back(self) -> None:
        """Leaves the field that filters the list, or the screen."""
        if self._is_filtered and isinstance(self.focused, Input):
            next(iter(self.query(Menu))).focus()
        else:
            self.dismiss(None)


def _offers_deed(screen: DeskScreen, deed: str) -> bool:
    """Whether the key of *deed* has an effect on the line with the cursor, or on *screen*."""
    if deed == "table":
        line = screen.line if isinstance(screen.focused, Menu) else None
        return line is not None and len(line.buttons) > 1 and screen.button(deed) is not None
    if screen.place == FRONT:
        return deed == "lessons"
    if deed in ("replay", "record"):
        is_kept = screen.interface.library is not None and not screen.talk.line.is_far
        return is_kept and screen.button("go_on") is not None
    return screen.button(deed) is not None and screen.place != deed


def _is_question(page: Screen | None) -> bool:
    """Whether *page* is a question, which closes once it is answered."""
    parts = page.parts if page is not None else ()
    return bool(parts) and all(isinstance(part, Paragraph | DeskButton) for part in parts)


def _can_be_seen(widget: Widget) -> bool:
    """Whether *widget* can have the focus: nothing around it is folded."""
    folds = [part for part in widget.ancestors if isinstance(part, FoldedFields)]
    return widget.focusable and not any(fold.collapsed for fold in folds)


def _used_first(screen: DeskScreen) -> Widget | None:
    """The part of *screen* that is used first: a name that is asked for, the only field of a form,
    a list, the button."""
    wanted: list[Widget | None] = [_name_to_ask(screen), _only_field(screen)]
    if screen.query_one("#answers").display:
        wanted.append(screen.query_one("#submit"))
    else:
        menus = [menu for menu in screen.query(Menu) if menu.display]
        wanted += [*(menu for menu in menus if not _comes_back(screen, menu)), *menus]
    wanted += [*screen.query(Select), *screen.query(Input)]
    return next((each for each in wanted if each is not None and _can_be_seen(each)), None)


def _comes_back(screen: DeskScreen, menu: Menu) -> bool:
    """Whether *menu* only leads to coming back, which few want first of all."""
    lines = [screen.parts.lines.get(option.id or "") for option in menu.options]
    return all(line is not None and line.button("sign_in") is not None for line in lines)


def _focus_inside(fold: FoldedFields) -> None:
    inside = (each for each in fold.query("*") if isinstance(each, Select | Input))
    fields = [each for each in inside if each.focusable]
    if fields:
        fields[0].focus()


def _only_field(screen: DeskScreen) -> Input | None:
    """The field of a form with a button that has no other."""
    fields = [*screen.parts.query(Input)]
    is_alone = screen.query_one("#answers").display and not screen.parts.query(Select)
    return fields[0] if is_alone and len(fields) == 1 else None


def _name_to_ask(screen: DeskScreen) -> Input | None:
    """The field for the user's name, the first time that the form asks for it."""
    is_known = screen.talk.line.is_far or screen.interface.settings.name_asked
    if screen.place != "setup" or is_known:
        return None
    names = (field for field in screen.query(Input) if field.has_class("named"))
    return next(names, None)
