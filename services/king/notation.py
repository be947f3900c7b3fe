"""King as text, both ways.

A position begins with what is waited for: `lot`, `deal`, `name`, `play CONTRACT` or `over CAUSE`. Then come, in any
order and only where they are needed:

* `by 2`: the declarer, a seat 0-3;
* `hands A/B/C/D`: the four hands by seat, each by suits from spades down, `AK4.Q93.T8.J7652`, or `-` for no card;
* `trick 1:H9,HK`: the trick that is being played, after the seat that led it (`trick 1:` if it is to be led);
* `tricks 2:D4,DK,D9,D2;3:…`: the tricks before it in this hand;
* `broken`: a heart, in a trump hand a trump, has been played; `owed HK,HQ`: still to be led of A-K-Q;
* `chart 0:rifki:0,0,-320,0;1:koz-H:50,300,100,200`: the hands played, each with declarer, contract and points;
* `redealt`: the cards are not the first of this hand; `won 0,2`: who has won.

A contract is `el`, `kupa`, `kiz`, `erkek`, `soniki`, `rifki`, or `koz-S`, `koz-H`, `koz-D`, `koz-C`.

An act: `name rifki`, `name koz-H`, `redeal`, or a card, `HK`.
"""

from services.kernel.cards import Card, Suit, read_card, read_hand, write_hand
from services.kernel.game import Config, Notation, Seat
from services.kernel.tricks import SEATS, Trick
from services.king.actions import Action, AskRedeal, NamePenalty, NameTrump, PlayCard
from services.king.contracts import Contract
from services.king.happenings import HandLine
from services.king.meta import META
from services.king.state import NO_HANDS, Ending, Hands, Phase, State
from services.king.terms import read_terms

_PHASES = {
    "lot": Phase.LOT,
    "deal": Phase.DEALING,
    "name": Phase.CHOOSING,
    "play": Phase.PLAYING,
    "over": Phase.OVER,
}
_WORDS = {phase: word for word, phase in _PHASES.items()}
_FLAGS = ("broken", "redealt")
_KEYS = ("by", "hands", "trick", "tricks", "owed", "chart", "won")


class KingNotation(Notation[State, Action]):
    """Reads and writes positions and acts of King."""

    def write_position(self, state: State) -> str:
        words = [_WORDS[state.phase]]
        if state.phase is Phase.PLAYING:
            assert state.contract is not None
            words.append(write_contract(state.contract, state.trump))
        elif state.ending is not None:
            words.append(state.ending.cause)
        if state.declarer is not None:
            words.append(f"by {state.declarer}")
        if state.hands != NO_HANDS:
            words.append(f"hands {'/'.join(map(write_hand, state.hands))}")
        if state.phase is Phase.PLAYING:
            words.append(f"trick {_write_trick(state.trick)}")
        words += _rest(state)
        return " ".join(words)

    def read_position(self, text: str, config: Config) -> State:
        phase, what, said = _split(text)
        contract, trump = read_contract(what) if phase is Phase.PLAYING else (None, None)
        terms = read_terms(config.options)
        state = State(
            terms=terms,
            phase=phase,
            declarer=_seat(said["by"]) if "by" in said else None,
            chart=tuple(_read_line(line) for line in _items(said, "chart", ";")),
            hands=_read_hands(said["hands"]) if "hands" in said else NO_HANDS,
            contract=contract,
            trump=trump,
            trick=_read_trick(said["trick"]) if "trick" in said else Trick(Seat(0)),
            tricks=tuple(_read_trick(trick) for trick in _items(said, "tricks", ";")),
            broken="broken" in said,
            owed=tuple(read_card(card) for card in _items(said, "owed", ",")),
            redealt="redealt" in said,
            ending=_read_ending(what, said) if phase is Phase.OVER else None,
        )
        _check(state)
        return state

    def write_action(self, action: Action) -> str:
        match action:
            case NamePenalty(contract=contract):
                return f"name {contract}"
            case NameTrump(suit=suit):
                return f"name {write_contract(Contract.KOZ, suit)}"
            case AskRedeal():
                return "redeal"
            case PlayCard(card=card):
                return card.value

    def read_action(self, text: str) -> Action:
        text = text.strip()
        if text == "redeal":
            return AskRedeal()
        word, _, what = text.partition(" ")
        if word != "name":
            return PlayCard(read_card(text))
        contract, trump = read_contract(what)
        return NamePenalty(contract) if trump is None else NameTrump(trump)


def write_contract(contract: Contract, trump: Suit | None) -> str:
    """`rifki`, `koz-H`."""
    return contract.value if trump is None else f"{contract}-{trump}"


