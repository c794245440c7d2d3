"""Each stratum has a report in a file of its own, whatever its label is."""

from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.actors.findings import file_names


@given(st.lists(st.text(min_size=1), unique=True))
def test_names_of_files_are_safe_and_unique(labels):
    names = file_names(labels)
    assert list(names) == labels
    assert len({name.casefold() for name in names.values()}) == len(labels)
    assert all(len(f"actors_{name}.txt".encode()) <= 255 and "/" not in name for name in names.values())
