"""Pişti as text, both ways.

A position: `A H4 H9 HJ / B S2 S3 S7 / pile D8 / wonA * / dealer B` — parts with a slash between them, in any order.

* `A`, `B`: the hands of seat 0 and seat 1. `pile`: the open cards on the table, the top one last; `down`: the three
  start cards under them. `stock`: the next card first. `wonA`, `wonB`: what each seat captured openly; `bluffsA`,
  `bluffsB`: by accepted bluffs; `startA`, `startB`: the three start cards, with the seat that took them. `sealed`: the
  card that the seat on turn has laid as a bluff; the other seat must answer.
* One `*` stands for every card that is written nowhere else; without it all 52 must be written.
* `dealer A|B` (B if left out). Whose turn it is follows from the hands: the seat that does not deal plays first.
* `last A|B`: who captured last. `back HJ`: jacks that were turned for the start and put back.
* `lines A:PISTI B:BLUFF_CAUGHT`: this game's piştis and bluffs, in order. `points 35-20`: of the games before.
  `game 2` (1).
* Instead of cards: `drawing`, `shuffling` (dealer drawn), `turning` (with `down`, `stock`, `back`: a jack was turned),
  `over CAUSE A|B|-` with the winner of the match.

An act: `H9` plays a card, `bluff H9` lays it face down, `accept`, `challenge`.
"""

from services.kernel.cards import Card, read_card, write_cards
from services.kernel.game import Config, Notation
from services.pisti.actions import Action, AnswerBluff, BluffCard, PlayCard
from services.pisti.reading import SEATS, read_position
from services.pisti.state import Phase, State

_WORDS: dict[str, Action] = {"accept": AnswerBluff(accept=True), "challenge": AnswerBluff(accept=False)}
_PHASES = (Phase.DRAWING, Phase.SHUFFLING, Phase.TURNING)


class PistiNotation(Notation[State, Action]):
    """Reads and writes positions and acts of pişti."""

    def write_position(self, state: State) -> str:
        match = state.match
        parts = [state.phase.value] if state.phase in _PHASES else []
        if state.ending is not None:
            winner = "-" if state.ending.winner is None else SEATS[state.ending.winner]
            parts.append(f"over {state.ending.cause} {winner}")
        parts += [f"{name} {write_cards(cards)}" for name, cards in _places(state).items() if cards]
        if state.phase is not Phase.DRAWING:
            parts.append(f"dealer {SEATS[state.dealer]}")
        if state.last_capturer is not None:
            parts.append(f"last {SEATS[state.last_capturer]}")
        if state.lines:
            parts.append("lines " + " ".join(f"{SEATS[line.seat]}:{line.reason}" for line in state.lines))
        parts.append(f"points {match.points[0]}-{match.points[1]}")
        parts.append(f"game {match.number}")
        return " / ".join(parts)

    def read_position(self, text: str, config: Config) -> State:
        return read_position(text, config)

    def write_action(self, action: Action) -> str:
        match action:
            case PlayCard(card=card):
                return card.value
            case BluffCard(card=card):
                return f"bluff {card.value}"
            case AnswerBluff(accept=accept):
                return "accept" if accept else "challenge"

    def read_action(self, text: str) -> Action:
        text = text.strip()
        if text in _WORDS:
            return _WORDS[text]
        first, _, rest = text.partition(" ")
        try:
            return BluffCard(read_card(rest)) if first == "bluff" else PlayCard(read_card(text))
        except ValueError:
            raise ValueError(f"an act is a card such as H9, bluff H9, accept or challenge, not {text!r}") from None


def _places(state: State) -> dict[str, tuple[Card, ...]]:
    """The cards of every place by its keyword."""
    places: dict[str, tuple[Card, ...]] = {}
    for name, side in zip(SEATS, state.sides, strict=True):
        places[name] = side.hand
    places["pile"] = state.pile
    places["down" if state.start_seat is None else f"start{SEATS[state.start_seat]}"] = state.start
    if state.sealed is not None:
        places["sealed"] = (state.sealed,)
    places["stock"] = state.stock
    for name, side in zip(SEATS, state.sides, strict=True):
        places[f"won{name}"] = side.won
        places[f"bluffs{name}"] = tuple(bluff.card for bluff in side.bluffs)
    places["back"] = state.returned
    return places
