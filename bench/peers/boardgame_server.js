// boardgame.io as its documentation starts it: node boardgame_server.js PORT memory | flatfile FOLDER | postgres URL

import { createRequire } from "node:module";
import { NAME, carry, newPoints } from "./game.js";

// The package has no ES modules for Node; `require` finds what its documentation names.
const require = createRequire(import.meta.url);
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const game = {
  name: NAME,
  setup: () => ({ points: newPoints() }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { carry: ({ G }, from, to) => (carry(G.points, from, to) ? undefined : INVALID_MOVE) },
};

const [port, storage, where] = process.argv.slice(2);
const storages = {
  memory: () => undefined,
  flatfile: () => new FlatFile({ dir: where }),
  postgres: () => {
    const { PostgresStore } = require("bgio-postgres");
    return new PostgresStore(where, { logging: false });
  },
};
const db = storages[storage]();
await Server({ games: [game], origins: ["*"], ...(db ? { db } : {}) }).run(Number(port));
console.log("ready");
