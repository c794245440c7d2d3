from dataset_scripts.lexicons.build_surnames import METADATA, surnames
from hf_genderfair.lexicons.loader import load_lexicon


def test_surnames_of_other_scripts_and_of_several_words_are_left_out():
    assert surnames(["Weber", "O'Neil", "Müller-Lüdenscheid", "van Dijk", "Иванов", "Li", "W", "weber"]) == [
        "li",
        "müller-lüdenscheid",
        "o'neil",
        "weber",
    ]


def test_the_table_says_what_it_is_made_of():
    lexicon = load_lexicon("surnames")
    names = [row[0] for row in lexicon.rows]
    assert lexicon.metadata == METADATA
    assert names == sorted(set(names))
    assert {"müller", "smith", "garcía"} <= set(names)
