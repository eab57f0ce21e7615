"""Opening a database: its tables are made, brought up to date, or refused with a sentence."""

from __future__ import annotations

import os
import signal
import sqlite3
from pathlib import Path
from threading import Thread
from typing import Any, Final

import psycopg
import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext

from gipf_meta.base.clock import CalendarClock, StillClock
from gipf_meta.cli import run
from gipf_meta.host import chores, database_engines, tables
from gipf_meta.host.backups import backup, verify
from gipf_meta.host.chores import SWEEP, add_chore, do_chores
from gipf_meta.host.database import AWAY_MS, PATIENT_MS, Database, DatabaseError
from gipf_meta.host.database_ledger import DatabaseLedger
from gipf_meta.host.tables import METADATA, ROOM, SEAT
from tests.host.old_tables import go_back_to
from tests.host.test_database_ledger import new_hub_on
from tests.hub.test_hub import find, opening, say
from tests.tables import table


class Striding:
    """A clock of which each look takes 600 ms."""

    ms = 0

    def now_ms(self) -> int:
        """Milliseconds."""
        self.ms += 600
        return self.ms


def test_a_new_database_has_the_tables_that_the_program_knows(
    url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    for _time in range(2):
        database = Database.open(url)
        with database.engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, METADATA) == []
            assert context.get_current_revision() == "0012"
        database.close()
    assert capfd.readouterr() == ("", "")


def test_the_first_tables_are_brought_up_to_date_as_their_ledger_tells(
    url: str,
) -> None:
    database = Database.open(url)
    hub = new_hub_on(DatabaseLedger(database))
    for room in ("free", "taken", "bot"):
        people = opening("wager", "human", "human", is_open=True)
        hub.open_room(room, people, "ann", others={1: ""})
        say(hub, "invite", room=room, player=1, key="k" * 22)
    say(hub, "enter", "eve", room="taken", key="k" * 22)
    say(hub, "seat", room="bot", player=1, kind="random")
    rows = _rows(database)
    go_back_to("0001", database)
    database.close()
    again = Database.open(url)
    assert _rows(again) == rows
    assert [fault for _room, fault in verify(again, find)] == ["", "", ""]
    with again.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    again.close()


def _rows(database: Database) -> list[tuple[Any, ...]]:
    """Returns the rows of the newer columns."""
    rooms = sa.select(ROOM.c.id, ROOM.c.opened_by, ROOM.c.waits_for).order_by(ROOM.c.id)
    seats = sa.select(SEAT.c.room, SEAT.c.player, SEAT.c.is_reserved)
    asked = (rooms, seats.order_by(SEAT.c.room, SEAT.c.player))
    return database.read(lambda db: [tuple(row) for each in asked for row in db.execute(each)])


def test_tables_of_a_newer_version_are_left_alone(url: str, database: Database) -> None:
    database.write(lambda db: db.execute(sa.text("UPDATE alembic_version SET version_num = '999'")))
    with pytest.raises(DatabaseError, match=r"written by a newer version .*999"):
        Database.open(url)


def test_tables_of_another_program_are_left_alone(url: str) -> None:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE room (beds INTEGER)"))
    with pytest.raises(DatabaseError, match="belongs to another program"):
        Database.open(url)
    with engine.begin() as connection:
        assert sa.inspect(connection).get_table_names() == ["room"]
    engine.dispose()


@table("""
    url                                    | why
    mysql://db                             | A database is named like
    sqlite://                              | A database is named like
    rooms.sqlite                           | A database is named like
    postgresql://ann:secret@localhost:1/db | it does not answer as it should
    sqlite:////nowhere/rooms.sqlite        | it cannot be opened there
""")
def test_what_is_no_database_is_told_in_one_sentence(url: str, why: str) -> None:
    with pytest.raises(DatabaseError, match=why) as caught:
        Database.open(url)
    for words in (str(caught.value), caught.value.in_full):
        assert "secret" not in words
        assert "\n" not in words
    assert "localhost" not in str(caught.value)


def test_only_whoever_runs_the_host_is_told_where_its_database_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["host", "rooms", "--database", "postgresql://ann@localhost:1/db"]) == 2
    assert "port 1 failed" in capsys.readouterr().err


