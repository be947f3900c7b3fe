"""Batak as text. Acts: `bid 3`, `play HK`. Positions: the phase, then words with their values, in any order.

    play dealer 3 cards AK4.Q9.T8.J72/-/-/- bids 3,0,2,13 won 1,0,1,1 trick 0:H9,HK sheet 3/5,2/2,1/1,4/5;…

`cards` by seat, spades first; `tricks` as `leader:cards`, joined by `;`; `won` the tricks before those, by seat, where
it is not told which cards have fallen, and `broken` if a spade was among them; `rules` the cards of this hand that the
rules played; `sheet` the hands that were played, `bid/tricks` by seat; `last` the last trick of the hand
before.
"""

from typing import Final

from services.batak.actions import BIDS, MOST, PLAYS, Action, PlayCard, SayBid
from services.batak.play import TRUMP
from services.batak.reading import Words, read_position
from services.batak.results import HandResult
from services.batak.state import Phase, State
from services.batak.terms import read_terms
from services.kernel.cards import read_card, write_hand
from services.kernel.game import Config, Notation
from services.kernel.tricks import Trick

_HELD: Final = (Phase.BID, Phase.PLAY)


class BatakNotation(Notation[State, Action]):
    """See the module."""

    def write_position(self, state: State) -> str:
        words: list[str] = [state.phase.value]
        if state.phase is not Phase.LOT:
            words.append(f"dealer {state.dealer}")
        if state.phase in _HELD:
            words.append("cards " + "/".join(write_hand(hand) for hand in state.hands))
            words.append("bids " + ",".join("-" if bid is None else str(bid) for bid in state.bids))
        if state.trick is not None:
            words += _in_play(state, state.trick)
        if state.by_rules and state.phase in _HELD:
            words.append("rules " + ",".join(state.by_rules))
        if state.last is not None and not (state.tricks and state.phase is Phase.PLAY):
            words.append(f"last {_trick(state.last)}")
        if state.results:
            words.append("sheet " + ";".join(map(_result, state.results)))
        return " ".join(words)

    def read_position(self, text: str, config: Config) -> State:
        return read_position(Words(text), read_terms(config.options))

    def write_action(self, action: Action) -> str:
        match action:
            case SayBid(tricks=tricks):
                return f"bid {tricks}"
            case PlayCard(card=card):
                return f"play {card}"

    def read_action(self, text: str) -> Action:
        word, _, rest = text.partition(" ")
        if word == "play":
            return PLAYS[read_card(rest)]
        if word == "bid" and rest.removeprefix("-").isdecimal() and rest.isascii():
            tricks = int(rest)
            return BIDS[tricks] if 0 <= tricks <= MOST else SayBid(tricks)
        raise ValueError(f"{text!r} is no act; one reads like 'bid 3' or 'play HK'")


def _in_play(state: State, trick: Trick) -> list[str]:
    words = []
    untold = list(state.won)
    for one in state.tricks:
        untold[one.winner(TRUMP)] -= 1
    if any(untold):
        words.append("won " + ",".join(map(str, untold)))
    if state.tricks:
        words.append("tricks " + ";".join(map(_trick, state.tricks)))
    words.append(f"trick {_trick(trick)}")
    fallen = [card for one in (*state.tricks, trick) for card in one.cards]
    if state.broken and not any(card.suit is TRUMP for card in fallen):
        words.append("broken")
    return words


def _trick(trick: Trick) -> str:
    return f"{trick.leader}:{','.join(trick.cards)}"


def _result(result: HandResult) -> str:
    return ",".join(f"{bid}/{won}" for bid, won in zip(result.bids, result.won, strict=True))
