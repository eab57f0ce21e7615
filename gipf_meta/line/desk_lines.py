"""The screens of the desk for terminals, as lines to choose from and fields to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gipf_meta.base.normal_forms import without_accents
from gipf_meta.base.numbers import read_whole
from gipf_meta.base.texts import _
from gipf_meta.desk.parts import AnyPart, Button, FieldValue, Fold, Form, FormField, Rows
from gipf_meta.line.line import Message

if TYPE_CHECKING:
    from gipf_meta.desk.parts import AnyPart, Button, FieldValue, Fold, Form, FormField, ListRow


ELSEWHERE: Final = ("rules", "lessons", "help", "settings")
"""The screens to which no line leads: a terminal has pages of its own for them."""
_OWN_NUMBER: Final = re.compile(r"^(✓ )?[0-9]+  ")


class DeskLine(NamedTuple):
    """A line with its *words*, and the label of its *button*, whose message is *do*.

    ``None``: it cannot be chosen.
    """

    words: str
    button: str = ""
    do: Message | None = None


def lines_of(part: AnyPart) -> list[DeskLine]:
    """The lines of a list or a button; none for other parts."""
    if isinstance(part, Button):
        words = f"{part.text}: {part.note}" if part.note else part.text
        return [] if place_of(part.do) in ELSEWHERE else [DeskLine(words, "", part.do)]
    lines: list[DeskLine] = []
    for row in part.rows if isinstance(part, Rows) else ():
        buttons = [each for each in row.buttons if place_of(each.do) not in ELSEWHERE]
        lines += [DeskLine("; ".join(row.cells), each.text, each.do) for each in buttons]
        if not buttons:
            lines.append(DeskLine("; ".join(row.cells)))
    return lines


def place_of(do: Mapping[str, Any]) -> str:
    """The screen that the message *do* is about; empty if it is about a room."""
    return str(do.get("screen", ""))


def fillable_entries(parts: Iterable[AnyPart]) -> Iterator[FormField]:
    """The fields of a form that a terminal can fill in, those in folds too."""
    for part in parts:
        if isinstance(part, Fold):
            yield from fillable_entries(part.parts)
        elif isinstance(part, FormField) and part.type != "file":
            yield part


def values_of(form: Form) -> dict[str, FieldValue]:
    """The values in the fields of *form*, by their names."""
    return {entry.name: entry.value for entry in fillable_entries(form.parts)}


def message_of(form: Form, values: Mapping[str, FieldValue], changed: str = "") -> Message:
    """The message that submits *form* with *values*; *changed* is the field that has changed."""
    given = form.do.get("values")
    fixed = given if isinstance(given, dict) else {}
    return {**form.do, "values": {**fixed, **values}, "changed": changed}


@dataclass(frozen=True)
class Item:
    """A numbered item of a screen, with its *words*: the *buttons* of a line, a field of a form
    (*entry*), or a *fold* of fields that are hidden. *names* choose it, too."""

    words: str
    buttons: tuple[Button, ...] = ()
    entry: FormField | None = None
    form: Form | None = None
    fold: Fold | None = None
    names: frozenset[str] = frozenset()


def entries(parts: Iterable[AnyPart]) -> Iterator[FormField]:
    """The fields of a form, those in folds, too."""
    for part in parts:
        if part.part == "field":
            yield part
        elif part.part == "fold":
            yield from entries(part.parts)


def folds(parts: Iterable[AnyPart]) -> Iterator[Fold]:
    """The folds of a form, those in folds, too."""
    for part in parts:
        if part.part == "fold":
            yield part
        if part.part in ("form", "fold"):
            yield from folds(part.parts)


def name_of(fold: Fold) -> str:
    """The part of the line of *fold* that stays the same when its fields change."""
    return fold.text.partition(":")[0]


def word_of(button: Button) -> str:
    """The word by which *button* can be chosen."""
    return button.text.partition(" (")[0].removesuffix(" …").lower()


def has_word(item: Item, word: str) -> bool:
    """Whether *word* names one of the actions of *item*."""
    return button_named(item, word) is not None


def button_named(item: Item, word: str) -> Button | None:
    """The button of *item* whose text begins with *word*, in the player's language or whole in
    English, with or without accents; the first one for no word."""
    begun = without_accents(word)
    whole = word.capitalize()
    translated = [without_accents(_(text)) for text in (whole, f"{whole} …")] if word else []
    for button in item.buttons:
        text = without_accents(button.text)
        if text.startswith(begun) or text in translated:
            return button
    return None


def typed_lines(items: Sequence[Item], typed: str) -> Iterator[str]:
    """The lines that can be typed for *items*: names; once something is *typed*, fields with their
    values; behind a blank, numbers and names with what can be done."""
    for number, item in enumerate(items, 1):
        names, words = sorted(item.names), [*map(word_of, item.buttons)]
        yield from names
        if item.entry is not None:
            words = _values(item.entry)
            field = item.entry.name.rpartition(":")[2]
            yield from (f"{field}={value}" for value in words if typed)
        if " " in typed:
            yield from (f"{called} {word}" for called in (str(number), *names) for word in words)


def _values(entry: FormField) -> list[str]:
    """The values of a field, as they are typed."""
    if entry.type == "switch":
        return ["on", "off"]
    return [key for key, _words in entry.choices if key and " " not in key]


def words_of_row(row: ListRow, columns: Iterable[str]) -> str:
    """The cells of *row*; in a table each with the title of its column."""
    cells = (_without_number(row.cells[0]), *row.cells[1:])
    titles = [*columns][1:]
    if titles:
        pairs = zip(titles, cells[1:], strict=True)
        return f"{cells[0]}: {'; '.join(f'{title}: {cell}' for title, cell in pairs)}"
    return "; ".join(cells)


def _without_number(name: str) -> str:
    """The *name* of a row without a number of its own: the list that it stands in numbers it."""
    return _OWN_NUMBER.sub(r"\1", name)


def names_of_row(row: ListRow) -> frozenset[str]:
    """The names by which *row* can be chosen: its own, as ``match 3``, and the id of the game of
    its first button."""
    about = (button.do.get("about") for button in row.buttons[:1])
    games = (each.get("game") for each in about if isinstance(each, dict))
    name = _without_number(row.cells[0]).casefold()
    if len(row.buttons) == 1:  # several lines may be about the same game
        return frozenset({name})
    ids = (str(game).casefold() for game in games if game)
    return frozenset({name, name.partition(":")[0], *ids})


def names_of_field(entry: FormField) -> frozenset[str]:
    """The names by which the line of a field can be chosen: its label, as it is read."""
    return frozenset({entry.label.casefold()})


def words_of_field(entry: FormField, value: FieldValue) -> str:
    """The label of a field, and its value."""
    label = f"{entry.group}: {entry.label}" if entry.group else entry.label
    if isinstance(value, bool):
        word = _("yes") if value else _("no")
        return f"{label}: {word}"
    return f"{label}: {dict(entry.choices).get(value, value) if entry.type != 'file' else ''}"


def find(items: list[Item], typed: str) -> tuple[Item, str] | None:
    """The item that *typed* names, by number or name, and the words after it; ``None``: there is
    none.

    A number may be written as it is read: ``13``, ``13.``, ``13:``.
    """
    number, _blank, words = typed.partition(" ")
    bare, words = number.rstrip(".:,;)"), words.strip()
    if (chosen := read_whole(bare, 1, len(items))) is not None:
        item = items[chosen - 1]
        if not number.endswith(".") or not words or _goes_with(item, words):
            return item, words
        return None  # turns with their numbers
    split = typed.split()
    for count in range(len(split), 0, -1):
        called, words = without_accents(" ".join(split[:count])), " ".join(split[count:])
        for item in items:
            if called in map(without_accents, item.names) and (
                item.entry is not None or len(split) - count < 2 or has_word(item, words)
            ):
                return item, words
    return None


def _goes_with(item: Item, words: str) -> bool:
    """Whether *words* after a number that ends as those of turns do are meant for *item*: a value
    of its field, an action, or a word that could be one."""
    if item.entry is None:
        return words.isalpha() or has_word(item, words)
    return item.entry.type != "text" and value_of(item.entry, words) is not None


def value_of(entry: FormField, typed: str) -> FieldValue | None:
    """The value of *entry* that *typed* names, by its key or its words; ``None``: it names none."""
    word = typed.casefold()
    if entry.type == "switch":
        if word in ("on", "yes", _("yes")):
            return True
        return False if word in ("off", "no", _("no")) else None
    for key, words in entry.choices:
        if word in (key.casefold(), words.casefold(), words.casefold().partition(" · ")[0]):
            return key
    return None if entry.type == "choice" else typed


def choice_words(entry: FormField, key: str, words: str) -> str:
    """The *words* of the value *key* of a field, with its details."""
    details = entry.details.get(key)
    if details is None:
        return words
    more = [details.note] if details.note else []
    if details.strength is not None:
        more.insert(0, _("strength {strength} of 5").format(strength=details.strength))
    return f"{words}: {'; '.join(more)}" if more else words
