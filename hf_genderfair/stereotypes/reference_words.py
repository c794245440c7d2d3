"""Words that tell which and how many of a group are meant, by language."""

from __future__ import annotations

from typing import NamedTuple


class _ReferenceWords(NamedTuple):
    """Function words of a language, in lower case and in all of their forms.

    Attributes:
        definite: Definite articles.
        demonstrative: *these*.
        possessive: *my*.
        indefinite: Articles of anybody: *a*.
        universal: Words for all or none: *every*.
        partial: Words for a part: *most*.
        collections: Nouns that count others: *group*.
        pronouns: Personal pronouns of certain persons.
        possessors: The possessives among them that name a person: *his*.
        plural_pronouns: Pronouns that take up a group named before: *they*.
        likening: Words that compare: *like*.
        roles: Those of them before what somebody is for a time: *as*.
        habitual: Adverbs of what always or never is, and verbs of habit.
        stative: Past forms of verbs that tell no event.
        copulas: Forms of verbs that join a subject with what it is.
        modal: Auxiliaries of what may or would be.
        typical: Adjectives that make one stand for all.
        expletive: Subjects that say that somebody is there.
        relatives: Words that open a relative clause.
        restricting: Prepositions that narrow a group: *in*.
        peoples: Nouns for all of a group where an adjective names it: *the Jewish community*.
        wishing: Verbs whose object may be anybody: *she wants a man*.
        addressed: Pronouns before a plural: *we women*.
        saying: Present forms of verbs of saying, which tell what somebody said once.

    Example:
        >>> "most" in REFERENCE_WORDS["en"].partial
        True
    """

    definite: frozenset[str]
    demonstrative: frozenset[str]
    possessive: frozenset[str]
    indefinite: frozenset[str]
    universal: frozenset[str]
    partial: frozenset[str]
    collections: frozenset[str]
    pronouns: frozenset[str]
    possessors: frozenset[str]
    plural_pronouns: frozenset[str]
    likening: frozenset[str]
    roles: frozenset[str]
    habitual: frozenset[str]
    stative: frozenset[str]
    copulas: frozenset[str]
    modal: frozenset[str]
    typical: frozenset[str]
    expletive: frozenset[str]
    relatives: frozenset[str]
    restricting: frozenset[str]
    peoples: frozenset[str]
    wishing: frozenset[str]
    addressed: frozenset[str]
    saying: frozenset[str]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _german(*stems: str) -> str:
    """Return stems with the endings of determiners."""
    return " ".join(f"{stem}{ending}" for stem in stems for ending in ("", "e", "en", "er", "em", "es"))


ENGLISH = _ReferenceWords(
    definite=_words("the"),
    demonstrative=_words("this these that those such"),
    possessive=_words("my your his her its our their whose"),
    indefinite=_words("a an any another"),
    universal=_words("all every each no any both either neither"),
    partial=_words("most many some few several certain half more fewer numerous countless various plenty much"),
    collections=_words(
        "group groups bunch crowd gang gangs mob pack lot lots couple pair number majority minority handful "
        "one ones two three some many most several few half all none each part dozens hundreds thousands "
        "millions percent % rest team army generation community type kind sort types kinds sorts"
    ),
    pronouns=_words(
        "i me myself you yourself he him himself she her herself it we us ourselves hers mine yours they them "
        "themselves"
    ),
    possessors=_words("his her hers my your our their"),
    plural_pronouns=_words("they them their themselves"),
    likening=_words("like as than"),
    roles=_words("as"),
    habitual=_words(
        "always never often usually generally typically normally commonly frequently rarely seldom hardly regularly "
        "mostly sometimes forever constantly historically traditionally naturally used tended"
    ),
    stative=_words(
        "had knew wanted loved liked hated needed believed thought preferred tended lacked feared owned "
        "deserved seemed felt belonged understood resembled looked enjoyed cared depended valued admired "
        "despised distrusted envied trusted respected remained meant contained cost consisted mattered suited"
    ),
    copulas=_words("is are was were be been being am 's 're 'm ’s ’re ’m"),
    modal=_words("can could will would 'll ’ll 'd ’d may might must should shall ca wo cannot"),
    typical=_words("typical average stereotypical ordinary usual standard classic normal stereotyped quintessential"),
    expletive=_words("there"),
    relatives=_words("who whom whose that which where"),
    restricting=_words(
        "in from at of with on over under without among within across between inside outside around near"
    ),
    peoples=_words("community population people family"),
    wishing=_words("want wants need needs like likes love loves hate hates seek seeks prefer prefers marry wish"),
    addressed=_words("we us you"),
    saying=_words("says reports claims adds explains tells announces writes states notes argues insists warns"),
)

