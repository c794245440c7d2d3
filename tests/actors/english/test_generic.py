"""Which English nouns in the singular mean anybody."""

from __future__ import annotations

from as_one_test import as_one_test

from hf_genderfair.actors.transform import ActorMetrics


@as_one_test(
    ("text", "expected"),
    [
        ("The art is for the reader.", []),
        ("The reader wrote to us.", ["reader"]),
        ("When the person is ill, a doctor should come.", []),
        ("It is hard for a child to sleep.", []),
        ("They need to find a cook.", []),
        ("A cook who sings is welcome.", []),
        ("I know a cook who sings.", ["cook"]),
        ("There is a cook who sings.", ["cook"]),
        ("He fired a cook who sang.", ["He", "cook"]),
        ("Idiot! You will fall.", []),
        ("They saw how early man hunted.", []),
        ("She sang in her youth. A youth fell.", ["She", "youth"]),
    ],
)
def test_who_is_somebody(text, expected):
    assert [actor.name for actor in next(ActorMetrics("en").read([text])).actors if not actor.group] == expected
