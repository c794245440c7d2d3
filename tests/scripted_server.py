"""An OpenAI-compatible server that answers as it is told; a program of its own, so that it can be slow or die.

It prints its port and serves until it is ended. What it does with a request is the first message of the user:

* ``say TEXT``: TEXT;
* ``first CODE N TEXT``: the status CODE to the first N of these, with ``Retry-After`` where it is 429, then TEXT;
* ``hang N TEXT``: the first N of these wait for half a minute, then TEXT;
* ``wait SECONDS TEXT``: TEXT after that time;
* ``repair BROKEN | TEXT``: BROKEN, and TEXT once it has been sent back;
* ``drop``, ``html``, ``empty``: the connection is closed, the body is no JSON, the message has no text.

GET /log tells the requests that came and how many were under way at most; DELETE /log forgets them.
"""

import json
import socket
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.lock = threading.Lock()
        self.forget()

    def forget(self):
        self.requests, self.seen, self.under_way, self.most = [], Counter(), 0, 0

    def handle_error(self, request, client_address):
        """A client that went away is what some tests want."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # head and body are sent one after the other: the second would wait for the client to acknowledge the first
    disable_nagle_algorithm = True

    def log_message(self, *_):
        """Keep quiet."""

    def do_GET(self):
        self.reply(200, json.dumps({"requests": self.server.requests, "most": self.server.most}))

    def do_DELETE(self):
        self.server.forget()
        self.reply(200, "{}")

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = next(message["content"] for message in asked["messages"] if message["role"] == "user")
        with self.server.lock:
            self.server.seen[told] += 1
            number = self.server.seen[told]
            self.server.requests.append({**asked, "path": self.path, "key": self.headers["Authorization"]})
            self.server.under_way += 1
            self.server.most = max(self.server.most, self.server.under_way)
        try:
            self.act(told, number, len(asked["messages"]))
        finally:
            with self.server.lock:
                self.server.under_way -= 1

    def act(self, told, number, messages):
        order, _, rest = told.partition(" ")
        if order == "say":
            return self.complete(rest)
        if order == "first":
            status, times, text = rest.split(" ", 2)
            return self.complete(text) if number > int(times) else self.refuse(int(status))
        if order == "hang":
            times, text = rest.split(" ", 1)
            time.sleep(30 if number <= int(times) else 0)
            return self.complete(text)
        if order == "wait":
            seconds, text = rest.split(" ", 1)
            time.sleep(float(seconds))
            return self.complete(text)
        if order == "repair":
            return self.complete(rest.split(" | ")[0 if messages == 1 else 1])
        if order == "html":
            return self.reply(200, "<html>Welcome</html>")
        if order == "empty":
            return self.complete(None, "content_filter")
        self.close_connection = True
        return self.connection.shutdown(socket.SHUT_RDWR)

    def complete(self, text, reason="stop"):
        choice = {"index": 0, "finish_reason": reason, "message": {"role": "assistant", "content": text}}
        usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
        names = {"id": "1", "object": "chat.completion", "created": 1, "model": "scripted", "system_fingerprint": ""}
        self.reply(200, json.dumps({**names, "choices": [choice], "usage": usage}))

    def refuse(self, status):
        waiting = {"Retry-After": "0.3"} if status == 429 else {}
        self.reply(status, json.dumps({"error": f"refused with {status}"}), waiting)

    def reply(self, status, body, headers=()):
        content = body.encode("utf-8")
        self.send_response(status)
        for name, value in {
            "Content-Type": "application/json",
            "Content-Length": len(content),
            **dict(headers),
        }.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    server = Server()
    print(server.server_address[1], flush=True)  # noqa: T201
    server.serve_forever(poll_interval=0.05)
