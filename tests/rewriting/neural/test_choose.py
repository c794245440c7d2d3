import pytest
import transformers
from tokenizers import Tokenizer, models, pre_tokenizers

from hf_genderfair.core.spans import Edit, Refusal, edit_text
from hf_genderfair.rewriting.neural.choose import PREFERRED, LanguageModelScorer, RewriterScorer, choose
from hf_genderfair.rewriting.proposal import Rewriting


def edits(text, *changes):
    return [Edit(text.index(old), text.index(old) + len(old), old, new, "noun", "a person") for old, new in changes]


class DislikesThings:
    """Finds whatever holds a given word unlikely."""

    def __init__(self, word):
        self.word = word

    def score(self, sources, candidates):
        assert len(sources) == len(candidates)
        return [-1.0 if self.word in candidate else 0.0 for candidate in candidates]


TEXT = "Der neue Zähler misst.\n\nDer Zeuge  schweigt. Zwei Köche kochen."
CHANGES = (("Der neue", "Der*die neue"), ("Zähler", "Zähler*in"), ("Zeuge", "Zeug*in"), ("Köche", "Köch*innen"))


def test_phrases_are_refused_as_a_whole():
    left = Refusal(60, 66, "noun", "thing")
    proposed = Rewriting(edits(TEXT, *CHANGES), [left])
    (chosen,) = choose([TEXT], [proposed], DislikesThings("Zähler*in"))
    assert chosen.edits == proposed.edits[2:]
    refused = [Refusal(edit.start, edit.end, "noun", PREFERRED) for edit in proposed.edits[:2]]
    assert chosen.refusals == [*refused, left]


def test_margin_says_how_much_the_rules_are_trusted():
    proposed = Rewriting(edits(TEXT, *CHANGES), [])
    scorer = DislikesThings("Zähler*in")
    assert choose([TEXT], [proposed], scorer, margin=-2.0) == [proposed]
    assert choose([TEXT], [proposed], scorer, margin=0.5)[0].edits == []


def test_nothing_proposed_is_nothing_to_choose():
    assert choose(["Es regnet.", ""], [Rewriting([], [])] * 2, DislikesThings("x")) == [Rewriting([], [])] * 2


def test_a_rewriter_prefers_what_it_learnt(trained):
    _, rewriter = trained
    texts = ["Der Lehrer singt heute.", "Der Regen singt heute."]
    proposed = [
        Rewriting(edits(texts[0], ("Der", "Der*die"), ("Lehrer", "Lehrer*in")), []),
        Rewriting(edits(texts[1], ("Der", "Der*die"), ("Regen", "Regen*in")), []),
    ]
    chosen = choose(texts, proposed, RewriterScorer(rewriter))
    outputs = [edit_text(text, rewriting.edits) for text, rewriting in zip(texts, chosen, strict=True)]
    assert outputs == ["Der*die Lehrer*in singt heute.", "Der Regen singt heute."]


def test_scores_of_all_readings_are_probabilities(trained):
    from math import exp

    _, rewriter = trained
    source = "Der Lehrer singt heute."
    readings = [source, "Der*die Lehrer singt heute.", "Der Lehrer*in singt heute.", "Der*die Lehrer*in singt heute."]
    scores = RewriterScorer(rewriter).score([source] * 4, readings)
    assert sum(map(exp, scores)) == pytest.approx(1, abs=1e-4)
    assert RewriterScorer(rewriter, batch_size=1).score([source] * 4, readings) == pytest.approx(scores, abs=1e-4)


def test_what_adds_words_elsewhere_is_impossible(trained):
    _, rewriter = trained
    scores = RewriterScorer(rewriter).score(["Der Lehrer singt."] * 2, ["Der Lehrer singt.", "Der Lehrer."])
    assert scores[1] == float("-inf")


def test_a_language_model_scores_the_candidate(tmp_path):
    vocabulary = {word: number for number, word in enumerate(["<unk>", "der", "Koch", "kocht"])}
    words = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    transformers.PreTrainedTokenizerFast(tokenizer_object=words, unk_token="<unk>").save_pretrained(tmp_path)
    size = {"vocab_size": 4, "n_positions": 16, "n_embd": 8, "n_layer": 1, "n_head": 1}
    transformers.GPT2LMHeadModel(transformers.GPT2Config(**size, bos_token_id=0, eos_token_id=0)).save_pretrained(
        tmp_path
    )
    texts = ["der Koch kocht", "der Koch", "der"]
    scores = LanguageModelScorer(str(tmp_path), batch_size=2).score(texts, texts)
    assert scores[0] < scores[1] < scores[2] == 0
    assert LanguageModelScorer(str(tmp_path), batch_size=3).score(texts, texts) == pytest.approx(scores, abs=1e-5)
