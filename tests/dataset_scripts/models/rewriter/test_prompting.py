from datasets import Dataset
from golden import all_rows
from scripted_generator import ScriptedGenerator

from dataset_scripts.models.rewriter.corpora.prompting import Continuations, prompted_sentences
from hf_genderfair import Keep, annotate

PROMPT = "Ein*e Gärtner*in"


@all_rows
def test_texts_hold_the_prompt_once(answer, text):
    generator = ScriptedGenerator((("Gärtner", (answer,)),))
    rows = annotate(Dataset.from_dict({"prompt": [PROMPT]}), Continuations(generator, runs=1))
    assert rows["continuations"][0] == [text]


@all_rows
def test_what_is_kept(sentence, reason):
    rows = Dataset.from_dict({"prompt": [PROMPT], "continuations": [[sentence]]})
    assert prompted_sentences(rows)["prompt_reason"][:] == [reason]


def test_sentences_are_normalised_know_their_prompt_and_are_counted():
    texts = [["Ein*e Gärtner*in geht.  Jede:r Nachbar:in winkt. Es reg"], [], ["Der Gärtner/die Gärtnerin ruht."]]
    rows = prompted_sentences(Dataset.from_dict({"prompt": [PROMPT] * 3, "continuations": texts}))
    assert rows["text"][1:] == ["Jede:r Nachbar:in winkt.", "Es reg", "Der Gärtner/die Gärtnerin ruht."]
    assert rows["fair_text"][1] == "Jede*r Nachbar*in winkt."
    assert rows["origin"][1] == {"row": 0, "start": 24, "end": 48}
    assert rows["origin"][3]["row"] == 2
    counts = Keep("prompt_reason").counts(rows)
    assert counts[("excluded", "begins_with_prompt")] == 1
    assert counts[("kept",)] == 2
