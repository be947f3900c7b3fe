// Two players to a match who move at once when it is their turn:
// node players.js boardgame | colyseus PORT MATCHES WARM_UP SECONDS
//
// Prints "measuring" when the warm-up is over, and then one JSON line: the moves that both players were told of, the
// seconds, and the milliseconds from sending a move until its sender and until his opponent was told.

const [platform, port, matches, warmUp, seconds] = process.argv.slice(2);
const { seatPlayers } = await import(`./${platform}_players.js`);

const pause = (s) => new Promise((done) => setTimeout(done, 1000 * s));
const told = { mover: [], opponent: [] };
let measuring = false;
let moves = 0;

// One match's part of the tally: `sent` before a move goes out, `toldOf` when a player hears of move number `count`.
class Match {
  constructor() {
    this.count = 0;
    this.heard = 0;
  }
  sent(count, seat) {
    Object.assign(this, { count, seat, at: performance.now(), heard: 0 });
  }
  toldOf(count, seat) {
    if (count !== this.count || this.at === undefined) return;
    if (measuring) told[seat === this.seat ? "mover" : "opponent"].push(performance.now() - this.at);
    if (++this.heard === 2 && measuring) moves += 1;
  }
}

await seatPlayers(`127.0.0.1:${port}`, Number(matches), () => new Match());
await pause(Number(warmUp));
measuring = true;
const began = performance.now();
console.log("measuring");
await pause(Number(seconds));
measuring = false;
const took = (performance.now() - began) / 1000;

const at = (times, share) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
const spread = (times) => {
  times.sort((a, b) => a - b);
  return { p50: at(times, 0.5), p99: at(times, 0.99) };
};
const found = { moves, seconds: took, mover_told_ms: spread(told.mover), watcher_told_ms: spread(told.opponent) };
process.stdout.write(JSON.stringify(found) + "\n", () => process.exit(0));
