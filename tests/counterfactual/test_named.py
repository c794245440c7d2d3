"""What is said of somebody with a name stays, in every language; what is said of others may be swapped."""

from golden import all_rows

from hf_genderfair import swap_texts
from hf_genderfair.counterfactual.swapping import SwapOptions
from hf_genderfair.languages.documents import AnalysisRequest, shared_documents


@all_rows
def test_what_is_said_of_somebody_with_a_name_stays(lang, to, text, by_name):
    # one document, which the reader reads once
    with shared_documents([AnalysisRequest(lang)]):
        (found,), (renamed,) = swap_texts([text], lang, to), swap_texts([text], lang, to, SwapOptions("keep"))
    assert not found.edits
    assert bool(renamed.edits) == ("a person with a name" in {refusal.reason for refusal in found.refusals}) == by_name
