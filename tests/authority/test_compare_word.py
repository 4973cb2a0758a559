"""The word to compare: alike when nobody stands between, and not to be steered by whoever does."""

from __future__ import annotations

import re

from gateway.authority.compare_word import commitment_to, compare_word, new_nonce


def test_both_sides_see_the_same_word_and_can_say_it() -> None:
    relays, devices = new_nonce(), new_nonce()
    word = compare_word(b"authority", b"request", relays, devices)
    assert word == compare_word(b"authority", b"request", relays, devices)
    assert re.fullmatch("[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]", word)


def test_whatever_is_exchanged_in_between_makes_another_word() -> None:
    same = [b"authority", b"request", bytes(16), bytes(16)]
    words = {compare_word(*same)}
    for at in range(4):
        for n in range(50):
            other = list(same)
            other[at] += bytes([n])
            words.add(compare_word(*other))
    assert len(words) > 195, "of 201, a chance meeting aside"


def test_a_commitment_fixes_number_and_request() -> None:
    nonce = new_nonce()
    assert len({commitment_to(nonce, b"a"), commitment_to(nonce, b"b"), commitment_to(new_nonce(), b"a")}) == 3
