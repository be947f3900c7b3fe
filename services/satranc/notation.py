"""Satranç as text, both ways.

A position: `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves g1f3 g8f6 white 1 left 300000,298000`

* FEN, and after `moves` what has been played from there, as UCI text. Written is the position after the last capture or
  pawn move and the moves since then, which is what repetitions are counted in.
* `white 1`: seat 1 has White (seat 0 if left out); `lot`: the colours are still to be drawn.
* `left 300000,298000`: milliseconds by seat when the seat on turn began to think (full if left out), `began 1200` when
  that was, `now 3000` when the last event was, by the match's clock (0 and `began` if left out).
* `offer 0`: the offer of seat 0 is open. `wait 0,3`: seat 1 may offer again after three more moves of its own.
* `touched e1,h1` in this order, `touched e1+h1` at once; `adjusted a1,b1`.
* `over CAUSE 0|1|draw`: the end, and who won. A position in which nobody can move is over without that word.

An act: a move as UCI text, `e2e4`, `e7e8q`, or in SAN, `san Nf3`; `claim50`, `claimThreefold`, `claimThreefold g1f3`,
`claimThreefold san Nf3`; `offer`, `accept-draw`, `decline-draw`, `resign`; `touch e2`, `touch-both e1 h1`,
`adjust a1 b1`.
"""

from services.kernel.game import Config, Notation
from services.satranc.actions import (
    UCI_MOVE,
    AcceptDraw,
    Action,
    Adjust,
    ClaimFifty,
    ClaimThreefold,
    DeclineDraw,
    OfferDraw,
    PlayMove,
    Resign,
    Touch,
    TouchBoth,
    read_move,
    read_square,
)
from services.satranc.diagram import read_position, write_position
from services.satranc.state import State
from services.satranc.terms import read_terms

_WORDS: dict[str, Action] = {
    "claim50": ClaimFifty(),
    "claimThreefold": ClaimThreefold(),
    "offer": OfferDraw(),
    "accept-draw": AcceptDraw(),
    "decline-draw": DeclineDraw(),
    "resign": Resign(),
}
_NAMES = {action: word for word, action in _WORDS.items()}


class SatrancNotation(Notation[State, Action]):
    """Reads and writes positions and acts of satranç."""

    def write_position(self, state: State) -> str:
        return write_position(state)

    def read_position(self, text: str, config: Config) -> State:
        return read_position(text, read_terms(config.options))

    def write_action(self, action: Action) -> str:
        match action:
            case PlayMove(move=move, san=san):
                return f"san {move}" if san else move
            case ClaimThreefold(move=move, san=san) if move:
                return f"claimThreefold {'san ' if san else ''}{move}"
            case Touch(square=square):
                return f"touch {square}"
            case TouchBoth(king=king, rook=rook):
                return f"touch-both {king} {rook}"
            case Adjust(squares=squares):
                return f"adjust {' '.join(squares)}"
            case _:
                return _NAMES[action]

    def read_action(self, text: str) -> Action:
        text = text.strip()
        if text in _WORDS:
            return _WORDS[text]
        match text.split():
            case [move] if UCI_MOVE.fullmatch(move):
                return PlayMove(move)
            case ["san", move]:
                return PlayMove(read_move(move, san=True), san=True)
            case ["claimThreefold", move]:
                return ClaimThreefold(read_move(move, san=False))
            case ["claimThreefold", "san", move]:
                return ClaimThreefold(read_move(move, san=True), san=True)
            case ["touch", square]:
                return Touch(read_square(square))
            case ["touch-both", king, rook]:
                return TouchBoth(read_square(king), read_square(rook))
            case ["adjust", *squares] if squares:
                return Adjust(tuple(map(read_square, squares)))
        words = ", ".join((*_WORDS, "touch e2", "touch-both e1 h1", "adjust a1"))
        raise ValueError(f"an act is a move such as e2e4 or san Nf3, or one of {words}; not {text!r}")
