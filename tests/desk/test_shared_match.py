"""A match imported by a link or as a file: looked at, played on, refused where it is damaged."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import pytest

from gipf_meta.base.clock import StillClock
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.models import Record, RecordError
from gipf_meta.records.record_files import LONGEST_LINK, dumps, link_of, record_of_link, to_data
from gipf_meta.table.new_table import begin_table
from gipf_meta.table.players import players_of
from tests.desk.conftest import Page, fields, parts
from tests.records.test_encodings import NAMES, encoded
from tests.records.test_text_formats_collections import game

WINDOWS = {n: bytes([n]).decode("cp1252", "ignore") or chr(n) for n in range(128, 160)}
"""The letters of Windows-1252 as browsers decode them."""

GAMES = sorted(installed_plugins().games)


def played(game: str, decisions: int) -> Record:
    """A match of *game* between bots, some *decisions* long."""
    installed = installed_plugins()
    made = installed.games[game]()
    count = made.seat_counts[0]
    players = players_of(["random"] * count, [f"Bot {n}" for n in range(count)])
    table = begin_table(made, players, installed.find, StillClock(), seed=3)
    for _decision in range(decisions):
        if table.over is not None:
            break
        table.play_bot()
    return table.record()


@pytest.mark.parametrize("game", GAMES)
def test_a_link_holds_the_whole_match_of_any_game(game: str) -> None:
    record = played(game, 30)
    link = link_of(record)
    assert record_of_link(link) == Record.model_validate(to_data(record))
    told = len(json.dumps(to_data(record), ensure_ascii=False, separators=(",", ":")).encode())
    assert record_of_link(link, told) == record_of_link(link)
    with pytest.raises(RecordError):
        record_of_link(link, told - 1)
    assert link.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_from_a_link_is_shown_and_played_on_from_there(page: Page, game: str) -> None:
    record = played(game, 5)
    screen = page.open("shared_match", match=link_of(record))
    if any(part["part"] == "picture" for part in parts(screen)):
        (picture,) = (part for part in parts(screen) if part["part"] == "picture")
        assert picture["name"]
    answers = page.submit(screen)
    (hash,) = [answer["go"] for answer in answers if "go" in answer]
    table = page.context.hub.room(hash.removeprefix("room/")).table
    assert table.record().turns == record.turns
    if table.over is None:
        assert "human" in [player.kind for player in table.players]


def test_who_plays_on_is_chosen(page: Page) -> None:
    screen = page.open("shared_match", match=link_of(played("zertz", 4)))
    assert [entry["value"] for entry in fields(screen).values()] == ["human", "medium"]
    answers = page.submit(screen, **{"seat-0": "easy", "seat-1": "human"})
    (hash,) = [answer["go"] for answer in answers if "go" in answer]
    table = page.context.hub.room(hash.removeprefix("room/")).table
    assert [player.kind for player in table.players] == ["easy", "human"]
    assert table.match.seed != 3  # luck is drawn anew: a link cannot foretell it


def test_a_match_that_is_over_is_looked_at(page: Page) -> None:
    record = played("zertz", 500)
    assert record.result is not None
    screen = page.open("shared_match", match=link_of(record))
    assert not fields(screen)
    answers = page.submit(screen)
    (hash,) = [answer["go"] for answer in answers if "go" in answer]
    assert page.context.hub.room(hash.removeprefix("room/")).table.over is not None


def test_a_saved_file_is_opened(page: Page) -> None:
    record = played("gipf", 6)
    (screen,) = [
        answer["screen"]
        for answer in page.submit(page.open("open_match"), file=dumps(record))
        if "screen" in answer
    ]
    assert screen["name"] == "shared_match"
    assert record_of_link(screen["about"]["match"]).turns == record.turns


def _packed(text: bytes) -> str:
    return base64.urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("", "damaged"),
        ("AAAA", "damaged"),
        ("ä", "damaged"),
        ("!!", "damaged"),
        (_packed(b"\xff"), "damaged"),
        (_packed(b"x" * (5 << 20)), "damaged"),
        (_packed(b"{}"), "names no format and no game"),
        (_packed(b'{"format":1,"game":"nope","players":[0,1]}'), "nope"),
        ("A" * (LONGEST_LINK + 1), "too long"),
    ],
)
def test_a_damaged_link_is_refused_with_a_sentence(page: Page, link: str, why: str) -> None:
    if len(link) > LONGEST_LINK:
        with pytest.raises(RecordError, match=why):
            record_of_link(link)
    else:
        about = {"match": link}
        assert why in page.why(page.send(do="open", screen="shared_match", about=about))


def test_every_cut_link_is_refused(page: Page) -> None:
    link = link_of(played("zertz", 4))
    for length in range(0, len(link) - 1, 7):
        with pytest.raises(RecordError):
            record_of_link(link[:length])


@pytest.mark.parametrize("text", ["", "  ", "{", "[]", '{"format": 1}', "x" * 1000])
def test_a_file_that_is_no_match_is_refused_with_a_sentence(page: Page, text: str) -> None:
    answers: list[dict[str, Any]] = page.submit(page.open("open_match"), file=text)
    (refused,) = [answer for answer in answers if "refused" in answer]
    assert refused["field"] == "file"
    assert refused["why"].endswith(".")


@pytest.mark.needs("zertz")
@pytest.mark.parametrize("charset", ["windows-1251", "Shift_JIS", "utf-16", ""])
def test_a_file_that_is_no_utf_8_comes_as_its_bytes_and_is_read_as_one_of_the_disk(
    page: Page, charset: str
) -> None:
    name = NAMES.get(charset, "Käthe")
    content = encoded(charset) if charset in NAMES else game(name).encode(charset or "cp1252")
    sent = "".join(WINDOWS.get(byte, chr(byte)) for byte in content)
    answers = page.submit(page.open("open_match"), file="\0" + sent)
    (screen,) = [answer["screen"] for answer in answers if "screen" in answer]
    said = json.dumps(screen, ensure_ascii=False)
    assert f'"label": "{name}"' in said
    assert ("The text is no UTF-8; it is read as" in said) == (charset not in NAMES)


def test_bytes_that_no_page_sends_are_refused(page: Page) -> None:
    answers = page.submit(page.open("open_match"), file="\0Вася")
    (refused,) = [answer for answer in answers if "refused" in answer]
    assert "nobody here understands" in refused["why"]
