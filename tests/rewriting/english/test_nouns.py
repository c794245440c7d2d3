"""The table of neutral words is whole, and its words are found."""

from golden import all_rows

from hf_genderfair.rewriting.english.rewrite import find_nouns, fitting_neighbours, has_noun, noun_table


def test_every_word_is_found_whole_and_once():
    for gendered, neutral in noun_table().neutral.items():
        assert has_noun(gendered), gendered
        assert [(match.start, match.end, match.neutral) for match in find_nouns(gendered)] == [
            (0, len(gendered), neutral)
        ]


def test_neutral_words_are_neutral():
    for neutral in noun_table().neutral.values():
        assert neutral == "husband and wife" or not list(find_nouns(neutral)), neutral


def test_callers_words_have_plurals():
    extra = (("seamstress", "sewer"), ("Yardman", "yard worker"))
    assert [match.neutral for match in find_nouns("Seamstresses and yardmen", extra)] == ["Sewers", "yard workers"]


@all_rows
def test_neighbours(text, noun, neutral, expected):
    start = text.index(noun)
    assert list(fitting_neighbours(text, start, start + len(noun), neutral)) == expected
