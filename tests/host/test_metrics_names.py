"""The names in alert rules, dashboard and docs/host.md are those that ``/metrics`` has."""

from __future__ import annotations

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from tests.host.conftest import make_tables
from tests.host.hosting import hosted, visitor

DOCS: Final = Path(__file__).parents[2] / "docs"
FOLDER: Final = DOCS / "host"
NAME: Final = re.compile(r"\b(up|(?:gipf_meta|process)_\w+)\b(?!\s*\()(?:\{([^}]*)\})?")
"""A metric in an expression, and the labels by which it is chosen."""
MATCHER: Final = re.compile(r'(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"')
BY: Final = re.compile(r"\b(?:by|on|group_left|group_right|without|ignoring)\s*\(([^)]*)\)")
SHOWN: Final = re.compile(r"\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}")
"""A label in a text beside an expression."""
OF_PROMETHEUS: Final = {"job", "instance"}
"""The labels that Prometheus adds to all that it reads."""
JOB: Final = "gipf-meta"

OF_OLD: Final = {
    "gipf_meta_rooms", "gipf_meta_sockets", "gipf_meta_connections", "gipf_meta_moves_total",
    "gipf_meta_frames_total", "gipf_meta_refused_frames_total", "gipf_meta_answer_seconds_bucket",
    "gipf_meta_part_seconds_total", "gipf_meta_part_cpu_seconds_total", "gipf_meta_commits_total",
    "gipf_meta_conflicts_total", "gipf_meta_thoughts_total", "gipf_meta_failures_total",
}  # fmt: skip
"""The names of 0.2.0, which others may have written into their rules."""

