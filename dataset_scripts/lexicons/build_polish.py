"""Build the Polish lexicons from the SGJP dictionary inside morfeusz2.

    python -m dataset_scripts.lexicons.build_polish hf_genderfair/lexicons

writes, in about a minute, ``pl_verbs`` (l-participles with what does not follow from them by rule), ``pl_present``
(first person singular, present), ``pl_adjectives`` (nominative singular of adjectives and participles),
``pl_plural_adjectives`` (masculine personal plurals that do not follow by rule), ``pl_feminine_homographs`` (feminine
nominatives of adjectives that are something else too), ``pl_person_nouns`` (instrumental of person nouns in pairs),
``pl_masculine_nouns`` (inanimate masculine nouns that an adjective before them belongs to),
``pl_first_person_status`` (forms that are also something else) and ``pl_unaccented_collisions`` (forms and adjectives
that are another word only when written without diacritics).
"""

from __future__ import annotations

import lzma
import os.path
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from dataset_scripts.lexicons.sgjp import Interpretation, interpretations, read_dictionary
from hf_genderfair.core.errors import LexiconError
from hf_genderfair.first_person.lexicon import UNACCENTED, personal_plural, regular_feminine

NOMINATIVES = ("adj", "ppas", "pact", "subst:sg:nom:f", "subst:sg:nom.voc:f", "subst:sg:voc:f")
"""First parts of the tags of feminine adjectives, and of feminine nouns in the nominative."""

VERSION = "1"
LICENCE = "BSD-2-Clause (SGJP, see NOTICE)"

FEMININE_SUFFIXES = [
    ("", "ka"), ("rz", "rka"), ("k", "czka"), ("nik", "nica"), ("iec", "ka"), ("niec", "nka"), ("in", "ka"),
    ("czyk", "ka"), ("ńczyk", "nka"), ("a", "ka"), ("ca", "czyni"), ("g", "żka"), ("eń", "ennica"), ("ek", "kini"),
    ("", "yni"), ("", "ini"), ("", "ica"), ("ak", "ka"), ("ec", "ka"),
]  # fmt: skip
"""Endings of masculine person nouns and of the feminine nouns derived from them (Polish word formation)."""

IRREGULAR_PAIRS = {
    "bratem": "siostrą", "chłopakiem": "dziewczyną", "chłopcem": "dziewczynką", "dziadkiem": "babcią",
    "gospodarzem": "gospodynią", "kolegą": "koleżanką", "królem": "królową", "księciem": "księżną",
    "mężczyzną": "kobietą", "mężem": "żoną", "ojcem": "matką", "panem": "panią", "synem": "córką", "tatą": "mamą",
    "teściem": "teściową", "wdowcem": "wdową", "wujkiem": "ciocią",
}  # fmt: skip
"""Person nouns whose feminine is another word."""

MARGINAL = frozenset(
    "czekałem jadłem kontentem ległem miałem miotłem ośmiałem padłem pomiotłem posiadłem przetrwałem rozpodziałem "
    "ryłem siadłem tarłem wichrowałem wiłem wykłam wyłam zatyłem żarłem żułem".split()
)
"""Verb forms whose other interpretation is rare enough to keep them; reviewed by hand, all others are discarded."""

UNACCENTED_MARGINAL = frozenset(
    "chromalem halalem kopalem krylem magnalem moglem mylam narwalem nastalam nazwalam odczulam odroslem piszczalem "
    "poroslem pospalam przeczulam przestalam przypilam rozdalam rozroslem scielam sialem skulem spadlam upadlam "
    "wyczulam wydalam wyroslem zaroslem zawislem zmylam znalem".split()
)
"""Verb forms whose other reading without diacritics is rare enough to keep them; reviewed by hand."""

UNACCENTED_PREDICATES = frozenset(
    "cala gola mila nadasana nadasany nadeta nadety nieczula niestala piata piaty podstepna podstepny pozadana "
    "pozadany przemila slaby wysmukla zloty".split()
)
"""Adjectives whose other reading without diacritics is rare after *być*; reviewed by hand."""

UNACCENTED_REFLEXIVE = frozenset({"balem", "bilem"})
"""Verb forms that are nouns without diacritics, but not beside *się*; reviewed by hand."""

PRESENT_KEPT = frozenset(
    "boję czuję gram jadę karmię kupię leżę lecę łapię mam muszę noszę obejmę palę piekę przejmę ruszę siedzę tonę "
    "twierdzę wolę wezwę zajdę znajdę żywię".split()
)
"""Present forms that are also nouns and still mostly verbs after *sam* or *sama*."""


