"""The desk line by line: lists to choose from, forms to fill in, rules and lessons to read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from gipf_meta.base.addresses import screen_at
from gipf_meta.base.errors import GipfMetaError
from gipf_meta.base.names import why_no_name
from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.sentences import did_you_mean
from gipf_meta.base.texts import N_, _, language, speak
from gipf_meta.desk.rules import game_to_read
from gipf_meta.library.settings import Settings, load_settings, save_settings
from gipf_meta.line.desk_lines import (
    Item,
    button_named,
    choice_words,
    entries,
    find,
    folds,
    message_of,
    name_of,
    typed_lines,
    value_of,
    word_of,
    words_of_field,
)
from gipf_meta.line.line import ELSEWHERE, JoinError, LineEnded, Message, OfferLinks, RoomLine
from gipf_meta.line.local_line import LocalLine
from gipf_meta.line.person_screens import for_terminal
from gipf_meta.line.puzzle_messages import is_left
from gipf_meta.line.typed_completion import Completion, desk_completions
from gipf_meta.line.typed_words import Action, WordsAtPrompt
from gipf_meta.narration import rulebook, vocabulary
from gipf_meta.narration.clock_words import understood_clock
from gipf_meta.plain.desk_lessons import DeskLessons
from gipf_meta.plain.line_editor import Typing
from gipf_meta.plain.next_match import NextMatch
from gipf_meta.plain.pasting import game_begun_by, save_file, text_begun_by, text_of_file
from gipf_meta.plain.person_prompts import PersonPrompts
from gipf_meta.plain.play_loop import PlainMatch
from gipf_meta.plain.shown_screen import ScreenReader, ShownScreen, with_head
from gipf_meta.plain.terminal import Terminal
from gipf_meta.plugins.loading import Installed
from gipf_meta.records.models import RecordError

if TYPE_CHECKING:
    from gipf_meta.desk.parts import About, FieldValue, Form, FormField, Screen

HELP: Final = N_("""\
Type the number of a line, or its name; a word after it says what else to do:
  3            the first thing that it is for      zertz        by its name
  3 change     set its match up first
  3 rules      the rules of that game              3 lessons    its lessons
  3 save       save that match in a file           3 delete     delete it
In a form:
  5            change line 5                       5 hard       to that, at once
  variant=blitz  an option by its name             clock 10m    line by name
Paste a game, a position or a link here, or type the name of its file; on a pipe
a game ends with a line that has a point alone. Enter alone goes back. Or:""")
FILE: Final = "file"
"""The name of the form's field for an import."""


