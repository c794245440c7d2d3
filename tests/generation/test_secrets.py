"""Secrets of an address, keys and paths: none stands in what is kept, shown or said, and none is sent elsewhere."""

import json
import stat
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from datasets import Dataset
from golden import all_rows, golden_rows

from hf_genderfair import Chain, GroupWords, Stereotypes, run
from hf_genderfair.core.errors import GenerationError
from hf_genderfair.core.settings import public_name, public_text, public_value
from hf_genderfair.generation.answers import CachedGenerator
from hf_genderfair.generation.endpoint import EndpointGenerator
from hf_genderfair.generation.local import LocalGenerator
from hf_genderfair.report.report import describe_step

SECRET = "hunter2"
ADDRESSES = dict(golden_rows(__file__, "ADDRESSES"))
ANSWERS = dict(golden_rows(__file__, "ANSWERS"))


class Server(ThreadingHTTPServer):
    """Answers as it is told, with what it was asked, and sends elsewhere where it is to."""

    def __init__(self, answer=(200, "{}"), elsewhere=""):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer, self.elsewhere, self.asked = answer, elsewhere, []
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def host(self):
        return f"127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.asked.append(dict(self.headers))
        self.rfile.read(int(self.headers["Content-Length"]))
        status, text = self.server.answer
        said = text.format(authorization=self.headers["Authorization"], path=self.path).encode()
        self.send_response(status)
        if self.server.elsewhere:
            self.send_header("Location", self.server.elsewhere)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_):
        """Keep quiet."""


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.setattr("hf_genderfair.generation.endpoint.FIRST_WAIT", 0.01)


def said_of(generator):
    """Return all that a generator says of itself, in every form that is kept."""
    with_it = Stereotypes("en", ("gender",), generator)
    return [
        repr(generator),
        str(CachedGenerator(generator)),
        generator.name,
        generator.revision,
        repr(describe_step(with_it, 1, 1)),
        json.dumps(public_value(generator)),
        with_it.digest(),
    ]


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
def test_an_address_is_kept_without_secrets(address):
    generator = EndpointGenerator("m", base_url=address.format("a.example:8000"))
    assert generator.location == "http://a.example:8000/v1"
    assert not [said for said in said_of(generator) if SECRET in said]


@pytest.mark.parametrize(
    "address", ["ada:hunter2@a.example/v1", "http://ada:hun/hunter2@a.example/v1", "x?key=hunter2"]
)
def test_an_address_that_is_none_is_not_repeated(address):
    with pytest.raises(GenerationError, match="is no address of a server") as found:
        EndpointGenerator("m", base_url=address)
    assert SECRET not in str(found.value)


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_what_a_server_says_is_told_without_secrets(answer):
    with Server() as other, Server(answer, f"http://{other.host}/v1") as server:
        if answer[0] < 300 or answer[0] >= 400:
            server.elsewhere = ""
        address = ADDRESSES["all"].format(server.host)
        generator = EndpointGenerator("m", base_url=address, retries=0, timeout=5)
        try:
            said = str(generator.generate([[{"role": "user", "content": "Hello."}]]))
        except GenerationError as error:
            said = str(error)
        assert server.asked
        assert not other.asked
        assert SECRET not in said
        for each in (server, other):
            each.shutdown()


def test_a_server_that_is_away_is_named_without_secrets():
    generator = EndpointGenerator("m", base_url="http://ada:hunter2@127.0.0.1:9/v1?key=hunter2", retries=0)
    with pytest.raises(GenerationError, match="cannot be reached") as found:
        generator.generate([[{"role": "user", "content": "Hello."}]])
    assert SECRET not in str(found.value)


@pytest.mark.parametrize(
    "host", ["a.example", "huggingface.co.a.example", "ahuggingface.co", "huggingface.co@a.example"]
)
def test_the_token_of_the_hub_goes_nowhere_else(host):
    with pytest.raises(
        GenerationError, match=r"HF_TOKEN is sent to huggingface.co alone: give the key of \S*a.example|of a"
    ):
        EndpointGenerator("m", base_url=f"https://{host}/v1", key_variable="HF_TOKEN")
    for own in ("https://router.huggingface.co/v1", None):
        assert EndpointGenerator("m", base_url=own, key_variable="HF_TOKEN").key_variable


def test_models_of_folders_are_kept_by_their_names(tmp_path):
    folder = tmp_path / "hunter2" / "tiny"
    folder.mkdir(parents=True)
    generator = LocalGenerator(str(folder))
    assert generator.name == "tiny"
    assert not [said for said in said_of(generator)[2:] if str(tmp_path) in said or SECRET in said]


def test_the_answers_are_their_owners_alone(tmp_path):
    class Echo:
        name = revision = "echo"

        def generate(self, conversations, **_):
            from hf_genderfair.generation.generator import Generated

            return [Generated("yes") for _ in conversations]

    file = tmp_path / "answers.sqlite"
    for mode in (None, 0o644):
        if mode:
            file.chmod(mode)
        CachedGenerator(Echo(), tmp_path).generate([[{"role": "user", "content": "Hello."}]])
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_data_set_of_a_run_holds_no_secret(tmp_path):
    with Server((200, "{authorization} {path}")) as server:
        generator = EndpointGenerator("m", base_url=ADDRESSES["all"].format(server.host), retries=0, timeout=5)
        chain = Chain(GroupWords(), Stereotypes("en", ("gender",), CachedGenerator(generator, tmp_path / "answers")))
        rows = Dataset.from_dict({"text": ["Women are always late.", "It rains."]})
        run(rows, chain, tmp_path / "out", license="cc0-1.0")
        server.shutdown()
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"run.json", "answers.sqlite"} <= {path.name for path in written}
    assert not [path.name for path in written if SECRET.encode() in path.read_bytes()]
    assert not [path.name for path in written if path.suffix != ".sqlite" and b"ada:" in path.read_bytes()]


@all_rows
def test_names_that_are_kept(name, kept):
    assert public_name(name) == kept


def test_addresses_in_a_text_lose_their_secrets():
    assert public_text("GET 'http://u:p@a.example/v1?k=1' and <https://b.example#t>") == (
        "GET 'http://a.example/v1' and <https://b.example>"
    )