class PolishBuilder:
    """Collects from the interpretations what the lexicons need; one instance a build.

    Example:
        >>> builder = PolishBuilder()
        >>> builder.take(Interpretation("zrobił", True, "zrobić", "praet:sg:m1.m2.m3:perf", ""))
        >>> builder.take(Interpretation("zrobiła", True, "zrobić", "praet:sg:f:perf", ""))
        >>> builder.verbs()
        [['zrobił', '', '', '', 'perf']]
    """

    def __init__(self) -> None:
        """Start with nothing collected."""
        self.praet: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        self.first_person: set[str] = set()
        self.other: dict[str, list[Interpretation]] = defaultdict(list)
        self.unaccented: dict[str, set[str]] = {}
        self.unaccented_predicates: set[str] = set()
        self.unaccented_other: dict[str, list[Interpretation]] = defaultdict(list)
        self.present: set[str] = set()
        self.adjectives: dict[str, str] = {}
        self.feminine_adjectives: dict[str, set[str]] = defaultdict(set)
        self.adjective_lemmas: dict[str, str] = {}
        self.plural_adjectives: dict[str, set[str]] = defaultdict(set)
        self.feminine_homographs: set[str] = set()
        self.masculine_nouns: set[str] = set()
        self.person_nouns: dict[str, dict[str, str]] = {"m1": {}, "f": {}}

    def take(self, interpretation: Interpretation) -> None:
        """Sort one interpretation into what is collected."""
        kind, *rest = interpretation.tag.split(":")
        if kind == "praet":
            self._take_praet(interpretation, rest)
        elif kind in ("cond", "winien") and rest[0] == "sg" and "pri" in rest and rest[1] != "n":
            self.first_person.add(interpretation.form)
        elif kind == "fin" and rest[:2] == ["sg", "pri"]:
            self.present.add(interpretation.form)
        elif kind in ("adj", "ppas", "pact") and rest[0] == "sg" and "nom" in rest[1] and rest[-1] != "neg":
            self._take_adjective(interpretation, kind, rest)
        elif kind in ("adj", "ppas") and rest[0] == "pl" and "nom" in rest[1] and "m1" in rest[2] and rest[-1] != "neg":
            self.plural_adjectives[f"{interpretation.lemma}:{rest[-1]}"].add(interpretation.form)
        elif kind == "adjc":
            self.adjectives.setdefault(interpretation.form, "adj")
            self.adjective_lemmas.setdefault(interpretation.form, interpretation.lemma)
        elif kind == "subst" and rest[0] == "sg":
            self._take_noun(interpretation, rest)

    def _take_praet(self, interpretation: Interpretation, rest: list[str]) -> None:
        person = [part for part in rest[2:] if part in ("pri", "sec", "ter")]
        aspect = next(part for part in rest if "perf" in part)
        if rest[-1] == "agl" or person in (["sec"], ["ter"]) or rest[1] == "n":
            return
        gender = "m" if rest[1].startswith("m1") else "f"
        if person and rest[0] == "sg":
            self.first_person.add(interpretation.form)
        slot = f"{rest[0]}:{gender}:{'pri' if person else ''}"
        self.praet[interpretation.lemma, aspect][slot].append(interpretation.form)

    def _take_adjective(self, interpretation: Interpretation, kind: str, rest: list[str]) -> None:
        if not interpretation.lower:
            return
        if "m1" in rest[2]:
            if self.adjectives.get(interpretation.form) in (None, "adj"):
                self.adjectives[interpretation.form] = kind
            self.adjective_lemmas[interpretation.form] = f"{interpretation.lemma}:{rest[-1]}"
        elif rest[2] == "f":
            self.feminine_adjectives[f"{interpretation.lemma}:{rest[-1]}"].add(interpretation.form)

    def _take_noun(self, interpretation: Interpretation, rest: list[str]) -> None:
        if rest[2] == "m3" and "nom" in rest[1] and interpretation.lower:
            self.masculine_nouns.add(interpretation.form)
        if rest[1] == "inst" and rest[2] in self.person_nouns and "pospolita" in interpretation.name:
            self.person_nouns[rest[2]].setdefault(interpretation.lemma.split(":")[0].lower(), interpretation.form)

    def take_other(self, interpretation: Interpretation) -> None:
        """On a second pass, note interpretations of first-person and present forms that are something else."""
        kind = interpretation.tag.split(":")[0]
        first_person = kind in ("praet", "cond", "winien") and ":pri:" in interpretation.tag
        if interpretation.lower and not interpretation.tag.startswith(NOMINATIVES):
            self.feminine_homographs.add(interpretation.form)
        if not first_person and (interpretation.form in self.first_person or interpretation.form in self.present):
            self.other[interpretation.form].append(interpretation)
        if not self.unaccented:
            for form in self.first_person:
                self.unaccented.setdefault(form.translate(UNACCENTED), set()).add(form)
            predicates = self.adjectives.keys() | set().union(*self.feminine_adjectives.values())
            bare_predicates = {form.translate(UNACCENTED) for form in predicates if not form.isascii()}
            self.unaccented_predicates = bare_predicates - predicates - UNACCENTED_PREDICATES
        bare = interpretation.form.translate(UNACCENTED)
        another_form = not first_person and interpretation.form not in self.unaccented.get(bare, {interpretation.form})
        if another_form or (interpretation.form in self.unaccented_predicates and interpretation.lower):
            self.unaccented_other[bare].append(interpretation)

    def verbs(self) -> list[list[str]]:
        """Return l-participles: masculine; feminine, past first person, masculine plural where irregular; aspect."""
        rows = set()
        for (_, aspect), slots in self.praet.items():
            pairs = {(_nearest(feminine, slots["sg:m:"]), feminine) for feminine in slots["sg:f:"]}
            found = {masculine for masculine, _ in pairs}
            pairs |= {(masculine, _nearest(masculine, slots["sg:f:"])) for masculine in slots["sg:m:"]} - pairs
            pasts = {(pair, _nearest(pair[0] + "em", slots["sg:m:pri"] or [pair[0] + "em"])) for pair in pairs if found}
            covered = {past for _, past in pasts}
            for past in set(slots["sg:m:pri"]) - covered if found else ():
                masculine = _nearest(past, slots["sg:m:"])
                pasts.add(((masculine, _nearest(past, slots["sg:f:"])), past))
            for (masculine, feminine), past in pasts:
                plural = _nearest(masculine[:-1] + "li", slots["pl:m:"] or [masculine[:-1] + "li"])
                rows.add((masculine, feminine, past, plural, aspect))
            for plural in set(slots["pl:m:"]) - {row[3] for row in rows} if pasts else ():
                (masculine, feminine), past = max(pasts, key=lambda item: _common(item[0][0], plural))
                rows.add((masculine, feminine, past, plural, aspect))
        return [_shortened(row) for row in sorted(rows)]

    def status(self) -> list[list[str]]:
        """Return first-person forms with another interpretation: form, status, the other lemmas and tags."""
        kinds = dict.fromkeys(MARGINAL, "marginal")
        return [_status(form, self.other[form], kinds) for form in sorted(self.first_person & self.other.keys())]

    def collisions(self) -> list[list[str]]:
        """Return forms and predicates that only without diacritics are something else: form, status, lemmas, tags."""
        kinds = dict.fromkeys(UNACCENTED_MARGINAL, "marginal") | dict.fromkeys(UNACCENTED_REFLEXIVE, "reflexive")
        return [_status(form, others, kinds) for form, others in sorted(self.unaccented_other.items())]

    def present_forms(self) -> list[list[str]]:
        """Return present first-person forms that are nothing else, or kept by hand."""
        other = {form for form, found in self.other.items() if any(r.lower and r.tag[:3] != "fin" for r in found)}
        return [[form] for form in sorted(self.present - other | PRESENT_KEPT)]

    def adjective_forms(self) -> list[list[str]]:
        """Return masculine nominatives with their feminine where it is not -y/-i to -a, and the kind."""
        rows = []
        for masculine, kind in sorted(self.adjectives.items()):
            lemma = self.adjective_lemmas[masculine]
            degree = lemma if ":pos" in lemma or lemma.count(":") else f"{lemma}:pos"
            candidates = self.feminine_adjectives.get(degree) or self.feminine_adjectives.get(f"{lemma}:A:pos") or set()
            regular = regular_feminine(masculine)
            feminine = regular if regular in candidates or not candidates else _nearest(masculine, sorted(candidates))
            if masculine != feminine:
                rows.append([masculine, "" if feminine == regular else feminine, "" if kind == "adj" else kind])
        return rows

    def plural_forms(self) -> list[list[str]]:
        """Return masculine nominatives with their masculine personal plural where it does not follow by rule."""
        rows = []
        for masculine in sorted(self.adjectives):
            plurals = self.plural_adjectives.get(self.adjective_lemmas[masculine], set())
            if self.adjectives[masculine] != "pact" and plurals and personal_plural(masculine) not in plurals:
                rows.append([masculine, _nearest(masculine, sorted(plurals))])
        return rows

    def homographs(self) -> list[list[str]]:
        """Return feminine nominatives of adjectives that are another word too, or another case."""
        feminine = set().union(*self.feminine_adjectives.values())
        return [[form] for form in sorted(feminine & self.feminine_homographs)]

    def person_noun_pairs(self) -> list[list[str]]:
        """Return pairs of instrumentals: feminine, masculine."""
        candidates: dict[str, list[str]] = defaultdict(list)
        masculine_forms, feminine_forms = self.person_nouns["m1"], self.person_nouns["f"]
        for lemma, form in sorted(masculine_forms.items()):
            for ending, suffix in FEMININE_SUFFIXES:
                feminine = feminine_forms.get(lemma[: len(lemma) - len(ending)] + suffix)
                if lemma.endswith(ending) and feminine and len(lemma) > len(ending) + 1:
                    candidates[feminine].append(form)
        pairs = {feminine: _nearest(feminine, found) for feminine, found in candidates.items()}
        pairs |= {feminine: masculine for masculine, feminine in IRREGULAR_PAIRS.items()}
        return [[feminine, masculine] for feminine, masculine in sorted(pairs.items())]


