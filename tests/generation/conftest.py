"""A server that does what the test tells it, in a process of its own."""

import json
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

PROGRAM = Path(__file__).parents[1] / "scripted_server.py"


class Scripted:
    def __init__(self, port):
        self.url = f"http://127.0.0.1:{port}/v1"

    def log(self, method="GET"):
        with urlopen(Request(f"{self.url}/log", method=method), timeout=10) as answer:
            return json.load(answer)

    def told(self):
        return [request["messages"][0]["content"] for request in self.log()["requests"]]


@pytest.fixture(scope="session")
def started():
    with subprocess.Popen([sys.executable, str(PROGRAM)], stdout=subprocess.PIPE, text=True) as process:
        yield Scripted(int(process.stdout.readline()))
        process.kill()


@pytest.fixture
def server(started, monkeypatch):
    monkeypatch.setattr("hf_genderfair.generation.endpoint.FIRST_WAIT", 0.01)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    started.log("DELETE")
    return started