GERMAN = _ReferenceWords(
    definite=_words("der die das den dem des"),
    demonstrative=_words(_german("dies", "jen", "solch", "derjenig", "diejenig", "dieselb") + " denjenigen diejenigen"),
    possessive=_words(_german("mein", "dein", "sein", "ihr", "unser", "euer", "eur") + " deren dessen"),
    indefinite=_words(_german("ein", "irgendein", "irgendwelch")),
    universal=_words(_german("all", "jed", "jedwed", "kein", "sämtlich", "beid") + " jeglicher jegliche"),
    partial=_words(
        _german("viel", "meist", "einig", "manch", "mehrer", "etlich", "wenig", "zahlreich", "gewiss", "einzeln")
        + " mehr weniger"
    ),
    collections=_words(
        "gruppe gruppen bande menge mehrheit minderheit reihe handvoll paar teil hälfte dutzend hunderte "
        "tausende millionen prozent einer eine eines einige viele manche mehrere die meisten rest horde "
        "generation gemeinschaft"
    ),
    pronouns=_words(
        "ich mich mir du dich dir er ihn ihm sie ihr wir uns ihnen man er's sich ihrer seiner deren dessen sein seine "
        "seinen seinem seines ihre ihren ihrem ihres"
    ),
    possessors=_words(_german("sein", "ihr")),
    plural_pronouns=_words("sie ihnen ihre ihren ihrem ihrer ihres deren"),
    likening=_words("wie als"),
    roles=_words("als"),
    habitual=_words(
        "immer nie niemals oft meistens meist gewöhnlich normalerweise üblicherweise typischerweise generell "
        "häufig selten kaum stets ständig dauernd regelmäßig manchmal traditionell grundsätzlich eh pflegten"
    ),
    stative=_words(
        "hatte hatten wusste wussten wollte wollten liebte liebten mochte mochten hasste hassten brauchte brauchten "
        "glaubte glaubten dachte dachten schien schienen fühlte fühlten gehörte gehörten fürchteten verstanden galten "
        "galt besaßen blieben blieb bedeuteten"
    ),
    copulas=_words("ist sind war waren bin bist seid sein gewesen sei seien wäre wären"),
    modal=_words(
        "kann können konnte konnten könnte könnten soll sollen sollte sollten muss müssen müsste müssten darf dürfen "
        "dürfte mag mögen wird werden würde würden will wollen"
    ),
    typical=_words(
        "typische typischer typischen typisches durchschnittliche durchschnittlicher klassische klassischer"
    ),
    expletive=_words("es"),
    relatives=_words("der die das den dem denen deren dessen welcher welche welches wo"),
    restricting=_words("in im aus mit ohne von vom bei beim unter über auf an am zwischen"),
    peoples=_words("gemeinschaft bevölkerung volk familie"),
    wishing=_words("will wollen möchte möchten sucht suchen braucht brauchen liebt lieben hasst hassen heiraten"),
    addressed=_words("wir uns ihr euch"),
    saying=_words("sagt berichtet erklärt meint behauptet erzählt schreibt betont warnt fordert"),
)

SPANISH = _ReferenceWords(
    definite=_words("el la los las lo al del"),
    demonstrative=_words(
        "este esta estos estas ese esa esos esas aquel aquella aquellos aquellas tal tales dicho dicha dichos dichas"
    ),
    possessive=_words(
        "mi mis tu tus su sus nuestro nuestra nuestros nuestras vuestro vuestra vuestros vuestras cuyo cuya cuyos cuyas"
    ),
    indefinite=_words("un una cualquier cualquiera algún alguna otro otra"),
    universal=_words("todo toda todos todas cada ningún ninguna ningunos ningunas ambos ambas"),
    partial=_words(
        "muchos muchas pocos pocas algunos algunas varios varias ciertos ciertas unos unas bastantes "
        "demasiados demasiadas numerosos numerosas otros otras más menos"
    ),
    collections=_words(
        "grupo grupos banda mayoría minoría parte mitad montón puñado par número cantidad docenas cientos "
        "miles millones uno una algunos algunas muchos muchas resto multitud generación comunidad tipo"
    ),
    pronouns=_words(
        "yo me mí tú te ti él ella le lo la nosotros nosotras nos ellos ellas les los las usted ustedes se sí su sus"
    ),
    possessors=_words("su sus suyo suya suyos suyas"),
    plural_pronouns=_words("ellos ellas les los las"),
    likening=_words("como que"),
    roles=_words(""),
    habitual=_words(
        "siempre nunca jamás usualmente normalmente generalmente típicamente frecuentemente raramente regularmente "
        "tradicionalmente apenas suelen suele solían solía constantemente"
    ),
    stative=_words(
        "tuvo tuvieron supo supieron quiso quisieron creyó creyeron pareció parecieron amó amaron odió "
        "odiaron fue fueron estuvo estuvieron hubo"
    ),
    copulas=_words("es son era eran fue fueron ser sido sea sean soy eres somos está están estaba estaban estoy"),
    modal=_words(
        "puede pueden podía podían podría podrían debe deben debería deberían debía debían quiere quieren va van haría"
    ),
    typical=_words("típico típica típicos típicas medio promedio clásico clásica ordinario común"),
    expletive=_words("hay había"),
    relatives=_words("que quien quienes cual cuales cuyo cuya donde"),
    restricting=_words("de del en con sin entre bajo sobre desde"),
    peoples=_words("comunidad población pueblo familia gente"),
    wishing=_words("quiere quieren busca buscan necesita necesitan prefiere prefieren ama aman odia odian"),
    addressed=_words("nosotros nosotras vosotros vosotras ustedes"),
    saying=_words("dice afirma explica cuenta asegura declara escribe sostiene advierte"),
)

REFERENCE_WORDS = {"de": GERMAN, "en": ENGLISH, "es": SPANISH}
"""The words of each language that labels are read in."""
