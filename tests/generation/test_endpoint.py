"""Conversations over HTTP, with a server that is slow, broken, busy or away."""

import asyncio
import contextlib
import pickle
import re
import signal
import socket
import threading
import time

import pytest
from golden import each_row
from one_line import one_line
from scripted_generator import user

from hf_genderfair.core.errors import GenerationError
from hf_genderfair.generation import CachedGenerator, EndpointGenerator, LocalGenerator
from hf_genderfair.generation.build import build_generator


def generate(server, *told, **settings):
    generator = EndpointGenerator("scripted", base_url=server.url, **{"timeout": 5, **settings})
    return generator.generate([user(text) for text in told])


def test_answers_come_in_the_order_of_the_conversations_and_the_limit_of_requests_under_way_is_kept(server):
    told = [f"wait {0.1 if number % 2 else 0.05} {number}" for number in range(12)]
    assert [answer.text for answer in generate(server, *told, concurrency=3)] == [str(number) for number in range(12)]
    assert server.log()["most"] == 3


def test_tokens_are_counted_and_parameters_sent(server):
    generator = EndpointGenerator("scripted", base_url=server.url, temperature=0.5, max_tokens=9)
    (answer,) = generator.generate([user("say yes")], seed=3)
    assert (answer.text, answer.prompt_tokens, answer.completion_tokens, answer.error) == ("yes", 7, 3, None)
    (request,) = server.log()["requests"]
    sent = {name: request[name] for name in ("model", "temperature", "max_tokens", "seed", "path")}
    assert sent == {"model": "scripted", "temperature": 0.5, "max_tokens": 9, "seed": 3, "path": "/v1/chat/completions"}


def test_a_busy_server_is_asked_again_after_the_time_it_says(server):
    begin = time.monotonic()
    (answer,) = generate(server, "first 429 1 yes")
    assert (answer.text, answer.retries) == ("yes", 1)
    assert time.monotonic() - begin >= 0.3


def test_what_is_faulty_is_asked_again_and_kept_with_its_error_and_what_is_wrong_is_not(server):
    faulty, bad, wrong, good = generate(
        server, "first 500 2 yes", "first 503 99 no", "first 400 99 no", "say yes", retries=2
    )
    assert (faulty.text, faulty.retries) == ("yes", 2)
    assert (bad.text, bad.retries, bad.error) == (None, 2, "HTTP 503: refused with 503")
    assert (wrong.error, wrong.retries) == ("HTTP 400: refused with 400", 0)
    assert (good.text, len(server.told())) == ("yes", 3 + 3 + 1 + 1)


def test_a_hang_ends_with_the_time_out(server):
    (answer,) = generate(server, "hang 1 yes", timeout=1)
    assert (answer.text, answer.retries) == ("yes", 1)
    (answer,) = generate(server, "hang 9 yes", timeout=0.2, retries=1)
    assert answer.error == "no answer within 0.2 s"


@each_row
def test_an_answer_that_is_none_is_an_error(server, told, error):
    first, other = generate(server, "say yes", told, retries=1, concurrency=1)
    assert first.text == "yes"
    assert other.text is None
    assert re.search(error, other.error)
    assert "\n" not in other.error


def test_an_unreachable_server_is_one_line_that_says_what_to_do():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    generator = EndpointGenerator("m", base_url=url, retries=1)
    with one_line(GenerationError, match=r"cannot be reached.*start the server or correct the address"):
        generator.generate([user("say yes")] * 50)


@pytest.mark.parametrize("status", [401, 404])
def test_a_refused_key_or_model_ends_the_run_at_once(server, status):
    with pytest.raises(GenerationError, match=f"refuses 'scripted': HTTP {status}"):
        generate(server, *[f"first {status} 99 {number}" for number in range(50)], concurrency=2)
    assert len(server.told()) <= 2


def test_answers_that_came_before_the_end_are_returned(server):
    answers = generate(server, "say one", "first 402 99 x", "say two", concurrency=1)
    assert [answer.text for answer in answers] == ["one", None, None]
    assert "refuses" in answers[2].error
    assert server.told() == ["say one", "first 402 99 x"]


def test_the_hugging_face_token_goes_to_no_other_server(server, monkeypatch, caplog):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    generate(server, "say yes")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-mine")
    generate(server, "say yes")
    monkeypatch.setenv("OTHER_KEY", "sk-other")
    generate(server, "say yes", key_variable="OTHER_KEY")
    keys = [request["key"] for request in server.log()["requests"]]
    assert keys == ["Bearer none", "Bearer sk-mine", "Bearer sk-other"]
    # state and messages hold no key
    generator = EndpointGenerator("scripted", base_url=server.url, retries=1)
    with caplog.at_level("DEBUG"):
        answers = generator.generate([user("say yes"), user("first 500 9 no")])
    assert pickle.loads(pickle.dumps(generator)) == generator
    for shown in (repr(generator), generator.revision, pickle.dumps(generator), str(answers), caplog.text):
        assert "sk-mine" not in str(shown)


@pytest.mark.parametrize("settings", [{"concurrency": 0}, {"timeout": 0}, {"base_url": "http://x", "provider": "y"}])
def test_settings_that_cannot_work_are_refused(settings):
    with pytest.raises(GenerationError):
        EndpointGenerator("m", **settings)


def test_it_works_where_an_event_loop_runs_already(server):
    async def notebook():
        return generate(server, "say yes")

    assert asyncio.run(notebook())[0].text == "yes"


def test_an_interruption_in_a_notebook_ends_the_run(server):
    came = []

    def interrupt(index, answer):
        came.append(index)
        if len(came) == 1:
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    async def notebook():
        generator = EndpointGenerator("scripted", base_url=server.url, concurrency=2)
        generator.generate([user(f"wait 0.1 {number}") for number in range(40)], on_answer=interrupt)

    with contextlib.closing(asyncio.new_event_loop()) as loop, pytest.raises(KeyboardInterrupt):
        loop.run_until_complete(notebook())
    assert len(server.told()) < 10


def test_each_answer_is_delivered_when_it_comes(server):
    came = []
    generator = EndpointGenerator("scripted", base_url=server.url, concurrency=2)
    told = [user("wait 0.8 slow"), user("say one"), user("say two")]
    generator.generate(told, on_answer=lambda index, answer: came.append((index, answer.text)))
    assert came == [(1, "one"), (2, "two"), (0, "slow")]


def test_a_name_alone_is_a_local_model_and_an_address_or_a_provider_is_an_endpoint(tmp_path):
    built = build_generator("m", temperature=0.5, max_new_tokens=7, cache_folder=tmp_path)
    assert built == CachedGenerator(LocalGenerator("m", temperature=0.5, max_new_tokens=7), tmp_path)
    remote = build_generator("m", base_url="http://localhost:1/v1", max_new_tokens=9, timeout=5, cache=False)
    assert remote == EndpointGenerator("m", base_url="http://localhost:1/v1", max_tokens=9, timeout=5)
    assert build_generator("m", provider="auto") == CachedGenerator(EndpointGenerator("m", provider="auto"))
    with pytest.raises(GenerationError, match="not both"):
        build_generator("m", provider="auto", base_url="http://localhost:1/v1")
