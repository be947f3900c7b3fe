"""The whole match of Elli Bir: the table's terms, what was written down, the round that is being played."""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

import msgspec

from services.ellibir.cards import Piece, in_order, without
from services.ellibir.happenings import Happening
from services.ellibir.results import LastRound, RoundResult
from services.ellibir.terms import Terms
from services.kernel.game import Seat
from services.kernel.melds import Meld
from services.kernel.score import LedgerLine


class Phase(StrEnum):
    """What the table waits for."""

    LOT = "lot"  # who begins the first round
    SHUFFLE = "shuffle"
    CUT = "cut"
    DRAW = "draw"  # the seat on turn draws or takes
    PLAY = "play"  # it lays and discards
    OVER = "over"


class Opened(StrEnum):
    """How a seat has opened in this round."""

    NONE = "none"
    MELDS = "melds"
    PAIRS = "pairs"


class Fault(StrEnum):
    """What makes an opening a wrong one (rules 9.15)."""

    GROUP = "group"  # a group is no meld and no pair
    SUM = "sum"  # the melds are worth less than the threshold
    PAIRS = "pairs"  # pairs do not open so


class Player(msgspec.Struct, frozen=True):
    """A seat in the round.

    `declared`: it has declared pairs. `shown` are cards that everybody knows to be in the hand, each as often as it is
    known; `bound` those that may not be discarded before it opens (rules 9.8).
    """

    hand: tuple[Piece, ...] = ()
    opened: Opened = Opened.NONE
    declared: bool = False
    shown: tuple[Piece, ...] = ()
    bound: tuple[Piece, ...] = ()

    @property
    def goer(self) -> bool:
        """True for one who goes for pairs (rules 9.5)."""
        return self.declared or self.opened is Opened.PAIRS

    @property
    def is_open(self) -> bool:
        return self.opened is not Opened.NONE

    def binds(self, piece: Piece) -> bool:
        """True for a card that may not be discarded: it was shown, and there is no other like it (rules 9.8)."""
        return piece in self.bound and self.hand.count(piece) == 1

    def gains(self, *pieces: Piece, seen: bool) -> "Player":
        """The seat with more cards in hand; `seen`: everybody knows which."""
        shown = in_order((*self.shown, *pieces)) if seen else self.shown
        return msgspec.structs.replace(self, hand=in_order((*self.hand, *pieces)), shown=shown)

    def loses(self, pieces: Iterable[Piece]) -> "Player":
        """The seat without cards that it has put down: of those known to be in its hand, as many fewer are."""
        gone = tuple(pieces)
        known = list(self.shown)
        for piece in gone:
            if piece in known:
                known.remove(piece)
        return msgspec.structs.replace(self, hand=without(self.hand, gone), shown=tuple(known))

    def shows(self, *pieces: Piece) -> "Player":
        """The seat once it has shown cards of its hand, all at the same time."""
        known = Counter(self.shown) | Counter(pieces)
        return msgspec.structs.replace(self, shown=in_order(known.elements()))


class Laid(msgspec.Struct, frozen=True):
    """A meld or pair on the table, and whose it is."""

    owner: Seat
    meld: Meld


class Thrown(msgspec.Struct, frozen=True):
    """A discard: by whom, and by whom it was taken. `spent`: a pair opener threw it whose lay-off right of that turn
    was used up (rules 9.6)."""

    seat: Seat
    card: Piece
    spent: bool = False
    taken: Seat | None = None


class Claim(msgspec.Struct, frozen=True):
    """The claim to the open bottom card, made in turn number `turn` of the match (rules 9.6)."""

    seat: Seat
    turn: int


class Turn(msgspec.Struct, frozen=True):
    """The turn that is being played.

    `number` counts the turns of the whole match. `drawn` is the card that was drawn or taken in it. `opened`: its seat
    opened in it. `laid_off` are the cards that a pair opener has laid off in it. `single`: "tek" was said. `fault` and
    `fault_value` say to its seat alone what was wrong with the wrong opening that it tried last.
    """

    seat: Seat = Seat(0)
    number: int = 0
    drawn: Piece | None = None
    opened: bool = False
    laid_off: int = 0
    single: bool = False
    fault: Fault | None = None
    fault_value: int | None = None


class State(msgspec.Struct, frozen=True):
    """The whole match.

    `results` are the rounds that counted, so the one being played is number `len(results) + 1`; `repeats` how many
    rounds in a row had to be repeated. `stock` from the top; `bottom` says that its last card lies open. `cut_jokers`
    are those that the cutter took. `discards` in order, those taken included. `need` is the threshold for opening with
    melds. `stars` by seat. `asked_ms` is when the turn began, `now_ms`
    when anything happened last. `happened` is what the last apply brought.
    """

    terms: Terms
    phase: Phase = Phase.LOT
    dealer: Seat = Seat(0)
    players: tuple[Player, ...] = ()
    stock: tuple[Piece, ...] = ()
    bottom: bool = False
    cut_jokers: int = 0
    discards: tuple[Thrown, ...] = ()
    melds: tuple[Laid, ...] = ()
    need: int = 0
    turn: Turn = Turn()
    claim: Claim | None = None
    results: tuple[RoundResult, ...] = ()
    repeats: int = 0
    last: LastRound | None = None
    ledger: tuple[LedgerLine, ...] = ()
    stars: tuple[int, ...] = ()
    asked_ms: int = 0
    now_ms: int = 0
    happened: tuple[Happening, ...] = ()

    @property
    def number(self) -> int:
        """The number of the round that is being played, from 1; after the match that of the last."""
        return min(len(self.results) + 1, self.terms.rounds)

    @property
    def in_round(self) -> bool:
        """True while cards are in the hands."""
        return self.phase in (Phase.DRAW, Phase.PLAY)

    @property
    def due(self) -> Seat | None:
        """The seat that must decide; None while cards are dealt and after the match."""
        return self.turn.seat if self.in_round else None

    @property
    def discard(self) -> Thrown | None:
        """The discard that may be taken now, if the rules let somebody: the last, unless it was taken."""
        return self.discards[-1] if self.discards and self.discards[-1].taken is None else None

    def seat_after(self, seat: int, places: int = 1) -> Seat:
        """The seat so many places to the right, in playing order (rules 0.1)."""
        return Seat((seat + places) % self.terms.players)

    def with_player(self, seat: int, player: Player) -> "State":
        """The match with a seat changed."""
        return msgspec.structs.replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def and_then(self, *happened: Happening) -> "State":
        """The match with what more has happened."""
        return msgspec.structs.replace(self, happened=(*self.happened, *happened))
