"""Reading positions: see `notation` for how they are written."""

import re
from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from services.kernel.cards import DECK, JACK, Card, in_order, read_card
from services.kernel.game import Config
from services.kernel.score import LedgerLine
from services.pisti.meta import META
from services.pisti.score import REASONS, pisti_line
from services.pisti.state import ROUND, START, Bluff, Ending, Match, Phase, Side, State
from services.pisti.terms import read_terms

SEATS: Final = "AB"
_PLACES: Final = (*SEATS, "pile", "down", "startA", "startB", "sealed", "stock", "wonA", "wonB", "bluffsA", "bluffsB")
_WORDS: Final = ("dealer", "last", "back", "lines", "points", "game", "drawing", "shuffling", "turning", "over")
_ALL: Final = "*"


def read_position(text: str, config: Config) -> State:
    """The state of a position. Raises `ValueError` with a sentence that says what is wrong."""
    said = _split(text)
    match = _match(said, Match(terms=read_terms(config.options)))
    if "drawing" in said:
        return State(match, Phase.DRAWING)
    dealer = _seat(said.get("dealer", ["B"]), "dealer")
    if "shuffling" in said:
        return State(match, Phase.SHUFFLING, dealer=dealer, turn=1 - dealer)
    if "over" in said and not any(name in said for name in _PLACES):
        return State(match, Phase.OVER, dealer=dealer, turn=1 - dealer, ending=_ending(said["over"]))
    return _table(said, match, dealer)


def _split(text: str) -> dict[str, list[str]]:
    """Each keyword with its words."""
    said: dict[str, list[str]] = {}
    for part in text.split("/"):
        name, *words = part.split() or [""]
        if name not in _PLACES and name not in _WORDS:
            raise ValueError(f"{name!r} is not one of {', '.join((*_PLACES, *_WORDS))}")
        if name in said:
            raise ValueError(f"{name!r} stands twice")
        said[name] = words
    return said


def _table(said: Mapping[str, list[str]], match: Match, dealer: int) -> State:
    """A state with cards on the table."""
    cards = _cards(said)
    sides = tuple(
        Side(hand=in_order(cards[seat]), won=cards[f"won{seat}"], bluffs=tuple(map(Bluff, cards[f"bluffs{seat}"])))
        for seat in SEATS
    )
    start_seat = next((seat for seat, name in enumerate(SEATS) if cards[f"start{name}"]), None)
    state = State(
        match,
        Phase.TURNING if "turning" in said else Phase.ANSWERING if cards["sealed"] else Phase.PLAYING,
        dealer=dealer,
        sides=(sides[0], sides[1]),
        pile=cards["pile"],
        start=cards["down"] or cards["startA"] or cards["startB"],
        start_seat=start_seat,
        stock=cards["stock"],
        sealed=next(iter(cards["sealed"]), None),
        last_capturer=_seat(said["last"], "last") if "last" in said else None,
        returned=tuple(map(read_card, said.get("back", []))),
        lines=tuple(_line(match, word) for word in said.get("lines", [])),
        turn=_turn(cards, dealer),
    )
    if "over" in said:
        return replace(state, phase=Phase.OVER, ending=_ending(said["over"]))
    _check(state)
    return state


def _cards(said: Mapping[str, list[str]]) -> dict[str, tuple[Card, ...]]:
    """The cards of every place; `*` takes those that stand nowhere else."""
    cards = {name: tuple(read_card(word) for word in said.get(name, []) if word not in (_ALL, "-")) for name in _PLACES}
    named = [card for place in cards.values() for card in place]
    twice = {card for card in named if named.count(card) > 1}
    if twice:
        raise ValueError(f"{', '.join(in_order(twice))} cannot lie in two places")
    rest = tuple(card for card in DECK if card not in set(named))
    open_places = [name for name in _PLACES if _ALL in said.get(name, [])]
    if len(open_places) > 1:
        raise ValueError(f"* stands for all other cards, so it can only stand once, not in {', '.join(open_places)}")
    if open_places:
        cards[open_places[0]] += rest
    elif rest:
        raise ValueError(f"{', '.join(rest)} lie nowhere; write * in one place for all other cards")
    return cards


def _turn(cards: Mapping[str, tuple[Card, ...]], dealer: int) -> int:
    """The seat on turn; it has laid a card already where a bluff is to be answered."""
    first = 1 - dealer
    early, late = len(cards[SEATS[first]]), len(cards[SEATS[dealer]])
    if early not in (late, late - 1):
        raise ValueError(f"the seat that deals holds {late} cards, the other must hold {late} or {late - 1}")
    return first if (early == late) is not bool(cards["sealed"]) else dealer


def _check(state: State) -> None:
    """Raises `ValueError` for what cannot be on a table."""
    if len(state.start) not in (0, START) or (state.phase is Phase.TURNING and state.start_seat is not None):
        raise ValueError(f"there are {START} start cards")
    if state.phase is Phase.TURNING:
        if not state.stock or state.stock[0].rank != JACK or state.sides != (Side(), Side()) or state.pile:
            raise ValueError("turning: the stock has a jack on top, and nobody has a card yet")
        return
    if len(state.stock) % ROUND:
        raise ValueError(f"the stock has {len(state.stock)} cards, not a number of deals of {ROUND}")
    if not any(side.hand for side in state.sides) and state.sealed is None:
        raise ValueError("somebody must hold a card")
    if state.sealed is not None and state.single is None:
        raise ValueError("a bluff is answered over exactly one card on the pile")


def _match(said: Mapping[str, list[str]], match: Match) -> Match:
    words = said.get("points", ["0-0"])
    form = re.fullmatch(r"(\d{1,3})-(\d{1,3})", " ".join(words), re.ASCII)
    if form is None:
        raise ValueError(f"points {' '.join(words)}: write them like 35-20")
    points = int(form[1]), int(form[2])
    number = " ".join(said.get("game", ["1"]))
    if not number.isdecimal() or int(number) < 1:
        raise ValueError(f"game {number}: write the game's number, from 1")
    ledger = tuple(
        LedgerLine(seat=seat, points=had, reason="EARLIER_GAMES", clause="6.5")
        for seat, had in enumerate(points)
        if had
    )
    return Match(terms=match.terms, number=int(number), points=points, ledger=ledger)


def _line(match: Match, word: str) -> LedgerLine:
    seat, _, reason = word.partition(":")
    if reason not in REASONS:
        raise ValueError(f"lines {word}: write A or B, a colon and one of {', '.join(REASONS)}")
    return pisti_line(match, _seat([seat], "lines"), reason)


def _seat(words: list[str], name: str) -> int:
    if len(words) != 1 or words[0] not in tuple(SEATS):
        raise ValueError(f"{name} {' '.join(words)}: write A or B")
    return SEATS.index(words[0])


def _ending(words: list[str]) -> Ending:
    causes = [end.cause for end in META.end_causes]
    if len(words) != 2 or words[0] not in causes or words[1] not in (*SEATS, "-"):
        raise ValueError(f"over {' '.join(words)}: write one of {', '.join(causes)} and the winner, A, B or -")
    return Ending(words[0], None if words[1] == "-" else SEATS.index(words[1]))
