import pytest
from scripted_words import TEXTS, ScriptedModel, ages

import hf_genderfair.cli.representation as wordlist_module
from hf_genderfair.lexicons.prompts import PromptTemplate
from hf_genderfair.lexicons.word_lists import WordList
from hf_genderfair.representation import WordReview, word_review


@pytest.fixture
def model(monkeypatch):
    """Give a scripted model in place of a real one, and no frequency list."""
    scripted = ScriptedModel(ages)

    def build(name, **options):
        scripted.options = {"model": name, **options}
        return scripted

    monkeypatch.setattr(wordlist_module, "build_generator", build)
    monkeypatch.setattr(wordlist_module, "frequency_list", lambda lang: None)
    monkeypatch.setattr(word_review, "frequency_list", lambda lang: None)
    return scripted


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.txt"
    path.write_text("".join(f"{text or ''}\n" for text in TEXTS), encoding="utf-8")
    return path


@pytest.fixture
def generate(run, model, corpus, tmp_path):
    def invoke(*options, groups=("young", "old"), source=corpus):
        named = [part for group in groups for part in ("--group", group)]
        given = [] if source is None else ["--corpus", source]
        out = ["--model", "m", "--out", tmp_path / "review.tsv"]
        return run("wordlist", "generate", "--attribute", "age", *named, *given, *out, "--runs", 2, *options)

    return invoke


@pytest.fixture
def review(generate, tmp_path):
    """Give a review whose first words are judged."""
    assert generate("--words", 8, "--validate", 2).exit_code == 0
    path = tmp_path / "review.tsv"
    lines = path.read_text(encoding="utf-8").split("\n")
    verdicts = {"teenager": "reject\tQ1", "adult": "reject\tQ3"}
    for number, line in enumerate(lines):
        cells = line.split("\t")
        if len(cells) == 9 and cells[6] == "review":
            lines[number] = "\t".join([*cells[:7], verdicts.get(cells[1], "accept\t")])
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_generate_writes_every_word_and_says_what_it_cost(generate, model, tmp_path):
    result = generate("--words", 8, "--validate", 3, "--positive", "young=teen, tween", "--negative", "old=wise")
    assert result.exit_code == 0
    review = WordReview.from_file(tmp_path / "review.tsv")
    assert review.metadata["frequency"] == "occurrences in corpus.txt; texts: 4"
    assert {word.status for word in review.words} == {"review", "beyond", "absent"}
    assert '["teen", "tween"]' in model.asked[0][0][1]["content"]
    assert '["wise"]' in model.asked[0][0][1]["content"]
    assert result.stderr == (
        "Note: old, run 2: unparsed, it holds no JSON and is no list of lines: 'Sure! There are many.'\n"
    )
    for line in ("What the answers cost", "completion tokens", "young", "wordlist review"):
        assert line in result.stdout


def test_generate_refuses_before_it_asks(fails, generate, model, tmp_path):
    empty = tmp_path / "empty.txt"
    empty.write_text("\n \n", encoding="utf-8")
    fails(generate(source=empty), "no text in")
    fails(generate(source=tmp_path / "none.txt"), "no such file")
    fails(generate(source=None), "no frequencies of English words: name a corpus")
    fails(generate(groups=["young"]), "only 'young'")
    fails(generate(groups=["young", "Young"]), "must differ")
    fails(generate("--positive", "young"), "GROUP=WORD,WORD")
    fails(generate("--positive", "middle=adult"), "'middle'")
    fails(generate("--out", tmp_path), "is a folder")
    assert model.asked == []
    assert not (tmp_path / "review.tsv").exists()


def test_generate_asks_with_the_prompt_of_a_file_and_tells_its_digest(generate, model, tmp_path):
    asked = tmp_path / "asked.txt"
    asked.write_text("<WORDS> words for <ATTRIBUTE> <GROUP>", encoding="utf-8")
    assert generate("--words", 8, "--prompt", asked).exit_code == 0
    assert model.asked[0][0] == [{"role": "user", "content": "8 words for age young"}]
    told = WordReview.from_file(tmp_path / "review.tsv").metadata["asked"]
    digest = PromptTemplate(asked.read_text(encoding="utf-8")).digest
    assert told == f"2 runs of 8 words a group, seed 0, prompt from a file ({digest})"


def test_a_page_for_the_review(run, done, fails, review, tmp_path):
    result = done("wordlist", "review", review)
    assert "0 words to judge" in result.stdout
    assert '"name": "review.tsv"' in (tmp_path / "review.html").read_text(encoding="utf-8")
    fails(run("wordlist", "review", review), "review.html exists already")
    assert run("wordlist", "review", review, "--out", tmp_path / "pages" / "a.html").exit_code == 0
    fails(run("wordlist", "review", tmp_path / "corpus.txt"), "is no review")


def test_accepted_words_become_a_list(run, done, fails, review, tmp_path):
    out = tmp_path / "lists" / "age.tsv"
    result = done("wordlist", "accept", review, "--license", "CC0-1.0", "--validators", 2, "--out", out)
    words = WordList.from_file(out)
    assert words.groups == {"young": ("kid", "kids"), "old": ("pensioner", "pensioners")}
    assert "accepted by 2 persons" in out.read_text(encoding="utf-8")
    assert "young 2, old 2" in result.stdout
    fails(run("wordlist", "accept", review, "--license", "CC0-1.0", "--out", out), "exists already")
