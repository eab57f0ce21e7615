from __future__ import annotations
import pytest
from tests.online.faults import Faults
from tests.online.evening import spent
from tests.online.conftest import make_tables
from collections import Counter


def test_dry(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make_tables(url)
    faults = Faults()
    marks = []
    with faults.installed(monkeypatch):
        spent(
            url,
            monkeypatch,
            lambda: marks.append(len(faults.asked)),
            lambda: marks.append(len(faults.asked)),
        )
    print(marks, len(faults.asked))
    for place, n in Counter(faults.asked[marks[0] : marks[1]]).most_common():
        print(n, place)