class PlainDesk:
    """The screens of the desk that a *line* leads to, shown at *terminal*."""

    def __init__(
        self,
        line: RoomLine,
        terminal: Terminal,
        installed: Installed,
        offer_links: OfferLinks | None = None,
    ) -> None:
        self._line, self._terminal, self._installed = line, terminal, installed
        self._offer_links = offer_links
        self._shown: ShownScreen | None = None
        self._room = ""
        self._is_leaving = False
        self._persons = PersonPrompts(line, terminal)
        self._way = NextMatch(line, terminal, self._take)
        self._reader = ScreenReader(terminal, line.is_far)
        self._lessons = DeskLessons(terminal, installed, self._settings, self._keep)
        actions: dict[str, Action] = {
            "help": lambda _words: self._tell_help(),
            "list": lambda _words: self._reader.forget(),
            "play": lambda _words: self._play(),
            "options": lambda _words: self._unfold_all(),
            "waiting": lambda _words: self._way.go(),
            "quit": lambda _words: self._leave(),
        }
        self.words = WordsAtPrompt(lambda: {"desk"}, tuple, actions, terminal.tell)

    def run(self, room: str = "", first: tuple[str, About] | None = None) -> int:
        """Plays the match of *room*, or those chosen at the desk, and those that follow from them,
        until the person leaves; returns the exit status. The screen *first* comes before.

        Raises ``JoinError``, and ``EOFError`` when the input ends.
        """
        if first is not None and not (room := self.choose(*first)):
            return 0
        is_at_desk = not room
        while True:
            room = room or self.choose()
            if not room:
                return 0
            match = PlainMatch(self._line, room, self._installed, self._terminal, self._offer_links)
            try:
                status = match.run()
            except GipfMetaError as error:
                if not is_at_desk or match.played.seen.is_there:
                    raise
                self._terminal.tell(str(error))
                room = ""
                continue
            is_over = match.played.over is not None
            if is_over or match.commands.has_left:
                self._line.last_room = ""
            room = match.next_room
            if match.pasted:
                room = self.choose(pasted=match.pasted)
                if room:
                    continue
                return status
            if match.next_screen is not None:
                room = self.choose(*match.next_screen)
                if room:
                    continue
                return status
            if room and not status:
                continue
            if (
                status
                or match.way.goes_elsewhere
                or not is_over
                or not (room or (is_at_desk and self._terminal.is_interactive))
            ):
                return status

    def choose(self, screen: str = "launcher", about: About | None = None, pasted: str = "") -> str:
        """Shows the desk, beginning with *screen* or with the import *pasted*, until the person
        opens a room; returns its id, or ``""`` if he leaves.

        Raises ``JoinError`` if the line has ended, and ``EOFError`` when the input ends.
        """
        self._room, self._shown, self._is_leaving = "", None, False
        self._reader.note_interruption()
        self._open(screen, about)
        if pasted:
            self.bring(pasted)
        while not (self._room or self._shown is None or self._is_leaving):
            self._reader.read(self._shown)
            typing = Typing("desk", partial(_completions, self._shown.items))
            typed = self._persons.ask(self._prompt(self._shown), typing)
            if typed is None:
                self._take_persons()
            elif typed:
                self._obey(self._shown, typed)
            else:
                self._go_back(self._shown.screen)
        return self._room

    def _prompt(self, shown: ShownScreen) -> str:
        if shown.form is not None and not _is_one_question(shown.form):
            return _("A number changes a line, play begins, Enter goes back: ")
        if shown.screen.back is None:
            return _("Number or name (help, q to leave): ")
        return _("Number or name (help, Enter goes back, q to leave): ")

    # ---- what is typed ------------------------------------------------------------------------

    def _obey(self, shown: ShownScreen, typed: str) -> None:
        """Carries out the line *typed*, or prints why not."""
        form, word = shown.form, self.words.find("help" if typed == "?" else typed)
        if word is not None and "desk" in word.word.at:
            self.words.run(word.written if typed == "?" else typed)
        elif form is not None and without_accents(typed) == without_accents(form.button):
            self._submit(shown, form)
        elif text := game_begun_by(typed, self._terminal):
            self.bring(text)
        elif all("=" in each for each in typed.split()):
            self._set_by_name(shown, typed.split())
        elif (found := find(shown.items, typed)) is not None:
            self._choose(shown, *found)
        else:
            self._bring_or_refuse(shown, typed)

    def _bring_or_refuse(self, shown: ShownScreen, typed: str) -> None:
        """Opens *typed* as an import if it holds one or is the name of a file; else prints that it
        is no choice here, and what may have been meant."""
        try:
            text = text_begun_by(typed, self._terminal, self._installed)
        except RecordError as error:
            self._terminal.tell(str(error))
            return
        if text:
            self.bring(text)
        elif (item := _only_question(shown)) is not None:
            self._change(shown, item, typed, is_whole=True)
        elif not self.words.run(typed):
            refusal = _("{typed!r} is none of these numbers.").format(typed=typed)
            self._terminal.tell(refusal + did_you_mean(typed, self._names(shown)))

    def _names(self, shown: ShownScreen) -> list[str]:
        """All words and names that can be typed here."""
        words = vocabulary.completions("", {"desk"})
        names = sorted(name for item in shown.items for name in item.names if " " not in name)
        return [*words, *names]

    def _tell_help(self) -> None:
        self._terminal.say(_(HELP), *vocabulary.help_lines({"desk"}))

    def _play(self) -> None:
        """Submits the form that is filled in."""
        shown = self._shown
        if shown is not None and shown.form is not None:
            self._submit(shown, shown.form)
        else:
            why = _("play begins the match of a form: choose a game first, by number or name.")
            self._terminal.tell(why)

    def _unfold_all(self) -> None:
        """Lists the fields that are folded away."""
        hidden = [*folds(self._shown.screen.parts)] if self._shown is not None else []
        names = {*map(name_of, hidden)} - self._reader.unfolded
        self._reader.unfolded |= names
        if not names:
            self._terminal.tell(_("There are no more options here; list reads all lines again."))

    def _leave(self) -> None:
        self._is_leaving = True

    def bring(self, text: str) -> None:
        """Opens the import *text*: a match, several, a position, the target of an address."""
        self._tell({"do": "submit", "screen": "open_match", "about": {}, "values": {FILE: text}})

    def _choose(self, shown: ShownScreen, item: Item, word: str) -> None:
        """Carries out the main action of *item*, or the one that *word* names."""
        if item.entry is not None:
            self._change(shown, item, word)
        elif item.fold is not None:
            self._reader.unfolded.add(name_of(item.fold))
        elif (button := button_named(item, word)) is not None:
            self._press(button.do)
        else:
            words = _("{word!r} does not go with this line; what does: {possible}.")
            possible = ", ".join(map(word_of, item.buttons))
            self._terminal.tell(words.format(word=word, possible=possible))

    def _set_by_name(self, shown: ShownScreen, typed: Iterable[str]) -> None:
        """Sets fields by their names: ``variant=blitz board=48``."""
        for each in typed:
            name, _equals, value = each.partition("=")
            wanted = name.casefold().replace(".", ":")
            places = (
                Item("", entry=entry, form=form)
                for form in shown.forms
                for entry in entries(form.parts)
                if wanted in (entry.name.casefold(), entry.name.partition(":")[2].casefold())
            )
            item = next(places, None)
            if item is None:
                refusal = _("There is no field {name!r} in this form.").format(name=name)
                names = [each.name for form in shown.forms for each in entries(form.parts)]
                names = [each.rpartition(":")[2] for each in names]
                self._terminal.tell(refusal + did_you_mean(wanted, names))
                return
            self._change(shown, item, value, is_whole=True)
            if self._shown is None:
                return
            shown = self._shown

    def _change(self, shown: ShownScreen, item: Item, typed: str, is_whole: bool = False) -> None:
        """Changes the value of a field to *typed*, or asks for it; with *is_whole* an empty *typed*
        is a value, too. A live field is submitted at once."""
        entry, form = item.entry, item.form
        assert entry is not None
        assert form is not None
        now, value = shown.values[entry.name], value_of(entry, typed)
        if not (typed or is_whole):
            if entry.note and not entry.details:
                self._terminal.tell(entry.note)
            value = not now if isinstance(now, bool) else self._ask_for(entry)
            if value is None:
                return
        if value is None:
            refusal = _("{typed!r} is no value of {field}.").format(typed=typed, field=entry.label)
            keys = {"on": "", "off": ""} if isinstance(now, bool) else dict(entry.choices)
            if possible := ", ".join(filter(None, keys)):
                refusal += " " + _("Possible: {values}.").format(values=possible)
            self._terminal.tell(refusal)
            return
        shown.values[entry.name] = value
        if entry.live or not form.button or _is_one_question(form):
            self._submit(shown, form, entry.name if entry.live or not form.button else "")
            if self._shown is shown:  # it was refused
                shown.values[entry.name] = now
            elif self._shown is not None:
                if is_whole:
                    self._terminal.tell(f"{words_of_field(entry, value)}.")
                self._tell_understood(self._shown, entry.name, value)

    def _tell_understood(self, shown: ShownScreen, name: str, value: FieldValue) -> None:
        """Tells how the clock in the field *name* was understood, where its note says that."""
        meaning = understood_clock(str(value), None)
        notes = [e.note for form in shown.forms for e in entries(form.parts) if e.name == name]
        if meaning and meaning in notes:
            self._terminal.tell(meaning)

    def _ask_for(self, entry: FormField) -> FieldValue | None:
        """Asks for the value of a field that is no switch; ``None``: it stays as it is, after a
        refusal was printed if an impossible value was typed."""
        for number, (key, words) in enumerate(entry.choices, 1):
            self._terminal.say(with_head(f"{number:3}  ", choice_words(entry, key, words)))
        if not entry.choices:
            typed = self._terminal.ask(f"{entry.label}: ")
            return text_of_file(typed, self._terminal) if entry.type == "file" else typed
        question = _("Which one (1-{last})? ")
        if entry.type == "text":
            question = _("Which one (1-{last}), or another? ")
        question = question.format(last=len(entry.choices))
        typed = self._terminal.ask(question)
        if (chosen := read_whole(typed, 1, len(entry.choices))) is not None:
            return entry.choices[chosen - 1][0]
        value = value_of(entry, typed) if typed else None
        if entry.type == "text":
            return value
        if typed and value is None:
            self._terminal.tell(_("{typed!r} is none of these numbers.").format(typed=typed))
        return value

    def _submit(self, shown: ShownScreen, form: Form, changed: str = "") -> None:
        values = {entry.name: shown.values[entry.name] for entry in entries(form.parts)}
        self._tell(message_of(form, values, changed))

    # ---- where it leads -----------------------------------------------------------------------

    def _go_back(self, screen: Screen) -> None:
        if screen.back is None:
            self._shown = None
        else:
            self._open(screen.back.screen, screen.back.about)

    def _open(self, screen: str, about: Mapping[str, str] | None = None) -> None:
        self._tell({"do": "open", "screen": screen, "about": dict(about or {})})

    def _press(self, do: Mapping[str, Any]) -> None:
        """Carries out a button. Rules are printed here, and the screen stays."""
        if (do.get("do"), do.get("screen")) != ("open", "rules"):
            self._tell(do)
            return
        try:
            kind = self._installed.find(do["about"]["game"])
            game, in_match = game_to_read(kind, do["about"])
        except GipfMetaError as error:
            self._terminal.tell(str(error))
        else:
            self._terminal.say(rulebook.rules_page(game, in_match=in_match))
            self._reader.note_interruption()

    def _tell(self, do: Mapping[str, Any]) -> None:
        """Sends a message, and handles the answers; prints why if it is refused."""
        try:
            heard = self._line.ask(**do)
        except JoinError as error:
            if self._shown is None or isinstance(error, LineEnded):
                raise
            self._terminal.tell(str(error))
            return
        if do["do"] == "sit":
            self._room = str(do["room"])
        spoken = language()
        for said in self._persons.take(heard):
            self._take(said)
        self._take_persons()
        if language() != spoken and self._shown is not None:
            self._open(self._shown.screen.name, self._shown.screen.about)

    def _take_persons(self) -> None:
        """Goes on as the person who one has become, where he was; leaves where nobody is left."""
        change = self._persons.take_change()
        if change == "anew" and self._line.last_room:
            self._room = self._line.last_room
        elif change in ("anew", "same"):
            self._open("launcher")
        elif change == "signed_out":
            self._leave()

    def _take(self, said: Message) -> None:
        self._is_leaving |= said == ELSEWHERE
        if "go" in said:
            kind, _slash, place = str(said["go"]).partition("/")
            if kind == "lesson":
                self._take_lesson(*place.split("/"), mistake=said.get("mistake"))
            elif kind == "screen":
                self._open(*screen_at(place))
            else:
                self._room = place
        elif "notice" in said:
            self._terminal.tell_notice(said)
        elif "file" in said:
            save_file(self._terminal, said["file"]["name"], said["file"]["text"])
        elif "settings" in said and not self._line.is_far:
            speak(said["settings"]["language"])
        elif "screen" in said:
            self._take_screen(said["screen"])

    def _take_screen(self, said: Message) -> None:
        from gipf_meta.desk.parts import Form, Screen

        before, screen = self._shown, for_terminal(Screen.model_validate(said))
        if before is None or before.screen.name != screen.name:
            self._reader.unfolded.clear()
        self._shown = ShownScreen(
            screen, forms=[part for part in screen.parts if isinstance(part, Form)]
        )
        for form in self._shown.forms:
            self._shown.values |= {entry.name: entry.value for entry in entries(form.parts)}
        if screen.name == "setup" and self._ask_for_name():
            self._open(screen.name, screen.about)

    def _ask_for_name(self) -> bool:
        """Asks for the user's name the first time, and saves it; returns whether it asked."""
        line = self._line
        if not isinstance(line, LocalLine) or line.settings.name_asked:
            return False
        while not line.settings.name_asked:
            typed = self._terminal.ask(_("Your name (Enter for none; it is kept): "))
            settings = line.settings.with_name(typed)
            if settings.name or not typed:
                self._keep(settings)
            else:
                self._terminal.tell(why_no_name(typed))
        return True

    def _keep(self, settings: Settings) -> None:
        """Saves *settings*; prints why if that fails."""
        if isinstance(self._line, LocalLine):
            self._line.settings = settings
        if why := save_settings(settings):
            self._terminal.tell(why)

    def _take_lesson(self, *place: str, mistake: Message | None) -> None:
        """Runs a lesson here, and shows what follows: the screen before, or what the desk says of a
        puzzle."""
        shown = self._shown
        after = self._lessons.take(*place[:3], mistake=mistake)
        self._reader.note_interruption()
        if after is not None:
            self._tell(after)
        if shown is not None and (after is None or is_left(after)):
            self._open(shown.screen.name, shown.screen.about)

    def _settings(self) -> Settings:
        line = self._line
        return line.settings if isinstance(line, LocalLine) else load_settings()


def _only_question(shown: ShownScreen) -> Item | None:
    """The text field that is all that *shown* asks for, so that a line typed there is its value;
    ``None``: there is none."""
    form = shown.form
    if form is None or not form.button or not _is_one_question(form):
        return None
    items = (item for item in shown.items if item.form is form and item.entry is not None)
    return next((item for item in items if item.entry and item.entry.type == "text"), None)


def _is_one_question(form: Form) -> bool:
    """Whether *form* has one field alone: its value is the whole answer."""
    return len([*entries(form.parts)]) == 1


def _completions(items: Sequence[Item], begun: str) -> list[str]:
    """The lines that begin with *begun* at a screen with those *items*."""
    return desk_completions(begun, map(Completion, typed_lines(items, begun))).lines