def read_contract(text: str) -> tuple[Contract, Suit | None]:
    """What `write_contract` writes. Raises `ValueError`."""
    name, _, suit = text.partition("-")
    if name not in set(Contract) or (name == Contract.KOZ) != (suit in set(Suit)):
        raise ValueError(f"{text!r} is no contract; one reads like rifki or koz-H")
    return Contract(name), Suit(suit) if suit else None


# -- writing -----------------------------------------------------------------------------------------------------------


def _rest(state: State) -> list[str]:
    words = []
    if state.tricks:
        words.append(f"tricks {';'.join(map(_write_trick, state.tricks))}")
    if state.broken:
        words.append("broken")
    if state.owed:
        words.append(f"owed {','.join(state.owed)}")
    if state.chart:
        words.append(f"chart {';'.join(map(_write_line, state.chart))}")
    if state.redealt:
        words.append("redealt")
    if state.ending is not None and state.ending.winners:
        words.append(f"won {','.join(map(str, state.ending.winners))}")
    return words


def _write_trick(trick: Trick) -> str:
    return f"{trick.leader}:{','.join(trick.cards)}"


def _write_line(line: HandLine) -> str:
    return f"{line.declarer}:{write_contract(line.contract, line.trump)}:{','.join(map(str, line.points))}"


# -- reading -----------------------------------------------------------------------------------------------------------


def _split(text: str) -> tuple[Phase, str, dict[str, str]]:
    """The phase, the word that belongs to it, and what else is said."""
    words = text.split()
    if not words or words[0] not in _PHASES:
        raise ValueError(f"a position begins with one of {', '.join(_PHASES)}, not {text!r}")
    phase = _PHASES[words.pop(0)]
    what = ""
    if phase in (Phase.PLAYING, Phase.OVER):
        if not words:
            raise ValueError("what is played, or why the match is over, is missing")
        what = words.pop(0)
    said: dict[str, str] = {}
    while words:
        word = words.pop(0)
        if word in said or word not in (*_FLAGS, *_KEYS):
            raise ValueError(f"{word!r} cannot stand there; the words are {', '.join((*_KEYS, *_FLAGS))}, each once")
        if word in _KEYS and not words:
            raise ValueError(f"after {word!r} something is missing")
        said[word] = words.pop(0) if word in _KEYS else ""
    return phase, what, said


def _items(said: dict[str, str], key: str, between: str) -> list[str]:
    return said[key].split(between) if key in said else []


def _seat(text: str) -> Seat:
    if text not in ("0", "1", "2", "3"):
        raise ValueError(f"{text!r} is no seat; they are 0 to 3")
    return Seat(int(text))


def _read_hands(text: str) -> Hands:
    hands = tuple(read_hand(hand) for hand in text.split("/"))
    if len(hands) != SEATS:
        raise ValueError(f"there are {SEATS} hands, not {len(hands)}")
    return hands


def _read_trick(text: str) -> Trick:
    leader, between, cards = text.partition(":")
    if not between:
        raise ValueError(f"{text!r} is no trick; one reads like 2:D4,DK")
    return Trick(_seat(leader), tuple(read_card(card) for card in cards.split(",")) if cards else ())


def _read_line(text: str) -> HandLine:
    parts = text.split(":")
    if len(parts) != 3:
        raise ValueError(f"{text!r} is no line of the chart; one reads like 0:rifki:0,0,-320,0")
    contract, trump = read_contract(parts[1])
    points = tuple(int(number) for number in parts[2].split(","))
    if len(points) != SEATS:
        raise ValueError(f"{text!r} must have the points of {SEATS} seats")
    return HandLine(_seat(parts[0]), contract, trump, points)


def _read_ending(cause: str, said: dict[str, str]) -> Ending:
    if cause not in {end.cause for end in META.end_causes}:
        raise ValueError(f"{cause!r} is no end of a match")
    return Ending(cause, tuple(_seat(seat) for seat in _items(said, "won", ",")))


def _check(state: State) -> None:
    """Raises `ValueError` for what cannot be played on from."""
    if state.phase in (Phase.CHOOSING, Phase.PLAYING) and state.declarer is None:
        raise ValueError("the declarer is missing: by 0")
    held: list[Card] = [card for hand in state.hands for card in hand]
    lying = [*held, *(card for trick in (*state.tricks, state.trick) for card in trick.cards)]
    if len(set(lying)) != len(lying):
        raise ValueError("a card lies there twice")
    if state.phase is Phase.PLAYING and not state.hands[state.trick.turn]:
        raise ValueError(f"seat {state.trick.turn} is to play and has no card")
    if any(not trick.is_full for trick in state.tricks) or state.trick.is_full:
        raise ValueError("the tricks before have four cards, the one that is played fewer")
