"""Answers are asked for once, survive the end of a process, and are found by all that they depend on."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_generator import user

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.generation.answers import FILE, CachedGenerator, cache_key
from hf_genderfair.generation.endpoint import EndpointGenerator
from hf_genderfair.generation.generator import Generated

messages = st.lists(
    st.fixed_dictionaries({"role": st.sampled_from(["system", "user", "assistant"]), "content": st.text(max_size=20)}),
    max_size=4,
)
questions = st.tuples(st.text(max_size=20), messages, st.integers())


class Counted:
    """Answers with a count, so that a second question would show; fails where it is told to."""

    name = revision = "counted"

    def __init__(self):
        self.asked = []

    def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        answers = []
        for index, conversation in enumerate(conversations):
            text = conversation[-1]["content"]
            self.asked.append((text, seed))
            failed = text == "fail" and self.asked.count((text, seed)) == 1
            answer = Generated(None, error="no") if failed else Generated(f"{text} {len(self.asked)}", 2, 3, retries=1)
            answers.append(answer)
            if on_answer is not None:
                on_answer(index, answer)
        return answers


@given(questions, questions)
def test_keys_are_equal_where_all_is_equal(one, other):
    assert (cache_key(*one) == cache_key(*other)) == (one == other)


def test_an_answer_is_asked_for_once(tmp_path):
    generator = CachedGenerator(Counted(), tmp_path)
    first = generator.generate([user("a"), user("b"), user("a")])
    assert [answer.text for answer in first] == ["a 1", "b 2", "a 1"]
    assert [answer.cached for answer in first] == [False, False, True]
    again = generator.generate([user("b"), user("a"), user("c")])
    assert [(answer.text, answer.cached) for answer in again] == [("b 2", True), ("a 1", True), ("c 3", False)]
    assert again[0] == Generated("b 2", 2, 3, cached=True)


def test_seed_and_revision_are_part_of_the_question(tmp_path):
    generator, other = Counted(), Counted()
    other.revision = "other"
    for seed in (0, 1, 0):
        CachedGenerator(generator, tmp_path).generate([user("a")], seed=seed)
    CachedGenerator(other, tmp_path).generate([user("a")])
    assert (generator.asked, other.asked) == ([("a", 0), ("a", 1)], [("a", 0)])


def test_a_failure_is_not_kept_and_every_answer_is_delivered_once(tmp_path):
    generator = CachedGenerator(Counted(), tmp_path)
    failed = generator.generate([user("fail"), user("fail")])
    assert [(answer.error, answer.cached) for answer in failed] == [("no", False)] * 2
    came = Counter()
    asked = [user(text) for text in ("a", "fail", "c", "a")]
    answers = generator.generate(asked, on_answer=lambda index, answer: came.update([index]))
    assert (answers[1].text, came) == ("fail 3", {0: 1, 1: 1, 2: 1, 3: 1})


def test_what_came_before_an_interruption_is_kept(tmp_path):
    class Interrupted(Counted):
        def generate(self, conversations, **wanted):
            super().generate(conversations[:2], **wanted)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        CachedGenerator(Interrupted(), tmp_path).generate([user(text) for text in "abcd"])
    generator = Counted()
    CachedGenerator(generator, tmp_path).generate([user(text) for text in "abcd"])
    assert [text for text, _ in generator.asked] == ["c", "d"]


ENDPOINT = """
import json, sys
from hf_genderfair.generation.answers import CachedGenerator
from hf_genderfair.generation.endpoint import EndpointGenerator

url, folder, told = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
generator = CachedGenerator(EndpointGenerator("scripted", base_url=url, concurrency=2), folder)
generator.generate([[{"role": "user", "content": text}] for text in told])
"""

ECHO = """
import sys
from hf_genderfair.generation.answers import CachedGenerator
from hf_genderfair.generation.generator import Generated

class Echo:
    name = revision = "echo"

    def generate(self, conversations, *, seed=0, rank=None, on_answer=None):
        for index, conversation in enumerate(conversations):
            on_answer(index, Generated(conversation[-1]["content"]))
        return []

print("ready", flush=True)
input()
CachedGenerator(Echo(), sys.argv[1]).generate([[{"role": "user", "content": str(n)}] for n in range(100)])
"""


def answered(folder):
    try:
        with sqlite3.connect(f"file:{folder / FILE}?mode=ro", uri=True) as database:
            return database.execute("select count(*) from answers").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_a_killed_run_goes_on_with_what_is_missing(server, tmp_path):
    told = [f"wait 0.15 {number}" for number in range(20)]
    process = subprocess.Popen([sys.executable, "-c", ENDPOINT, server.url, str(tmp_path), json.dumps(told)])
    while answered(tmp_path) < 4:
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = answered(tmp_path)
    assert 4 <= kept < 20
    server.log("DELETE")
    generator = CachedGenerator(EndpointGenerator("scripted", base_url=server.url, concurrency=2), tmp_path)
    answers = generator.generate([user(text) for text in told])
    assert [answer.text for answer in answers] == [str(number) for number in range(20)]
    assert (sum(answer.cached for answer in answers), len(server.told())) == (kept, 20 - kept)


def test_several_processes_share_a_folder(tmp_path):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen([sys.executable, "-c", ECHO, str(tmp_path)], **pipes) for _ in range(3)]
    for process in processes:
        process.stdout.readline()
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    for process in processes:
        process.communicate()
    assert ([process.returncode for process in processes], answered(tmp_path)) == ([0, 0, 0], 100)


def test_a_damaged_cache_is_one_line_that_says_what_to_do(tmp_path):
    (tmp_path / FILE).write_bytes(b"no database at all" * 100)
    with pytest.raises(GenerationError, match="delete the file or name another folder"):
        CachedGenerator(Counted(), tmp_path).generate([user("a")])
