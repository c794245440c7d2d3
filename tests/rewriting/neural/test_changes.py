import pytest
from as_one_test import as_one_test

from hf_genderfair.rewriting.neural.changes import LearnedChanges, changed_words


@pytest.mark.parametrize(
    ("source", "target", "changed"),
    [
        ("Die Köche kamen.", "Die Köch*innen kamen.", [(1, "Köche", "Köch*innen")]),
        (
            "Sie kam vom Arzt zurück.",
            "Sie kam vom*von der Ärzt*in zurück.",
            [(2, "vom", "vom*von der"), (3, "Arzt", "Ärzt*in")],
        ),
        ("Alles bleibt.", "Alles bleibt.", []),
        ("Das ist sehr gut.", "Das ist gut.", None),
        ("Das ist gut.", "Das ist doch gut.", None),
        ("Eins zwei", "Eins a b c d e f g", None),
    ],
)
def test_words_are_aligned(source, target, changed):
    assert changed_words(source, target) == changed


@pytest.fixture(scope="module")
def changes():
    pairs = [
        ("Die Köche und Bäcker kamen.", "Die Köch*innen und Bäcker*innen kamen."),
        ("Die Leser, Hörer, Dolche und Strolche.", "Die Leser*innen, Hörer*innen, Dolch*innen und Strolch*innen."),
        ("Ein Leser, ein Hörer.", "Ein*e Leser*in, ein*e Hörer*in."),
        ("Ein Landanwalt, ein Meeranwalt.", "Ein*e Landanwält*in, ein*e Meeranwält*in."),
        ("Ein Bäcker, den er kennt.", "Ein*e Bäcker*in, den*die er*sie kennt."),
        ("Die Bürgerinitiative tagt.", "Die Bürger*inneninitiative tagt."),
        ("Der Anwalt geht vom Amt.", "Der*die Anwält*in geht vom*von der Amt."),
        ("Es regnet.", "Es regnet."),
    ]
    return LearnedChanges.learn(pairs * 3)


@as_one_test(
    ("word", "forms"),
    [
        ("Schwäche", ("Schwäch*innen",)),
        ("(Tischler)", ("(Tischler*in)", "(Tischler*innen)")),
        ("„Becker-Tischler“,", ("„Becker-Tischler*in“,", "„Becker-Tischler*innen“,")),
        ("Tischlern", ()),
        ("aber", ()),
        ("Der", ("Der*die",)),
        ("Bürgermeinung", ("Bürger*innenmeinung",)),
        ("Rechtsanwalt", ("Rechtsanwält*in",)),
        ("er", ("er*sie",)),
        ("Er", ("Er*sie",)),
        ("vom", ("vom*von der",)),
        ("regnet", ()),
        ("12.345,6", ()),
        ("", ()),
        ("…", ()),
        ("B" * 59 + "er", ()),
    ],
)
def test_words_become_what_words_like_them_became(changes, word, forms):
    assert changes.of(word) == forms


def test_rare_changes_are_no_changes():
    pair = ("Die Köche kamen.", "Die Köch*innen kamen.")
    assert LearnedChanges.learn([pair] * 2).of("Köche") == ()
    assert LearnedChanges.learn([pair] * 2, least=2).of("Köche") == ("Köch*innen",)


def test_words_that_never_changed_can_only_stay():
    fair = ("Maler, Fahrer und Leser kamen.", "Maler*innen, Fahrer*innen und Leser*innen kamen.")
    rare, common = ("Der Sommer.", "Der Sommer."), ("Im Winter regnet es.", "Im Winter regnet es.")
    changes = LearnedChanges.learn([fair] * 5 + [rare] * 4 + [common] * 5)
    assert changes.of("Sommer") == ("Sommer*innen",)
    assert changes.of("Winter") == changes.of("„winter“") == ()
    assert changes.of("Spätwinter") == ("Spätwinter*innen",)


def test_small_words_do_not_get_the_endings_of_nouns():
    fair = ("Maler, Fahrer und Leser kamen.", "Maler*innen, Fahrer*innen und Leser*innen kamen.")
    assert LearnedChanges.learn([fair] * 3).of("wiederholter") == ()


def test_endings_that_hardly_any_word_changes_are_words_of_their_own():
    fair = [(f"{noun} kam.", f"{noun}*in kam.") for noun in ("Herold", "Kobold", "Witzbold")] * 3
    assert LearnedChanges.learn(fair).of("Raufbold") == ("Raufbold*in",)
    others = [(f"{letters}old kam.", f"{letters}old kam.") for letters in map("Xab{}".format, range(200))]
    changes = LearnedChanges.learn(fair + others)
    assert (changes.of("Raufbold"), changes.of("Kobold")) == ((), ("Kobold*in",))


def test_changes_are_kept(changes, tmp_path):
    changes.save(tmp_path)
    assert LearnedChanges.load(tmp_path) == changes
