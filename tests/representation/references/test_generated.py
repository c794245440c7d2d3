"""References by a scripted language model; all answers and sentences are invented."""

import pickle
from dataclasses import replace

import pytest
from datasets import Dataset
from datasets.fingerprint import Hasher
from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st
from scripted_generator import ScriptedGenerator

from hf_genderfair.core.errors import GenderfairError
from hf_genderfair.core.transform import annotate
from hf_genderfair.lexicons.loader import load_lexicon
from hf_genderfair.lexicons.prompts import PromptTemplate
from hf_genderfair.representation.references.transform import (
    LETTERS,
    GeneratedReferences,
    Item,
    locate,
    parse_answer,
    prompt,
    spread,
)

LETTER = "La vecina escribió una carta a los alcaldes."
GOOD = "vecina - P, F\ncarta - N, F\nalcaldes - P, M"
PROSE = "Aquí no veo más que una carta."


def generator(*answers, sentence=LETTER, repairs=()):
    return ScriptedGenerator(((sentence, answers),), repairs)


def asked(transform, text=LETTER):
    """Return what each run says of one text."""
    runs, _ = transform.ask([text])
    return [answers for (answers,) in runs]


def words(text, references):
    return [(text[word.start : word.end], word.person, word.gender) for word in references]


@all_rows
def test_lines_are_read_strictly(answer, lang, items, unparsed):
    assert parse_answer(answer, lang) == ([Item(*item) for item in items], unparsed)


@pytest.mark.parametrize("answer", [PROSE, "casa - N, N", '{"casa": "N, F"}', "N, F", "-"])
def test_an_answer_without_a_line_of_the_form_is_refused(answer):
    with pytest.raises(ValueError, match="no line is of the form 'word - P, M', with P or N and M or F"):
        parse_answer(answer, "es")


@given(st.text(), st.sampled_from(sorted(LETTERS)))
def test_no_line_of_an_answer_is_lost(answer, lang):
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    try:
        reading = parse_answer(answer, lang)
    except ValueError:
        assert lines
        return
    assert len(reading.items) + len(reading.unparsed) == len(lines)


@all_rows
def test_words_are_found_in_order_each_at_a_place_of_its_own(text, asked_for, places):
    assert locate(text, asked_for, (0, len(text))) == places


@given(st.data(), st.text("ab .", max_size=20), st.lists(st.text("abAB", min_size=1, max_size=2), max_size=6))
def test_places_hold_their_words_within_the_sentence_and_no_place_is_used_twice(data, text, asked_for):
    first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    places = locate(text, asked_for, (first, last))
    used = [place for place in places if place]
    assert len(used) == len(set(used))
    for word, place in zip(asked_for, places, strict=True):
        assert place is None or first <= place[0] < place[1] <= last
        assert place is None or text[place[0] : place[1]].lower() == word.lower()


@pytest.mark.parametrize("lang", sorted(LETTERS))
def test_examples_of_the_prompt_are_read_and_found(lang):
    blocks = prompt("Eins, zwei.", lang).split("\n\n")
    assert len(blocks) == 7
    assert blocks[-2].endswith(': "Eins, zwei."')
    sentences = [row[1] for row in load_lexicon(f"reference_prompt_{lang}").rows if row[0] == "text"]
    for number, (sentence, block) in enumerate(zip(sentences, blocks, strict=False), 1):
        head, _, items = block.partition("\n")
        assert head.endswith(f' {number}: "{sentence}"')
        reading = parse_answer(items, lang)
        assert reading.unparsed == []
        assert None not in locate(sentence, [item.word for item in reading.items], (0, len(sentence)))


@pytest.mark.parametrize("lang", ["ca", "es"])
def test_examples_have_persons_and_things_of_both_genders_and_a_sentence_without_persons(lang):
    items = [parse_answer(block.partition("\n")[2], lang).items for block in prompt("…", lang).split("\n\n")[:5]]
    labels = {(item.person, item.gender) for listed in items for item in listed}
    assert labels == {(person, gender) for person in (True, False) for gender in ("feminine", "masculine")}
    words = {item.word for listed in items for item in listed}
    assert {"persona", "Sr.", {"ca": "ell", "es": "él"}[lang]} <= words
    assert sum(not any(item.person for item in listed) for listed in items) == 1


@all_rows
def test_what_answers_give(lang, text, answers, repaired, found, unread, counts):
    repairs = ((text, repaired),) if repaired else ()
    scripted = ScriptedGenerator(((text, answers),), repairs)
    runs = asked(GeneratedReferences(lang, scripted, runs=len(answers)), text)
    for answer, own, left in zip(runs, found, unread, strict=True):
        assert words(text, answer.references) == own
        assert [tuple(each) for each in answer.unread] == left
    counted = answer.counts() | {"sentences": answer.sentences, "skipped": answer.skipped}
    assert {name: counted[name] for name in counts} == counts


def test_only_prose_is_sent_back_and_only_where_it_may_be():
    repairs = ((LETTER, GOOD),)
    _, cost = GeneratedReferences("es", generator("", repairs=repairs), runs=1).ask([LETTER])
    assert (cost.requests, cost.repaired, cost.unparsed) == (1, 0, 0)
    (answers,) = asked(GeneratedReferences("es", generator(PROSE, repairs=repairs), runs=1, repair=False))
    assert answers.unread == [(0, len(LETTER), "answer", PROSE)]


