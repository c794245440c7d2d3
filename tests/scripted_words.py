"""A language model that lists words for two ages as it is told, and a corpus in which some of them occur."""

import json

from hf_genderfair.generation.generator import Generated

YOUNG = ["kid", "Kid", "teenager", "young person", "adult", "Jordan", "zoomer", "</script><b>"]
OLD = ["pensioner", "elder", "adult", "old kid"]
COUNTERPARTS = {"kid": "pensioner", "elder": "youngster", "adult": "adult", "nobody": "somebody", "zoomer": None}
NUMBERS = {"kid": "kids", "pensioner": "pensioners", "elder": "elders", "youngster": "youngsters"}

TEXTS = [
    "The kids saw a teenager. A kid asked the kids.",
    None,
    "A kid and an elder met a pensioner.",
    "Pensioners talk. An adult said that the youngster is a young person.",
    "We saw Jordan, and a teenager saw Jordan.",
]


class ScriptedModel:
    """Answers what a function from the last message and the seed returns; None for a request that fails."""

    name = revision = "a scripted model"

    def __init__(self, say):
        self.say = say
        self.asked = []

    def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        answers = []
        for conversation in conversations:
            self.asked.append((conversation, seed))
            text = self.say(conversation, seed)
            answers.append(Generated(text, 100, 10, error=None if text is not None else "no answer within 60 s"))
        return answers


def ages(conversation, seed):
    """Return words of an age in two ways of writing; old ones of the second run in prose, also when asked again."""
    question = next(message["content"] for message in conversation if message["role"] == "user")
    if "counterpart" in question:
        return "```json\n" + json.dumps(COUNTERPARTS) + "\n```"
    if "grammatical number" in question:
        return json.dumps(NUMBERS)
    words = OLD if question.endswith("old") else YOUNG
    if seed % 2:
        return "Sure! There are many." if words is OLD else "\n".join(f"{n}. {w}" for n, w in enumerate(YOUNG[2:4], 1))
    return json.dumps({"labels": words})