Samples = dict[str, dict[str, set[str]]]
"""The names of ``/metrics``, each with the values of each of its labels."""


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The answer of ``/metrics`` of a host at which somebody has played."""
    url = make_tables(f"sqlite:///{tmp_path_factory.mktemp('host') / 'rooms.sqlite'}")

    async def play() -> str:
        async with hosted(url) as host, visitor(host) as ann:
            room = host.open_room("r", ann.person, ann.person)
            *_, done = await ann.page.watch(room)
            await ann.page.play(room, "claim", done["number"])
            return (await host.get("metrics"))[1]

    return asyncio.run(play())


@pytest.fixture(scope="module")
def samples(text: str) -> Samples:
    """The names in *text*, with their labels."""
    found: Samples = defaultdict(lambda: defaultdict(set))
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = found[sample.name]
            for label, value in sample.labels.items():
                labels[label].add(value)
    found["up"] = defaultdict(set)  # Prometheus's own
    return found


def faults(expression: str, samples: Samples, shown: str = "") -> list[str]:
    """The *expression* names that is not in *samples*; *shown* is the text beside its values."""
    return [*_faults(expression, samples, shown)]


def _faults(expression: str, samples: Samples, shown: str) -> Iterator[str]:
    found, known = NAME.findall(expression), set(OF_PROMETHEUS)
    if not found:
        yield f"no metric in {expression}"
    for name, matchers in found:
        if name not in samples:
            yield name
            continue
        known |= samples[name].keys()
        for label, how, value in MATCHER.findall(matchers):
            values = samples[name].get(label, set())
            if label in OF_PROMETHEUS:
                if label == "job" and value != JOB:
                    yield f"{name} job={value}"
            elif not values:
                yield f"{name} {label}"
            elif missing := set(value.split("|") if "~" in how else [value]) - values:
                yield f"{name} {label}={missing}"
    for labels in [*BY.findall(expression), *SHOWN.findall(shown)]:
        yield from (each for each in re.findall(r"\w+", labels) if each not in known)


def load_rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def load_panels() -> list[dict[str, Any]]:
    dashboard = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))
    return [panel for panel in dashboard["panels"] if panel["type"] != "row"]


def page() -> str:
    """The part of docs/host.md that names metrics."""
    return (DOCS / "host.md").read_text("utf-8")


def test_every_metric_of_an_alert_is_there(samples: Samples) -> None:
    for rule in load_rules():
        assert faults(rule["expr"], samples, rule["annotations"]["summary"]) == [], rule["alert"]


def test_every_metric_of_the_dashboard_is_there(samples: Samples) -> None:
    dashboard = json.loads((FOLDER / "dashboard.json").read_text("utf-8"))
    for panel in load_panels():
        for target in panel["targets"]:
            assert faults(target["expr"], samples, target["legendFormat"]) == [], panel["title"]
    for variable in dashboard["templating"]["list"]:
        if variable["type"] == "query":
            assert faults(variable["definition"].partition("(")[2], samples) == []


def test_every_metric_of_the_page_is_there(samples: Samples) -> None:
    bases = {name.removesuffix("_bucket") for name in samples if name.endswith("_bucket")}
    named = {name for name, _labels in NAME.findall(page())}
    assert named - samples.keys() - bases == set()
    queries = re.findall(r"```promql\n(.*?)```", page(), re.DOTALL)
    assert queries
    for query in "".join(queries).splitlines():
        assert faults(query, samples) == [], query


def test_the_names_of_old_stay(samples: Samples) -> None:
    assert OF_OLD - samples.keys() == set()


def test_the_page_describes_every_metric(text: str) -> None:
    named = {name for name, _labels in NAME.findall(page())}
    of_host = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in text_string_to_metric_families(text)
        if family.name.startswith("gipf_meta_") and not family.name.endswith("_created")
    }
    assert of_host - named == set()


def test_the_page_says_what_to_do_at_every_alert() -> None:
    alerts = [rule["alert"] for rule in load_rules()]
    assert len({*alerts}) == len(alerts)
    assert [*re.findall(r"^\* `(\w+)`: ", page(), re.MULTILINE)] == alerts


@pytest.mark.parametrize(
    ("expression", "fault"),
    [
        ("gipf_meta_socket > 3", "gipf_meta_socket"),
        ("rate(gipf_meta_moves[5m])", "gipf_meta_moves"),
        ('gipf_meta_arrivals_total{key="knwn"}', "gipf_meta_arrivals_total key={'knwn'}"),
        ('gipf_meta_part_seconds_total{parts="commit"}', "gipf_meta_part_seconds_total parts"),
        ('gipf_meta_arrivals_total{key=~"new|old"}', "gipf_meta_arrivals_total key={'old'}"),
        ("sum by (reasons) (gipf_meta_refusals_total)", "reasons"),
        ('up{job="gipf_meta"} == 0', "up job=gipf_meta"),
        ("1 > 0", "no metric in 1 > 0"),
    ],
)  # fmt: skip
def test_a_misspelt_name_is_found(expression: str, fault: str, samples: Samples) -> None:
    assert faults(expression, samples) == [fault]
    assert faults("gipf_meta_sockets", samples, "{{instanze}}") == ["instanze"]


def test_prometheus_asks_the_job_that_the_rules_name_and_reads_them() -> None:
    about = yaml.safe_load((FOLDER / "prometheus.yml").read_text("utf-8"))
    assert [each["job_name"] for each in about["scrape_configs"]] == [JOB]
    assert [(FOLDER / name).is_file() for name in about["rule_files"]] == [True]


def test_the_dashboard_is_laid_out_and_every_panel_has_a_title_and_a_unit() -> None:
    panels = load_panels()
    taken = set[tuple[int, int]]()
    for panel in panels:
        at = panel["gridPos"]
        cells = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert not cells & taken, panel["title"]
        assert max(x for x, _y in cells) < 24, panel["title"]
        taken |= cells
        assert panel["title"], panel
        assert panel["fieldConfig"]["defaults"]["unit"], panel["title"]
    ids = [panel["id"] for panel in panels]
    assert len(ids) == len({*ids})