DIFFERING = (GOOD, "vecina - P, M\nalcaldes - P, M", PROSE, "alcaldes - P, M\nvecina - P, F", "vecina - P, F")


def test_five_runs_are_counted_each_as_the_only_run_of_its_seed():
    rows = annotate(Dataset.from_dict({"text": [LETTER, None, ""]}), GeneratedReferences("es", generator(*DIFFERING)))
    assert rows["person_feminine"][:] == [1, 0, 0]
    assert rows["person_masculine"][:] == rows["person_generic"][:] == [1, 0, 0]
    runs = rows[0]["person_runs"]
    assert [run["run"] for run in runs] == [0, 1, 2, 3, 4]
    assert [run["masculine"] for run in runs] == [1, 2, 0, 1, 0]
    assert [run["feminine"] for run in runs] == [1, 0, 0, 1, 1]
    assert [run["other_feminine"] for run in runs] == [1, 0, 0, 0, 0]
    assert [run["unparsed_answers"] for run in runs] == [0, 0, 1, 0, 0]
    assert rows[0]["person_unread"] == [{"run": 2, "start": 0, "end": len(LETTER), "problem": "answer", "text": PROSE}]
    assert [run["sentences"] for run in rows[1]["person_runs"]] == [0] * 5
    assert spread(run["masculine"] for run in runs) == pytest.approx((0.8, 0.8366600, 5))
    runs = asked(GeneratedReferences("es", generator(*DIFFERING)))
    assert runs == [asked(GeneratedReferences("es", generator(*DIFFERING), runs=1, seed=seed))[0] for seed in range(5)]
    assert next(GeneratedReferences("es", generator(*DIFFERING), seed=1).find([LETTER])) == runs[1].references


@all_rows
def test_spread_leaves_out_what_is_undefined(values, expected):
    assert spread(values) == pytest.approx(expected)


def test_other_languages_bad_prompts_and_no_run_are_refused(tmp_path):
    for lang, settings, message in (
        ("en", {}, "no prompt for lang='en': use ca, es, de or pl"),
        ("es", {"runs": 0}, "runs=0 is too few"),
        ("es", {"prompt": PromptTemplate("Llueve.")}, "has no <SENTENCE>"),
        ("es", {"prompt": PromptTemplate("<EXAMPLES>: <SENTENCE>")}, r"has <EXAMPLES>, .* filled in: <SENTENCE>$"),
        ("es", {"prompt": tmp_path / "none.txt"}, "cannot read the prompt"),
    ):
        with pytest.raises(GenderfairError, match=message):
            GeneratedReferences(lang, ScriptedGenerator(), **settings)


@pytest.fixture
def asked_file(tmp_path):
    """Give a prompt of the user's own as a file."""
    path = tmp_path / "asked.txt"
    path.write_text("Ejemplo: casa - N, F\n\nAhora: <SENTENCE>\n", encoding="utf-8")
    return path


def test_prompts_of_files_are_asked_in_place_of_ours(asked_file):
    scripted = ScriptedGenerator(((f"Ejemplo: casa - N, F\n\nAhora: {LETTER}", (GOOD,)), ("Tarea", ("otra - P, F",))))
    for given_ in (asked_file, str(asked_file), PromptTemplate("Ejemplo: casa - N, F\n\nAhora: <SENTENCE>")):
        transform = GeneratedReferences("es", scripted, runs=1, prompt=given_)
        assert len(asked(transform)[0].references) == 3
        assert len(next(transform.find([LETTER]))) == 3
    text = "Escribió <SENTENCE> en la carta."
    scripted = generator("carta - N, F", sentence=f"Ahora: {text}")
    (answers,) = asked(GeneratedReferences("es", scripted, runs=1, prompt=asked_file), text)
    assert words(text, answers.references) == [("carta", False, "feminine")]


def test_the_state_follows_the_content_of_the_file_and_not_its_path(asked_file, tmp_path):
    copy = tmp_path / "copy.txt"
    copy.write_bytes(asked_file.read_bytes() + b"\n")
    same = GeneratedReferences("es", generator(GOOD), prompt=str(copy))
    copy.write_text("Frase: <SENTENCE>", encoding="utf-8")
    transforms = [GeneratedReferences("es", generator(GOOD), prompt=prompt) for prompt in (None, asked_file, copy)]
    transforms.append(GeneratedReferences("es", generator(PROSE)))
    assert len({transform.digest() for transform in transforms}) == 4
    assert len({Hasher.hash(transform) for transform in transforms}) == 4
    assert Hasher.hash(same) == Hasher.hash(transforms[1])
    transform = GeneratedReferences("es", generator(GOOD), prompt=asked_file)
    moved = asked_file.rename(tmp_path / "moved.txt")
    state = pickle.dumps(transform)
    assert str(tmp_path).encode() not in state
    assert len(state) < 2000
    moved.unlink()
    assert asked(pickle.loads(state))[0] == asked(transform)[0]
    assert replace(transform, runs=1).prompt == transform.prompt
