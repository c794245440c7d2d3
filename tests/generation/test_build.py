"""A generator from plain values."""

import pytest

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.generation import CachedGenerator, EndpointGenerator, LocalGenerator
from hf_genderfair.generation.build import build_generator


def test_a_name_alone_is_a_local_model(tmp_path):
    built = build_generator("m", temperature=0.5, max_new_tokens=7, cache_folder=tmp_path)
    assert built == CachedGenerator(LocalGenerator("m", temperature=0.5, max_new_tokens=7), tmp_path)


def test_an_address_or_a_provider_is_an_endpoint():
    remote = build_generator("m", base_url="http://localhost:1/v1", max_new_tokens=9, timeout=5, cache=False)
    assert remote == EndpointGenerator("m", base_url="http://localhost:1/v1", max_tokens=9, timeout=5)
    assert build_generator("m", provider="auto") == CachedGenerator(EndpointGenerator("m", provider="auto"))


def test_both_are_refused():
    with pytest.raises(GenerationError, match="not both"):
        build_generator("m", provider="auto", base_url="http://localhost:1/v1")