def test_nobody_else_reads_a_file_with_matches_from_its_first_moment(tmp_path: Path) -> None:
    def rights() -> set[int]:
        return {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}

    file, before = tmp_path / "rooms.sqlite", os.umask(0)
    try:
        database = Database.open(f"sqlite:///{file}")
        database.beat("me", 7)
        backup(database, tmp_path / "backup.sqlite")
        assert len([*tmp_path.iterdir()]) == 4, "SQLite has written files of its own"
        assert rights() == {0o600}
    finally:
        os.umask(before)
    for path in tmp_path.iterdir():
        path.chmod(0o664)
    Database.open(f"sqlite:///{file}").close()
    database.close()
    assert {path.stat().st_mode & 0o007 for path in tmp_path.glob("rooms*")} == {0}


def test_a_file_that_is_no_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "rooms.sqlite"
    file.write_text("Dear diary, " * 1000)
    with pytest.raises(DatabaseError, match="it is no database"):
        Database.open(f"sqlite:///{file}")


def test_a_locked_file_is_awaited_only_so_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.host.database_engines.LOCK_MS", 10)
    file = tmp_path / "rooms.sqlite"
    clock = Striding()
    database = Database.open(f"sqlite:///{file}", clock)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    for act in (lambda: database.beat("me", 1), lambda: database.begin().__enter__()):
        begun_ms = clock.ms
        with pytest.raises(DatabaseError, match="another program holds it"):
            act()
        assert clock.ms - begun_ms > PATIENT_MS, "it was asked again as long as a person waits"
        clock.ms += AWAY_MS
    holder.execute("ROLLBACK")
    database.beat("me", 2)
    assert database.last_beat_ms() == 2
    database.close()
    holder.close()


