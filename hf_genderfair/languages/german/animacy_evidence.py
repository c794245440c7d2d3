"""Evidence from the words around a German pronoun that it stands for a person or for a thing.

Evidence is a number: above zero for persons, below for things. The numbers were set by judgement and say nothing of
genders.
"""

from __future__ import annotations

from functools import lru_cache

from hf_genderfair.core.resources import resource
from hf_genderfair.languages.document import Document
from hf_genderfair.languages.evidence import person_noun_gender
from hf_genderfair.languages.german.clauses import SUBJECTS, finite_verb
from hf_genderfair.languages.german.person_forms import person_form
from hf_genderfair.languages.german.verbs import verb_lemma
from hf_genderfair.languages.types import GrammaticalGender, grammatical_gender
from hf_genderfair.lexicons.loader import load_lexicon

SURE, LIKELY, SLIGHT = 2.5, 1.5, 0.6
"""Weights of a single word."""

DONE_BY_PERSONS = frozenset(
    "arbeiten studieren heiraten sterben leben wohnen lachen weinen lächeln schlafen trinken essen sitzen kandidieren "
    "lehren lernen schreiben lesen reisen flüchten fliehen trainieren spielen siegen promovieren habilitieren malen "
    "komponieren musizieren dirigieren regieren besuchen emigrieren auswandern zögern verzichten versuchen beschließen "
    "entscheiden besuchen tun lieben hassen kämpfen bitten danken warten hören sehen kennen absolvieren engagieren "
    "unterrichten zurücktreten antreten übernehmen telefonieren betreten küssen umarmen schauen blicken trauern "
    "aufwachsen erkranken amtieren wechseln unterschreiben unterzeichnen verfassen anrufen verdienen sammeln".split()
)
"""Verbs whose subject in the active voice is mostly a person."""

DONE_BY_THINGS = frozenset(
    "bestehen enthalten umfassen münden entspringen fließen kosten dauern stattfinden lauten entstehen beinhalten "
    "beruhen basieren verlaufen grenzen funktionieren bedeuten zählen betragen wehen scheinen brennen rosten reichen "
    "liegen befinden passen schmecken klingen riechen eignen erstrecken verfügen wachsen blühen enden beginnen "
    "anfangen erscheinen verkehren abfahren fahren dienen sinken vorliegen zunehmen "
    "abnehmen anfallen erlöschen gelten entfallen ermöglichen gehören wirken lohnen".split()
)
"""Verbs whose subject is a thing more often than that of other verbs."""

DONE_TO_PERSONS = frozenset(
    "umarmen küssen heiraten trösten begrüßen grüßen fragen bitten ermahnen beerdigen verhaften festnehmen verhören "
    "ohrfeigen einladen beschimpfen belügen verführen vergewaltigen adoptieren duzen siezen beneiden beglückwünschen "
    "bemitleiden ermorden überreden verspotten ernennen berufen befördern verurteilen entlassen erschießen "
    "hinrichten anklagen gebären töten nominieren inhaftieren verletzen operieren wählen ehren interviewen anrufen "
    "bitten warnen zwingen vertreten anstellen einstellen immatrikulieren taufen bestatten ausbilden".split()
)
"""Verbs whose objects, and subjects in the passive, are mostly persons."""

DONE_TO_THINGS = frozenset(
    "bauen errichten eröffnen abreißen veröffentlichen erbauen drehen gründen benennen herstellen produzieren "
    "verwenden verkaufen nutzen benutzen restaurieren renovieren zerstören ausstrahlen einweihen umbauen stilllegen "
    "bilden entwickeln einführen ausbauen kaufen ersetzen erweitern sanieren beenden schließen öffnen lesen trinken "
    "essen kochen bestellen liefern zahlen bezahlen anwenden verfassen vollenden verlegen drucken unterbrechen "
    "betreiben planen trennen austragen unterteilen begrenzen durchqueren überqueren messen teilen verabschieden "
    "aufheben formulieren durchsetzen umsetzen aufführen uraufführen sperren schreiben gestalten".split()
)
"""Verbs whose objects, and subjects in the passive, are mostly things."""