def _status(form: str, others: list[Interpretation], kinds: Mapping[str, str]) -> list[str]:
    status = "surname"
    if any(interpretation.lower for interpretation in others):
        status = kinds.get(form, "ambiguous")
    notes = sorted({f"{interpretation.lemma} {interpretation.tag}" for interpretation in others})
    return [form, status, "; ".join(notes)]


def _nearest(form: str, candidates: Iterable[str]) -> str:
    return max(candidates, key=lambda candidate: (_common(form, candidate), -len(candidate)))


def _common(one: str, other: str) -> int:
    return len(os.path.commonprefix([one, other]))  # noqa: RUF071 - letters are compared, not folders


def _shortened(row: tuple[str, ...]) -> list[str]:
    masculine, feminine, past, plural, aspect = row
    regular = (masculine + "a", masculine + "em", masculine[:-1] + "li")
    return [
        masculine,
        *("" if value == rule else value for value, rule in zip((feminine, past, plural), regular, strict=True)),
        aspect,
    ]


def write_lexicon(path: Path, dictionary_id: str, columns: str, rows: list[list[str]]) -> None:
    """Write a lexicon file, compressed where its name ends in .xz.

    Args:
        path: The file.
        dictionary_id: Id of the dictionary, with its date at the end.
        columns: Names of the columns, divided by spaces.
        rows: The cells.
    """
    date = ".".join(re.findall(r"\d+", dictionary_id)[-3:]).replace(".", "-")
    head = {"version": VERSION, "source": dictionary_id, "licence": LICENCE, "date": date, "columns": columns}
    lines = [f"# {key}: {value}" for key, value in head.items()] + ["\t".join(row).rstrip("\t") for row in rows]
    content = ("\n".join(lines) + "\n").encode("utf-8")
    path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME) if path.suffix == ".xz" else content)


