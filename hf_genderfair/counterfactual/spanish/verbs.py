"""Spanish verbs and adjectives whose object or subject is a person, a thing, or a clause."""

from __future__ import annotations

import re
from functools import lru_cache

OF_PERSONS = frozenset(
    "elevar vincular hacer "
    "abandonar abofetear abrazar acoger acompañar aconsejar acosar acusar admirar admitir adoptar adorar agredir "
    "alabar alimentar alojar amar amenazar animar apodar apoyar apresar arrestar ascender asesinar asesorar asustar "
    "atacar atender atraer atropellar ayudar azotar bautizar besar burlar calmar capturar casar castigar cautivar "
    "cesar coaccionar condecorar condenar confinar conmover conocer consagrar considerar consolar contratar "
    "convencer coronar criar criticar cuidar culpar curar decapitar declarar defender degradar dejar demandar "
    "denunciar derrotar desafiar desheredar designar despedir despertar desterrar destinar destituir detener "
    "disuadir educar ejecutar electrocutar elegir elogiar emborrachar embarazar empujar enamorar encarcelar "
    "encerrar encontrar enfadar enfurecer engañar enseñar enterrar entrenar entrevistar enviar envenenar erigir "
    "escoger escoltar escuchar esperar estrangular excomulgar exiliar expulsar extrañar extraditar felicitar fichar "
    "fusilar golpear herir homenajear honrar hospitalizar humillar identificar ignorar inculpar indultar ingresar "
    "insultar interrogar intimidar invitar irritar juzgar liberar linchar llamar llevar matar meter molestar mirar "
    "nombrar nominar obligar odiar ofender operar ordenar perdonar perseguir persuadir pillar premiar presentar "
    "procesar proclamar promover proteger raptar rechazar reclutar recompensar reconocer recordar regañar rescatar "
    "respetar retratar rodear saludar salvar secuestrar seducir seguir sentenciar sentir sepultar sobornar someter "
    "sorprender sustituir torturar traicionar traer trasladar tratar ver vengar vestir vigilar violar visitar "
    "vacunar absolver afectar influir impresionar inspirar motivar desposar cortejar repudiar mantener acercar "
    "convertir poner devolver conducir apartar preocupar interesar descubrir describir incluir citar representar "
    "mostrar buscar querer necesitar".split()
)
"""Verbs whose object is mostly or often a person."""

MOSTLY_OF_THINGS = frozenset(
    "ejecutar traer operar cesar criar ascender elevar vincular hacer dejar encontrar ver mirar llevar poner "
    "rechazar descubrir describir incluir citar representar mostrar buscar querer necesitar mantener considerar "
    "ignorar recordar conocer sentir escuchar identificar presentar meter reconocer cuidar criticar defender "
    "esperar promover ordenar abandonar apoyar adoptar liberar enviar alabar admirar amar odiar proteger seguir "
    "tratar devolver conducir salvar elegir escoger rodear convertir declarar llamar enseñar trasladar sustituir "
    "curar apartar denunciar visitar atacar".split()
)
"""Those whose object is as often a thing: the text must name the person elsewhere."""

PASSIVES_OF_THINGS = frozenset(
    "publicar fundar construir aprobar promulgar derogar celebrar inaugurar estrenar editar grabar lanzar escribir "
    "traducir demoler restaurar edificar erigir producir componer filmar rodar emitir transmitir desarrollar "
    "diseñar fabricar instalar establecer crear abolir firmar ratificar redactar imprimir reeditar versionar "
    "anexionar anexar ubicar situar localizar realizar efectuar llevar utilizar usar emplear vender comprar "
    "adquirir pagar abrir cerrar romper destruir incendiar reconstruir ampliar reformar modificar convocar disputar "
    "organizar basar constituir integrar formar dividir reducir aumentar prohibir permitir cancelar suspender "
    "archivar iniciar terminar concluir finalizar acabar desmantelar hundir botar patentar prever "
    "decir saber creer".split()
)
"""Verbs whose passive subject is mostly a thing: without a written person their participles stay."""

OF_FACTS = frozenset(
    "cierto claro posible imposible necesario obvio evidente lógico probable improbable falso preciso bueno malo "
    "mejor peor difícil fácil sabido dicho importante curioso extraño raro normal común habitual lo justo "
    "obligatorio suficiente bastante demostrado previsto prohibido permitido escrito largo tarde pronto poco mucho "
    "todo tanto demasiado temprano oscuro".split()
)
"""Masculine predicates of clauses: *es cierto*."""

STEMS = {
    **{verb[:-2]: verb for verb in sorted(OF_PERSONS | PASSIVES_OF_THINGS)},
    **{"hir": "herir", "hier": "herir", "persig": "perseguir", "sig": "seguir", "elig": "elegir", "despid": "despedir"},
    **{"detuv": "detener", "convenz": "convencer", "reconozc": "reconocer", "destituy": "destituir"},
    **{"sustituy": "sustituir", "incluy": "incluir", "encuentr": "encontrar", "muestr": "mostrar", "quier": "querer"},
    **{"recuerd": "recordar", "despiert": "despertar", "consuel": "consolar", "degüell": "degollar"},
    **{"descrit": "describir", "escrit": "escribir", "muert": "matar", "puest": "poner", "rot": "romper"},
    **{"construy": "construir", "destruy": "destruir", "produj": "producir", "traduj": "traducir", "obtuv": "obtener"},
}
"""Verbs by stem, irregular stems too."""

SHORTEST = 4


@lru_cache(maxsize=20_000)
def verb_of(word: str, lemma: str) -> str:
    """Return the verb of a form: the lemma where a list has it, else the listed verb with the longest fitting stem.

    Args:
        word: The form in lower case.
        lemma: Its lemma as the pipeline gives it.

    Example:
        >>> verb_of("premió", "premir"), verb_of("publicada", "publicado"), verb_of("hirieron", "hir")
        ('premiar', 'publicar', 'herir')
    """
    if lemma in OF_PERSONS or lemma in PASSIVES_OF_THINGS:
        return lemma
    for end in range(len(word) - 1, SHORTEST - 2, -1):
        found = STEMS.get(word[:end])
        if found is not None and (end >= SHORTEST or found in lemma or word[:end] in ("hir", "sig", "rot")):
            return found
    return lemma


WITH_ENCLITIC = re.compile(r"\w*(?:[aeiáéí]r|[áé]ndo)(?:[mts]e|l[aeo]s?|nos)+")
"""Infinitives and gerunds with a pronoun written at their end."""


def has_enclitic(word: str) -> bool:
    """Return whether an infinitive or gerund ends with an object pronoun of any kind.

    Example:
        >>> has_enclitic("acercarse"), has_enclitic("dándole"), has_enclitic("hablando")
        (True, True, False)
    """
    return WITH_ENCLITIC.fullmatch(word) is not None


def enclitic(word: str) -> str:
    """Return the object pronoun that is written at the end of a verb, empty where there is none.

    Example:
        >>> enclitic("verla"), enclitic("dándoselo"), enclitic("burla"), enclitic("regla")
        ('la', 'lo', '', '')
    """
    for ending in ("la", "las", "lo", "los"):
        if word.endswith(ending):
            stem = word[: -len(ending)]
            for other in ("se", "me", "te", "nos"):
                stem = stem.removesuffix(other) if stem.endswith(("r" + other, "o" + other)) else stem
            if len(stem) > 2 and stem.endswith(("ar", "er", "ir", "ár", "ér", "ír", "ándo", "éndo")):
                return ending
    return ""