OF_PERSONS = frozenset(
    "rücktritt aussage aussagen vortrag rede reden initialen karriere kindheit jugend geburtstag memoiren biografie "
    "tod tode todes stimme kopf hand hände händen gesicht auge augen ohren haar haare arm arme bein beine rücken "
    "körper herz mund hobby antlitz haupt stirn wange wangen kinn lippe lippen zähne schulter schultern brust hüfte "
    "taille nase bart gehirn miene mienen blick blicke lächeln tränen finger knie schoß busen leben lebens beruf "
    "gefühl gefühle meinung überzeugung gewissen wohnung amtszeit doktorarbeit dissertation krankheit verletzung "
    "ansicht ehe studium studiums promotion amt amtes handschrift heimat freizeit schulzeit heirat ausbildung gattin "
    "ehefrau familie eltern name namens nachlass exil flucht geburt geburtsort auftritt auftritte verhalten "
    "entscheidung vermögen kollege kollegen kollegin schüler mutter vater arbeit angaben wissen dienst tätigkeit "
    "studien schriften forschungen dissertation habilitation gegner freund freunde freundin partner nachfolger "
    "vorgänger vorgängerin nachfolgerin einstellung "
    "teilnahme rolle jugendzeit amtsantritt amtsvorgänger erfahrung erfahrungen glauben traum träume".split()
)
"""Bodies, lives, minds and offices, that persons have and things seldom."""

OF_THINGS = frozenset(
    "höhe länge breite fläche gipfel mündung ufer einwohner einwohnerzahl hauptstadt lage bau fassade dach oberfläche "
    "quelle nebenflüsse wirkung wirksamkeit inhalt bestandteile mitglieder mitgliedern einzugsgebiet einrichtung "
    "gründung eröffnung fertigstellung veröffentlichung verwendung nutzung herstellung produktion zusammensetzung "
    "einführung entstehung bedeutung umsetzung verlauf dauer ende gebiet bevölkerung territorium innenstadt zweck "
    "ausdehnung dichte masse temperatur durchmesser gewicht farbe form eigenschaften funktion standort sitz "
    "abschaffung ausgabe auflage preis wert".split()
)
"""Measures and parts, that things have."""

MINDS = frozenset(
    "krank müde verheiratet überzeugt zufrieden froh stolz glücklich traurig wütend tot blind ledig geschieden bereit "
    "entschlossen geboren freundlich nett hungrig schuldig berühmt tätig katholisch evangelisch verliebt verwitwet "
    "befreundet ehrgeizig ratlos enttäuscht nervös einverstanden zuversichtlich dankbar arbeitslos erkrankt "
    "vermisst verstorben verletzt beliebt".split()
)
"""Adjectives that are mostly said of persons."""

MEASURED = frozenset(
    "hoch lang breit tief dick schwer teuer billig lecker zugänglich gültig erhältlich verfügbar "
    "geöffnet geschlossen kostenlos schiffbar haltbar giftig essbar sauber denkmalgeschützt nötig notwendig "
    "unverändert wichtig umstritten üblich".split()
)
"""Adjectives that are mostly said of things."""

COLLECTIVES = tuple(
    "regierung armee polizei partei firma gruppe kommission behörde mannschaft verein konzern staat bank gesellschaft "
    "union verband rat ministerium zeitung agentur fraktion koalition kirche gemeinde stadt bund land klub club team "
    "band unternehmen gericht gerichtshof senat bundestag parlament ausschuss ausschuß vorstand betrieb orden sender "
    "universität hochschule schule institut museum kanton bundesland republik verwaltung truppe flotte liga spd cdu "
    "csu fdp övp spö fpö organisation initiative allianz familie jury redaktion staatsanwaltschaft anstalt kongress "
    "behörden wehr verlag orchester chor stiftung leitung".split()
)
"""Ends of words for bodies of persons, which speak and act as persons do."""

INSIDE_THINGS = frozenset("in auf aus durch unter entlang innerhalb".split())
"""Prepositions that name places more often than persons."""

UNSPOKEN = frozenset(
    "verfügen befinden bestimmen bekanntwerden benennen darstellen demonstrieren dringen drohen dröhnen brummen "
    "durchsickern einschränken ergeben ergänzen festlegen folgern fortsetzen führen garantieren gebieten halten "
    "herausstellen hervorgehen hervorheben informieren klingen lauten heißen beweisen belegen bedeuten besagen "
    "signalisieren suggerieren unterstreichen verdeutlichen verbreiten vorsehen vorgeben weitergeben zeigen "
    "zurückgeben schließen ausgehen ausschließen ausrichten beruhigen berichten verlauten vertreten fortfahren "
    "unterstützen umschreiben offenbaren nahelegen nachweisen".split()
)
"""Verbs of saying whose subject may as well be a thing: *Der Vertrag sieht vor, …*."""


def _speaking_verbs() -> frozenset[str]:
    rows = load_lexicon("reporting_verbs_de").rows
    return frozenset(row[0] for row in rows if "impersonal" not in " ".join(row[3:])) - UNSPOKEN


