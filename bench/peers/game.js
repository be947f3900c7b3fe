// The little game that both platforms host: two players in turn carry a checker from one of 24 points to another.
// It has about as much state as a game of tavla and no rules worth measuring.

export const NAME = "carry";
export const POINTS = 24;

export const newPoints = () => Array.from({ length: POINTS }, (_, point) => (point % 3 === 0 ? 5 : 0));

// Carries a checker; false if there is none.
export function carry(points, from, to) {
  if (!(points[from] > 0) || !(to >= 0 && to < POINTS)) return false;
  points[from] -= 1;
  points[to] += 1;
  return true;
}

// A move that can be made: the first checker from point `from` on, to the next point.
export function someMove(points, from) {
  for (let step = 0; step < POINTS; step++) {
    const point = (from + step) % POINTS;
    if (points[point] > 0) return [point, (point + 1) % POINTS];
  }
  throw new Error("the board is empty");
}