def test_a_file_that_is_let_go_of_while_somebody_waits_is_written(tmp_path: Path) -> None:
    """The other program releases the file after three looks at the clock, one at each try."""
    file = tmp_path / "rooms.sqlite"

    class Waiting(Striding):
        def now_ms(self) -> int:
            if self.ms > 3 * 600 and holder.in_transaction:
                holder.execute("ROLLBACK")
            return super().now_ms()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gipf_meta.host.database_engines.LOCK_MS", 1)
        database = Database.open(f"sqlite:///{file}", clock := Waiting())
        holder = sqlite3.connect(file, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        database.beat("me", 1)
        clock.ms = 0
        holder.execute("BEGIN IMMEDIATE")
        with database.begin() as connection:
            connection.rollback()
    assert database.last_beat_ms() == 1
    database.close()
    holder.close()


def test_a_database_is_busy_while_this_program_writes_and_held_only_by_another_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.host.database_engines.LOCK_MS", 1)
    database = Database.open(f"sqlite:///{tmp_path / 'rooms.sqlite'}", Striding())
    told = list[str]()

    def beat() -> None:
        try:
            database.beat("me", 1)
        except DatabaseError as error:
            told.append(str(error))

    writing = Thread(target=beat)
    with monkeypatch.context() as hurried, database.begin():
        hurried.setattr("gipf_meta.host.database.PATIENT_MS", 1)
        writing.start()
        writing.join()
    assert told == ["The database cannot be used: it is busy."]
    with database.begin() as connection:
        writing = Thread(target=beat)
        writing.start()  # it takes its turn
        connection.commit()
    writing.join()
    assert len(told) == 1
    assert database.last_beat_ms() == 1
    database.close()


def test_the_time_of_the_database_is_the_calendar_s(database: Database) -> None:
    clock = CalendarClock()
    before = clock.now_ms()
    assert before - 2_000 <= database.now_ms() <= clock.now_ms() + 2_000


def test_the_last_beat_of_any_process_is_known(database: Database) -> None:
    assert database.last_beat_ms() is None
    for process, at_ms in {"a": 1000, "b": 3000}.items():
        database.beat(process, at_ms)
    database.beat("a", 2000)
    assert database.last_beat_ms() == 3000
    database.beat("a", 10**12)
    assert database.last_beat_ms() == 10**12


def test_the_address_hides_the_password() -> None:
    url = sa.make_url("postgresql+psycopg://ann:secret@localhost/db")
    assert (
        Database(sa.create_engine(url), StillClock()).address
        == "postgresql+psycopg://ann:***@localhost/db"
    )


# ---- a database that goes away -----------------------------------------------------------------


def backend_of(database: Database) -> int:
    """The process of PostgreSQL that serves the only connection of *database*."""
    return int(
        database.read(lambda db: db.execute(sa.text("SELECT pg_backend_pid()")).scalar_one())
    )


def test_a_lost_connection_is_made_again(postgres_schema: str) -> None:
    database, killer = Database.open(postgres_schema), Database.open(postgres_schema)
    kill = sa.text("SELECT pg_terminate_backend(:backend, 5000)")
    for act in (lambda: database.beat("me", 1), database.now_ms):
        backend = backend_of(database)
        killer.read(lambda db, backend=backend: db.execute(kill, {"backend": backend}))
        act()
        assert backend_of(database) != backend
    assert database.last_beat_ms() == 1
    database.close()
    killer.close()


def test_a_server_that_hangs_is_awaited_only_so_long(
    postgres_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database.open(postgres_schema)
    for is_spared in (False, True):
        backend = backend_of(database)
        os.kill(backend, signal.SIGSTOP)
        try:
            with monkeypatch.context() as patch:
                patch.setattr("gipf_meta.host.database_engines.ANSWER_MS", 50)
                if is_spared:
                    patch.setattr("gipf_meta.host.database.LONG_MS", 0)
                    with pytest.raises(DatabaseError, match="the server does not answer"):
                        database.now_ms()
                else:
                    assert database.now_ms() > 0  # on a new connection
        finally:
            os.kill(backend, signal.SIGCONT)
    database.close()


class Leaping(Striding):
    """A clock of which each look takes longer than a statement may."""

    def now_ms(self) -> int:
        """Milliseconds."""
        self.ms += 2 * database_engines.ANSWER_MS
        return self.ms


class LeapingFar(Striding):
    """A clock of which each look takes longer than a statement on all rows may."""

    def now_ms(self) -> int:
        """Milliseconds."""
        self.ms += 2 * tables.LONGEST_MS
        return self.ms


LONG: Final = "SELECT pg_sleep(0.3)"
"""A statement for which a connection looks at its clock several times."""


@pytest.mark.slow
def test_a_migration_has_time_for_statements_on_all_rows(
    postgres_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[Any] = []
    upgrade = tables.command.upgrade

    def upgrade_slowly(config: Config, version: str) -> None:
        db: sa.Connection = config.attributes["connection"]
        with monkeypatch.context() as patch:
            patch.setattr(database_engines, "RealClock", Leaping)
            db.exec_driver_sql(LONG)
        limits.extend(db.exec_driver_sql("SHOW statement_timeout").scalars())
        upgrade(config, version)

    monkeypatch.setattr(tables.command, "upgrade", upgrade_slowly)
    database = Database.open(postgres_schema)
    limits += database.read(lambda db: db.exec_driver_sql("SHOW statement_timeout").scalars().all())
    assert limits == ["10min", "4s"]
    monkeypatch.setattr(database_engines, "RealClock", Leaping)
    with (
        database.engine.connect() as connection,
        pytest.raises(sa.exc.OperationalError, match="the server does not answer"),
    ):
        connection.exec_driver_sql(LONG)
    database.close()


@pytest.mark.slow
def test_a_chore_gives_up_a_server_that_hangs(
    postgres_schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, other = Database.open(postgres_schema), Database.open(postgres_schema)
    database.write(lambda db: add_chore(db, SWEEP))
    with other.engine.begin() as blocking:
        blocking.exec_driver_sql("LOCK TABLE name")
        with monkeypatch.context() as patch:
            patch.setattr(database_engines, "RealClock", LeapingFar)
            with pytest.raises(psycopg.OperationalError, match="the server does not answer"):
                chores._clean(database.engine, is_whole=False)
    do_chores(database.engine)
    assert database.read(lambda db: db.execute(sa.select(tables.CHORE)).all()) == []
    other.close()
    database.close()


def test_who_has_waited_in_vain_spares_others_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gipf_meta.host.database_engines.LOCK_MS", 1)
    file, clock = tmp_path / "rooms.sqlite", Striding()
    database = Database.open(f"sqlite:///{file}", clock)
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(DatabaseError, match="another program holds it"):
        database.beat("me", 1)
    failed_ms = clock.ms
    holder.execute("ROLLBACK")
    while clock.ms < failed_ms + AWAY_MS - 600:
        with pytest.raises(DatabaseError, match="another program holds it"):
            database.beat("me", 1)
    database.beat("me", 2)
    assert database.last_beat_ms() == 2
    database.close()
    holder.close()


def test_who_was_given_up_in_a_deadlock_writes_once_more(url: str) -> None:
    """As PostgreSQL ends one of several transactions that wait for each other."""
    tries = []

    def change(db: sa.Connection) -> str:
        tries.append(db)
        if len(tries) < 3:
            raise sa.exc.OperationalError("UPDATE", {}, psycopg.errors.DeadlockDetected("deadlock"))
        return "written"

    database = Database.open(url)
    try:
        assert database.write(change) == "written"
        assert len(tries) == 3
    finally:
        database.close()
