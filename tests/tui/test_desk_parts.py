"""The parts of a screen in a terminal: what stays is not made anew, what comes has its place."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Input, Static

from gipf_meta.desk.parts import (
    AnyPart,
    Button,
    Form,
    FormField,
    Heading,
    ListRow,
    Rows,
    Screen,
    opening,
    submitting,
)
from gipf_meta.plugins.loading import load_plugins
from gipf_meta.tui.parts.desk_parts import DeskParts, ListLine, view_of
from gipf_meta.tui.parts.forms import Columns, FoldedFields, Menu, MenuLine


class Shown(App[None]):
    """An application with nothing but parts."""

    def compose(self) -> ComposeResult:
        """The parts."""
        yield DeskParts()


def rows(*names: str) -> Rows:
    """A list of games."""
    go = {name: Button(text="go", do=opening("setup", {"game": name})) for name in names}
    return Rows(rows=tuple(ListRow(cells=(name,), buttons=(go[name],)) for name in names))


def screen(*parts: AnyPart, name: str = "launcher") -> Screen:
    """A screen with these *parts*."""
    return Screen(name=name, title="", parts=parts)


def read(shown: DeskParts) -> list[str]:
    """The texts of the lists and headings, from the first to the last."""
    read = []
    for part in shown.children:
        if isinstance(part, Menu):
            read += [str(option.prompt) for option in part.options]
        elif isinstance(part, Static):
            read.append(str(part.content))
    return read


async def test_lists_that_come_later_stand_where_the_desk_has_them_and_the_cursor_stays() -> None:
    games = (Heading(text="Games"), rows("a", "b"), Heading(text="More"))
    tables = (Heading(text="Your tables"), rows("t"))

    async with Shown().run_test() as pilot:
        shown = pilot.app.query_one(DeskParts)
        await shown.show(screen(*games))
        menu = pilot.app.query_one(Menu)
        menu.focus()
        menu.highlighted = 1
        await shown.show(screen(*tables, *games))
        assert read(shown) == ["Your tables", "t", "Games", "a", "b", "More"]
        assert pilot.app.focused is menu
        await shown.show(screen(Heading(text="Games"), rows("c", "b", "a"), games[-1]))
        assert read(shown) == ["Games", "c", "b", "a", "More"]
        assert menu.highlighted == 1  # as before at b
        line = shown.line_with_cursor(menu)
        assert line is not None
        assert line.cells == ("b",)


async def test_where_rows_are_few_the_headings_of_moves_and_tables_stay() -> None:
    def tables(title: str) -> tuple[AnyPart, ...]:
        go = Button(text="go", do={"do": "sit", "room": "r"})
        return Heading(text=title), Rows(rows=(ListRow(cells=(title,), buttons=(go,)),))

    lists = (*tables("It is your move"), *tables("Your tables"), Heading(text="Games"))
    few, many = rows("a"), rows(*"abcdefghijklmn")
    async with Shown().run_test(size=(80, 18)) as pilot:
        shown = pilot.app.query_one(DeskParts)
        for games, seen in ((many, 2), (few, 4), (many, 2)):
            await shown.show(screen(*lists, games, *tables("More")))
            await pilot.pause()
            titles = [title for title in shown.query(".part-heading") if title.display]
            assert len(titles) == seen


async def test_whoever_types_above_a_list_goes_on_typing_while_it_changes() -> None:
    def page(*names: str, typed: str = "") -> Screen:
        def entry(name: str, value: str = "") -> FormField:
            return FormField(name=name, label=name, type="text", value=value, live=True)

        form = Form(parts=(entry("words", typed), entry("since")), do=submitting("library"))
        return screen(form, rows(*names), name="library")

    async with Shown().run_test() as pilot:
        shown = pilot.app.query_one(DeskParts)
        await shown.show(page("a", "b"))
        field = pilot.app.query("#field-words").first(Input)
        field.focus()
        await pilot.press("b", "c")
        await shown.show(page("b", typed="b"))  # the answer to the first letter
        assert pilot.app.focused is field
        assert field.value == "bc"
        assert read(shown) == ["b"]
        # a list is long, and so all fields but the first are folded
        assert pilot.app.query_one(FoldedFields).collapsed
        message = shown.note("words", "bcd")
        assert message is not None
        assert message["values"] == {"words": "bcd", "since": ""}


def test_the_widest_columns_give_up_what_there_is_no_room_for() -> None:
    cells = ["1", "a" * 30, "b" * 20]
    line = MenuLine(cells[0], "k", cells[1:], Columns([cells]))
    assert line.cut(60) == "1  " + "a" * 30 + "  " + "b" * 20 + " " * 5
    assert line.cut(40) == "1  " + "a" * 16 + "…  " + "b" * 17 + "…"


def test_the_board_beside_a_list_is_there_to_be_looked_at() -> None:
    installed = load_plugins()
    for name in installed.games:
        (row,) = rows(name).rows
        view = view_of(ListLine(row.cells, row.buttons), installed, None)
        assert not [mark for mark in view.marks if mark.kind == "legal"], name
    assert view_of(ListLine(("zertz",), rows("zertz").rows[0].buttons), installed, None).points
