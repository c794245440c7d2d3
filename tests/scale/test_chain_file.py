"""Chains as files: each is readable from the other, and what is wrong is said in one line."""

import pytest
from every_transform import CONFIGURED, TRANSFORMS
from golden import each_row
from noted_rows import NotedRows

from hf_genderfair import Chain, FirstPerson, GroupWords, PersonReferences, Stereotypes, WordList, build_generator
from hf_genderfair.core.errors import ChainFileError
from hf_genderfair.scale.chain_file import chain_to_yaml, read_chain

TRADES = WordList.from_groups("trade", {"sea": ["sailor"], "land": ["farmer", "farmers"]})


def written(folder, text):
    path = folder / "chain.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "chain",
    [
        Chain(FirstPerson("pl", "body"), PersonReferences("de", lang_column="language")),
        Chain(GroupWords(("gender", TRADES)), GroupWords("age", overwrite=True)),
        Chain(Stereotypes("en", ("gender", "age"), build_generator("qwen", base_url="http://localhost:8000/v1"))),
        Chain(NotedRows(refused="tea")),
    ],
    ids=lambda chain: "+".join(type(link).__name__ for link in chain.links),
)
def test_a_chain_survives_the_file(tmp_path, chain):
    assert read_chain(written(tmp_path, chain_to_yaml(chain)), trust=True) == chain


@each_row
def test_what_is_wrong_is_said_in_one_line(tmp_path, text, message):
    with pytest.raises(ChainFileError, match=message) as found:
        read_chain(written(tmp_path, text))
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    "link",
    [link for link in (*TRANSFORMS, *CONFIGURED) if "Scripted" not in repr(link)],
    ids=lambda link: type(link).__name__,
)
def test_every_transform_survives_the_file(tmp_path, link):
    assert read_chain(written(tmp_path, chain_to_yaml(Chain(link))), trust=True) == Chain(link)
