from __future__ import annotations

from golden import all_rows

from hf_genderfair.counterfactual.topics import keyword_pattern, topic_reason


@all_rows
def test_topics(lang: str, text: str, reason: str | None) -> None:
    assert topic_reason(text, lang) == reason


def test_keywords_are_whole_words() -> None:
    pattern = keyword_pattern(["War", "world war", "politic*", "*krieg"])
    found = ["world war", "politicians", "war", "bauernkrieg"]
    assert pattern.findall("world war, warm politicians, war, bauernkrieg, kriege") == found
