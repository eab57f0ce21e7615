"""A host's database with studies that 0.2.0 kept too deep to read them again: read, verified,
exported, gone on with; and what is kept now, at any depth, in databases of both kinds."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from gipf_meta.host.backups import export, restore, verify
from gipf_meta.host.database import Database
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.records import tree
from gipf_meta.records.record_files import dumps, loads
from gipf_meta.records.study import Study
from gipf_meta.table.openings import Opening
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import find, say
from tests.records.deep import DEPTHS, read_sheet
from tests.records.test_lines_depth import KEPT, KEPT_DEPTHS, depth_of


def test_studies_that_were_kept_too_deep_at_a_host_are_read(
    database: Database, tmp_path: Path
) -> None:
    file = tmp_path / "host.sqlite"
    file.write_bytes(lzma.decompress((KEPT / "host.sqlite.xz").read_bytes()))
    assert restore(database, file).rooms == len(KEPT_DEPTHS) - 2
    assert set(verify(database, find)) == {(f"r{n}", "") for n in range(len(KEPT_DEPTHS) - 2)}
    for n, depth in enumerate(KEPT_DEPTHS[:-2]):
        record = export(database, find, f"r{n}")
        assert depth_of(record) == depth
        assert loads(dumps(record)) == record
    hub = new_hub_on(DatabaseLedger(database))
    say(hub, "watch", room="r4")
    study = hub.room("r4").study
    assert study is not None
    deepest = tree.name_of(max(tree.nodes(study.turns), key=len))
    say(hub, "walk", room="r4", at=deepest)
    say(hub, "write_beside", room="r4", at=deepest, comment="still here")
    assert dict(verify(database, find))["r4"] == ""
    assert "still here" in dumps(export(database, find, "r4"))


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.sample(2, "slow")
def test_a_study_at_a_host_is_kept_at_any_depth(database: Database, depth: int) -> None:
    hub = new_hub_on(DatabaseLedger(database))
    record = Study.of(read_sheet(depth)).record
    hub.open_room("s", Opening.of_record(record), "ann")
    say(hub, "watch", room="s")
    for at in ("first", tree.name_of(max(tree.nodes(record.turns), key=len)), "back"):
        say(hub, "walk", room="s", at=at)
    assert [*verify(database, find)] == [("s", "")], "who walks in a study makes no clock wrong"
    assert export(database, find, "s").turns == record.turns