def build(folder: Path) -> None:
    """Write all Polish lexicons.

    Raises:
        LexiconError: The rows do not give back the dictionary's first-person forms.
    """
    dictionary = read_dictionary()
    builder = PolishBuilder()
    for interpretation in interpretations(dictionary):
        builder.take(interpretation)
    for interpretation in interpretations(dictionary):
        builder.take_other(interpretation)
    verbs = builder.verbs()
    missing = _first_person(verbs) ^ {
        form for form in builder.first_person if form.endswith(("łem", "łam", "łbym", "łabym"))
    }
    if missing:
        raise LexiconError(f"{len(missing)} forms are lost or invented, such as {sorted(missing)[:5]}")
    tables = {
        "pl_verbs.tsv.xz": ("masculine feminine past plural aspect", verbs),
        "pl_present.tsv.xz": ("form", builder.present_forms()),
        "pl_adjectives.tsv.xz": ("masculine feminine kind", builder.adjective_forms()),
        "pl_plural_adjectives.tsv": ("masculine plural", builder.plural_forms()),
        "pl_feminine_homographs.tsv": ("form", builder.homographs()),
        "pl_person_nouns.tsv.xz": ("feminine masculine", builder.person_noun_pairs()),
        "pl_masculine_nouns.tsv.xz": ("form", [[form] for form in sorted(builder.masculine_nouns)]),
        "pl_first_person_status.tsv": ("form status other", builder.status()),
        "pl_unaccented_collisions.tsv": ("form status other", builder.collisions()),
    }
    for name, (columns, rows) in tables.items():
        write_lexicon(folder / name, dictionary.dictionary_id, columns, rows)


def _first_person(verbs: list[list[str]]) -> set[str]:
    forms = set()
    for masculine, feminine, past, *_ in verbs:
        feminine = feminine or masculine + "a"
        forms |= {past or masculine + "em", feminine + "m", masculine + "bym", feminine + "bym"}
    return forms


if __name__ == "__main__":
    build(Path(sys.argv[1]))
