"""What answers cost adds up over shards."""

from hypothesis import given
from hypothesis import strategies as st

from hf_genderfair.generation.generator import Cost, Generated

numbers = st.none() | st.integers(0, 1000)
answers = st.builds(
    Generated, st.none() | st.just("x"), numbers, numbers, st.booleans(), st.none(), st.booleans(), st.integers(0, 5)
)


@given(st.lists(answers, max_size=5), st.lists(answers, max_size=5))
def test_costs_of_shards_add_up(one, other):
    assert Cost.of(one, 1.5, 1, 2) + Cost.of(other, 2.5, 3, 4) == Cost.of(one + other, 4.0, 4, 6)


def test_cached_answers_cost_no_tokens_and_unknown_ones_are_counted():
    every = [Generated("a", 5, 2), Generated("b", 5, 2, cached=True), Generated("c"), Generated(None, error="no")]
    cost = Cost.of(every, 1.0)
    assert (cost.requests, cost.calls, cost.cached, cost.failed) == (4, 3, 1, 1)
    assert (cost.prompt_tokens, cost.completion_tokens, cost.uncounted) == (5, 2, 1)
