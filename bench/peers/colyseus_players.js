// Colyseus' players: its own client, which applies the patches to its copy of the state.

import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@colyseus/sdk";
import { NAME, POINTS, someMove } from "./game.js";

export async function seatPlayers(address, matches, newMatch) {
  for (let number = 0; number < matches; number++) {
    const first = await new Client(`ws://${address}`).create(NAME);
    const second = await new Client(`ws://${address}`).joinById(first.roomId);
    const match = newMatch();
    const plays = await Promise.all([first, second].map((room, seat) => sitDown(room, seat, match)));
    for (const play of plays) play();
  }
}

// Gives what makes the seat move if it is its turn.
async function sitDown(room, seat, match) {
  const play = () => {
    if (room.state.turn !== seat) return;
    match.sent(room.state.moves + 1, seat);
    room.send("move", someMove(room.state.points, room.state.moves % POINTS));
  };
  // The first state may have come before anybody could listen.
  while (room.state?.points?.length !== POINTS) await pause(5);
  let seen = room.state.moves;
  room.onStateChange((state) => {
    if (state.moves === seen) return;
    seen = state.moves;
    match.toldOf(seen, seat);
    play();
  });
  return play;
}
