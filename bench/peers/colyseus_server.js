// Colyseus: node colyseus_server.js PORT each-move | default | stored URL
//
// "each-move" sends a patch as soon as a move is made, "default" every 50 ms. Colyseus stores no moves; "stored" is what
// a careful author would add: the move is inserted, and the insertion awaited, before it is made and told.

import { Room, Server } from "@colyseus/core";
import { schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";
import pg from "pg";
import { NAME, carry, newPoints } from "./game.js";

const [port, how, where] = process.argv.slice(2);
const pool = how === "stored" ? new pg.Pool({ connectionString: where, max: 10 }) : null;
await pool?.query("CREATE TABLE moves (room text, seq int, seat int, origin int, target int, PRIMARY KEY (room, seq))");

const Carrying = schema({ points: t.array("uint8"), turn: t.uint8(), moves: t.uint32() }, "Carrying");

class CarryRoom extends Room {
  onCreate() {
    this.maxClients = 2;
    this.seats = [];
    this.state = new Carrying();
    this.state.points.push(...newPoints());
    this.state.turn = 0;
    this.state.moves = 0;
    if (how !== "default") this.patchRate = null;
    this.onMessage("move", (client, move) => this.move(client, move));
  }

  onJoin(client) {
    this.seats.push(client.sessionId);
  }

  async move(client, [from, to]) {
    const { state } = this;
    if (this.seats[state.turn] !== client.sessionId || this.storing) return;
    if (pool) {
      this.storing = true;
      try {
        const row = [this.roomId, state.moves + 1, state.turn, from, to];
        await pool.query({ name: "move", text: "INSERT INTO moves VALUES ($1, $2, $3, $4, $5)", values: row });
      } finally {
        this.storing = false;
      }
    }
    if (!carry(state.points, from, to)) return;
    state.turn = 1 - state.turn;
    state.moves += 1;
    if (how !== "default") this.broadcastPatch();
  }
}

const server = new Server({ greet: false, transport: new WebSocketTransport({}) });
server.define(NAME, CarryRoom);
await server.listen(Number(port), "127.0.0.1");
console.log("ready");
