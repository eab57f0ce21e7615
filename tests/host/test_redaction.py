"""The words of people in the texts of a ledger, and how those of one are taken out."""

from __future__ import annotations

import json

import pytest

from gipf_meta.host.redaction import Redaction, change_texts, texts_in, without_names
from gipf_meta.host.tables import EntryRow


def row(sender: str, comment: str) -> EntryRow:
    written = json.dumps([{"event": "wrote_beside", "comment": comment}], ensure_ascii=False)
    return EntryRow(1, 1, sender, "c", written)


def comments(*rows: tuple[str, str], names: tuple[str, ...] = ("Xan",)) -> list[str]:
    """The comments that are left of *rows* when Xan is deleted."""
    redaction = Redaction("xan", names)
    return [
        comment
        for sender, text in rows
        for comment in texts_in(redaction.change(row(sender, text)), "comment")
    ]


def test_words_are_his_who_wrote_them_first_and_rings_stay() -> None:
    ring = "[%csl Ga1]"
    assert comments(
        ("bob", "Fine"), ("xan", f"Fine {ring}"), ("xan", "Mine"), ("bob", f"Mine {ring}"),
        ("xan", ring), ("xan", ""),
    ) == ["Fine", f"Fine {ring}", "…", f"… {ring}", ring, ""]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "left"),
    [
        ("Quøgg", "quøgg, QUØGG and Quøggs", "…, … and Quøggs"),
        ("Jo", "Jo or jo: Jota", "… or jo: Jota"),  # a short name may be a word
        (".*", "1.* is no pattern", "1.* is no pattern"),
        ("1-0", "1-0, 11-0", "…, 11-0"),
        ("Ann Lee", "Ann Lee and Ann", "… and Ann"),
    ],
)
def test_names_go_as_whole_words(name: str, text: str, left: str) -> None:
    assert without_names(text, [name]) == left


def test_only_texts_that_people_read_are_changed() -> None:
    written = (
        '[{"event": "played", "text": "Xan", "comment":"a \\"Xan\\" {\\\\",  "about" :'
        '{"White": "Xan", "Xan": "no"}, "more": {"Site": "Xan"}, "signs": "Xan"}]'
    )
    changed = change_texts(written, lambda key, text: text.replace("Xan", "…"))
    assert changed == (
        '[{"event": "played", "text": "Xan", "comment":"a \\"…\\" {\\\\",  "about" :'
        '{"White": "…", "Xan": "no"}, "more": {"Site": "Xan"}, "signs": "Xan"}]'
    )
    assert json.loads(changed)[0]["about"] == {"White": "…", "Xan": "no"}