def _is_speaking(document: Document, verb: int) -> bool:
    """Return whether a predicate says, asks or thinks something."""
    return _lemma(document, verb) in resource(("German speaking verbs",), _speaking_verbs)


def _lemma(document: Document, index: int) -> str:
    token = document.tokens[index]
    lemma = _infinitive(token.text, token.lemma)
    for child in document.children[index]:
        if document.tokens[child].relation == "compound:prt":
            return document.tokens[child].text.lower() + lemma
    return lemma


@lru_cache(maxsize=50_000)
def _infinitive(form: str, lemma: str) -> str:
    return verb_lemma(form, lemma)


def animacy_of_personal(document: Document, index: int) -> float:
    """Return the animacy evidence for a personal or demonstrative pronoun without a noun, from its verb."""
    tokens, heads = document.tokens, document.heads
    head = heads[index]
    relation = tokens[index].relation
    preposition = next(
        (tokens[child].text.lower() for child in document.children[index] if tokens[child].relation == "case"), ""
    )
    if preposition:
        return -SLIGHT if preposition in INSIDE_THINGS else -0.1
    if relation == "nsubj:pass" or (relation == "nsubj" and _is_passive(document, head)):
        return _animacy_of_object(document, head)
    if relation == "nsubj":
        return _animacy_of_subject(document, head)
    lemma = _lemma(document, head)
    if tokens[index].text.lower() in ("ihm", "ihr"):
        return LIKELY if lemma in resource(("German speaking verbs",), _speaking_verbs) else SLIGHT
    return _animacy_of_object(document, head)


def _is_passive(document: Document, head: int) -> bool:
    """Return whether a predicate is passive (*wird gebaut*) or means as much (*ist zu bauen*)."""
    tokens = document.tokens
    auxiliary = "werden" if tokens[head].morph.get("VerbForm") == "Part" else "sein"
    if auxiliary == "sein" and not (tokens[head].text.endswith("n") and "zu" in tokens[head].text):
        return False
    return any(
        tokens[child].lemma == auxiliary
        for child in document.children[head]
        if tokens[child].relation.startswith("aux")
    )


def _animacy_of_object(document: Document, head: int) -> float:
    lemma = _lemma(document, head)
    if lemma in DONE_TO_PERSONS:
        return SURE
    return -LIKELY if lemma in DONE_TO_THINGS else 0.0


def _animacy_of_subject(document: Document, head: int) -> float:
    tokens = document.tokens
    predicate = tokens[head]
    if any(tokens[child].relation == "cop" for child in document.children[head]):
        if predicate.pos == "NOUN":
            return SURE if _is_person(predicate.text, grammatical_gender(predicate.morph)) else -SLIGHT
        word = predicate.text.lower()
        return LIKELY if word in MINDS else -LIKELY if word in MEASURED else 0.0
    if any(child > head and tokens[child].text == "als" for child in document.children[head]):
        return 0.0
    lemma = _lemma(document, head)
    if lemma in resource(("German speaking verbs",), _speaking_verbs):
        return SURE
    if lemma in DONE_BY_PERSONS:
        return LIKELY
    if lemma in DONE_BY_THINGS:
        return -LIKELY
    verb = finite_verb(document, head)
    wants = verb >= 0 and tokens[verb].text.lower() in ("will", "wollte", "möchte", "mag")
    return SLIGHT if wants else 0.0


@lru_cache(maxsize=50_000)
def _is_person(word: str, gender: GrammaticalGender | None) -> bool:
    return person_form(word, gender) is not None


def animacy_of_possessive(document: Document, index: int) -> float:
    """Return the animacy evidence for the owner that a possessive stands for, from what is owned."""
    owned = document.tokens[document.heads[index]]
    word = owned.text.lower()
    if is_kin(owned.text) or is_kin(owned.lemma):
        return SURE
    if word in OF_PERSONS:
        return LIKELY
    return -LIKELY if word in OF_THINGS else 0.0


@lru_cache(maxsize=50_000)
def is_kin(word: str) -> bool:
    """Return whether a German noun is one for kin, or for a person with whom one lives."""
    evidence = person_noun_gender(word, "de", "Sing")
    return evidence is not None and (evidence.kind == "kinship" or word.lower() in ("frau", "mann", "freundin"))


def speaks(document: Document, index: int) -> bool:
    """Return whether a token is the subject of a verb of saying or thinking."""
    return document.tokens[index].relation in SUBJECTS and _is_speaking(document, document.heads[index])
