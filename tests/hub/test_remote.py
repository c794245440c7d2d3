"""A Hub that does not answer: one line within a time limit, and no noise of retries."""

import socket
import time

import pytest
from golden import each_row
from minihub import Fault
from one_line import one_line

from hf_genderfair import load_audited, open_source, publish
from hf_genderfair.core.errors import PublishError, SourceError
from hf_genderfair.hub import remote


@pytest.fixture
def closed_port(monkeypatch):
    """Give a Hub behind a port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", f"http://127.0.0.1:{port}")


@pytest.fixture
def silent(monkeypatch):
    """Give a Hub that takes connections and never answers, and little patience."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(50)
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", f"http://127.0.0.1:{listener.getsockname()[1]}")
        monkeypatch.setattr(remote, "ANSWER_SECONDS", 0.2)
        yield


USES = [
    (lambda folder: open_source("ania/unseen"), SourceError),
    (lambda folder: open_source("ania/unseen", streaming=True), SourceError),
    (lambda folder: open_source("posts"), SourceError),
    (lambda folder: load_audited("ania/unseen"), PublishError),
    (lambda folder: load_audited("ania/unseen", "v1.0.0"), PublishError),
    (lambda folder: publish(folder, "ania/unseen"), PublishError),
]
NAMES = ["source", "streamed", "without namespace", "audited", "audited at a tag", "publish"]


@pytest.mark.parametrize(("use", "error"), USES, ids=NAMES)
@each_row
def test_a_hub_that_does_not_answer_is_one_line_in_time(request, folder, capfd, caplog, use, error, state, message):
    request.getfixturevalue(state)
    begun = time.monotonic()
    with one_line(error, match=message):
        use(folder)
    assert time.monotonic() - begun < 5
    assert (capfd.readouterr().err, caplog.text) == ("", "")


@pytest.mark.parametrize("state", ["closed_port", "silent"])
@pytest.mark.parametrize("streaming", [False, True])
def test_what_lies_in_the_cache_is_read_from_there(hub, request, kept, caplog, state, streaming):
    repo_id = f"ania/cached-{state}-{streaming}".replace("_", "-").lower()
    kept.push_to_hub(repo_id)
    open_source(repo_id)
    hub.reset()
    request.getfixturevalue(state)
    rows = open_source(repo_id, streaming=streaming)
    assert [row["text"] for row in rows] == kept["text"][:]
    said = [record.getMessage() for record in caplog.records if record.name == remote.__name__]
    assert len(said) == 1
    assert said[0].startswith(f"{repo_id} is read from the cache: the Hub ")


@each_row
def test_what_the_hub_refuses_is_one_clear_line(hub, caplog, status, code, message):
    hub.faults.append(Fault("GET", "/api/datasets/", times=9, status=status, headers={"X-Error-Code": code}))
    with one_line(OSError, match=message):
        remote.ask_hub("ania/unseen", "v9")
    with pytest.raises(PublishError, match=f"ania/unseen cannot be loaded with its report: .*{message}"):
        load_audited("ania/unseen", "v9")
    assert (len(hub.calls), caplog.text) == (2, "")
