"""Where pushes may go: to the services of browsers, and into no network of ours."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from gipf_meta.host.notices.push_addresses import (
    NotPublicError,
    PushError,
    PushServices,
    check_service,
    is_public,
)
from tests.host.notices.push_servers import BrowserKeys

SERVICES = PushServices()
FIREFOX = "https://updates.push.services.mozilla.com/wpush/v2/gAAAA_a-b"
BROWSER = BrowserKeys()


def check(endpoint: str = FIREFOX, **keys: str) -> None:
    """Checks what a browser says of its subscription."""
    SERVICES.check(endpoint, **{**BROWSER.about, **keys})


@pytest.mark.parametrize(
    "endpoint",
    [
        FIREFOX,
        "https://fcm.googleapis.com/fcm/send/cXyZ:APA91b_-",
        "https://web.push.apple.com/QJ",
        "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2f%2b",
    ],
)
def test_the_services_of_browsers_are_known(endpoint: str) -> None:
    check(endpoint)
    assert SERVICES.knows(endpoint)


@pytest.mark.parametrize(
    "endpoint",
    [
        "", "https://", "https:///a", "https://fcm.googleapis.com", "fcm.googleapis.com/a",
        # another way, another port, a user
        "http://fcm.googleapis.com/a", "HTTPS://fcm.googleapis.com/a",
        "file:///etc/passwd", "gopher://fcm.googleapis.com/a", "wss://fcm.googleapis.com/a",
        "https://fcm.googleapis.com:80/a", "https://fcm.googleapis.com:8064/a",
        "https://fcm.googleapis.com:0443/a", "https://fcm.googleapis.com:/a",
        "https://fcm.googleapis.com:٤٤٣/a",
        "https://user@fcm.googleapis.com/a", "https://fcm.googleapis.com@127.0.0.1/a",
        "https://fcm.googleapis.com:443@127.0.0.1/a", "https://127.0.0.1#@fcm.googleapis.com/a",
        "https://127.0.0.1\\@fcm.googleapis.com/a", "https://127.0.0.1?fcm.googleapis.com/a",
        # names that only look like it
        "https://fcm.googleapis.com./a", "https://fcm.googleapis.com../a",
        "https://.fcm.googleapis.com/a", "https://a..fcm.googleapis.com/a",
        "https://xfcm.googleapis.com/a", "https://fcm.googleapis.com.evil.example/a",
        "https://googleapis.com/a", "https://FCM.googleapis.com/a", "https://evil.example/a",
        "https://fcm。googleapis.com/a", "https://ｆcm.googleapis.com/a",
        "https://fcm.googleapıs.com/a", "https://xn--fcm-googleapis-com.example/a",
        "https://fcm.googleapis.com%2eevil.example/a", "https://fcm.googleapis.com%00/a",
        "https://-a.fcm.googleapis.com/a", "https://a_b.fcm.googleapis.com/a",
        # machines of this network, in every spelling
        "https://localhost/a", "https://localhost.localdomain/a", "https://db/a",
        "https://127.0.0.1/a", "https://127.1/a", "https://2130706433/a", "https://0x7f000001/a",
        "https://0x7f.0.0.1/a", "https://0177.0.0.1/a", "https://017700000001/a", "https://0/a",
        "https://10.0.0.1/a", "https://169.254.169.254/latest/meta-data",
        "https://[::1]/a", "https://[::ffff:127.0.0.1]/a", "https://[::ffff:7f00:1]/a",
        "https://[fe80::1%25eth0]/a", "https://[::]/a",
        # what ends a line, or begins another header
        f"{FIREFOX}\r\nX: y", f"{FIREFOX}\n", f" {FIREFOX}", f"{FIREFOX} ", f"{FIREFOX}#a",
        f"{FIREFOX}\\", f"{FIREFOX}\t", f"{FIREFOX}\x00", f"{FIREFOX}é",
        f"{FIREFOX}{'a' * 2_000}",
    ],
)  # fmt: skip
def test_nothing_else_is_asked(endpoint: str) -> None:
    assert not SERVICES.knows(endpoint)
    with pytest.raises(PushError, match="service that this server does not know"):
        check(endpoint)


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": ""}, {"p256dh": "AAAA"}, {"p256dh": "B" + "A" * 86},
        {"p256dh": f"{BROWSER.p256dh}\n"}, {"p256dh": f"{BROWSER.p256dh}é"},
        {"p256dh": BROWSER.auth}, {"p256dh": f"{BROWSER.p256dh}!"},
        {"auth": ""}, {"auth": "AAAA"}, {"auth": BROWSER.p256dh}, {"auth": "A" * 21 + "*"},
    ],
)  # fmt: skip
def test_keys_that_no_browser_has_are_refused_with_a_sentence(keys: dict[str, str]) -> None:
    with pytest.raises(PushError, match="The browser's answer cannot be understood"):
        check(**keys)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "142.250.1.95", "2a00:1450:4001::5f", "64:ff9b::808:808"]
)
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1",
        "100.64.0.1", "169.254.169.254", "192.0.2.1", "198.18.0.1", "224.0.0.1", "239.1.1.1",
        "240.0.0.1", "255.255.255.255",
        "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1",
        "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:a9fe:a9fe",
        "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::7f00:1",
        "2002:7f00:1::1", "2002:a00:1::", "2001:0:a00:1::1",
        "::127.0.0.1", "::ffff:0:127.0.0.1", "fec0::1", "5f00::1",
        "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "", "8.8.8.8 ",
    ],
)  # fmt: skip
def test_other_addresses_are_not(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    ("found", "is_good"),
    [
        (["8.8.8.8"], True), (["8.8.8.8", "2a00:1450:4001::5f"], True), ([], False),
        (["8.8.8.8", "127.0.0.1"], False), (["::ffff:127.0.0.1"], False), (["10.0.0.1"], False),
    ],
)  # fmt: skip
def test_each_address_of_a_name_is_checked(found: list[str], is_good: bool) -> None:
    async def resolve(name: str, port: int) -> list[str]:
        return found

    services = replace(SERVICES, resolve=resolve)
    looking = services.addresses_of("fcm.googleapis.com", 443)
    if is_good:
        assert asyncio.run(looking) == found
    else:
        with pytest.raises(NotPublicError):
            asyncio.run(looking)


def test_an_operator_names_further_services() -> None:
    more = replace(SERVICES, names=(*SERVICES.names, check_service("push.example.org")))
    assert more.knows("https://push.example.org/a")
    assert more.knows("https://x.push.example.org/a")
    assert not more.knows("https://example.org/a")


@pytest.mark.parametrize(
    "name",
    [
        "", "localhost", "127.0.0.1", "0x7f.1", "10.0.1", "push.example.org.", ".example.org",
        "PUSH.example.org", "https://push.example.org", "push.example.org:443", "püsh.example.org",
        "push.example.org/a", "*.example.org", "a b.example.org", "push.example.org\n",
    ],
)  # fmt: skip
def test_what_is_no_name_of_a_service_is_refused(name: str) -> None:
    with pytest.raises(PushError, match="is no name of a push service, as"):
        check_service(name)
