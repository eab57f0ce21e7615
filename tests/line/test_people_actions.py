"""Every deed about people on the page can be done in the terminal and line by line, too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from io import StringIO
from pathlib import Path
from typing import cast

import pytest

from gipf_meta.deeds import inquiry_deeds, study_deeds, view_deeds
from gipf_meta.deeds.commands import DEEDS
from gipf_meta.deeds.seat_deeds import GONE_MS
from gipf_meta.line import people_actions
from gipf_meta.line.conversation import Conversation, Shows
from gipf_meta.line.line import JoinError, RoomLine
from gipf_meta.plain.play_loop import PlainMatch
from gipf_meta.plain.terminal import Terminal
from tests.line.far_line import FarHub, FarLine
from tests.line.rooms_here import FOUND

PACKAGE = Path(people_actions.__file__).parents[1]
ALONE = view_deeds, inquiry_deeds, study_deeds
"""The modules of deeds that concern nobody but who looks, or all who study."""
AS_TEXT = "choose"
"""The deed of who clicks: a terminal says `play`."""
NOT_YET = {"plan", "imagine"}
"""The deeds that rooms know before the faces do."""
ABOUT_PEOPLE = sorted(
    name
    for name, deed in DEEDS.items()
    if deed.__module__ not in {each.__name__ for each in ALONE} and name not in {AS_TEXT, *NOT_YET}
)
"""The deeds by which people come, go, decide, and agree with each other."""


@cache
def nodes_of(place: str) -> list[ast.AST]:
    """The code of a module or of a folder of the package."""
    path = PACKAGE / place
    files = [path] if path.is_file() else sorted(path.rglob("*.py"))
    return [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]


def sent_in(nodes: list[ast.AST]) -> Iterator[str]:
    """The deeds that are sent there by name: ``send("sit")``, ``{"do": "sit"}``."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            first = node.args[0]
            is_sent = node.func.attr in ("_send", "send", "ask", "do")
            if is_sent and isinstance(first, ast.Constant) and first.value in DEEDS:
                yield str(first.value)
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                is_deed = isinstance(key, ast.Constant) and key.value == "do"
                if is_deed and isinstance(value, ast.Constant) and value.value in DEEDS:
                    yield str(value.value)


def by_method() -> dict[str, set[str]]:
    """The commands that each method of a played match sends, by its name."""
    found = {}
    for node in (*nodes_of("line/played_match.py"), *nodes_of("line/own_plan.py")):
        if isinstance(node, ast.FunctionDef):
            found[node.name] = {*sent_in([*ast.walk(node)])}
    return found


def listed() -> set[str]:
    """The deeds of the rows about people, which a face shows and sends as they are."""
    where, deeds = {"AboutPeople": 0, "_row": 1}, set[str]()
    for node in nodes_of("line/people_actions.py"):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in where:
            deed = node.args[where[node.func.id]]
            deeds |= {str(deed.value)} if isinstance(deed, ast.Constant) else set()
    return deeds


def said_by_face(face: str) -> set[str]:
    """The deeds that a *face*, ``tui`` or ``plain``, can send: by itself, by a played match, from
    the rows about people."""
    nodes = nodes_of(face)
    names = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    sent = {*sent_in(nodes), *sent_in(nodes_of("line/joining.py"))}
    for method, deeds in by_method().items():
        if method in names:
            sent |= deeds
    if any(isinstance(node, ast.Name) and node.id == "about_people" for node in nodes):
        sent |= listed()
    if any(isinstance(node, ast.Name) and node.id == "offer_live" for node in nodes):
        sent |= {*sent_in(nodes_of("line/live_offers.py"))}
    return sent


def said_by_page() -> set[str]:
    """The deeds that the page can send: by name, or as its keys are called that have no more to
    say."""
    modules = {each.name: each.read_text("utf-8") for each in (PACKAGE / "web/page").glob("*.js")}
    sent = set(re.findall(r'\bdo: "(\w+)"', "".join(modules.values())))
    # an answer that is a deed: `if (kind === "claim") room.command({ do: kind, … })`
    answers = re.findall(
        r'(\w+) === "(\w+)"\) \w+\.command\(\{ do: (\w+)', "".join(modules.values())
    )
    sent |= {answer for name, answer, said in answers if name == said}
    keys = re.findall(r'\["\S", "(\w+)"', modules["deeds.js"])
    done = re.findall(r"^      (\w+): (?:async )?\(\) =>", modules["deeds.js"], re.M)
    buttons = re.findall(r'\["\S", "\w+", "(\w+)"\]', modules["deeds.js"])
    sent |= {key for key in keys if key in DEEDS and key not in done}
    assert buttons, "the table of keys is read"
    return sent & DEEDS.keys()


