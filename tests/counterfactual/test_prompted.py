"""Words and verdicts by scripted language models; all sentences are invented."""

import json

from golden import all_rows
from hypothesis import given
from hypothesis import strategies as st
from prompted_generator import PromptedGenerator

from hf_genderfair.counterfactual.prompted import PROMPT, VERDICTS, SentencePair, WordChoice, choose_words, judge
from hf_genderfair.generation.answers import CachedGenerator
from hf_genderfair.lexicons.prompts import load_prompt

BOY = WordChoice("The boy next door mends kites.", "boy", ("girls", "girl", "Lady"))
PAIR = SentencePair("He mends kites.", "She mends kites.")


def saying(*texts):
    return PromptedGenerator(lambda _, tried: texts[min(tried, len(texts) - 1)])


def chosen(*texts, choice=BOY):
    (answer,), cost = choose_words(saying(*texts), [choice])
    return answer, cost


@all_rows
def test_a_candidate_is_read_whatever_its_case(text, word):
    answer, cost = chosen(text)
    assert (answer.status, answer.value, cost.calls) == ("parsed", word, 1)


@all_rows
def test_anything_beside_a_candidate_is_refused_after_one_repair(text):
    answer, cost = chosen(text)
    assert (answer.status, answer.value) == ("unparsed", None)
    assert answer.problem == "it is not one of the candidates alone"
    assert (cost.calls, cost.unparsed) == (2, 1)


@all_rows
def test_any_other_verdict_is_refused_after_one_repair(text):
    (answer,), cost = judge(saying(text), [PAIR])
    assert (answer.status, answer.value, cost.calls, cost.unparsed) == ("unparsed", None, 2, 1)


@given(st.text())
def test_nothing_but_what_was_offered_is_ever_returned(text):
    (answer,), _ = judge(saying(text), [PAIR])
    assert answer.value in (*VERDICTS, None)
    assert (answer.value is None) == (text.strip().upper() not in VERDICTS)
    answer, _ = chosen(text)
    assert answer.value is None or (answer.value in BOY.candidates and answer.value.lower() == text.strip().lower())


def test_equal_pairs_are_asked_once_in_their_fields_and_a_second_run_asks_nothing(tmp_path):
    other = PAIR._replace(modified="They mends\n\nkites.")
    generator = PromptedGenerator(lambda asked, _: "INVALID" if "They" in asked["modified"] else "VALID")
    cached = CachedGenerator(generator, tmp_path)
    runs = [judge(cached, [PAIR, other, PAIR]) for _ in range(2)]
    assert [[answer.value for answer in answers] for answers, _ in runs] == [["VALID", "INVALID", "VALID"]] * 2
    assert [cost.calls for _, cost in runs] == [2, 0]
    plain, changed = generator.conversations
    assert plain[:-1] == changed[:-1]
    assert json.loads(changed[-1]["content"]) == {"original": "He mends kites.", "modified": "They mends kites."}


def test_examples_of_the_prompts_are_answers_that_would_be_taken():
    for given_, word in load_prompt(PROMPT, "choice").examples:
        fields = json.loads(given_)
        assert fields["word"] in fields["sentence"]
        answer, _ = chosen(word, choice=WordChoice(fields["sentence"], fields["word"], tuple(fields["candidates"])))
        assert answer.status == "parsed"
    assert {verdict for _, verdict in load_prompt(PROMPT, "check").examples} == set(VERDICTS)
