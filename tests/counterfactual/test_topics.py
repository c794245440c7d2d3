from __future__ import annotations

from golden import all_rows

from hf_genderfair.counterfactual.topics import topic_reason


@all_rows
def test_topics(lang: str, text: str, reason: str | None) -> None:
    assert topic_reason(text, lang) == reason
