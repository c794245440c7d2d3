"""Turn the relations of other label schemes into Universal Dependencies; the schemes are tables in ``lexicons``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from hf_genderfair.core.resources import resource
from hf_genderfair.lexicons.loader import load_lexicon

NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
VERBAL = frozenset({"VERB", "AUX"})
PHRASE, INFINITIVE = "phrase", "infinitive"
KINDS = {"nominal": NOMINAL, "verbal": VERBAL | {INFINITIVE}}
SCHEMES: Final = ("tiger", "clearnlp", "ud")
"""Names of the tables, the one with the most telling labels first."""

PASSIVE = {"nsubj": "nsubj:pass", "csubj": "csubj:pass"}
ANY: frozenset[str] = frozenset()


@dataclass(frozen=True)
class LabelledWords:
    """What a conversion reads of the tokens of one sentence, each of equal length.

    Attributes:
        texts: The tokens.
        pos: Universal parts of speech.
        verb_forms: The feature ``VerbForm``, empty where there is none.
        in_person_names: Whether a token is part of the name of a person.

    Example:
        >>> LabelledWords(["Sie", "kam"], ["PRON", "VERB"], ["", "Fin"], [False, False]).pos[1]
        'VERB'
    """

    texts: Sequence[str]
    pos: Sequence[str]
    verb_forms: Sequence[str]
    in_person_names: Sequence[bool]


@dataclass(frozen=True)
class Scheme:
    """One label scheme: a table of relations, and the roles that some play where heads differ.

    Attributes:
        name: ``ud``, ``clearnlp`` or ``tiger``.
        keeps_unknown: Whether a relation that the table lacks stays as it is; otherwise it becomes ``dep``.
        roles: Relations, parts of speech or words by role, as the head of the table names them.
        rows: For each relation its rows: kinds of dependent, kinds of head (empty: any), universal relation.

    Example:
        >>> words = LabelledWords(["Written", "by", "Ann"], ["VERB", "ADP", "PROPN"], ["Part", "", ""], [False] * 3)
        >>> scheme_named("clearnlp").convert(words, [0, 0, 1], ["ROOT", "agent", "pobj"])
        ([0, 2, 0], ['root', 'case', 'obl:agent'])
    """

    name: str
    keeps_unknown: bool
    roles: dict[str, frozenset[str]]
    rows: dict[str, list[tuple[frozenset[str], frozenset[str], str]]] = field(repr=False)

    def role(self, name: str) -> frozenset[str]:
        """Return what plays a role; nothing where the scheme has no use for it."""
        return self.roles.get(name, ANY)

    def universal(self, relation: str, dependent: str, head: str) -> str:
        """Return the universal relation of the first row that fits."""
        for dependents, heads, universal in self.rows.get(relation, ()):
            if (not dependents or dependent in dependents) and (not heads or head in heads):
                return universal
        return relation if self.keeps_unknown else "dep"

    def convert(
        self, words: LabelledWords, heads: Sequence[int], relations: Sequence[str]
    ) -> tuple[list[int], list[str]]:
        """Convert one sentence."""
        tree = _Tree(self, words, list(heads), list(relations))
        if self.role("objects"):
            tree.flatten_coordination()
            tree.demote_adpositions()
        tree.translate()
        if self.role("objects"):
            tree.join_names()
            tree.demote_auxiliaries()
            tree.demote_copulas()
            tree.raise_subjects()
            tree.attach_punctuation()
        tree.mark_passives()
        return tree.heads, tree.labels


def scheme_named(name: str) -> Scheme:
    """Return a scheme by name, read once per process."""
    return resource(("scheme", name), lambda: _read(name))


def scheme_of(labels: Collection[str]) -> Scheme | None:
    """Return the scheme that a parser's labels belong to, None where they belong to none that is known."""
    schemes = map(scheme_named, SCHEMES)
    return next((scheme for scheme in schemes if scheme.role("marks") <= set(labels)), None)


def entity_types() -> dict[str, str]:
    """Return ``PER``, ``LOC`` or ``ORG`` by the labels that pipelines give to entities."""
    return resource(("scheme", "entities"), lambda: {row[0]: row[3] for row in load_lexicon("scheme_entities").rows})


