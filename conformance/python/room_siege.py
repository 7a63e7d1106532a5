"""`belle room` under attack: floods of connections, absurd commands, malformed input. It must live, stay small, and play on.

The commands and their fields are those of web/protocol.d.ts. All random input comes from `--seed`. Exit code 1 means a fault.
"""

import argparse
import base64
import contextlib
import itertools
import json
import os
import pathlib
import random
import re
import resource
import select
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
NUMBERS = ["0", "1", "-1", "63", "64", "255", "256", "1024", "65536"]
NUMBERS += ["2147483647", "-2147483648", "4294967296", "9007199254740991"]
NUMBERS += ["9223372036854775807", "18446744073709551615", "18446744073709551616"]
NUMBERS += ["1e308", "-0.5", "null", '"7"']
TEXTS = ["", "\u0000", "e4", "O-O-O", "..", "../../etc/passwd", "<b>x</b>", "%", "ply"]
TEXTS += ["8/8/8/8/8/8/8/8 w - - 0 1", "9" * 400, "\U0001f600" * 200, "search.mc"]
# Values for fields that are neither numbers nor texts, so that the numbers beside them are reached.
USUAL = {
    "unit": '"node"',
    "root": '"host"',
    "signals": '["ply","move_generator/recv/line1"]',
    "until": '[{"when":"label","label":"cut"}]',
    "stops": "[7]",
    "moves": "[]",
    "fen": "null",
    "files": '[["search.mc","search: dance"]]',
    "text": '"e4"',
    "pieces": json.dumps("." * 64),
    "white_to_move": "true",
    "disabled": "[]",
    "disable": "null",
    "victim": "null",
}
ASKS = [
    '{"ask":"go","player":"belle","options":[["Generation","1978"]],"depth":N}',
    '{"ask":"go","player":"native","options":[["Hash","N"]],"seconds":0}',
    '{"ask":"go","player":"native","options":[["Threads","N"]],"seconds":0}',
    '{"ask":"go","player":"atlas","seconds":N}',
    '{"ask":"go","player":"atlas","depth":3,"within":N}',
    '{"ask":"explain","player":"atlas","moves":["e4"]}',
    '{"ask":"stop"}',
]
# Most places of the room, and most bytes that the server may take.
PLACES = 16
MEMORY = 300_000_000


class Gone(Exception):
    """The server has closed the socket."""


