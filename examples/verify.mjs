// Derives the shuffles of records independently of our code: node verify.mjs < games.jsonl
// docs/fair.md explains what this proves. It checks secret, seals, shuffles and starter; `mazzo verify` also referees the moves.
import { readFileSync } from "node:fs";

const FACES = {
  diciassette: "11 22 33 44 55 1 2 3 4 5 R X T !".split(" "),
  uno: [...[..."rgby"].flatMap((colour) => [..."0123456789+RS"].map((symbol) => colour + symbol)), "W", "W+"],
};
const bytes = (text) => new TextEncoder().encode(text);
const sized = (text) => [bytes(text).length, ...bytes(text)];
const unhex = (text) => text.match(/../g).map((pair) => parseInt(pair, 16));
const hex = (list) => [...list].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const sha256 = async (list) => new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(list)));

/** Sixteen words of the ChaCha20 key stream, with a zero nonce. */
function block(key, counter) {
  const start = Uint32Array.from([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, 0, 0, 0]);
  const x = start.slice();
  const turn = (a, b, by) => (x[a] = ((x[a] ^ x[b]) << by) | ((x[a] ^ x[b]) >>> (32 - by)));
  const quarter = (a, b, c, d) => {
    for (const [one, other] of [[16, 12], [8, 7]]) {
      (x[a] += x[b]), turn(d, a, one), (x[c] += x[d]), turn(b, c, other);
    }
  };
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return x.map((word, i) => word + start[i]);
}

/** A generator of uniform numbers below n, from the stream with this number. */
async function stream({ secret, words }, number) {
  const said = [words.length, ...words.flatMap(sized)];
  const digits = new Uint8Array(new BigUint64Array([number]).buffer); // little-endian on every platform of Node
  const hash = await sha256([...sized("mazzo-fair/1 stream"), ...secret, ...said, ...digits]);
  const key = new Uint32Array(hash.buffer);
  let next = 0;
  return (n) => {
    for (;;) {
      const word = block(key, next >> 3)[((next++ & 7) << 1) | 1]; // the upper half of 64 bits
      const wide = BigInt(word) * BigInt(n);
      if (Number(wide & 0xffffffffn) >= 2 ** 32 % n) return Number(wide >> 32n);
    }
  };
}

/** The order of a pile, top card first. */
async function shuffled(fair, number, pile, faces) {
  const cards = [...pile].sort((a, b) => faces.indexOf(a) - faces.indexOf(b));
  const below = await stream(fair, BigInt(number));
  return pile.map(() => {
    const pick = below(cards.length);
    const last = cards.pop();
    return pick < cards.length ? cards.splice(pick, 1, last)[0] : last;
  });
}

/** The first violation, or undefined. */
async function doubt({ game, seats, starter, shuffles, fair }) {
  if (!["mazzo-fair/1", "mazzo-fair/2"].includes(fair?.scheme) || !fair.secret) return "there is no proof in it";
  const { words } = fair;
  let secret = unhex(fair.secret);
  const commitment = await sha256([...sized("mazzo-fair/1 commitment"), ...sized(fair.id), ...secret]);
  if (fair.commitment !== hex(commitment)) return "the secret is not the one promised";
  if (words.length !== seats.length) return "there are not as many words as seats";
  if (fair.scheme === "mazzo-fair/2") {
    if (fair.seals.length !== seats.length) return "there are not as many seals as seats";
    for (const [seat, text] of words.entries()) {
      const seal = await sha256([...sized("mazzo-fair/2 seal"), ...commitment, fair.attempt, ...sized(text)]);
      if (fair.seals[seat] !== (text ? hex(seal) : null)) return `the words of seat ${seat + 1} are not the ones that it sealed`;
    }
    if (fair.attempt) secret = [...(await sha256([...sized("mazzo-fair/2 attempt"), ...secret, fair.attempt]))];
  }
  for (const [index, written] of shuffles.entries()) {
    const promised = await shuffled({ secret, words }, index, written, FACES[game]);
    const place = written.findIndex((card, i) => card !== promised[i]);
    if (place >= 0) return `shuffle ${index + 1}, card ${place + 1}: ${written[place]}, not ${promised[place]}`;
  }
  const promised = game === "diciassette" ? (await stream({ secret, words }, 2n ** 64n - 1n))(seats.length) : undefined;
  if (promised !== starter) return `starter: ${starter}, not ${promised}`;
}

for (const line of readFileSync(0, "utf8").split("\n").filter((line) => line.trim())) {
  const wrong = await doubt(JSON.parse(line));
  if (wrong) process.exitCode = 1;
  console.log(wrong ?? "dealt as promised");
}
