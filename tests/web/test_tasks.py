"""An endless task that ends is noted, reported and restarted."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from gipf_meta.web.tasks import AGAIN_S, Tasks, begin
from tests.host.leaping import run_leaping
from tests.parsed import nodes_of

ROOT = Path(__file__).parents[2] / "gipf_meta"
BEGINNING = {"create_task", "ensure_future", "TaskGroup"}


def test_all_tasks_of_a_server_begin_in_one_place() -> None:
    found = {
        str(path.relative_to(ROOT))
        for folder in ("host", "web")
        for path in (ROOT / folder).rglob("*.py")
        for node in nodes_of(path)
        if isinstance(node, ast.Attribute | ast.Name)
        if (node.attr if isinstance(node, ast.Attribute) else node.id) in BEGINNING
    }
    assert found == {"web/tasks.py"}


@pytest.mark.parametrize("how", ["ends", "fails", "is cancelled by what it waits for"])
def test_what_should_go_on_for_ever_is_begun_again_and_told_of(
    how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = list[BaseException]()
    begun = list[float]()

    async def work() -> AsyncGenerator[None]:
        begun.append(asyncio.get_running_loop().time())
        if len(begun) == 1:
            yield
            if how == "fails":
                raise ZeroDivisionError
            if how != "ends":
                waiting = asyncio.get_running_loop().create_future()
                waiting.cancel()
                await waiting
            return
        await asyncio.sleep(1)
        yield
        await asyncio.sleep(1000)

    async def run() -> None:
        tasks = Tasks(failures.append)
        tasks.keep("work", work)
        await asyncio.sleep(0.5)
        (trouble,) = tasks.find_trouble()
        assert trouble == {
            "ends": "What the server does for ever has ended: work.",
            "fails": "ZeroDivisionError",
        }.get(how, "CancelledError")
        await asyncio.sleep(AGAIN_S)
        assert tasks.find_trouble() == [trouble], "it is well when it says so"
        await asyncio.sleep(1)
        assert tasks.find_trouble() == []
        await tasks.end()

    run_leaping(run(), monkeypatch)
    assert begun == [0, AGAIN_S]
    assert len(failures) == 1


def test_what_is_done_again_and_again_goes_on_after_it_has_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failures, done = list[BaseException](), list[float]()

    def work() -> None:
        done.append(asyncio.get_running_loop().time())
        if len(done) == 2:
            raise ZeroDivisionError

    async def run() -> None:
        tasks = Tasks(failures.append)
        tasks.repeat(work, 3)
        await asyncio.sleep(7)
        assert tasks.find_trouble() == ["ZeroDivisionError"]
        await asyncio.sleep(3)
        assert tasks.find_trouble() == []
        await tasks.end()

    run_leaping(run(), monkeypatch)
    assert done == [3, 6, 7]
    assert len(failures) == 1


def test_of_a_task_that_ends_by_itself_it_is_noted_if_it_fails() -> None:
    failures = list[BaseException]()

    async def run() -> None:
        async def fail() -> None:
            raise ZeroDivisionError

        failing, waiting = (
            begin(fail, failures.append),
            begin(asyncio.Event().wait, failures.append),
        )
        await failing
        waiting.cancel()
        await asyncio.wait([waiting])
        assert waiting.cancelled()

    asyncio.run(run())
    assert [type(each) for each in failures] == [ZeroDivisionError]
