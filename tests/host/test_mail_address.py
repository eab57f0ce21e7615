"""One form of each mail address, and nothing that a server could read as anything else."""

from __future__ import annotations

import pytest

from gipf_meta.host.identity.mail_address import mailbox_of, read_address, shortened


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("ann@example.org", "ann@example.org"),
        ("  Ann.Lee+GIPF@Example.ORG ", "ann.lee+gipf@example.org"),
        ("o'neil_x~1@a-b.example.co.uk", "o'neil_x~1@a-b.example.co.uk"),
        ("ann@exämple.org", "ann@xn--exmple-cua.org"),
        ("ann@EXÄMPLE.org", "ann@xn--exmple-cua.org"),
        ("ann@xn--exmple-cua.org", "ann@xn--exmple-cua.org"),
    ],
)
def test_an_address_has_one_form(typed: str, read: str) -> None:
    assert read_address(typed) == read
    assert read_address(read) == read


def test_a_list_shows_an_address_to_who_knows_it_and_no_letter_of_another_script() -> None:
    assert shortened(read_address("ann@example.org")) == "a…@example.org"
    assert shortened(read_address("v@ex\u0430mple.org")) == "v…@xn--exmple-4nf.org"


def test_limits_count_a_mailbox_once_however_its_address_is_written() -> None:
    assert mailbox_of("an.n+1@example.org") == mailbox_of("ann+2@example.org") == "ann@example.org"
    assert mailbox_of("+1@example.org") == "+1@example.org"
