"""Sets of numbers and planes as whole numbers."""

from __future__ import annotations

from gipf_meta import first_bits, flag_planes, numbers_of_set, pack_planes, set_of_numbers


def test_a_set_lists_what_it_was_made_of() -> None:
    assert numbers_of_set(set_of_numbers([0, 7, 8, 300], 301)) == [0, 7, 8, 300]
    assert numbers_of_set(0) == []


def test_planes_lie_one_behind_the_other() -> None:
    planes = [0, 5, 0, 0, 1, 0]
    packed = pack_planes(planes, 3)
    assert [packed >> 3 * at & 7 for at in range(len(planes))] == planes


def test_a_count_fills_as_many_places() -> None:
    assert [first_bits(count, 3) for count in (0, 2, 9)] == [0b000, 0b011, 0b111]


def test_a_flag_is_a_plane_of_its_own() -> None:
    assert flag_planes(0b101, 3) == pack_planes([0b111, 0, 0b111], 3)
    assert flag_planes(1 << 9 | 1, 3) == 0b111 | 0b111 << 9 * 3


def test_planes_may_lie_before_others() -> None:
    assert pack_planes([1, 0], 3, pack_planes([5, 2], 3)) == pack_planes([1, 0, 5, 2], 3)
