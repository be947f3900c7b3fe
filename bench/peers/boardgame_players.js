// boardgame.io's players: the messages of its own socket.io transport, without the copy of the game that its client
// keeps, so that as much as possible of the machine is the server's.

import { io } from "socket.io-client";
import { NAME, someMove } from "./game.js";

async function post(url, body) {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
}

export async function seatPlayers(address, matches, newMatch) {
  const games = `http://${address}/games/${NAME}`;
  const tables = [];
  for (let number = 0; number < matches; number++) {
    const { matchID } = await post(`${games}/create`, { numPlayers: 2 });
    const seats = [];
    for (const playerID of ["0", "1"]) {
      const joined = await post(`${games}/${matchID}/join`, { playerID, playerName: `player ${playerID}` });
      seats.push({ playerID, credentials: joined.playerCredentials });
    }
    tables.push({ matchID, seats });
  }
  await Promise.all(tables.map((table) => sitDown(address, table, newMatch())));
}

async function sitDown(address, { matchID, seats }, match) {
  const sockets = seats.map(({ playerID, credentials }) => {
    const socket = io(`http://${address}/${NAME}`, { forceNew: true, transports: ["websocket"] });
    const play = (state) => {
      if (state.ctx.currentPlayer !== playerID) return;
      const args = someMove(state.G.points, state._stateID % 24);
      match.sent(state._stateID + 1, playerID);
      const action = { type: "MAKE_MOVE", payload: { type: "carry", args, playerID, credentials } };
      socket.emit("update", action, state._stateID, matchID, playerID);
    };
    const ready = new Promise((done) => {
      socket.on("connect", () => socket.emit("sync", matchID, playerID, credentials, 2));
      socket.on("sync", (_, { state }) => done(() => play(state)));
    });
    socket.on("update", (_, state) => {
      match.toldOf(state._stateID, playerID);
      play(state);
    });
    return ready;
  });
  for (const begin of await Promise.all(sockets)) begin();
}
