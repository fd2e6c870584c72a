"""Derives the shuffles of records independently of our code: python3 verify.py < games.jsonl

docs/fair.md explains what this proves. It checks secret, seals, shuffles and starter; `mazzo verify` also referees the moves.
"""

import hashlib
import json
import struct
import sys

FACES = {
    "diciassette": "11 22 33 44 55 1 2 3 4 5 R X T !".split(),
    "uno": [colour + symbol for colour in "rgby" for symbol in "0123456789+RS"] + ["W", "W+"],
}
MASK = 0xFFFFFFFF


def sized(text):
    data = text.encode()
    return bytes([len(data)]) + data


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def block(key, counter):
    """Sixteen words of the ChaCha20 key stream, with a zero nonce."""
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *key, counter, 0, 0, 0]
    x = start.copy()

    def quarter(a, b, c, d):
        for left, right in ((16, 12), (8, 7)):
            x[a] = (x[a] + x[b]) & MASK
            x[d] ^= x[a]
            x[d] = (x[d] << left | x[d] >> (32 - left)) & MASK
            x[c] = (x[c] + x[d]) & MASK
            x[b] ^= x[c]
            x[b] = (x[b] << right | x[b] >> (32 - right)) & MASK

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(word + first) & MASK for word, first in zip(x, start)]


def stream(secret, words, number):
    """The upper halves of the 64-bit words of the stream with this number."""
    said = bytes([len(words)]) + b"".join(map(sized, words))
    key = struct.unpack("<8I", sha256(sized("mazzo-fair/1 stream"), secret, said, struct.pack("<Q", number)))
    counter = 0
    while True:
        yield from block(key, counter)[1::2]
        counter += 1


def below(numbers, k):
    """A uniform random number below k."""
    while True:
        wide = next(numbers) * k
        if wide & MASK >= 2**32 % k:
            return wide >> 32


def shuffled(secret, words, number, pile, faces):
    """The order of a pile, top card first."""
    cards = sorted(pile, key=faces.index)
    numbers = stream(secret, words, number)
    order = []
    while cards:
        pick = below(numbers, len(cards))
        order.append(cards[pick])
        cards[pick] = cards[-1]
        cards.pop()
    return order


def doubt(record):
    """The first violation, or None."""
    fair, game, seats = record.get("fair", {}), record["game"], record["seats"]
    if fair.get("scheme") not in ("mazzo-fair/1", "mazzo-fair/2") or not fair.get("secret"):
        return "there is no proof in it"
    secret, words = bytes.fromhex(fair["secret"]), fair["words"]
    commitment = sha256(sized("mazzo-fair/1 commitment"), sized(fair["id"]), secret)
    if commitment.hex() != fair["commitment"]:
        return "the secret is not the one promised"
    if len(words) != len(seats):
        return "there are not as many words as seats"
    attempt = 0
    if fair["scheme"] == "mazzo-fair/2":
        attempt, seals = fair["attempt"], fair["seals"]
        if len(seals) != len(seats):
            return "there are not as many seals as seats"
        for seat, (seal, text) in enumerate(zip(seals, words)):
            sealed = sha256(sized("mazzo-fair/2 seal"), commitment, bytes([attempt]), sized(text)).hex()
            if seal != (sealed if text else None):
                return f"the words of seat {seat + 1} are not the ones that it sealed"
    if attempt:
        secret = sha256(sized("mazzo-fair/2 attempt"), secret, bytes([attempt]))
    for index, written in enumerate(record["shuffles"]):
        for place, (card, promised) in enumerate(zip(written, shuffled(secret, words, index, written, FACES[game]))):
            if card != promised:
                return f"shuffle {index + 1}, card {place + 1}: {card}, not {promised}"
    promised = below(stream(secret, words, 2**64 - 1), len(seats)) if game == "diciassette" else None
    if promised != record.get("starter"):
        return f"starter: {record.get('starter')}, not {promised}"
    return None


if __name__ == "__main__":
    verdicts = [doubt(json.loads(line)) for line in sys.stdin if line.strip()]
    for verdict in verdicts:
        print(verdict or "dealt as promised")
    sys.exit(any(verdicts))
