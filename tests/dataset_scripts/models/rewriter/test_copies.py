import pytest
from datasets import Dataset

from dataset_scripts.models.rewriter.corpora.copies import choose_copies


def sentences(texts):
    origins = [{"row": row, "start": 0, "end": len(text)} for row, text in enumerate(texts)]
    return Dataset.from_dict({"text": texts, "origin": origins})


ROWS = [f"Satz Nummer {number}." for number in range(100)]


@pytest.mark.parametrize(("pairs", "share", "chosen"), [(70, 0.3, 30), (70, 0.0, 0), (0, 0.3, 0), (1000, 0.3, 100)])
def test_copies_make_up_their_share_of_all_pairs(pairs, share, chosen):
    copies, surplus = choose_copies(sentences(ROWS), pairs, share)
    assert (len(copies), len(surplus)) == (chosen, 100 - chosen)
    assert sorted([*copies["text"], *surplus["text"]]) == sorted(ROWS)


def test_the_choice_depends_on_seed_and_text_not_on_the_order():
    chosen = set(choose_copies(sentences(ROWS), 70)[0]["text"])
    assert set(choose_copies(sentences(ROWS[::-1]), 70)[0]["text"]) == chosen
    assert set(choose_copies(sentences(ROWS), 70, seed=1)[0]["text"]) != chosen
