"""A client in plain Python: it sits down, adds words to the deal, plays random legal moves, and checks that its words are in the
record. Written from docs/protocol.md and docs/fair.md.

    python3 client.py http://127.0.0.1:1717/t/0123…  [name]     plays at a table
    python3 client.py http://127.0.0.1:1717 uno 2 [name]        opens a table for two, prints its link, and plays there
"""

import base64
import hashlib
import json
import os
import random
import secrets
import socket
import struct
import sys
import time
import urllib.parse
import urllib.request


def sized(text):
    return bytes([len(text)]) + text.encode()


def seal_of(commitment, attempt, words):
    return hashlib.sha256(sized("mazzo-fair/2 seal") + bytes.fromhex(commitment) + bytes([attempt]) + sized(words)).hexdigest()


class Server:
    """A server over HTTP, with our identity."""

    def __init__(self, url):
        self.url = url
        answer = urllib.request.urlopen(urllib.request.Request(url + "/api/me", method="POST"))
        self.cookie = answer.headers["set-cookie"].split(";")[0]

    def ask(self, path, body=None):
        headers = {"cookie": self.cookie, "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        return json.load(urllib.request.urlopen(urllib.request.Request(self.url + path, data, headers)))


class Socket:
    """A WebSocket (RFC 6455): a client masks what it sends."""

    def __init__(self, server, path):
        url = urllib.parse.urlparse(server.url)
        self.stream = socket.create_connection((url.hostname, url.port or 80), timeout=90)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"host: {url.netloc}", "connection: upgrade", "upgrade: websocket",
                 "sec-websocket-version: 13", f"sec-websocket-key: {key}", f"cookie: {server.cookie}"]
        self.stream.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.file = self.stream.makefile("rb")
        status = self.file.readline()
        assert b" 101 " in status, status
        while self.file.readline().strip():
            pass

    def say(self, message, opcode=1):
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        head = bytes([128 | opcode])
        head += bytes([128 | len(data)]) if len(data) < 126 else bytes([128 | 126]) + struct.pack(">H", len(data))
        mask = os.urandom(4)
        self.stream.sendall(head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(data)))

    def hear(self):
        """The next message, or None when the server hung up."""
        while True:
            head = self.file.read(2)
            if len(head) < 2:
                return None
            length = head[1] & 127
            if length == 126:
                length = struct.unpack(">H", self.file.read(2))[0]
            elif length == 127:
                length = struct.unpack(">Q", self.file.read(8))[0]
            data, opcode = self.file.read(length), head[0] & 15
            if opcode == 1:
                return json.loads(data)
            if opcode == 9:
                self.say(data, opcode=10)
            elif opcode == 8:
                return None


class Player:
    """One seat. It knows the room and its part of the deal, and no rules: the server lists the legal actions."""

    def __init__(self, server, table, name):
        self.server, self.name = server, name
        self.socket = Socket(server, f"/api/tables/{table}/socket?v=2&legal=true")
        self.room, self.mine, self.next_id = {}, {}, secrets.randbits(50)
        self.deal, self.pending = None, {}

    def ask(self, command):
        self.next_id += 1
        self.pending[self.next_id] = command
        self.socket.say({"ask": {"id": self.next_id, "command": command}})

    def play(self):
        """Plays one game to its end. Returns the name of its record."""
        while (told := self.socket.hear()) is not None:
            (name, about), = [("frame", told)] if "n" in told else told.items()
            if name == "snapshot":
                self.room, self.mine = about["snapshot"]["room"], about["snapshot"]["mine"]
                if about["snapshot"].get("reveal"):
                    return about["snapshot"]["reveal"]["id"]
            elif name == "frame":
                self.room = about.get("room", self.room)
                if about.get("reveal"):
                    return about["reveal"]["id"]
            elif name == "mine":
                self.mine = about["mine"]
            elif name == "done":
                self.pending.pop(about["id"], None)
                self.mine = about.get("mine", self.mine)
            elif name == "refused":
                self.pending.pop(about["id"], None)
            elif name == "beat":
                self.socket.say("beat")
            elif name == "legal":
                self.ask({"do": "act", "decision": about["decision"], "action": self.choose(about["actions"])})
            elif name == "bye":
                sys.exit(f"the server hangs up: {about['why']}")
            self.gather()
        sys.exit("the server is gone")

    @staticmethod
    def choose(actions):
        """Mostly passes where it may: random calls lose."""
        return "pass" if "pass" in actions and random.random() < 0.7 else random.choice(actions)

    def gather(self):
        """Before a game: sits down, gets ready, and exchanges words."""
        if self.room["phase"] not in ("gathering", "dealing") or self.pending:
            return
        seat, exchange = self.mine.get("seat"), self.room.get("exchange") or {"attempt": 0, "opening": False}
        if seat is None:
            return self.ask({"do": "sit", "name": self.name})
        deal = {"commitment": self.room["commitment"], "attempt": exchange["attempt"]}
        if self.deal is None or {name: self.deal[name] for name in deal} != deal:
            if self.deal and self.deal["commitment"] != deal["commitment"] and self.deal["game"] == self.room["game"]:
                sys.exit("the house changed its commitment")
            self.deal = {**deal, "game": self.room["game"], "words": secrets.token_hex(16), "is_open": False}
            self.ask({"do": "seal", **deal, "seal": seal_of(deal["commitment"], deal["attempt"], self.deal["words"])})
        elif exchange["opening"] and not self.deal["is_open"]:
            assert exchange["seals"][seat] == seal_of(deal["commitment"], deal["attempt"], self.deal["words"]), "another seal"
            self.deal["is_open"] = True
            self.ask({"do": "open", **deal, "words": self.deal["words"]})
        elif self.room["phase"] == "gathering" and not self.room["chairs"][seat].get("ready"):
            self.ask({"do": "ready", "on": True})

    def check(self, record):
        """Checks that the commitment is unchanged, and that our words are in the deal."""
        fair, seat = record["fair"], self.mine["seat"]
        assert fair["commitment"] == self.deal["commitment"], "another commitment"
        assert fair["words"][seat] == self.deal["words"], "other words"


def fetch(server, record):
    """The record of a finished game: the server stores it right after it has sent the end."""
    for _ in range(20):
        try:
            return server.ask(f"/api/records/{record}")
        except urllib.error.HTTPError:
            time.sleep(0.2)
    sys.exit("there is no record")


def main(url, *rest):
    parsed = urllib.parse.urlparse(url)
    server = Server(f"{parsed.scheme}://{parsed.netloc}")
    if parsed.path.startswith("/t/"):
        table, name = parsed.path[3:], rest[0] if rest else "Python"
    else:
        game, seats, *rest = rest
        pace = os.environ.get("MAZZO_PACE", "normal")
        opened = server.ask("/api/tables", {"game": game, "seats": int(seats), "pace": pace})
        table, name = opened["table"], rest[0] if rest else "Python"
        print(opened["link"], flush=True)
    player = Player(server, table, name)
    record = fetch(server, player.play())
    player.check(record)
    print(json.dumps(record))


if __name__ == "__main__":
    main(*sys.argv[1:])
