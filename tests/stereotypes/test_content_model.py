"""What the content model of the package reads, and that it reads it the same way in any company."""

import os
import subprocess
import sys

import numpy as np
import pytest
from datasets import Dataset
from golden import golden_rows

from hf_genderfair import GroupWords, Stereotypes, annotate, remove_stereotypes
from hf_genderfair.languages.tokens import tokenise
from hf_genderfair.stereotypes.content_model import ContentModel

STATED = golden_rows(__file__, "STATED")
NOT_STATED = golden_rows(__file__, "NOT_STATED")


@pytest.fixture(scope="module")
def model():
    return ContentModel()


def test_generalisations_rank_above_what_states_none(model):
    stated, others = (
        sorted(reading.statement for reading in model.read(texts, "en")) for texts in (STATED, NOT_STATED)
    )
    assert np.mean(stated) > np.mean(others) + 0.4
    high = model.facts["thresholds"]["statement"]["general"][1]
    assert sum(value > high for value in stated) >= len(STATED) - 1
    assert not any(value > high for value in others)


def test_neighbours_order_and_processors_do_not_matter(model):
    many = [f"{text} {'It went on and on. ' * (n % 4)}" for n in range(12) for text in (*STATED, *NOT_STATED)]
    together = model.read(many, "en")
    assert model.read(many[::-1], "en")[::-1] == together
    assert [model.read([text], "en")[0] for text in many[::11]] == together[::11]
    assert model.read([], "en") == []
    assert 0 <= model.read([""], "en")[0].association <= 1
    texts = STATED + NOT_STATED
    cut = [model._network().numbers(parts, text) for parts, text in zip(tokenise(texts, "en"), texts, strict=True)]
    exact = model._network("float64").read(cut)
    assert model.read(texts, "en") == exact
    assert all(score == round(score, 3) for reading in exact for score in reading[:3])


def test_the_model_decides_what_may_hold_a_stereotype_and_what_is_removed():
    text = "Wives always nag. Women and men have equal rights under the law. The train was late."
    rows = annotate(Dataset.from_dict({"text": [text]}), GroupWords("gender"))
    found = annotate(rows, Stereotypes("en"))
    marked = {text[one["start"] : one["end"]]: one for one in found["stereotypes"][0]}
    first = marked["Wives always nag."]
    assert (first["verdict"], first["remove"], first["source"]) == ("stereotype", True, "content model")
    assert first["association"] > 0.5 < first["statement"]
    assert first["label"] == "Wives"
    left = remove_stereotypes(found)["text"][0]
    assert left == "Women and men have equal rights under the law. The train was late."


SAME = """
import sys
from hf_genderfair.stereotypes.content_model import ContentModel
stated = "All {} drink too much.", "The {} came home.", "Never trust {}, they always lie.", "Old {} are slow."
groups = "sailors women men bakers girls grandmothers widows boys Germans nuns actors Muslims wives fathers".split()
for reading in ContentModel().read([text.format(group) for text in stated for group in groups], "en"):
    print(*reading)
"""


def test_reads_the_same_on_other_processors():
    """The matrix products of OpenBLAS for other processors add up in other orders."""
    running = [
        subprocess.Popen([sys.executable, "-c", SAME], env=os.environ | {"OPENBLAS_CORETYPE": kernel}, stdout=-1)
        for kernel in ("Prescott", "Haswell")
    ]
    one, other = (process.communicate()[0] for process in running)
    assert one.count(b"\n") == 56
    assert one == other
