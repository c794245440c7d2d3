from golden import all_rows

from dataset_scripts.models.rewriter.corpora.gender_class import GenderClass


@all_rows
def test_german(text, name, forms):
    assert GenderClass("de").classify(text) == (name, forms)


@all_rows
def test_english(text, name, forms):
    assert GenderClass("en").classify(text) == (name, forms)


def test_patterns_of_the_paper_see_strings_and_plurals_only():
    paper = GenderClass("de", patterns="paper")
    assert paper.classify("Die Gärtner*innen gießen.") == ("gender_fair", ["star"])
    assert paper.classify("Gärtnerinnen und Gärtner gießen.")[1] == ["pair"]
    assert paper.classify("Gärtner und Gärtnerinnen gießen.")[1] == ["pair"]
    assert paper.classify("Die Gärtner / innen gießen.")[1] == ["slash"]
    assert paper.classify("Jede*r Gärtner*in gießt.")[0] == "biased"
    # a pattern knows no words
    assert paper.classify("Drinnen und draußen schneit es.")[0] == "gender_fair"
    assert GenderClass("de").classify("Drinnen und draußen schneit es.")[0] == "non_gendered"
