// Runs the laws compiled to WebAssembly, and prints the digest of each game:
// node laws.mjs MODULE.wasm GAMES DIGESTS LAWS
import { readFileSync } from "node:fs";

const [file, games, digests, laws] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(file), {});
for (let game = 0; game < Number(games); game++) {
  for (let seed = 0n; seed < BigInt(digests); seed++) {
    console.log(`${game} ${seed} ${BigInt.asUintN(64, instance.exports.digest(game, seed))}`);
  }
  for (let seed = 0n; seed < BigInt(laws); seed++) {
    if (instance.exports.obeys(game, seed) !== 1) {
      console.error(`game ${game} breaks a law with seed ${seed}`);
      process.exit(1);
    }
  }
}