@pytest.mark.parametrize("deed", ABOUT_PEOPLE)
@pytest.mark.parametrize("face", ["page", "tui", "plain"])
@pytest.mark.sample(20, "slow")
def test_each_face_can_do_whatever_can_be_done_about_people(face: str, deed: str) -> None:
    sent = said_by_page() if face == "page" else said_by_face(face)
    assert deed in sent, f"{face} cannot send `{deed}`"


# ---- line by line -------------------------------------------------------------------------------


def play(far: FarHub, person: str, *typed: str) -> list[str]:
    """The lines that *person* reads who goes to the room and types *typed*."""
    line, out = FarLine(far, person), StringIO()
    terminal = Terminal(StringIO("".join(f"{each}\n" for each in typed)), out)
    match = PlainMatch(line, "r", FOUND, terminal, line.invitations.offer)
    with suppress(EOFError):
        match.run()
    line.hang_up()
    return out.getvalue().splitlines()


@pytest.fixture
def far() -> FarHub:
    """A hub with a private room of Ann, in which nobody holds the second seat."""
    far = FarHub()
    far.open_room("ann", {1: ""}, is_private=True)
    return far


def test_whatever_can_be_done_about_people_is_listed_with_what_to_type(far: FarHub) -> None:
    told = play(far, "ann", "invite", "people", "quit")
    at = next(n for n, line in enumerate(told) if line.endswith("Left: You"))
    assert told[at : at + 8] == [
        "1. Left: You",
        "2. Right: Bob: waiting for somebody to sit here.",
        "  invite          Links that invite others",
        "  uninvite 2      Take back the link to play as Bob",
        "  uninvite watch  Take back the link to watch: nobody comes in by it any more",
        "  seat 2 easy     Let a bot play as Bob",
        "  leave           Give up the seat, and leave",
        *told[at + 7 : at + 8],
    ]
    assert sum("#enter/r/" in line for line in told) == 2


@pytest.mark.parametrize("seat", ["2", "right", "Bob"])
def test_a_link_is_taken_back_by_the_number_or_a_name_of_its_seat(far: FarHub, seat: str) -> None:
    told = play(far, "ann", "invite", f"uninvite {seat}", "uninvite watch", "uninvite 2", "quit")
    assert far.hub.room("r").admission.keys == {}
    assert "Nobody is invited there." in told


def test_a_bot_takes_a_free_seat(far: FarHub) -> None:
    told = play(far, "ann", "seat 2", "seat 3 easy", "seat 2 easy", "people", "quit")
    assert "2. Right: Bob (Oskar)" in told
    assert far.hub.room("r").table.players[1].kind == "easy"
    assert told.count("Type one of these: seat 2 easy.") == 2


def test_somebody_sits_down_at_a_table_at_which_anybody_may() -> None:
    far = FarHub()
    far.open_room("ann", {0: "", 1: ""}, is_open=True)
    told = play(far, "bob", "sit 7", "sit 1", "quit")
    assert far.hub.room("r").seats.holders == {0: "bob"}
    assert "Type one of these: sit 1, sit 2." in told


def test_who_has_gone_gets_a_new_link_to_his_seat(far: FarHub) -> None:
    link = next(line for line in play(far, "ann", "invite 2", "quit") if "#enter/" in line)
    bob = FarLine(far, "bob")
    bob.ask("enter", room="r", key=link.rpartition("/")[2])
    bob.watch("r")
    assert "Bob is here: this seat gets no new link." in play(far, "ann", "invite bob", "quit")
    bob.hang_up()
    assert "1. Left: You" in play(far, "ann", "people", "quit")
    early = play(far, "ann", "invite 2", "quit")
    assert any(line.startswith("Bob was here a moment ago") for line in early)
    far.at_ms += GONE_MS
    told = play(far, "ann", "people", "invite 2", "quit")
    assert "  invite 2  A new link to the seat of Bob, who is away" in told
    assert any(line.startswith("Send it to whoever has lost this seat") for line in told)
    assert 1 in far.hub.room("r").admission.keys
    link = next(line for line in told if "#enter/" in line)
    cyd = FarLine(far, "cyd")
    cyd.ask("enter", room="r", key=link.rpartition("/")[2])
    with pytest.raises(JoinError, match="Another person has your seat in this match now"):
        play(far, "bob", "quit")


class Errors:
    """Shows errors alone."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def show_error(self, why: str) -> None:
        self.shown.append(why)


def test_who_may_not_see_a_room_is_told_so_once(far: FarHub) -> None:
    """The refusal of leaving that room, which follows, is not shown."""
    shows = Errors()
    talk = Conversation(cast(RoomLine, FarLine(far, "eve")), cast("Shows", shows))
    talk.go_to("r")
    talk.receive()
    assert [why[:36] for why in shows.shown] == ["There is no match here that you may "]
