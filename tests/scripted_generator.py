"""A generator whose answers are written in the test."""

from dataclasses import dataclass

from hf_genderfair.generation.generator import Generated


def user(text):
    """Return a conversation of one message."""
    return [{"role": "user", "content": text}]


@dataclass(frozen=True)
class ScriptedGenerator:
    """Answers by the first key that the question holds; by seed where it has several answers.

    An answer None is a failure. What is sent back for repair gets the answer in ``repairs``, or the same once more.
    """

    answers: tuple[tuple[str, tuple[str | None, ...]], ...] = ()
    repairs: tuple[tuple[str, str | None], ...] = ()
    name: str = "scripted"

    @property
    def revision(self):
        return f"{self.name} {self.answers} {self.repairs}"

    def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        generated = [self.answer(conversation, seed) for conversation in conversations]
        for index, answer in enumerate(generated):
            if on_answer is not None:
                on_answer(index, answer)
        return generated

    def answer(self, conversation, seed):
        question = conversation[0]["content"]
        answers = next((answers for key, answers in self.answers if key in question), ("",))
        text = answers[seed % len(answers)]
        if len(conversation) > 1:
            text = next((repaired for key, repaired in self.repairs if key in question), text)
        return Generated(text, error="the server is busy" if text is None else None)
