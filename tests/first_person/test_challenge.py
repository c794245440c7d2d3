"""Challenge sets are balanced within each website, split by website, neutral, without repetition, and lose no row."""

from collections import Counter

from datasets import ClassLabel, Dataset, Features, Value
from golden import golden_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from hf_genderfair.core.spans import EDIT_FEATURE
from hf_genderfair.first_person.challenge import challenge_sets
from hf_genderfair.first_person.duplicates import normalise
from hf_genderfair.first_person.statistics import LABELS

FEATURES = Features(
    {
        "id": Value("int64"),
        "text": Value("string"),
        "url": Value("string"),
        "first_person": ClassLabel(names=list(LABELS)),
        "first_person_edits": EDIT_FEATURE,
    }
)
EDIT = {"start": 0, "end": 5, "original": "Byłam", "replacement": "Byłem", "rule": "past", "reason": "counterpart"}


def rows(entries):
    """Rows of (gender, rest of the text, host)."""
    columns = {name: [] for name in FEATURES}
    for number, (gender, rest, host) in enumerate(entries):
        form = "Byłam" if gender == "female" else "Byłem"
        columns["id"].append(number)
        columns["text"].append(None if rest is None else f"{form} {rest}")
        columns["url"].append(host and f"http://{host}/{number}")
        columns["first_person"].append(LABELS.index(gender))
        columns["first_person_edits"].append([EDIT] if gender == "female" and rest is not None else [])
    return Dataset.from_dict(columns, features=FEATURES)


ENTRY = st.tuples(
    st.sampled_from(["female", "male", "female", "male", "mixed", "none"]),
    st.none() | st.text(st.sampled_from("abcąĄ1. "), min_size=1, max_size=4),
    st.sampled_from(["a.example", "b.example", "c.example", "d.example", None]),
)


@settings(max_examples=25, deadline=None)
@given(st.lists(ENTRY, max_size=40), st.integers(0, 3))
def test_sets_are_balanced_apart_neutral_and_complete(entries, seed):
    dataset = rows(entries)
    sets, excluded = challenge_sets(dataset, seed=seed)
    kept = [(name, row) for name in sets for row in sets[name]]
    urls = Counter([row["url"] for _, row in kept] + excluded["url"][:])
    assert urls == Counter(dataset["url"][:])
    assert len(kept) + len(excluded) == len(dataset)
    assert None not in excluded["challenge_reason"][:]
    balance, homes, letters = Counter(), {}, set()
    for name, row in kept:
        host = row["url"].split("/")[2]
        balance[host] += 1 if row["first_person"] == 0 else -1
        assert homes.setdefault(host, name) == name
        assert row["text"].startswith("Byłem")
        assert normalise(row["text"]) not in letters
        letters.add(normalise(row["text"]))
    assert not any(balance.values())


def test_the_choice_has_reasons_and_depends_on_seed_and_rows_but_not_on_their_order():
    entries, reasons = zip(*golden_rows(__file__, "LEAVING"), strict=True)
    dataset = rows(entries)
    sets, excluded = challenge_sets(dataset)
    left = dict(zip(excluded["id"], excluded["challenge_reason"], strict=True))
    assert [left.get(number) for number in range(len(entries))] == list(reasons)
    assert sum(map(len, sets.values())) == 2
    assert excluded.column_names == [*dataset.column_names, "challenge_reason"]
    entries = many() + [("male", f"nadmiar {word}", "site1.example") for word in ("pierwszy", "drugi", "trzeci")]
    dataset = rows(entries)

    def choice(dataset, seed):
        sets, excluded = challenge_sets(dataset, seed=seed)
        return {name: set(part["url"]) for name, part in sets.items()}, set(excluded["id"])

    assert choice(dataset, 0) == choice(dataset, 0)
    assert choice(dataset, 0) == choice(dataset.select(range(len(dataset) - 1, -1, -1)), 0)
    assert choice(dataset, 0) != choice(dataset, 1)


def many(hosts=40):
    return [
        (gender, f"{'abcdefghij'[host % 10]}{'klmn'[host // 10]} {gender} {word}", f"site{host}.example")
        for host in range(hosts)
        for word in ("raz", "dwa", "trzy")
        for gender in ("female", "male")
    ]