class WebSocket:
    """A page's socket, with nothing between a test and its frames."""

    def __init__(self, port, path="machine", seconds=60):
        self.stream = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        key = base64.b64encode(os.urandom(16)).decode()
        host = f"127.0.0.1:{port}"
        head = f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
        head += (
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        )
        self.bytes = b""
        self.stream.sendall(f"{head}Sec-WebSocket-Key: {key}\r\n\r\n".encode())
        answer = self.until(b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 101"), answer

    def until(self, end):
        while end not in self.bytes:
            self.more()
        head, self.bytes = self.bytes.split(end, 1)
        return head

    def more(self):
        try:
            read = self.stream.recv(1 << 16)
        except (ConnectionResetError, BrokenPipeError) as error:
            raise Gone(str(error)) from error
        if not read:
            raise Gone("closed")
        self.bytes += read

    def take(self, count):
        while len(self.bytes) < count:
            self.more()
        taken, self.bytes = self.bytes[:count], self.bytes[count:]
        return taken

    def send(self, payload, opcode=1):
        if isinstance(payload, str):
            payload = payload.encode("utf-8", "surrogatepass")
        mask = os.urandom(4)
        size = len(payload)
        if size < 126:
            length = struct.pack("!B", 128 | size)
        elif size < 65536:
            length = struct.pack("!BH", 128 | 126, size)
        else:
            length = struct.pack("!BQ", 128 | 127, size)
        masked = bytes(a ^ b for a, b in zip(payload, itertools.cycle(mask)))
        try:
            self.stream.sendall(bytes([128 | opcode]) + length + mask + masked)
        except (ConnectionResetError, BrokenPipeError) as error:
            raise Gone(str(error)) from error

    def receive(self):
        """The next text. Pings are answered, as a browser does."""
        while True:
            first, second = self.take(2)
            size = second & 127
            if size == 126:
                size = struct.unpack("!H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack("!Q", self.take(8))[0]
            payload, opcode = self.take(size), first & 15
            if opcode == 1:
                return payload.decode()
            if opcode == 8:
                raise Gone(payload[2:].decode())
            if opcode == 9:
                self.send(payload, 10)

    def ask(self, text):
        self.send(text)
        return self.receive()

    def close(self):
        self.stream.close()


class Server:
    """`belle room` with the descriptors that systems usually give."""

    def __init__(self, belle, log):
        self.log = log
        self.process = subprocess.Popen(
            ["sh", "-c", 'ulimit -n 1024; exec "$0" room --no-open', belle],
            stdout=subprocess.PIPE,
            stderr=log.open("w"),
            text=True,
        )
        line = self.process.stdout.readline()
        self.port = int(re.search(r":(\d+)/", line)[1])

    def memory(self):
        """Bytes taken now, and at most so far."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        read = lambda name: int(re.search(rf"{name}:\s+(\d+)", status)[1]) * 1024
        return read("VmRSS"), read("VmHWM")

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def check(self):
        assert self.process.poll() is None, f"ended with {self.process.returncode}"
        log = self.log.read_text()
        assert "panicked" not in log, log
        now, most = self.memory()
        assert most < MEMORY, f"{most / 1e6:.0f} MB"
        return now

    def get(self, path="/"):
        """Status line of an answer, and the length of its body."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as stream:
            head = f"GET {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
            stream.sendall(f"{head}Connection: close\r\n\r\n".encode())
            answer = b""
            while read := stream.recv(1 << 16):
                answer += read
        return answer.split(b"\r\n", 1)[0].decode(), len(answer)


def fresh_page(server, within):
    """What a page does first: files, a machine, a move. Fails if that takes longer than `within` seconds."""
    started = time.monotonic()
    # The ends of sockets reach the server a little later than they are made.
    while True:
        try:
            for path in ["/", "/app.js", "/style.css"]:
                status, _ = server.get(path)
                assert status.startswith("HTTP/1.1 200"), status
            page = WebSocket(server.port)
            assert '"described"' in page.ask('{"command":"describe"}')
            page.ask('{"command":"think","depth":2}')
            while '"event":"done"' not in page.ask(
                '{"command":"run","cycles":2000000}'
            ):
                pass
            page.close()
            break
        except (Gone, ConnectionError, AssertionError):
            if time.monotonic() - started > within:
                raise
            time.sleep(0.02)
    took = time.monotonic() - started
    assert took < within, f"a fresh page: {took:.2f} s, expected {within}"
    return took


def placed(server, within):
    """A page with a machine, as soon as the server has noticed which earlier ones are gone."""
    deadline = time.monotonic() + within
    while True:
        page = WebSocket(server.port)
        try:
            assert "digest" in page.ask('{"command":"digest"}')
            return page
        except (Gone, AssertionError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def all_places(server, within):
    """Opens every place of the room."""
    pages = [placed(server, within) for _ in range(PLACES)]
    for page in pages:
        page.close()


def opened(port, count):
    """Many connections at once, finished or not."""
    streams = []
    for _ in range(count):
        stream = socket.socket()
        stream.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            stream.connect(("127.0.0.1", port))
        streams.append(stream)
    return streams


def send_all(streams, data, seconds):
    """Sends to all that take it, for a while. Returns how many have."""
    poll = select.poll()
    waiting = {stream.fileno(): stream for stream in streams}
    for number in waiting:
        poll.register(number, select.POLLOUT)
    deadline = time.monotonic() + seconds
    sent = 0
    while waiting and time.monotonic() < deadline:
        for number, _ in poll.poll(100):
            poll.unregister(number)
            with contextlib.suppress(OSError):
                waiting[number].send(data)
                sent += 1
            del waiting[number]
    return sent


def close_all(streams):
    for stream in streams:
        stream.close()


def half_open(server, settings):
    streams = opened(server.port, settings.half_open)
    sent = send_all(streams, b"GET / HTTP/1.1\r\nX-", 5)
    # They are still there: the server can do without them.
    during = fresh_page(server, 10 * settings.within)
    close_all(streams)
    return f"{sent} of {len(streams)} half-open heads, a page among them {during:.2f} s"


def idle(server, settings):
    streams = opened(server.port, settings.idle)
    during = fresh_page(server, 10 * settings.within)
    close_all(streams)
    return f"{len(streams)} idle connections, a page among them {during:.2f} s"


def held_by_system():
    """Bytes that the system holds for all connections of this computer, sent and not yet taken."""
    text = pathlib.Path("/proc/net/sockstat").read_text()
    pages = re.search(r"^TCP:.* mem (\d+)", text, re.MULTILINE)[1]
    return int(pages) * resource.getpagesize()


def slow_readers(server, settings):
    before = held_by_system()
    head = f"GET /openings.tsv HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
    streams = opened(server.port, settings.readers)
    sent = send_all(streams, head.encode() * 20, 5)
    during = fresh_page(server, 10 * settings.within)
    # What the system holds for them is none of the server's own memory, but the server decides how much it may be.
    held = held_by_system() - before
    assert held < MEMORY, f"{held / 1e6:.0f} MB"
    close_all(streams)
    return (
        f"{sent} readers that do not read, for which the system holds {held / 1e6:.0f} MB, "
        f"a page among them {during:.2f} s"
    )


def keep_asking(port, streams, head, ended):
    """Asks on each connection again and again; one that is closed is opened again."""
    while not ended.wait(0.1):
        for index, stream in enumerate(streams):
            try:
                stream.send(head)
                is_open = stream.recv(1 << 16) != b""
            except BlockingIOError:
                is_open = True
            except OSError:
                is_open = False
            if not is_open:
                stream.close()
                streams[index] = opened(port, 1)[0]


def busy(server, settings):
    head = f"GET /none HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n"
    streams = opened(server.port, settings.busy)
    ended = threading.Event()
    arguments = (server.port, streams, head.encode(), ended)
    asking = threading.Thread(target=keep_asking, args=arguments)
    asking.start()
    try:
        # By now they have all places.
        time.sleep(1)
        during = fresh_page(server, 10 * settings.within)
    finally:
        ended.set()
        asking.join()
    close_all(streams)
    return (
        f"{len(streams)} connections that ask without pause, "
        f"a page among them {during:.2f} s"
    )


def requests(server, settings):
    head = f"GET /app.js HTTP/1.1\r\nHost: localhost:{server.port}\r\nConnection: close\r\n\r\n"
    streams = opened(server.port, settings.requests)
    sent = send_all(streams, head.encode(), 30)
    answered = 0
    for stream in streams:
        stream.setblocking(True)
        stream.settimeout(60)
        with contextlib.suppress(OSError):
            answer = b""
            while read := stream.recv(1 << 16):
                answer += read
            answered += answer.startswith(b"HTTP/1.1 200")
    close_all(streams)
    assert answered == len(streams), f"{answered} of {len(streams)} requests answered"
    return f"{sent} requests at once, {answered} answered"


def protocol():
    """Commands with the names and types of their fields, as the page's types have them."""
    text = (ROOT / "web/protocol.d.ts").read_text()
    text = re.search(r"export type Command = (.*?);\n", text + "\n", re.DOTALL)[1]
    text = re.sub(r"/\*\*.*?\*/", "", text, flags=re.DOTALL)
    commands = []
    for part in re.findall(r'\{\s*"command":\s*"(\w+)",(.*?)\}', text, re.DOTALL):
        name, fields = part
        commands.append((name, re.findall(r"(\w+)\??:\s*([^,]+(?:<[^>]*>)?)", fields)))
    assert len(commands) > 15, commands
    return commands


def absurd(commands):
    """Each command with each absurd number in each of its numbers, and with each text in each of its texts."""
    for name, fields in commands:
        if not fields:
            yield json.dumps({"command": name})
        for field, kind in fields:
            is_number, is_text = kind.startswith("number"), kind.startswith("string")
            values = NUMBERS if is_number else [json.dumps(text) for text in TEXTS]
            if not is_number and not is_text:
                values = ["[]", "null", "7", json.dumps(["x"] * 5000)]
            for value in values:
                parts = [f'"command":"{name}"']
                for other, other_kind in fields:
                    usual = "3" if other_kind.startswith("number") else USUAL[other]
                    parts.append(f'"{other}":{value if other == field else usual}')
                yield "{" + ",".join(parts) + "}"
        numbers = [field for field, kind in fields if kind.startswith("number")]
        for value in NUMBERS if len(numbers) > 1 else []:
            parts = [f'"command":"{name}"'] + [f'"{one}":{value}' for one in numbers]
            parts += [
                f'"{field}":{USUAL[field]}'
                for field, _ in fields
                if field not in numbers
            ]
            yield "{" + ",".join(parts) + "}"


def answered(page, text, seconds):
    started = time.monotonic()
    answer = page.ask(text)
    took = time.monotonic() - started
    assert took < seconds, f"{text[:200]}: {took:.1f} s"
    json.loads(answer)
    return took


def commands(server, settings):
    """Every absurd command in the midst of a search that does not end."""
    longest, count = 0, 0
    page = placed(server, 30 * settings.within)
    for text in absurd(protocol()):
        page.ask('{"command":"position"}')
        page.ask('{"command":"think","depth":48}')
        page.ask('{"command":"run","cycles":3000}')
        took = answered(page, text, settings.longest)
        longest, count = max(longest, took), count + 1
    page.close()
    desk = WebSocket(server.port, "opponent")
    for ask, number in itertools.product(ASKS, NUMBERS):
        desk.send(ask.replace("N", number))
        desk.send('{"ask":"stop"}')
        # One answer at least comes to this.
        desk.send('{"ask":"dance"}')
        while "dance" not in desk.receive():
            pass
        count += 1
    desk.close()
    return f"{count} commands, the longest {longest:.2f} s"


def leaving(server, settings):
    """Pages that go with all their work under way."""
    for text in [
        '{"command":"watch","signals":["ply"],"cycles":10,"from":18446744073709551615}',
        '{"command":"branch","from":0,"to":18446744073709551610,"ply":1,"plies":4}',
        '{"command":"go_to","cycle":18446744073709551615}',
        '{"command":"step","unit":"root_move","count":1000}',
        '{"command":"run","cycles":2000000,"until":[{"when":"searched","text":"a4"}]}',
    ]:
        pages = []
        for _ in range(PLACES):
            with contextlib.suppress(Gone):
                page = WebSocket(server.port)
                page.send('{"command":"think","depth":48}')
                for _ in range(20):
                    page.send(text)
                pages.append(page)
        for page in pages:
            page.close()
        fresh_page(server, 10 * settings.within)
    return "pages that left with work under way"


def mutated(numbers, text):
    data = bytearray(text.encode())
    for _ in range(numbers.randrange(5)):
        at = numbers.randrange(len(data))
        choice = numbers.randrange(4)
        if choice == 0:
            data[at] = numbers.randrange(256)
        elif choice == 1:
            del data[at]
            data = data or bytearray(b"x")
        elif choice == 2:
            data[at:at] = numbers.choice(NUMBERS).encode()
        else:
            data[at:at] = numbers.choice(TEXTS).encode()[:60]
    return bytes(data)


def fuzz_socket(server, numbers, machine, desk):
    path = numbers.choice(["machine", "machine", "opponent"])
    page = WebSocket(server.port, path)
    for _ in range(numbers.randrange(1, 12)):
        text = numbers.choice(machine if path == "machine" else desk)
        choice = numbers.randrange(10)
        if choice == 0:
            page.send(mutated(numbers, text), numbers.choice([0, 2, 3, 8, 9, 10, 15]))
        elif choice == 1:
            page.stream.sendall(numbers.randbytes(numbers.randrange(1, 40)))
        else:
            page.send(mutated(numbers, text))
        if numbers.random() < 0.4:
            page.stream.settimeout(0.3)
            with contextlib.suppress(TimeoutError):
                page.receive()
            page.stream.settimeout(60)
    page.close()


def fuzz_request(server, numbers):
    host = f"localhost:{server.port}"
    text = numbers.choice(
        [
            f"GET /app.js HTTP/1.1\r\nHost: {host}\r\n\r\n",
            f"GET /docs/../../Cargo.toml HTTP/1.1\r\nHost: {host}\r\n\r\n",
            f"POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\n\r\nabc",
            f"PUT / HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc",
            f"GET http://belle.example/ HTTP/1.0\r\nHost: {host}\r\n\r\n",
            f"GET /machine HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
            f"GET /?token=%00 HTTP/1.1\r\nHost: {host}\r\nCookie: belle-room-{server.port}=\r\n\r\n",
        ]
    )
    address = ("127.0.0.1", server.port)
    with (
        socket.create_connection(address, timeout=0.3) as stream,
        contextlib.suppress(OSError),
    ):
        stream.sendall(mutated(numbers, text) * numbers.randrange(1, 3))
        stream.recv(1 << 16)


def fuzz(server, settings):
    """Mutated messages, frames and requests."""
    numbers = random.Random(settings.seed)
    machine = list(absurd(protocol())) + ['{"command":"think","depth":3}'] * 100
    desk = [ask.replace("N", "2") for ask in ASKS]
    deadline = time.monotonic() + settings.fuzz
    rounds = 0
    while time.monotonic() < deadline:
        with contextlib.suppress(Gone, OSError, AssertionError):
            if numbers.random() < 0.5:
                fuzz_socket(server, numbers, machine, desk)
            else:
                fuzz_request(server, numbers)
        rounds += 1
        if rounds % 200 == 0:
            fresh_page(server, 30 * settings.within)
            server.check()
    return f"{rounds} rounds of malformed input, seed {settings.seed}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--belle", default="target/release/belle")
    parser.add_argument("--half-open", type=int, default=5_000)
    parser.add_argument("--idle", type=int, default=1_000)
    parser.add_argument("--readers", type=int, default=300)
    parser.add_argument("--busy", type=int, default=600)
    parser.add_argument("--requests", type=int, default=2_000)
    parser.add_argument("--fuzz", type=float, default=20, help="seconds")
    parser.add_argument("--seed", type=int, default=26)
    parser.add_argument(
        "--within", type=float, default=1, help="seconds in which a fresh page plays"
    )
    parser.add_argument(
        "--longest", type=float, default=5, help="seconds that a command may take"
    )
    settings = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    folder = tempfile.TemporaryDirectory()
    server = Server(settings.belle, pathlib.Path(folder.name) / "errors")
    try:
        first = fresh_page(server, 10 * settings.within)
        print(f"a fresh page: {first:.2f} s", flush=True)
        phases = [half_open, idle, busy, slow_readers, requests]
        phases += [commands, leaving, fuzz]
        for phase in phases:
            told = phase(server, settings)
            after = fresh_page(server, settings.within)
            all_places(server, 30 * settings.within)
            now = server.check()
            print(
                f"{told}; afterwards a page {after:.2f} s, {now / 1e6:.0f} MB, "
                f"{server.descriptors()} descriptors",
                flush=True,
            )
        print(f"at most {server.memory()[1] / 1e6:.0f} MB")
    finally:
        server.process.kill()


if __name__ == "__main__":
    sys.exit(main())
