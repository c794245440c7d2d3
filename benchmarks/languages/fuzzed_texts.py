"""Mutated sentences of all languages: what crawled text, broken editors and half-written forms look like.

Texts depend on the seed alone. Surrogates are left out, since Arrow cannot hold them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from random import Random

SENTENCES = {
    "de": (
        "Die Schreinerin Ute Brandt sägt seit sechs Uhr, ihr Lehrling fegt den Hof.",
        "Alle Gärtner*innen, die Lehrer:innen und jede_r Mieter_in bekamen 17 Tomaten.",
        "„Ich habe den Schlüssel verloren“, sagte der Hausmeister, und seine Kollegin lachte.",
        "Der*die neue Bibliothekar*in fragt, ob er*sie das Regal abbauen darf.",
        "Herr Dr. Okafor und Frau Lindqvist trafen 1998 einen Fischer und dessen Schwester.",
        "Jeder Student, der seinen Ausweis vergisst, zahlt 3,50 € an die Kassierer/-innen.",
        "Bürgerinnen und Bürger schrieben dem Amt; es antwortete niemandem.",
        "Sie behauptete, ihr Bruder sei Pilot geworden – er wisse davon nichts.",
        "Unsere MitarbeiterInnen sind freundlich, die Chefin ist es selten.",
        "Ein Arzt oder eine Ärztin muss den Verband der Kinder wechseln.",
        "Die Polizistin wurde vom Bürgermeister gelobt, weil sie ihm geholfen hatte.",
        "Männer reden immer zu laut, meint meine Oma.",
        "Liebe Teilnehmende, bitte bringt euren Nachbarn und eine*n Freund*in mit!",
        "Der Deutsche Imkerbund e. V. warnt Imker vor dem Käfer.",
        "Wer seinen Bäcker kennt, der grüßt ihn: »Guten Morgen, Frau Meister!«",
        "Es regnet. Die Brücke ist gesperrt. Niemand wartet.",
        "Die Sänger-innen und der Chor- und Orchesterleiter probten von 8–10 Uhr.",
        "Meine Tante ist Ingenieurin, mein Onkel Hebamme, und beide sind müde.",
        "Laut der Sprecherin Aylin Demir „fehlen uns ‚gute‘ Köch*innen“, so der Wirt.",
        "Kund(inn)en, Verkäufer/innen und die I/*innen auf dem Plakat irritierten ihn.",
    ),
    "en": (
        "The plumber dropped her wrench, and her apprentice caught it with his left hand.",
        "“I never said that he's late,” Ms. Okoye told the two firemen.",
        "Each tenant must bring his or her key; s/he pays $12.50 at the desk.",
        "My aunt is a widow, my nephew a waiter, and the girls call him Duke.",
        "Women are always early, said the old man who hadn't met them.",
        "They themself painted the chairperson's boat in 1987.",
        "Mr. and Mrs. Lund-Petersen asked a policewoman about their sons' bikes.",
        "Nobody knows whether the actress likes herself or hers.",
        "A young Muslim and an elderly Christian shared the teenager's umbrella.",
        "The nurse, whose brother is a salesman, gave him (and her) tea.",
        "It rained. The bridge is closed. See http://ferry.example/she?he=1 for more.",
        "Dr. Amara Nwosu praised Tom; he thanked her and 'the boys' at once.",
        "She's the king of the hill, isn't she?",
        "Every mother-in-law of a stewardess knows the captain by his hat.",
        "The committee elected its chairman, a heroine to some, a fool to others.",
        "Ladies and gentlemen, the groom kissed the bride's grandmother.",
        "He says he'll ask his wife, but she said, 'Ask your husband!'",
        "The landlady told the landlord that the cat had lost its mate.",
        "A man-made lake attracted businessmen, sportswomen and one monk.",
        "One of the daughters taught her uncle's students at 07:45 a.m.",
    ),
    "es": (
        "La panadera Inés vendió doce bollos y su marido barrió la acera.",
        "Los alumnos y las alumnas saludaron al conserje, que estaba cansado.",
        "«No lo sé», contestó el pescador a la alcaldesa en 2003.",
        "Mi abuela era cartera, mi tío modista, y los dos cantaban bien.",
        "Les estudiantes y l@s profesor@s firmaron; todxs quedaron contentes.",
        "El señor Quispe preguntó a una enfermera si ella conocía al dueño.",
        "¿Quién es la persona que llamó? ¡Una víctima, dijo él!",
        "La jefa despidió a su secretario porque lo encontró dormido.",
        "Cada niño/a trae su libro y el maestro(a) lo firma.",
        "Las mujeres siempre llegan pronto, dice un vecino.",
        "Doña Remedios y don Anselmo son suegros de la pintora.",
        "Llueve. El puente está cerrado. Nadie espera.",
        "Un cocinero joven le dio su sartén a la camarera más alta.",
        "Se lo dijo al médico: «Estoy harta de ti», y él se fue.",
        "El testigo y la juez hablaron con ambos policías.",
        "Aquel actor guapo se casó con la hija del rey.",
        "Nosotras somos ingenieras; vosotros, bailarines de 3,5 metros.",
        "Dámelo, que la bebé de mi hermana tiene hambre.",
        "El público aplaudió a las cantantes y a su padre.",
        "Trabajadores y trabajadoras piden 1.200 € al ministro.",
    ),
    "ca": (
        "La fornera Neus va vendre dotze coques i el seu home escombrava.",
        "Els alumnes i les alumnes van saludar el conserge, que estava cansat.",
        "«No ho sé pas», va respondre el pescador a l'alcaldessa.",
        "La meva àvia era cartera, l'oncle sastre, i tots dos cantaven.",
        "L'infermera i el metge d'Alcoi són cosins germans.",
        "Cada nen/a porta el seu llibre i la mestra el signa.",
        "El senyor Puigdemunt va preguntar a una veïna si ella el coneixia.",
        "Qui és la persona que ha trucat? Una víctima, deia ell!",
        "Plou. El pont és tancat. No espera ningú.",
        "Les dones sempre arriben d'hora, diu un veí.",
        "Una cuinera jove li va donar la paella al cambrer més alt.",
        "Els treballadors i treballadores demanen 1.200 € al ministre.",
        "Nosaltres som enginyeres; vosaltres, ballarins del col·legi.",
        "La jutgessa i el testimoni van parlar amb els dos policies.",
        "El xiquet de la tia Empar s'ha fet actor.",
        "Dona-m'ho, que la criatura de ma germana té fam.",
        "El públic va aplaudir les cantants i son pare.",
        "Aquell rei es va casar amb la filla del moliner.",
        "«Estic farta de tu», li va dir, i ell se'n va anar el 1974.",
        "Benvolguts i benvolgudes, l'amo del bar us convida.",
    ),
    "pl": (
        "Wczoraj zgubiłam parasol, ale brat go znalazł i mi oddał.",
        "Byłem pewien, że listonoszka przyniesie paczkę przed ósmą.",
        "„Nie kupiłam jeszcze biletów”, powiedziała Jagoda do kierowcy.",
        "Gdybym wiedział, jak jest późno, wyszedłbym wcześniej z córką.",
        "Nauczycielki i nauczyciele pytali dyrektora, czy jest zmęczony.",
        "Moja ciotka jest szewcem, a wujek pielęgniarzem od 1991 roku.",
        "Jestem bardzo zadowolona, chociaż nic nie zrobiłam.",
        "Każdy/a uczestnik/czka dostanie 3,50 zł i jabłko.",
        "Pada. Most jest zamknięty. Nikt nie czeka.",
        "Pani doktor Lis przyjęła pana Wronę, który kaszlał.",
        "zrobilam zupe, a sasiad zjadl wszystko",
        "Kobiety zawsze przychodzą za wcześnie, mówi sąsiad.",
        "Sama bym tego nie naprawiła, dziękuję hydraulikowi!",
        "Będę musiał zapytać żonę, bo ona to umyła.",
        "Pierwszy wpis, byłam tam w maju.\nAutor: jodła\nDrugi wpis, też czekałem.",
        "Ofiara wypadku, znana aktorka, podziękowała strażakom.",
        "Mama mówiła: zawsze byłaś grzeczna, a ja się śmiałam.",
        "Poseł i posłanka spotkali się z królową w „Hotelu Pod Lipą”.",
        "Nie jestem głodny ani zmęczony; spałem 7–8 godzin.",
        "Dziewczyny, widziałyście mojego syna? Szukałam go wszędzie.",
    ),
}

INVISIBLE = "\u200b\u200c\u200d\u00ad\u2060\ufeff\u180e\ufe0f"
DIRECTIONS = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2069\u061c"
COMBINING = "\u0301\u0308\u0327\u0303\u20dd\u0345\u1ab0"
SPACES = (" ", "  ", "\t", "\n", "\r", "\r\n", "\x00", "\x0b", "\x1f", "\x85", "\u00a0", "\u2028", "\u3000", "\n\n")
EMOJI = ("👩🏽\u200d🏫", "👨\u200d👩\u200d👧", "🧑🏿", "♀️", "🇩🇪", "🏳️\u200d🌈", "😀", "\U0001f9d1\u200d", "\U0001f3fd")
QUOTES = "\"'„“”‚‘’«»‹›`´—–"
HALF_FORMS = (
    *(
        "*innen",
        "*/innen",
        "/*innen",
        "/-in",
        ":in",
        "_innen",
        "I/*innen",
        "BinnenI",
        "Lehrer*",
        "(innen)",
        "/in",
        "*",
        "*in*in",
        ":",
        "_r",
    ),
    *(
        "*r",
        "/n",
        "er*sie",
        "s/he",
        "(wo)",
        "his/",
        "or her",
        "-in-",
        "/a",
        "@s",
        "xs",
        "(a)",
        "/czka",
        "·ines",
        "Innen",
    ),
)
SCRIPTS = (
    "Привет учительница",
    "老师和她的学生",
    "المعلمة قالت",
    "המורה",
    "อาจารย์",
    "κυρία",
    "शिक्षिका",
    "ﬁnden",
    "ＡＢＣ",
    "ǅ",
)
TURKISH_AND_SHARP = "İıſẞßŉΐǰ"

Mutation = Callable[[Random, str], str]


def _at(random: Random, text: str, piece: str) -> str:
    place = random.randint(0, len(text))
    return text[:place] + piece + text[place:]


def _inserted(pieces: str | tuple[str, ...], most: int) -> Mutation:
    def mutate(random: Random, text: str) -> str:
        for _ in range(random.randint(1, most)):
            text = _at(random, text, random.choice(pieces))
        return text

    return mutate


def _within_word(random: Random, text: str, change: Callable[[str], str]) -> str:
    words = text.split(" ")
    place = random.randrange(len(words))
    words[place] = change(words[place])
    return " ".join(words)


def _half_form(random: Random, text: str) -> str:
    form = random.choice(HALF_FORMS)
    return _within_word(random, text, lambda word: random.choice((word + form, form, form + word, word[:-2] + form)))


def _cut_word(random: Random, text: str) -> str:
    return _within_word(random, text, lambda word: word[random.randint(0, len(word)) :][: random.randint(0, 9)])


def _cut_text(random: Random, text: str) -> str:
    start = random.randint(0, len(text))
    return text[start : random.randint(start, len(text))]


def _spaces(random: Random, text: str) -> str:
    return _within_word(random, text.replace(" ", random.choice(("", *SPACES)), 1), lambda word: f" {word}  ")


def _long_word(random: Random, text: str) -> str:
    return _within_word(random, text, lambda word: (word or "a") * random.choice((3, 20, 60)))


def _repeated(random: Random, text: str) -> str:
    return text + random.choice(("", " ", ". ", "\n")) + text[random.randint(0, len(text)) :]


def _shuffled(random: Random, text: str) -> str:
    words = text.split(" ")
    random.shuffle(words)
    return " ".join(words)


def _cased(random: Random, text: str) -> str:
    return random.choice((str.upper, str.lower, str.title, str.swapcase, str.capitalize))(text)


def _normalised(random: Random, text: str) -> str:
    return unicodedata.normalize(random.choice(("NFD", "NFD", "NFKD", "NFKC")), text)


def _digits(random: Random, text: str) -> str:
    return _at(random, text, random.choice(("1", "²", "½", "٣", "1.000.000", "0x1F", "12:30", "§ 3", "1." * 9)))


def _markup(random: Random, text: str) -> str:
    return _at(
        random, text, random.choice(("<b>", "</p>", "&nbsp;", "[x](", "```", "**", "#", "| a |", "{{", "https://"))
    )


MUTATIONS: tuple[Mutation, ...] = (
    _inserted(INVISIBLE, 4),
    _inserted(DIRECTIONS, 3),
    _inserted(COMBINING, 3),
    _inserted(SPACES, 3),
    _inserted(EMOJI, 2),
    _inserted(QUOTES, 4),
    _inserted(SCRIPTS, 1),
    _inserted(TURKISH_AND_SHARP, 3),
    _inserted(".,;:!?…()-", 4),
    _half_form,
    _half_form,
    _cut_word,
    _cut_text,
    _spaces,
    _long_word,
    _repeated,
    _shuffled,
    _cased,
    _normalised,
    _digits,
    _markup,
)


def fuzzed_texts(lang: str, number: int, seed: int) -> Iterator[str]:
    """Yield mutated texts.

    Args:
        lang: Language of most sentences; one in ten is of another.
        number: How many.
        seed: Another seed gives other texts.
    """
    random = Random(f"{lang} {seed}")
    for _ in range(number):
        own = lang if random.random() < 0.9 else random.choice(sorted(SENTENCES))
        text = " ".join(random.choice(SENTENCES[own]) for _ in range(random.choice((0, 1, 1, 1, 1, 2, 2, 3))))
        for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4, 6))):
            text = random.choice(MUTATIONS)(random, text)
        yield text
