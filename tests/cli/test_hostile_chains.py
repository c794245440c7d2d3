"""Chain files of strangers: nothing is imported, read or sent, and what is refused is said in one line."""

import io
import os
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from golden import golden_rows
from hostile_yaml import BOMB
from one_line import one_line

from hf_genderfair.core.errors import ChainFileError
from hf_genderfair.scale.chain_file import read_chain

MODULE = "from pathlib import Path\nPath({!r}, 'imported').touch()\n"
TRUST = "give --trust if you wrote this file, or have read it\n"
ENDPOINT = "- transform: Stereotypes\n  generator:\n    class: EndpointGenerator\n    model: m\n"

UNTRUSTED = dict(golden_rows(__file__, "UNTRUSTED"))

MALFORMED = {
    **dict(golden_rows(__file__, "MALFORMED")),
    "bomb": (BOMB, "chain.yaml, line 7: more than 1,000,000 values"),
    "deep": ("- " * 110 + "x\n", "more than 100 inside one another"),
    "very deep": ("[" * 500_000, "more than 100 inside one another"),
    "number": ("- transform: FirstPerson\n  lang: 1" + ":59" * 100_000 + "\n", "a number of 300,001 characters"),
}


@pytest.fixture
def canary(tmp_path, monkeypatch):
    reached = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            reached.append(f"sent {self.path}")

        do_POST = do_GET  # noqa: N815

    class Watched(os._Environ):
        def __getitem__(self, name):
            if name == "CANARY_KEY":
                reached.append("variable read")
            return super().__getitem__(name)

    opened = io.open

    def watching(file, *arguments, **named):
        if str(file).endswith(("secret.txt", "secret.tsv")):
            reached.append(f"opened {file}")
        return opened(file, *arguments, **named)

    (tmp_path / "canary_module.py").write_text(MODULE.format(str(tmp_path)), encoding="utf-8")
    (tmp_path / "secret.txt").write_text("password: <SENTENCE>", encoding="utf-8")
    for name in ("here", "model"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("CANARY_KEY", "hunter2")
    known = os.environ
    monkeypatch.setattr(
        os, "environ", Watched(known._data, known.encodekey, known.decodekey, known.encodevalue, known.decodevalue)
    )
    monkeypatch.setattr(io, "open", watching)
    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield {"folder": str(tmp_path), "server": f"http://127.0.0.1:{server.server_port}/v1"}
        server.shutdown()
    assert not reached
    assert not (tmp_path / "imported").exists()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("options", [[], ["--dry-run"]], ids=["run", "dry run"])
@pytest.mark.parametrize(("text", "message"), UNTRUSTED.values(), ids=UNTRUSTED)
def test_what_only_a_trusted_chain_may_do(run, posts, canary, tmp_path, text, message, options):
    (tmp_path / "chain.yaml").write_text(text.format(**canary), encoding="utf-8")
    result = run("run", posts, "--chain", tmp_path / "chain.yaml", "--out", tmp_path / "out", *options)
    assert result.exit_code == 2, result.output
    assert result.stderr.startswith("Error: chain.yaml, transform ")
    assert message in result.stderr
    assert result.stderr.endswith(TRUST)
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(("text", "message"), MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_chain(canary, tmp_path, text, message):
    (tmp_path / "chain.yaml").write_text(text, encoding="utf-8")
    with one_line(ChainFileError) as found:
        read_chain(tmp_path / "chain.yaml")
    assert message in str(found.value)


def test_a_dry_run_of_a_trusted_chain_sends_nothing_and_reads_no_key(done, posts, canary, tmp_path):
    text = "- transform: GeneratedReferences\n  lang: es\n" + ENDPOINT.partition("\n")[2]
    text += "    base_url: {server}\n    key_variable: CANARY_KEY\n"
    (tmp_path / "chain.yaml").write_text(text.format(**canary), encoding="utf-8")
    asked = ["run", posts, "--chain", tmp_path / "chain.yaml", "--out", tmp_path / "out", "--trust", "--dry-run"]
    result = done(*asked)
    assert "rows" in result.stdout
