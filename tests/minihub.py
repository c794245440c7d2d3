"""A small Hub-compatible server in memory, with the calls our tests make and failures on demand."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
import threading
import uuid
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

DATE = "2026-01-01T00:00:00.000Z"
LFS_SUFFIXES = (".parquet", ".safetensors")
API = re.compile(r"/api/(?:datasets|models)/([^/]+/[^/]+?)(?:/([a-z-]+)(?:/(.*))?)?")
LFS_BATCH = re.compile(r"(?:/datasets)?/([^/]+/[^/]+)\.git/info/lfs/objects/batch")
RESOLVE = re.compile(r"(?:/datasets)?/([^/]+/[^/]+)/resolve/([^/]+)/(.+)")


@dataclass(frozen=True)
class File:
    """A file of a commit; ``lfs`` files are listed by their sha256."""

    content: bytes
    lfs: bool = False

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def blob(self) -> str:
        return hashlib.sha1(b"blob %d\0" % len(self.content) + self.content).hexdigest()

    def listing(self, path: str) -> dict[str, Any]:
        entry = {"type": "file", "path": path, "oid": self.blob, "size": len(self.content)}
        lfs = {"oid": self.sha256, "size": len(self.content), "pointerSize": 134}
        return {**entry, "lfs": lfs} if self.lfs else entry


@dataclass
class Repository:
    """The commits of a data set or model, the newest last, and its tags."""

    private: bool
    commits: dict[str, dict[str, File]] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def head(self) -> str:
        return list(self.commits)[-1]

    def add(self, files: dict[str, File]) -> str:
        # no two commits of a run may share a name: the client keeps what it downloaded under it
        sha = hashlib.sha1(uuid.uuid4().bytes).hexdigest()
        self.commits[sha] = files
        return sha

    def resolve(self, revision: str) -> str | None:
        if revision == "main":
            return self.head
        return self.tags.get(revision) or (revision if revision in self.commits else None)


@dataclass
class Fault:
    """A failure to play: after so many calls that match, the next ``times`` get it.

    ``status`` answers with it; ``lost`` does what was asked and closes the connection without an answer; ``halved``
    sends half of the answer before; otherwise the connection is cut after half of the content was read.
    """

    method: str
    path: str
    times: int = 1
    status: int | None = None
    lost: bool = False
    halved: bool = False
    after: int = 0
    headers: dict[str, str] = field(default_factory=dict)


class MiniHub(ThreadingHTTPServer):
    """The server; `start` serves in a thread.

    ``sent_bytes`` counts the content of answers; ``received`` how often each LFS object arrived as a whole, by its
    sha256.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.RLock()
        self.reset()

    def handle_error(self, *_: object) -> None:
        """Keep quiet where a client has gone."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            raise

    def reset(self) -> None:
        """Forget everything."""
        self.objects: dict[str, bytes] = {}
        self.repositories: dict[str, Repository] = {}
        self.faults: list[Fault] = []
        self.calls: list[tuple[str, str]] = []
        self.sent_bytes = 0
        self.received: Counter[str] = Counter()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def start(self) -> MiniHub:
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def files(self, name: str) -> dict[str, bytes]:
        """Return the newest files of a repository."""
        repository = self.repositories[name]
        return {path: file.content for path, file in repository.commits[repository.head].items()}

    def write(self, name: str, path: str, content: bytes) -> None:
        """Commit one file behind everybody's back."""
        repository = self.repositories[name]
        files = repository.commits[repository.head]
        repository.add({**files, path: File(content, path.endswith(LFS_SUFFIXES))})

    def count(self, method: str, pattern: str) -> int:
        """Return how many calls of a method matched a pattern."""
        return sum(call == method and bool(re.search(pattern, path)) for call, path in self.calls)

    @property
    def sent(self) -> list[tuple[str, str]]:
        """The calls that were to change something."""
        return [call for call in self.calls if call[0] not in ("GET", "HEAD")]

    def fault(self, method: str, path: str) -> Fault | None:
        for fault in self.faults:
            if fault.times and fault.method == method and re.search(fault.path, path):
                if fault.after:
                    fault.after -= 1
                    continue
                fault.times -= 1
                return fault
        return None


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # head and body are sent one after the other: the second would wait for the client to acknowledge the first
    disable_nagle_algorithm = True
    server: MiniHub

    def log_message(self, *_: object) -> None:
        """Keep standard error quiet."""

    def handle_call(self) -> None:
        path = urlsplit(self.path).path
        with self.server.lock:
            self.server.calls.append((self.command, path))
            fault = self.server.fault(self.command, path)
        length = int(self.headers.get("Content-Length") or 0)
        self.silent = False
        self.halved = fault is not None and fault.halved
        if fault is not None and fault.status is None:
            self.close_connection = True
            if not self.halved and not fault.lost:
                self.rfile.read(length // 2)
                return
            self.silent = fault.lost
        self.content = self.rfile.read(length) if length else self.read_chunks()
        if fault is not None and fault.status is not None:
            self.answer({"error": "injected"}, fault.status, fault.headers)
            return
        with self.server.lock:
            self.route(path)

    do_GET = do_POST = do_PUT = do_HEAD = handle_call  # noqa: N815

    def read_chunks(self) -> bytes:
        content = b""
        if "chunked" in self.headers.get("Transfer-Encoding", ""):
            while size := int(self.rfile.readline(), 16):
                content += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        return content

    def answer(
        self, value: object, status: int = 200, headers: dict[str, str] | None = None, length: int | None = None
    ) -> None:
        """Send bytes as they are, anything else as JSON."""
        if self.silent:
            return
        body = value if isinstance(value, bytes) else json.dumps(value).encode()
        kind = "application/octet-stream" if isinstance(value, bytes) else "application/json"
        sent = {"Content-Type": kind, "Content-Length": str(len(body) if length is None else length)}
        self.send_response(status)
        for name, text in {**sent, **(headers or {})}.items():
            self.send_header(name, text)
        self.end_headers()
        if self.command != "HEAD":
            sent = body[: len(body) // 2] if self.halved else body
            self.server.sent_bytes += len(sent)
            self.wfile.write(sent)

    def missing(self, code: str, headers: dict[str, str] | None = None) -> None:
        self.answer({"error": code}, 404, {"X-Error-Code": code, **(headers or {})})

    def json(self) -> dict[str, Any]:
        return dict(json.loads(self.content or b"{}"))

    def route(self, path: str) -> None:
        if path == "/api/repos/create":
            self.create()
        elif path == "/api/validate-yaml":
            self.answer({"errors": [], "warnings": []})
        elif path.startswith("/lfs/") and path.endswith("/verify"):
            self.verify(self.json())
        elif path.startswith("/lfs/"):
            self.store(path.removeprefix("/lfs/"))
        elif LFS_BATCH.fullmatch(path):
            self.batch()
        elif match := API.fullmatch(path):
            self.api(match[1], match[2] or "revision", match[3] or "main")
        elif match := RESOLVE.fullmatch(path):
            self.download(match[1], unquote(match[2]), unquote(match[3]))
        else:
            self.missing("NotFound")

    def create(self) -> None:
        wanted = self.json()
        name = f"{wanted['organization']}/{wanted['name']}"
        known = name in self.server.repositories
        if not known:
            private = bool(wanted.get("private") or wanted.get("visibility") == "private")
            repository = self.server.repositories[name] = Repository(private)
            repository.add({".gitattributes": File(b"*.parquet filter=lfs\n")})
        self.answer({"url": f"{self.server.url}/datasets/{name}", "name": name}, 409 if known else 200)

    def batch(self) -> None:
        objects = []
        for wanted in self.json()["objects"]:
            entry = {"oid": wanted["oid"], "size": wanted["size"]}
            if wanted["oid"] not in self.server.objects:
                address = f"{self.server.url}/lfs/{wanted['oid']}"
                entry["actions"] = {"upload": {"href": address}, "verify": {"href": f"{address}/verify"}}
            objects.append(entry)
        self.answer({"transfer": "basic", "objects": objects}, headers={"Content-Type": "application/vnd.git-lfs+json"})

    def store(self, sha256: str) -> None:
        if hashlib.sha256(self.content).hexdigest() == sha256:
            self.server.received[sha256] += 1
            self.server.objects[sha256] = self.content
            self.answer(b"")
        else:
            self.answer({"error": "another content"}, 400)

    def verify(self, wanted: dict[str, Any]) -> None:
        content = self.server.objects.get(wanted["oid"])
        self.answer({}, 404 if content is None or len(content) != wanted["size"] else 200)

    def api(self, name: str, verb: str, rest: str) -> None:
        repository = self.server.repositories.get(name)
        if repository is None:
            self.missing("RepoNotFound")
            return
        if verb == "auth-check":
            self.answer({})
            return
        revision, _, path = rest.partition("/")
        sha = repository.resolve(unquote(revision))
        if sha is None:
            self.missing("RevisionNotFound")
            return
        actions = {
            "revision": lambda: self.info(name, repository, sha),
            "refs": lambda: self.refs(repository),
            "tag": lambda: self.tag(repository, sha),
            "paths-info": lambda: self.paths_info(repository.commits[sha]),
            "tree": lambda: self.tree(repository.commits[sha], unquote(path)),
            "preupload": self.preupload,
            "commit": lambda: self.commit(name, repository),
        }
        actions.get(verb, lambda: self.missing("NotFound"))()

    def info(self, name: str, repository: Repository, sha: str) -> None:
        siblings = [{"rfilename": path} for path in sorted(repository.commits[sha])]
        value = {"id": name, "author": name.split("/")[0], "sha": sha, "private": repository.private}
        times = {"lastModified": DATE, "createdAt": DATE, "downloads": 0, "likes": 0, "tags": []}
        self.answer({**value, **times, "gated": False, "disabled": False, "siblings": siblings})

    def refs(self, repository: Repository) -> None:
        tags = [{"name": tag, "ref": f"refs/tags/{tag}", "targetCommit": sha} for tag, sha in repository.tags.items()]
        branches = [{"name": "main", "ref": "refs/heads/main", "targetCommit": repository.head}]
        self.answer({"branches": branches, "tags": tags, "converts": []})

    def tag(self, repository: Repository, sha: str) -> None:
        known = self.json()["tag"] in repository.tags
        if not known:
            repository.tags[self.json()["tag"]] = sha
        self.answer({}, 409 if known else 200)

    def tree(self, files: dict[str, File], folder: str) -> None:
        prefix = folder.rstrip("/") + "/" if folder else ""
        inside = {path: file for path, file in sorted(files.items()) if path.startswith(prefix)}
        folders = {path.rpartition("/")[0] for path in inside if "/" in path.removeprefix(prefix)}
        entries = [{"type": "directory", "path": path, "oid": "0" * 40, "size": 0} for path in sorted(folders)]
        if folder and not inside:
            self.missing("EntryNotFound")
        else:
            self.answer([*entries, *(file.listing(path) for path, file in inside.items())])

    def paths_info(self, files: dict[str, File]) -> None:
        asked = parse_qs(self.content.decode())["paths"]
        self.answer([files[path].listing(path) for path in asked if path in files])

    def preupload(self) -> None:
        files = [
            {"path": file["path"], "uploadMode": "lfs" if file["path"].endswith(LFS_SUFFIXES) else "regular"}
            for file in self.json()["files"]
        ]
        self.answer({"files": [{**file, "shouldIgnore": False, "oid": None} for file in files]})

    def commit(self, name: str, repository: Repository) -> None:
        files = dict(repository.commits[repository.head])
        for line in self.content.decode().splitlines():
            operation = json.loads(line)
            key, value = operation["key"], operation["value"]
            if key == "header" and value.get("parentCommit") not in (None, repository.head):
                self.answer({"error": "A commit has happened since."}, 412)
                return
            if key == "file":
                files[value["path"]] = File(base64.b64decode(value["content"]))
            elif key == "lfsFile":
                files[value["path"]] = File(self.server.objects[value["oid"]], lfs=True)
            elif key == "deletedFile":
                files.pop(value["path"], None)
        sha = repository.add(files)
        url = f"{self.server.url}/datasets/{name}/commit/{sha}"
        self.answer({"success": True, "commitOid": sha, "commitUrl": url, "hookOutput": ""})

    def download(self, name: str, revision: str, path: str) -> None:
        repository = self.server.repositories.get(name)
        sha = repository.resolve(revision) if repository else None
        if repository is None or sha is None:
            self.missing("RevisionNotFound" if repository else "RepoNotFound")
            return
        file = repository.commits[sha].get(path)
        if file is None:
            self.missing("EntryNotFound", {"X-Repo-Commit": sha})
            return
        tag = file.sha256 if file.lfs else file.blob
        headers = {"X-Repo-Commit": sha, "ETag": f'"{tag}"', "Accept-Ranges": "bytes"}
        if file.lfs:
            headers |= {"X-Linked-Etag": f'"{file.sha256}"', "X-Linked-Size": str(len(file.content))}
        part = re.fullmatch(r"bytes=(\d+)-(\d*)", self.headers.get("Range") or "")
        if self.command == "HEAD":
            self.answer(b"", headers=headers, length=len(file.content))
        elif part:
            start, end = int(part[1]), int(part[2] or len(file.content) - 1)
            headers["Content-Range"] = f"bytes {start}-{end}/{len(file.content)}"
            self.answer(file.content[start : end + 1], 206, headers)
        else:
            self.answer(file.content, headers=headers)
