"""Each different question is asked once, and its answer held against it."""

from hf_genderfair.generation.answers import ask_each
from hf_genderfair.generation.generator import Generated


class Scripted:
    """Answers by the question; by try where there are several answers."""

    name = revision = "scripted"

    def __init__(self, **answers):
        self.answers, self.conversations = answers, []

    def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        self.conversations += conversations
        texts = [self.answers[asked[0]["content"]][len(asked) // 2] for asked in conversations]
        return [Generated(text, 5, 1, error=None if text else "gone") for text in texts]


def double(question, text):
    if text != question * 2:
        raise ValueError(f"{text!r} is not\n{question!r} twice")
    return text


def ask_for(generator, *questions, **options):
    return ask_each(generator, questions, lambda question: [question], double, **options)


def test_equal_questions_are_asked_once_and_all_answered():
    generator = Scripted(a=["aa"], b=["bb"])
    answers, cost = ask_for(generator, "b", "a", "b")
    assert [answer.value for answer in answers] == ["bb", "aa", "bb"]
    assert len(generator.conversations) == cost.calls == 2


def test_an_answer_for_another_question_is_sent_back_once_with_the_reason():
    generator = Scripted(a=["bb", "aa"], b=["bb"], c=["no", "never"])
    answers, cost = ask_for(generator, "a", "b", "c", "c")
    assert [(answer.status, answer.value) for answer in answers] == [
        ("repaired", "aa"),
        ("parsed", "bb"),
        ("unparsed", None),
        ("unparsed", None),
    ]
    assert [message["role"] for message in generator.conversations[3]] == ["user", "assistant", "user"]
    assert "'bb' is not 'a' twice" in generator.conversations[3][2]["content"]
    assert answers[2].problem == "'never' is not 'c' twice"
    assert [answer.text for answer in answers[2].tries] == ["no", "never"]
    assert (cost.calls, cost.repaired, cost.unparsed, cost.prompt_tokens) == (5, 1, 1, 25)


def test_without_repair_nothing_is_sent_back():
    answers, cost = ask_for(Scripted(a=["bb", "aa"]), "a", repair=False)
    assert (answers[0].status, cost.calls, cost.unparsed) == ("unparsed", 1, 1)


def test_a_missing_answer_fails_and_one_whose_repair_is_missing_stays_unparsed():
    answers, cost = ask_for(Scripted(a=[None], b=["no", None]), "a", "b")
    assert [(answer.status, answer.problem) for answer in answers] == [("failed", "gone"), ("unparsed", "gone")]
    assert (cost.failed, cost.unparsed) == (2, 1)