def _read(name: str) -> Scheme:
    lexicon = load_lexicon(f"scheme_{name}")
    roles = {key: frozenset(value.split()) for key, value in lexicon.metadata.items() if key not in ("note", "columns")}
    rows: dict[str, list[tuple[frozenset[str], frozenset[str], str]]] = {}
    for relation, dependent, head, universal in lexicon.rows:
        rows.setdefault(relation, []).append((_kinds(dependent), _kinds(head), universal))
    return Scheme(name, lexicon.metadata["unknown"] == "keep", roles, rows)


def _kinds(cell: str) -> frozenset[str]:
    return ANY.union(*(KINDS.get(kind, {kind}) for kind in cell.split()))


class _Tree:
    """A sentence while it is converted; `labels` are those of the scheme until `translate`, universal ones after."""

    def __init__(self, scheme: Scheme, words: LabelledWords, heads: list[int], labels: list[str]) -> None:
        self.scheme, self.words = scheme, words
        self.heads, self.labels, self.sources = heads, labels, list(labels)
        self.texts = [text.lower() for text in words.texts]
        self.verb_forms = list(words.verb_forms)
        self.governed: set[int] = set()
        self.below: list[set[int]] = [set() for _ in heads]
        for index, head in enumerate(heads):
            if head != index:
                self.below[head].add(index)

    def children(self, head: int) -> list[int]:
        """Return the dependents of a token, in order."""
        return sorted(self.below[head])

    def attach(self, index: int, head: int) -> None:
        """Give a token another head; its own index makes it the root."""
        self.below[self.heads[index]].discard(index)
        self.heads[index] = head
        if head != index:
            self.below[head].add(index)

    def promote(self, child: int, label: str) -> None:
        """Put a child where its head stands, which becomes a dependent of it like all its other dependents."""
        head = self.heads[child]
        above = self.heads[head]
        for index in self.children(head):
            self.attach(index, child)
        self.attach(child, child if above == head else above)
        self.attach(head, child)
        self.sources[child] = self.sources[head]
        self.labels[child], self.labels[head] = self.labels[head], label

    def bottom_up(self) -> list[int]:
        """Return the tokens, each after all that are below it."""
        order = [index for index, head in enumerate(self.heads) if head == index]
        for index in order:
            order += self.children(index)
        return order[::-1]

    def flatten_coordination(self) -> None:
        """Attach conjuncts to the first one, and coordinators to the conjunct after them."""
        conjuncts, coordinators = self.scheme.role("conjuncts"), self.scheme.role("coordinators")
        chained = [label in conjuncts or label in coordinators for label in self.labels]
        firsts: dict[int, int] = {}
        for index in reversed(self.bottom_up()):
            head = self.heads[index]
            if chained[index] and head != index:
                firsts[index] = firsts.get(head, head)
        following: dict[int, int] = {}
        for index in sorted(firsts, reverse=True):
            first = firsts[index]
            if self.labels[index] in conjuncts:
                self.attach(index, first)
                following[first] = index
            else:
                # one that no conjunct follows stays with the first
                self.attach(index, following.get(first, first))

    def demote_adpositions(self) -> None:
        """Put what an adposition governs in its place: a noun with a case marker, or a clause with a subordinator."""
        for index in self.bottom_up():
            governed = self._governed(index)
            if governed is not None:
                clause = self.words.pos[governed] in VERBAL and governed not in self.governed
                if not clause:
                    self.governed.add(governed)
                self.promote(governed, "mark" if clause else "case")

    def _governed(self, index: int) -> int | None:
        """Return what an adposition governs, if the token is one: its object, or the object of the next one."""
        role = self.scheme.role
        adpositions = role("adpositions")
        if adpositions and self.words.pos[index] not in adpositions:
            return None
        children = self.children(index)
        objects = [child for child in children if self.labels[child] in role("objects")]
        if not objects and self.labels[index] in role("prepositions"):
            objects = [
                child for child in children if child in self.governed and self.labels[child] in role("prepositions")
            ]
        nominal = (child for child in objects if self.words.pos[child] in NOMINAL)
        return next(nominal, objects[-1] if objects else None)

    def translate(self) -> None:
        """Look every relation up in the table; `sources` keeps what the scheme said."""
        self.sources = list(self.labels)
        self.labels = [self._universal(index, label) for index, label in enumerate(self.sources)]

    def _universal(self, index: int, label: str) -> str:
        head = self.heads[index]
        return "root" if head == index else self.scheme.universal(label, self._kind(index), self.words.pos[head])

    def _kind(self, index: int) -> str:
        if index in self.governed:
            return PHRASE
        pos = self.words.pos[index]
        return INFINITIVE if pos in VERBAL and self._is_infinitive(index) else pos

    def _is_infinitive(self, index: int) -> bool:
        return self.verb_forms[index] == "Inf" and all(self.verb_forms[c] != "Fin" for c in self.children(index))

    def join_names(self) -> None:
        """Let the first part of a name be its head."""
        for head in range(len(self.heads)):
            parts = [child for child in self.children(head) if child < head and self._is_part(child, head)]
            for part in parts:
                self.labels[part] = "flat"
            if parts:
                self.promote(parts[0], "flat")

    def _is_part(self, index: int, head: int) -> bool:
        persons = self.words.in_person_names
        return self.sources[index] in self.scheme.role("names") or (
            persons[index] and persons[head] and self.sources[index] in self.scheme.role("person_names")
        )

    def demote_auxiliaries(self) -> None:
        """Let the verb with the meaning be the head of its auxiliaries; the innermost first."""
        complements, passives = self.scheme.role("verb_complements"), self.scheme.role("passives")
        for index in self.bottom_up() if complements else ():
            if self.texts[index] not in self.scheme.role("auxiliaries"):
                continue
            for child in self.children(index):
                if self.sources[child] in complements and self.verb_forms[child] in ("Part", "Inf"):
                    passive = self.texts[index] in passives and self.verb_forms[child] == "Part"
                    self.promote(child, "aux:pass" if passive else "aux")
                    # to the auxiliary above, the group is what its own auxiliary is
                    self.verb_forms[child] = self.verb_forms[index]
                    break

    def demote_copulas(self) -> None:
        """Let a predicate be the head of its copula; what there is becomes the subject."""
        copulas = self.scheme.role("copulas")
        for index in self.bottom_up():
            if self.texts[index] not in copulas or self.labels[index].startswith("aux"):
                continue
            children = self.children(index)
            predicates = [child for child in children if self.sources[child] in self.scheme.role("predicates")]
            if any(self.labels[child] == "expl" for child in children):
                for child in predicates:
                    self.labels[child] = "nsubj"
                continue
            adverbial = self.scheme.role("adverbial_predicates")
            predicates += [child for child in children if child > index and self.sources[child] in adverbial]
            if predicates and not self._is_clause(predicates[0]):
                self.promote(predicates[0], "cop")

    def _is_clause(self, index: int) -> bool:
        subordinate = any(self.labels[child] in ("nsubj", "mark") for child in self.children(index))
        return self.words.pos[index] in VERBAL and (subordinate or self.verb_forms[index] == "Fin")

    def raise_subjects(self) -> None:
        """Let the subject of an infinitive be the object of the verb above: *let her go*."""
        for index, label in enumerate(self.labels):
            if label in ("ccomp", "xcomp") and self._is_infinitive(index):
                children = self.children(index)
                subjects = [child for child in children if self.labels[child] == "nsubj" and child < index]
                marks = [child for child in children if self.labels[child] == "mark" and self.texts[child] == "for"]
                if subjects and not marks:
                    self.attach(subjects[0], self.heads[index])
                    self.labels[subjects[0]], self.labels[index] = "obj", "xcomp"

    def mark_passives(self) -> None:
        """Mark the subjects of verbs with a passive auxiliary."""
        passive = {self.heads[index] for index, label in enumerate(self.labels) if label == "aux:pass"}
        if passive:
            for index, label in enumerate(self.labels):
                if self.heads[index] in passive:
                    self.labels[index] = PASSIVE.get(label, label)

    def attach_punctuation(self) -> None:
        """Attach each mark to the lower of the two units that it stands between, the last ones to the root."""
        marks = {index for index, label in enumerate(self.labels) if label == "punct"}
        words = [index for index in range(len(self.heads)) if index not in marks]
        leaves = marks - set(self.heads)
        position = 0
        for mark in sorted(leaves):
            while position < len(words) and words[position] < mark:
                position += 1
            left = self._top(words[position - 1], range(mark)) if position else None
            right = self._top(words[position], range(mark, len(self.heads))) if position < len(words) else None
            if right is not None and (left is None or self.heads[right] < mark):
                self.attach(mark, right)
            elif left is not None:
                self.attach(mark, left)

    def _top(self, index: int, side: range) -> int:
        """Return the highest token above one that lies on the same side."""
        while self.heads[index] in side and self.heads[index] != index:
            index = self.heads[index]
        return index
