from __future__ import annotations

from as_one_test import as_one_test

from hf_genderfair.counterfactual.topics import keyword_pattern, topic_reason

REASONS = [
    ("en", "The senators smiled at her.", "political"),
    ("en", "She lost the election.", "political"),
    ("en", "He fought in a civil war.", "historical"),
    ("en", "Her legacy lives on.", "historical"),
    ("en", "She was warned about the warden.", None),
    ("en", "He moved there in 1987.", "year"),
    ("en", "She sang in the 1990s.", "year"),
    ("en", "He was mayor of nothing.", "political"),
    ("en", "She played there in 2009–10.", "year"),
    ("en", "He paid $1500 for it.", None),
    ("en", "He paid 1500 dollars for it.", None),
    ("en", "She ran 1200 m in the rain.", None),
    ("en", "She has 1,900 stamps.", None),
    ("en", "He won 19999 times.", None),
    ("en", "It began in 2030, she said.", None),
    ("en", "She bakes bread.", None),
    ("de", "Die Bundeskanzlerin sprach mit ihr.", "political"),
    ("de", "Er fiel im Weltkrieg.", "historical"),
    ("de", "Sie war müde.", None),
    ("de", "Er zog 1975 nach Bonn.", "year"),
    ("de", "Sie aß 1500 Gramm Kirschen.", None),
    ("es", "La alcaldesa llegó con su hijo.", "political"),
    ("es", "Ella murió en casa.", "historical"),
    ("es", "Ella duerme.", None),
    ("xx", "In 1999 ego.", "year"),
    ("xx", "The president.", None),
]


@as_one_test(("lang", "text", "reason"), REASONS)
def test_topics(lang: str, text: str, reason: str | None) -> None:
    assert topic_reason(text, lang) == reason


def test_keywords_are_whole_words() -> None:
    pattern = keyword_pattern(["War", "world war", "politic*", "*krieg"])
    found = ["world war", "politicians", "war", "bauernkrieg"]
    assert pattern.findall("world war, warm politicians, war, bauernkrieg, kriege") == found
