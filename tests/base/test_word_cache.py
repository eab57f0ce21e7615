"""What is made once in each language, and what that may depend on."""

from gipf_meta.base.texts import _, spoken
from gipf_meta.base.word_cache import made_once


def test_a_value_is_made_once_in_each_language() -> None:
    made: list[int] = []

    @made_once()
    def words(number: int) -> tuple[int, str]:
        made.append(number)
        return number, _("nothing")

    first = words(1)
    with spoken("cs"):
        czech = words(1)
        assert words(1) is czech
    assert words(1) is first
    assert words(2) == (2, first[1])
    assert czech[1] != first[1]
    assert made == [1, 1, 2]


def test_the_values_that_were_used_last_stay() -> None:
    made: list[int] = []

    @made_once(2)
    def double(number: int) -> int:
        made.append(number)
        return 2 * number

    assert [double(number) for number in (1, 2, 1, 3, 1, 2)] == [2, 4, 2, 6, 2, 4]
    assert made == [1, 2, 3, 2]
