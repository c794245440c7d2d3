"""Treebanks must come out as surface tokens, with the trees that belong to them."""

from dataset_scripts.models.pipelines.treebanks import harmonise, read_conllu, read_germeval

GERMAN = """\
# text = Die Pilotin fliegt zum Mond.
1\tDie\tder\tDET\tART\tCase=Nom|Gender=Fem|Number=Sing|PronType=Art\t2\tdet\t_\t_
2\tPilotin\tPilotin\tNOUN\tNN\tCase=Nom|Gender=Fem|Number=Sing\t3\tnsubj\t_\t_
3\tfliegt\tfliegen\tVERB\tVVFIN\tVerbForm=Fin\t0\troot\t_\t_
4-5\tzum\t_\t_\t_\t_\t_\t_\t_\t_
4\tzu\tzu\tADP\tAPPR\t_\t6\tcase\t_\t_
5\tdem\tder\tDET\tART\tCase=Dat|Gender=Masc|Number=Sing\t6\tdet\t_\t_
6\tMond\tMond\tNOUN\tNN\tCase=Dat|Gender=Masc|Number=Sing\t3\tobl:tmod\t_\tSpaceAfter=No
7\t.\t.\tPUNCT\t$.\t_\t3\tpunct\t_\t_
"""
ENGLISH = """\
1\tShe\tshe\tPRON\tPRP\tCase=Nom\t4\tnsubj\t_\t_
2-3\tdidn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdid\tdo\tAUX\tVBD\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t_\t_
4\tsing\tsing\tVERB\tVB\t_\t0\troot\t_\tSpaceAfter=No
5\t!\t!\tPUNCT\t.\t_\t4\tpunct\t_\t_
"""
SPANISH = """\
1\tLa\tel\tDET\tDA\tGender=Fem\t2\tdet\t_\t_
2\tsopa\tsopa\tNOUN\tNC\tGender=Fem\t4\tnsubj\t_\t_
3\tfue\tser\tAUX\tVS\tVerbForm=Fin\t4\taux\t_\t_
4\tservida\tservir\tVERB\tVM\tGender=Fem|VerbForm=Part\t0\troot\t_\t_
5\tpor\tpor\tADP\tSP\t_\t6\tcase\t_\t_
6\tEva\tEva\tPROPN\tNP\t_\t4\tobl\t_\t_
7-8\tdársela\t_\t_\t_\t_\t_\t_\t_\t_
7\tdar\tdar\tVERB\tVM\tVerbForm=Inf\t4\tadvcl\t_\t_
8\tla\tél\tPRON\tPP\tGender=Fem\t7\tobj\t_\t_
"""


def read(tmp_path, text, source):
    path = tmp_path / "some.conllu"
    path.write_text(text + "\n", encoding="utf-8")
    (sentence,) = read_conllu(path, source)
    return sentence


def test_a_contraction_is_one_token_with_the_features_of_its_parts(tmp_path):
    sentence = read(tmp_path, GERMAN, "de_gsd")
    assert sentence.text == "Die Pilotin fliegt zum Mond."
    assert [word.form for word in sentence.words] == ["Die", "Pilotin", "fliegt", "zum", "Mond", "."]
    zum = sentence.words[3]
    assert (zum.pos, zum.relation, zum.head, zum.lemma) == ("ADP", "case", 4, "zu")
    assert zum.morph == {"Case": "Dat", "Gender": "Masc", "Number": "Sing"}
    assert [word.head for word in sentence.words] == [1, 2, 2, 4, 2, 2]


def test_english_clitics_stay_split(tmp_path):
    sentence = read(tmp_path, ENGLISH, "en_ewt")
    assert [word.form for word in sentence.words] == ["She", "did", "n't", "sing", "!"]
    assert sentence.text == "She didn't sing!"


def test_passives_of_ancora_get_their_subtypes(tmp_path):
    sentence = harmonise(read(tmp_path, SPANISH, "es_ancora"))
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
