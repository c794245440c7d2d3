from golden import all_rows

from hf_genderfair.counterfactual.topics import topic_reason


@all_rows
def test_topics(lang, text, reason):
    assert topic_reason(text, lang) == reason
