"""What an apply brought, in order, for animation and the record. No happening tells of a card that lies hidden."""

import msgspec

from services.kernel.cards import Card, Suit
from services.king.contracts import Contract


class HandLine(msgspec.Struct, frozen=True):
    """A hand's line of the chart: who declared what, and the points of the four (rules 5.8).

    `trump` is None in a penalty.
    """

    declarer: int
    contract: Contract
    trump: Suit | None
    points: tuple[int, ...]


class DeclarerFound(msgspec.Struct, frozen=True, tag="declarer"):
    """It is known who declares the first hand: by lot or by the two of diamonds (rules 5.2)."""

    seat: int


class HandDealt(msgspec.Struct, frozen=True, tag="dealt"):
    """The cards of hand `number` (from 1) were dealt; `declarer` names its contract."""

    number: int
    declarer: int


class RedealAsked(msgspec.Struct, frozen=True, tag="redeal"):
    """The declarer asked for new cards; nobody sees the old ones (rules 5.9)."""

    seat: int


class ContractNamed(msgspec.Struct, frozen=True, tag="named"):
    """The declarer named what is played. `by_rules`: his time had run out (rules 5.14)."""

    seat: int
    contract: Contract
    trump: Suit | None
    by_rules: bool


class CardPlayed(msgspec.Struct, frozen=True, tag="played"):
    """A card was put down; `by_rules` as in `ContractNamed`."""

    seat: int
    card: Card
    by_rules: bool


class TrickTaken(msgspec.Struct, frozen=True, tag="trick"):
    """A trick went to `seat`: its cards in the order of play, the first of them `leader`'s."""

    seat: int
    leader: int
    cards: tuple[Card, ...]


class HandEnded(msgspec.Struct, frozen=True, tag="ended"):
    """A hand was scored. `shown` are the cards that were not played, by seat (rules 5.8, `earlyEnd`).

    `void`: it does not count, and the same declarer chooses again after a new deal (rules 5.9, `kizIptal`).
    """

    line: HandLine
    shown: tuple[tuple[Card, ...], ...]
    void: bool


Happening = DeclarerFound | HandDealt | RedealAsked | ContractNamed | CardPlayed | TrickTaken | HandEnded
