"""Every screen: made of the documented parts, in the reader's language; every button answers."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gipf_meta.base.texts import speak
from gipf_meta.desk.desk import SCREENS
from gipf_meta.desk.identity import ListedDevice, ListedWay
from gipf_meta.desk.known_pictures import keys_in
from gipf_meta.desk.notice_screens import SCREENS_OF_NOTICES
from gipf_meta.desk.own_notices import ListedNoticeWay, MailAddress, MailHours
from gipf_meta.desk.own_vacations import ListedVacation
from gipf_meta.desk.page_texts import words_of_page
from gipf_meta.desk.parts import Screen
from gipf_meta.desk.people_screens import SCREENS_OF_PEOPLE
from gipf_meta.desk.sign_in import SCREENS_OF_PERSON
from gipf_meta.library.settings import Settings
from gipf_meta.library.store import Library
from gipf_meta.plugins.loading import Installed, Plugin, installed_plugins
from gipf_meta.records.models import Record, Seat
from gipf_meta.records.record_files import link_of
from gipf_meta.render.material import DEFINITIONS
from tests.czech.english import english_in
from tests.desk.conftest import Page, buttons, fields, new_page, parts, texts_of, values_of
from tests.desk.people_of_host import (
    DAY_MS,
    FakeAcquaintances,
    FakeIdentity,
    FakeNoticeWays,
    FakeVacations,
)
from tests.desk.test_open_tables import TablesInMemory

GAMES = sorted(installed_plugins().games)
POSITION = "a1,a2,b1 1/0/0 0/0/0 0/0/0 1"
SIGNING_IN = {"purpose": "sign_in"}
PLACES: list[tuple[str, dict[str, str]]] = [
    *(
        (name, {})
        for name in (
            "launcher",
            "two",
            "library",
            "tables",
            "statistics",
            "settings",
            "help",
            "open_match",
        )
    ),
    *((name, {"game": game}) for name in ("setup", "rules", "lessons") for game in GAMES),
    ("setup", {"showcase": "yes"}),
    ("delete", {"match": "1"}),
    ("shared_match", {"match": link_of(Record(game="die", players=(0, 1)))}),
    ("brought_position", {"game": "zertz", "options": "{}", "position": POSITION}),
    ("library", {"words": "nobody", "game": "zertz", "over": "no", "page": "2"}),
    *((name, {}) for name in sorted(SCREENS_OF_PERSON.keys() - {"take_away"})),
    *(("take_away", about) for about in ({"device": "d1"}, {"device": "d2"}, {"way": "m1"})),
    *(
        ("mail_address", about)
        for about in ({"sent": "yes"}, SIGNING_IN, {**SIGNING_IN, "sent": "yes"})
    ),
    *((name, {"alone": "yes"}) for name in ("me", "delete_me")),
    ("people", {}),
    *(("profile", {"person": person}) for person in ("p1", "p2", "p3")),
    ("profile", {}),
    ("block", {"person": "p1"}),
    ("ask", {"guest": "p1"}),
    ("notices", {}),
    *(("puzzles", about) for about in ({}, {"game": "zertz"})),
    ("puzzle_end", {"game": "zertz", "lesson": "puzzle_1"}),
    *((name, {}) for name in ("mistakes", "progress")),
    *(("notice_mail", about) for about in ({"address": "w1"}, {"way": "n1"}, {"way": "n2"})),
]
"""Every screen with all parameters that it can have."""
OF_HOSTS = {*SCREENS_OF_PERSON, *SCREENS_OF_PEOPLE, *SCREENS_OF_NOTICES}
"""The screens of a host with people."""
WAYS = [
    ListedNoticeWay("p1", "push", "Xaver", 0, is_this=True),
    ListedNoticeWay("p2", "push", "Ignaz", 0, 1, 2),
    ListedNoticeWay("p3", "push", "Ivo", 0, trouble="Xaver."),
    ListedNoticeWay("n1", "mail", "a…@example.org", 0, mails=MailHours()),
    ListedNoticeWay("n2", "mail", "b…@example.org", 0, 1, mails=MailHours("each", (), (22, 7))),
    ListedNoticeWay("n3", "mail", "c…@example.org", 0, 1, mails=MailHours("twice", (8, 18))),
    ListedNoticeWay("f1", "feed", "", 0),
    ListedNoticeWay("c1", "calendar", "", 0, 1),
]
"""Ways of every kind, in every state."""


def ids(place: Any) -> str:
    """The name of a test."""
    return "-".join([place[0], *place[1].values()])[:60]


@pytest.fixture
def played(page: Page, library: Library) -> Page:
    """A page at a desk where three matches were played, one with a name that is markup."""
    for names in (("Xaver", "Ignaz"), ("<b>Zdena</b>", "Ivo"), ("A\u202eB", "Ivo")):
        people = tuple(Seat(name=name) for name in names)
        library.add(Record(game="die", players=(0, 1), people=people, options={}))
    return page


def set_up(page: Page, place: Any) -> None:
    """Puts the desk of *page* into a host, if *place* is about its people."""
    is_of_people = place[0] in SCREENS_OF_PEOPLE
    if is_of_people:
        page.context.acquaintances = FakeAcquaintances()
    if place[0] in SCREENS_OF_NOTICES:
        page.context.tables, page.context.identity = TablesInMemory(), FakeIdentity()
        page.context.notice_ways = FakeNoticeWays([*WAYS], [MailAddress("w1", "z…@example.org")])
    if (place[0] in SCREENS_OF_PERSON or is_of_people) and "alone" not in place[1]:
        ways = [ListedWay("m1", "mail", "a…@example.org", 0)]
        devices = [ListedDevice("d1", "Xaver", 0, True), ListedDevice("d2", "Ignaz", 0, False)]
        page.context.tables, page.context.identity = TablesInMemory(), FakeIdentity(ways, devices)
        ahead = ListedVacation("v1", DAY_MS, 2 * DAY_MS)
        page.context.vacations = FakeVacations([replace(ahead, id="v0", runs=True), ahead])


@pytest.mark.parametrize("place", PLACES, ids=ids)
@pytest.mark.sample(10)
def test_every_screen_is_made_of_the_documented_parts(played: Page, place: Any) -> None:
    set_up(played, place)
    screen = played.open(place[0], **place[1])
    again = Screen.model_validate(screen)
    assert again.model_dump(mode="json") == screen
    assert screen["name"] == place[0]
    assert screen["title"]
    assert played.open(screen["name"], **screen.get("about", {})) == screen
    names = [part["name"] for part in parts(screen) if part["part"] == "field"]
    assert len(names) == len(set(names))
    if place[0] != "launcher":
        played.open(screen["back"]["screen"], **screen["back"].get("about", {}))


def test_the_list_of_places_has_every_screen() -> None:
    assert {name for name, _about in PLACES} == set(SCREENS)


def test_every_button_of_every_screen_leads_somewhere(played: Page) -> None:
    seen: set[str] = set()
    waiting = [played.open("launcher")]
    while waiting:
        for button in buttons(waiting.pop()):
            if str(button["do"]) in seen or button["do"]["screen"] == "delete":
                continue
            seen.add(str(button["do"]))
            answers = played.send(**button["do"])
            assert "done" in answers[-1], (button, answers)
            waiting += [answer["screen"] for answer in answers if "screen" in answer]
    assert len(seen) > 3 * len(GAMES)


class Markup(HTMLParser):
    """A parser that collects the elements of markup, each with the names of its attributes, and its
    references."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, ...]] = set()
        self.referred: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes an element."""
        self.found.add((tag, *sorted(name for name, _value in attrs)))
        self.referred.update(value or "" for name, value in attrs if name == "href")


PROSE = {
    "p", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "strong", "em", "code", "pre", "table",
    "thead", "tbody", "tr", "th", "td", "hr", "br", "blockquote",
}  # fmt: skip


@pytest.mark.parametrize(
    "place",
    [place for place in PLACES if place[0] not in OF_HOSTS],
    ids=ids,
)
@pytest.mark.sample(16, "slow")
def test_markup_brings_no_scripts_links_ids_and_nothing_from_elsewhere(
    played: Page, place: Any
) -> None:
    markup = Markup()
    for part in parts(played.open(place[0], **place[1])):
        if part["part"] == "prose":
            prose = Markup()
            prose.feed(part["html"])
            assert {found[0] for found in prose.found} <= PROSE
            assert {name for found in prose.found for name in found[1:]} <= {"style", "start"}
        pictures = [row["picture"] for row in part.get("rows", []) if "picture" in row]
        for picture in [*pictures, *([part] if part["part"] == "picture" else [])]:
            markup.feed(picture.get("markup", ""))  # some come later
    for tag, *attributes in markup.found:
        assert tag not in ("script", "a", "image", "foreignobject", "style")
        assert not [name for name in attributes if name.startswith("on") or name == "id"]
        assert "href" not in attributes or tag == "use"
    for referred in markup.referred:
        assert f' id="{referred.removeprefix("#")}"' in DEFINITIONS


def test_html_of_a_plugin_is_shown_as_it_was_written() -> None:
    from gipf_meta.desk.rules import prose

    words = (
        "<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![y](http://z/y.png) <http://a.b>"
    )
    html = prose(words).html
    assert "<script" not in html
    assert "href" not in html
    assert "src" not in html
    assert prose("# Title\n\n###### Low").html == "<h2>Title</h2>\n<h6>Low</h6>\n"


@pytest.mark.needs("zertz")
def test_rules_have_pictures_that_are_said_in_words(page: Page) -> None:
    pictures = [p for p in parts(page.open("rules", game="zertz")) if p["part"] == "picture"]
    assert len(pictures) == 4
    assert all(picture["name"] for picture in pictures)
    assert "e2" in pictures[1]["name"]


@pytest.mark.needs("zertz")
def test_rules_are_those_of_the_options_that_the_page_tells(page: Page) -> None:
    def told(**about: str) -> str:
        shown = parts(page.open("rules", game="zertz", **about))
        return " ".join(" ".join(p["html"] for p in shown if p["part"] == "prose").split())

    blitz = told(options='{"variant": "blitz"}')
    assert "own 3 white, 4 grey or 5 black marbles" in blitz
    assert "4 white, 5 grey" not in blitz
    assert "What options change" not in blitz
    assert "own 4 white, 5 grey or 6 black marbles" in told(options="{}")
    assert "What options change" not in told(options="{}")
    assert "What options change" in told()


@pytest.mark.needs("zertz")
def test_a_form_leads_to_the_rules_of_what_is_set_up(page: Page) -> None:
    def about(**options: str) -> dict[str, str]:
        shown = page.open("setup", game="zertz", **options)
        every = [p["do"] for p in parts(shown) if p["part"] == "button"]
        (found,) = [do["about"] for do in every if do.get("screen") == "rules"]
        return dict(found)

    assert about() == {"game": "zertz"}
    blitz = about(options='{"variant": "blitz"}')
    assert blitz == {"game": "zertz", "options": '{"variant": "blitz"}'}


# ---- the language ------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES, ids=ids)
def test_every_screen_is_czech_to_its_last_word(played: Page, place: Any) -> None:
    set_up(played, place)
    english = set(texts_of(played.open(place[0], **place[1])))
    speak("cs")
    screen = played.open(place[0], **place[1])
    found = {text: english_in(re.sub(r"<[^>]*>", " ", text)) for text in texts_of(screen)}
    assert {text: words for text, words in found.items() if words} == {}
    assert set(texts_of(screen)) != english


def test_the_words_of_the_page_are_czech_too(page: Page) -> None:
    english = page.desk.hello()["words"]
    speak("cs")
    czech = page.desk.hello()["words"]
    assert czech == words_of_page()
    assert czech.keys() == english.keys()
    assert [text for text in czech.values() if english_in(text)] == []


# ---- what makes no sense ------------------------------------------------------------------------

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
KNOWN = st.sampled_from([*SCREENS, "match", "nothing", ""])
ABOUT = st.dictionaries(
    st.sampled_from(["game", "match", "do", "showcase", "page", "words", "over", "x"]),
    st.sampled_from(
        [*GAMES, "1", "99", "²", "-1", "0", "record", "picture", "go_on", "", "\ud800", "\x00"]
    )
    | st.text(max_size=6),
    max_size=4,
)
VALUES = st.dictionaries(
    st.sampled_from(["opponent", "side", "preset", "seat-0", "name-0", "lot", "clock", "gentle",
                     "option:variant", "colours",
                     "theme", "name", "thinking_s", "language", "words", "game", "over", "motion"])
    | st.text(max_size=6),
    st.booleans()
    | st.sampled_from(["cs", "dark", "on", "human", "lot", "each", "8"])
    | st.text(max_size=6),
    max_size=6,
)  # fmt: skip
MESSAGES = ANYTHING | st.fixed_dictionaries(
    {"do": st.sampled_from(["open", "submit", "play"]), "id": st.just("a") | st.text(max_size=5)},
    optional={
        "screen": KNOWN | ANYTHING,
        "about": ABOUT | ANYTHING,
        "values": VALUES | ANYTHING,
        "changed": st.sampled_from(["seat-0", "", "clock", "x"]) | ANYTHING,
        "more": ANYTHING,
    },
)


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(message=MESSAGES)
@pytest.mark.slow
def test_whatever_a_page_sends_is_done_or_refused_in_one_sentence(
    played: Page, message: Any
) -> None:
    answers = played.desk.receive("link", "ann", message, 0)
    assert answers
    last = answers[-1]
    if "refused" in last:
        assert len(answers) == 1
        assert last["why"].endswith((".", "…"))
        assert "\n" not in last["why"]
    else:
        assert last == {"done": message["id"], "number": 0}
    for answer in answers:
        if "screen" in answer:
            Screen.model_validate(answer["screen"])
    assert played.desk.receive("link", "ann", {"do": "open", "screen": "help", "id": "z"}, 0)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"do": "open", "screen": "nothing"}, "There is no screen 'nothing'."),
        ({"do": "open", "screen": "setup"}, "This screen needs a game."),
        ({"do": "open", "screen": "rules", "about": {"game": "gpif"}}, "Did you mean gipf?"),
        ({"do": "open", "screen": "delete", "about": {"match": "99"}}, "There is no match 99"),
        ({"do": "submit", "screen": "help"}, "Nothing can be submitted there."),
        ({"do": "submit", "screen": "match", "about": {"match": "1"}}, "nobody here understands"),
        ({"do": "open"}, "nobody here understands"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(played: Page, message: Any, words: str) -> None:
    assert words in played.why(played.send(**message))


# ---- plugins ------------------------------------------------------------------------------------


def test_a_plugin_that_cannot_be_used_is_a_line_with_the_reason(library: Library) -> None:
    installed = Installed(plugins=[Plugin("broken", "broken 1.0", fault="It fails.")])
    screen = new_page(library, installed).open("launcher")
    assert "broken 1.0: It fails." in list(texts_of(screen))


def test_a_game_that_fails_in_its_view_is_set_up_without_a_picture(library: Library) -> None:
    from gipf_meta.duels.die import Die

    class Blind(Die):
        id = "blind"

        def view(self, state: Any, seat: int | None) -> Any:
            raise RuntimeError("no eyes")

    installed = Installed(games={"blind": Blind, "die": Die})
    page = new_page(library, installed)
    words = " ".join(texts_of(page.open("launcher")))
    assert "no eyes" in words
    assert fields(page.open("setup", game="blind"))


def test_the_settings_of_a_desk_without_a_library_and_its_lists_are_screens(tmp_path: Any) -> None:
    page = new_page(None, installed_plugins(), Settings(theme="no theme", language="xx"))
    for name in ("launcher", "library", "statistics", "settings"):
        assert Screen.model_validate(page.open(name))
    assert "No match is kept here." in list(texts_of(page.open("library")))


@pytest.mark.needs("gipf")
def test_cards_of_games_name_no_place_and_small_duels_have_none(page: Page) -> None:
    lists = [part["rows"] for part in parts(page.open("launcher")) if part["part"] == "rows"]
    (first,), cards, *_puzzle, (show,), lines = lists
    assert {"Die", "Elsewhere"} <= {row["cells"][0] for row in lines}
    assert not [row for row in lines if "picture" in row]
    boards = {row["cells"][0]: row["picture"]["markup"] for row in cards}
    assert ">e</text>" not in boards["GIPF"]
    assert boards["GIPF"] not in show["picture"]["markup"]
    assert boards["ZÈRTZ"] in show["picture"]["markup"]
    assert '<g class="ways">' in first["picture"]["markup"]


@pytest.mark.needs("zertz")
def test_a_picture_that_the_page_has_is_not_sent_again(page: Page) -> None:
    about = {"game": "zertz"}
    first = page.open("setup", **about)
    keys = [*keys_in(first)]
    assert len(keys) > 3
    assert all(len(key) == 16 for key in keys)
    changed = {"do": "submit", "screen": "setup", "about": about, "changed": "clock"}
    sent = {**changed, "values": {**values_of(first), "clock": "5m"}}
    again = page.screen_of(page.send(**sent, has=sorted({*keys} - {keys[0]})))
    assert [*keys_in(again)] == keys
    assert str(again).count("'markup'") == keys.count(keys[0])
    assert page.why(page.send(do="open", screen="setup", about=about, has=["x" * 17]))
