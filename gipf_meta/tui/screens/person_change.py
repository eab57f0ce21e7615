"""The interface when the person here becomes another one at a host, is signed out there, or gets a
file from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual.timer import Timer

from gipf_meta.base.texts import _
from gipf_meta.desk.parts import Heading
from gipf_meta.line.conversation import Conversation
from gipf_meta.line.line import ANEW, JoinError, Message, PersonLine
from gipf_meta.line.person_screens import (
    PAIRED,
    POLL_S,
    declining,
    signed_out_sentence,
    who_one_becomes,
    who_one_is,
)
from gipf_meta.tui.screens.base_screens import Interface
from gipf_meta.tui.screens.desk_screens import DeskScreen
from gipf_meta.tui.screens.dialogs import QuestionDialog, SaveDialog, TextFile

if TYPE_CHECKING:
    from textual.app import App


def change_person(app: App[Any], talk: Conversation, said: Message) -> None:
    """Handles a message of *talk* about who the person at *app* is, or with a file for him."""
    if said == ANEW:
        _begin_anew(app, talk)
    elif "signed_in" in said and "id" not in said:  # his own key was changed
        _become(app, talk, said["signed_in"])
    elif "signed_in" in said:
        _ask_whether_it_is_he(app, talk, said["signed_in"])
    elif "signed_out" in said:
        _sign_out(app, talk)
    elif "pairing" in said:
        _Poll(app, talk, str(said["pairing"]["code"])).begin()
    elif "file" in said:
        dialog = SaveDialog(TextFile(str(said["file"]["name"]), str(said["file"]["text"])))
        app.push_screen(dialog, cast("Interface", app).report_saved)


def _ask_whether_it_is_he(app: App[Any], talk: Conversation, signed_in: Message) -> None:
    """Asks whether the person is who was signed in, and stores the secret if so."""

    def answer(key: str | None) -> None:
        if key != "yes":
            talk.tell(declining(str(signed_in["secret"])))
            app.notify(_("Nothing has changed: you are who you were."), markup=False)
            _show_first(app)
        else:
            talk.show_welcome()
            _become(app, talk, signed_in)

    answers = {"yes": _("Yes, that is me"), "no": _("No")}
    words = who_one_becomes(str(signed_in["name"]), cast("PersonLine", talk.line).name)
    app.push_screen(QuestionDialog(_("Is that you?"), words, answers), answer)


def _become(app: App[Any], talk: Conversation, signed_in: Message) -> None:
    """Stores the secret, and goes on by it; shows why if it cannot be stored."""
    try:
        cast("PersonLine", talk.line).become(str(signed_in["secret"]))
    except JoinError as error:
        cast("Interface", app).show_error(str(error))


def _begin_anew(app: App[Any], talk: Conversation) -> None:
    """Opens the room again in which the person was, or the first screen."""
    cast("Interface", app).leave_match()
    _show_first(app)
    app.notify(who_one_is(cast("PersonLine", talk.line).name), markup=False)
    if talk.line.last_room:
        talk.go_to(talk.line.last_room)


def _show_first(app: App[Any]) -> None:
    """Closes all screens but the first of the desk, which is made anew."""
    while len(app.screen_stack) > 2:
        app.pop_screen()
    if isinstance(app.screen, DeskScreen):
        app.screen.ask()


def _sign_out(app: App[Any], talk: Conversation) -> None:
    """Removes the secret from this machine, and ends the program."""
    try:
        cast("PersonLine", talk.line).forget()
    except JoinError as error:
        cast("Interface", app).show_error(str(error))
        return
    app.exit(message=signed_out_sentence())


class _Poll:
    """Asks a host now and then whether the *code* that *app* shows was confirmed, as long as it
    shows it."""

    def __init__(self, app: App[Any], talk: Conversation, code: str) -> None:
        self._app, self._talk, self._code = app, talk, code
        self._timer: Timer | None = None
        self._is_asked = self._was_shown = False

    def begin(self) -> None:
        """Asks from now on."""
        self._timer = self._app.set_interval(POLL_S, self._ask)

    def _ask(self) -> None:
        if not self._shows_code():  # the page may come after the code
            if self._was_shown:
                self._end()
            return
        self._was_shown = True
        if not self._is_asked:
            self._is_asked = True
            self._talk.tell(PAIRED, self._take_answer)

    def _shows_code(self) -> bool:
        pages = [each.page for each in self._app.screen_stack if isinstance(each, DeskScreen)]
        return any(
            isinstance(part, Heading) and part.text == self._code
            for page in pages
            if page is not None
            for part in page.parts
        )

    def _take_answer(self, answer: Message) -> None:
        self._is_asked = False
        if "refused" in answer:
            self._end()
            cast("Interface", self._app).show_error(str(answer["why"]))

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.stop()
