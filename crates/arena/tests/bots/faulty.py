"""Faulty bots: the first argument selects the fault."""
import json, os, sys, time

kind = sys.argv[1]
if len(sys.argv) > 2:  # append the process id of every start
    with open(sys.argv[2], "a") as notes:
        notes.write(f"{os.getpid()}\n")


def say(**line):
    print(json.dumps(line), flush=True)


def questions():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "act?":
            yield message["id"], message["legal"]


if kind == "never reads":
    time.sleep(600)
if kind == "floods":
    while True:
        print("x" * 100)
if kind == "floods with old answers":
    while True:
        say(id=0, do="pass")
if kind == "has no end of line":
    while True:
        sys.stdout.write("x" * 10000)
if kind == "dies at once":
    sys.exit(3)
for number, (id, legal) in enumerate(questions()):
    if kind == "sleeps":
        time.sleep(600)
    elif kind == "dies":
        sys.exit(3)
    elif kind == "closes its output":
        os.close(1)
        time.sleep(600)
    elif kind == "writes garbage":
        print(["I like cards", "[]", '{"id": "x"}', '{"id": 1e99, "do": 3}', "\x1b[31m"][number % 5], flush=True)
    elif kind == "writes bytes":
        sys.stdout.buffer.write(b"\xff\xfe\n")
        sys.stdout.flush()
    elif kind == "cheats":
        say(id=id, do="W+:r uno" if number % 2 else "flip the table")
    elif kind == "is ahead":
        say(id=id + 1, do=legal[0])
    elif kind == "is sure":
        say(id=id, do=legal[0], odds=1.7)
    elif kind == "answers every second question, and the one before":
        if number % 2:
            say(id=id - 1, do="flip the table")
            say(id=id, do=legal[0])
    elif kind == "is polite":
        if number == 0:
            say(hello="Ada\x07" + "!" * 100)
        say(id=id, do=legal[-1], odds=0.25)
