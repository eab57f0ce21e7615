"""Encodings of texts: a declared one counts, and none is guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

import gipf_meta as gm
from gipf_meta.plugins.loading import installed_plugins
from gipf_meta.records.encodings import BadEncoding, decode, find_codec
from gipf_meta.records.models import RecordError
from tests.commands.test_cli import Command, refused
from tests.commands.test_cli import gipf_meta as gipf_meta  # the fixture
from tests.records.test_text_formats_collections import game

NAMES = {
    "windows-1251": "Вася",
    "KOI8-R": "Вася",
    "ISO-8859-2": "Žižka",
    "windows-1250": "Žižka",
    "Shift_JIS": "ソ表能",  # whose second bytes are backslashes and brackets
    "EUC-JP": "山田",
    "Big5": "許功蓋",
    "GB18030": "王小明",
    "GB2312": "王朱镕基",  # one letter is of GBK alone
    "EUC-KR": "홍길동",
    "UTF-8": "Вася",
}


@pytest.fixture(autouse=True)
def _one_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("library_import", "given_games", "replay"):
        monkeypatch.setattr(f"gipf_meta.commands.{module}.load_plugins", installed_plugins)


def encoded(charset: str) -> bytes:
    """A game whose first player has a name in that *charset*, which it says."""
    text = game(NAMES[charset], setup="Zertz]\nCA[" + charset)
    return text.encode("gbk" if charset == "GB2312" else charset)


@pytest.mark.parametrize("charset", NAMES)
def test_what_a_game_says_of_its_encoding_is_obeyed(charset: str) -> None:
    found = decode(encoded(charset))
    assert f'P0[id "{NAMES[charset]}"]' in found.text
    assert found.notices == ()


def test_each_game_of_a_file_has_its_own_encoding() -> None:
    found = decode("".join(["Hello!\n", game("Käthe")]).encode() + b"".join(map(encoded, NAMES)))
    assert all(f'P0[id "{name}"]' in found.text for name in ("Käthe", *NAMES.values()))


def test_a_byte_order_mark_counts_more_than_what_people_say_and_that_more_than_the_text() -> None:
    text = game("Вася", setup="Zertz]CA[KOI8-R")
    assert decode(b"\xef\xbb\xbf" + text.encode(), "windows-1251").text == text
    assert decode(text.encode("utf-16"), "windows-1251").text == text
    assert decode(text.encode("cp1251"), "windows-1251").text == text
    assert decode(text.encode("koi8-r")).text == text


@pytest.mark.parametrize(
    ("charset", "why"),
    [
        ("Klingon-8", "a says that its encoding is Klingon-8 (CA), which is not known here."),
        ("zip", "a says that its encoding is zip (CA), which is not known here."),
        ("utf-8", "a says that its encoding is utf-8 (CA), and is not in it."),
    ],
)
def test_an_encoding_that_is_none_is_told_and_read_as_others_are(charset: str, why: str) -> None:
    content = game("Käthe", setup=f"Zertz]CA[{charset}").encode("latin-1")
    found = decode(content, name="a")
    assert "Käthe" in found.text
    assert found.notices == (why, "a is no UTF-8; it is read as Windows-1252.")


@pytest.mark.parametrize(
    "name",
    ["zip", "rot13", "unicode_escape", "idna", "punycode", "utf-7", "hex", "../x", "", "a b"],
)
def test_what_is_no_encoding_of_texts_is_none(name: str) -> None:
    assert find_codec(name) is None


def test_a_text_in_another_encoding_than_was_said_is_refused() -> None:
    with pytest.raises(BadEncoding, match="not in the encoding utf-8"):
        decode("Käthe".encode("latin-1"), "utf-8")


@pytest.mark.parametrize("command", [("replay",), ("review",), ("render",), ("library", "import")])
def test_commands_take_an_encoding(
    gipf_meta: Command, tmp_path: Path, command: tuple[str, ...]
) -> None:
    sheet = '[Game "zertz"]\n[White "Žižka"]\n1. Wd4,d1 Bd7,a4\n'
    (tmp_path / "a").write_bytes(sheet.encode("cp1250"))
    said = (*command, "a", "-o", "a.svg") if command == ("render",) else (*command, "a")
    told = gipf_meta(*said, "--encoding", "windows-1250")
    assert (told.status, told.err) == (0, "")
    if command[0] == "replay":
        assert "Žižka" in told.out
    why = refused(gipf_meta(*said, "--encoding", "klingon"))
    assert "'klingon' is no encoding that is known here; such are utf-8 and shift_jis" in why
    assert "not in the encoding utf-8" in gipf_meta(*said, "--encoding", "utf-8").err


def test_a_game_is_loaded_in_an_encoding(tmp_path: Path) -> None:
    file = tmp_path / "a.sgf"
    file.write_bytes(game("Вася").encode("koi8-r"))
    assert gm.load(file, encoding="koi8-r").names[0] == "Вася"
    with pytest.raises(RecordError, match="no encoding that is known"):
        gm.load(file, encoding="zip")
