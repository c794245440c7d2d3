"""What a recipe gives over shards is what its function gives at once."""

import json

import pytest

from hf_genderfair import load_audited, run


@pytest.fixture
def alike(tmp_path):
    """Give what writes what a function made, runs the recipe, compares both, and returns what was loaded."""

    def compare(whole, recipe, source, *, title="", facts=None, **division):
        written = whole.write(tmp_path / "whole")
        report = run(source, recipe, tmp_path / "out", title=title, facts=facts or {}, **division)
        assert json.loads(report.to_json()) == json.loads(written.to_json())
        audited = load_audited(tmp_path / "out")
        for found, expected in ((audited.dataset, whole.kept), (audited.excluded, whole.excluded)):
            assert (found is None) == (expected is None or not len(expected))
            if found is not None:
                assert (found[:], found.features) == (expected[:], expected.features)
        return audited

    return compare
