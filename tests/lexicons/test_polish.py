from hf_genderfair.first_person.lexicon import UNACCENTED, personal_plural, regular_feminine


def test_regular_feminines():
    assert [regular_feminine(word) for word in ("dobry", "tani", "wielki", "rad")] == [
        "dobra",
        "tania",
        "wielka",
        "rada",
    ]


def test_regular_personal_plurals():
    words = {"chory": "chorzy", "praktyczny": "praktyczni", "zmęczony": "zmęczeni", "drogi": "drodzy", "obcy": "obcy"}
    assert {word: personal_plural(word) for word in words} == words


def test_unaccented_letters():
    assert "zażółć gęślą jaźń".translate(UNACCENTED) == "zazolc gesla jazn"
