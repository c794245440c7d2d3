"""Treebanks must come out as surface tokens, with the trees that belong to them."""

from pathlib import Path

from dataset_scripts.models.pipelines.treebanks import harmonise, read_conllu, read_germeval


def read(number, source):
    return list(read_conllu(Path(__file__).with_name("sentences.conllu"), source))[number]


def test_a_contraction_is_one_token_with_the_features_of_its_parts():
    sentence = read(0, "de_gsd")
    assert sentence.text == "Die Pilotin fliegt zum Mond."
    assert [word.form for word in sentence.words] == ["Die", "Pilotin", "fliegt", "zum", "Mond", "."]
    zum = sentence.words[3]
    assert (zum.pos, zum.relation, zum.head, zum.lemma) == ("ADP", "case", 4, "zu")
    assert zum.morph == {"Case": "Dat", "Gender": "Masc", "Number": "Sing"}
    assert [word.head for word in sentence.words] == [1, 2, 2, 4, 2, 2]
    # English clitics stay apart
    assert [word.form for word in read(1, "en_ewt").words] == ["She", "did", "n't", "sing", "!"]


def test_passives_of_ancora_get_their_subtypes():
    sentence = harmonise(read(2, "es_ancora"))
    relations = {word.form: word.relation for word in sentence.words}
    assert relations["sopa"] == "nsubj:pass"
    assert relations["fue"] == "aux:pass"
    assert relations["Eva"] == "obl:agent"
    assert relations["dársela"] == "advcl"


def test_germeval_entities(tmp_path):
    path = tmp_path / "some.tsv"
    rows = ["#\thttp://example.org\t[2010-01-01]", '1\t"\tO\tO', "2\tUte\tB-PER\tO", "3\tKlein\tI-PER\tO", '4\t"\tO\tO']
    rows += ["5\t,\tO\tO", "6\tBerliner\tB-LOCderiv\tO", "", ""]
    path.write_text("\n".join(rows), encoding="utf-8")
    (sentence,) = read_germeval(path)
    assert [word.entity for word in sentence.words] == ["O", "B-PER", "I-PER", "O", "O", "O"]
    assert sentence.text == '"Ute Klein", Berliner'
