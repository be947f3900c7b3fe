"""Yüksek as text: `hands 2 turn 60000 worth 3 A 1,2,5 B 0,4,7 stock 3,6,8,9,10,11 sealed -1,-1 points 3,0 left -1`."""

from toyhouse.yuksek.state import Lay, State

from services.kernel.game import Config, Notation
from services.kernel.score import LedgerLine


class YuksekNotation(Notation[State, Lay]):
    def write_position(self, state: State) -> str:
        lines = ";".join(f"{line.seat}:{line.points}" for line in state.ledger)
        words = {
            "hands": state.hands_left,
            "worth": state.worth,
            "A": _text(state.hands[0]),
            "B": _text(state.hands[1]),
            "stock": _text(state.stock),
            "sealed": _text(state.sealed),
            "won": lines or "-",
            "left": state.left,
        }
        return " ".join(f"{name} {value}" for name, value in words.items())

    def read_position(self, text: str, config: Config) -> State:
        parts = text.split()
        words = dict(zip(parts[::2], parts[1::2], strict=True))
        turn = config.options["turnSeconds"]
        sealed = _numbers(words.get("sealed", "-1,-1"))
        won = [line.split(":") for line in words.get("won", "-").split(";") if line != "-"]
        return State(
            hands_left=int(words["hands"]),
            turn_ms=None if turn == "none" else int(turn) * 1000,
            hands=(_numbers(words.get("A", "-")), _numbers(words.get("B", "-"))),
            stock=_numbers(words.get("stock", "-")),
            sealed=(sealed[0], sealed[1]),
            worth=int(words.get("worth", "0")),
            ledger=tuple(LedgerLine(seat=int(s), points=int(p), reason="TRICK", clause="3") for s, p in won),
            left=int(words.get("left", "-1")),
        )

    def write_action(self, action: Lay) -> str:
        return f"lay {action.card}"

    def read_action(self, text: str) -> Lay:
        word, _, card = text.partition(" ")
        if word != "lay" or not card.isdecimal():
            raise ValueError(f"{text!r} is not an action; one reads like 'lay 7'")
        return Lay(card=int(card))


def _text(cards: tuple[int, ...]) -> str:
    return ",".join(map(str, cards)) or "-"


def _numbers(text: str) -> tuple[int, ...]:
    return () if text == "-" else tuple(int(card) for card in text.split(","))
