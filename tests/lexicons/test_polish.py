from hf_genderfair.lexicons.polish import UNACCENTED, regular_feminine


def test_regular_feminines():
    assert [regular_feminine(word) for word in ("dobry", "tani", "wielki", "rad")] == [
        "dobra",
        "tania",
        "wielka",
        "rada",
    ]


def test_unaccented_letters():
    assert "zażółć gęślą jaźń".translate(UNACCENTED) == "zazolc gesla jazn"
