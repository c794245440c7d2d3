"""Infinitives of German verb forms."""

from as_one_test import as_one_test
from golden import all_rows

from hf_genderfair.languages.german.verbs import LEXICON, verb_lemma
from hf_genderfair.lexicons.loader import load_lexicon

IRREGULAR = """
    bin sein  Wären sein  gewesen sein  hatte haben  wird werden  geworden werden  muss müssen  mußte müssen
    möchte mögen  weiß wissen  tut tun  getan tun  sieht sehen  sieh sehen  gilt gelten  isst essen  ging gehen
    ginge gehen  käme kommen  ließ lassen  läßt lassen  liess lassen  schlossen schließen  schloß schließen
    geboren gebären  lud laden  bittet bitten  rannten rennen  trittst treten  komm kommen  führe führen
    führen führen  spannen spannen  schalten schalten  drängen drängen
"""
PREFIXED = """
    angesehen ansehen  verstand verstehen  verstanden verstehen  besprochen besprechen  abzusehen absehen
    anerkannte anerkennen  anzuerkennen anerkennen  herausfand herausfinden  übernahm übernehmen
    missverstand missverstehen  vorbeizukommen vorbeikommen  zuzugeben zugeben  zusehen zusehen  zugehört zuhören
    hinzufügen hinzufügen  hinzuzufügen hinzufügen  eingestand eingestehen  vermisst vermissen  angehört angehören
    aufgerissen aufreißen  stattgefunden stattfinden  bedarf bedürfen  verabschieden verabschieden
    zurückgefallen zurückfallen  hineingeraten hineingeraten  wehgetan wehtun  genannten nennen
"""
REGULAR = """
    forderte fordern  berichtet berichten  sammelt sammeln  handele handeln  handle handeln  ändert ändern
    kauft kaufen  gekauft kaufen  arbeitete arbeiten  gearbeitet arbeiten  rechnet rechnen  öffnete öffnen
    redet reden  wohnt wohnen  lernte lernen  sagten sagen  achten achten  beachten beachten  machten machen
    flüchteten flüchten  studierten studieren  diskutiert diskutieren  feiert feiern  gefeiert feiern
    spielte spielen  leert leeren  dauert dauern  reist reisen  löste lösen  machst machen  kommst kommen
    eingestellt einstellen  abgeschleppt abschleppen  auszuforschen ausforschen  anzudeuten andeuten
    versucht versuchen  gewährt gewähren  gestaltet gestalten  gehört gehören  geschmiert schmieren
    generiert generieren  umgestaltet umgestalten  paßt passen  kreiert kreieren  erschwert erschweren
    angelt angeln  gestellten stellen  basierend basieren  umarmt umarmen  überquerte überqueren
"""


def pairs(table):
    words = table.split()
    return list(zip(words[::2], words[1::2], strict=True))


@as_one_test(("form", "infinitive"), pairs(IRREGULAR) + pairs(PREFIXED) + pairs(REGULAR))
def test_infinitives(form, infinitive):
    assert verb_lemma(form, form) == infinitive


@all_rows
def test_a_lemma_decides_only_between_verbs_that_have_the_form(form, lemma, infinitive):
    assert verb_lemma(form, lemma) == infinitive


@as_one_test("form", ["", "t", "40.", "www", "ge", "gt", "st", "zu", "an" * 3000, "herein" * 500])
def test_what_is_no_verb_keeps_its_lemma(form):
    assert verb_lemma(form, "as given") == "as given"


def test_listed_forms_are_never_left_as_they_are():
    for infinitive, *cells in load_lexicon(LEXICON).rows:
        for form in " ".join(cells).split():
            lemma = verb_lemma(form, "")
            assert lemma.endswith(("en", "ern", "eln")) or lemma in ("sein", "tun")
            assert verb_lemma(form, infinitive) == infinitive
