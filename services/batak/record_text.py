"""The match as a text that people read, in Turkish and English side by side, all hands open."""

from collections.abc import Iterable, Iterator

from services.batak.happenings import HandEnded
from services.batak.meta import META
from services.batak.story import HandStory, hands
from services.kernel.cards import RANKS, Card, Suit
from services.kernel.record import Record, ranked
from services.kernel.tricks import SEATS

_BY_RULES = "*"


def write(record: Record) -> bytes:
    """The record as UTF-8 text: of each hand the deal, the bids, a line per trick, and what it was worth."""
    lines = [f"{META.titles.tr} / {META.titles.en}: {record.match}", ""]
    lines += [f"{seat}: {_name(record, seat)}" for seat in range(SEATS)]
    lines += [option.told(record.options[option.name]) for option in META.options]
    total = [0] * SEATS
    for hand in hands(record):
        lines += ["", *_hand(record, hand, total)]
    cause = META.ending(record.cause)
    lines += ["", f"Sonuç / Result: {cause.tr} / {cause.en}"]
    for place, seat in ranked(record.score):
        lines.append(f"{place:>3}. {_name(record, seat)}: {record.score.points[seat]}")
    lines += [
        "",
        f"{_BY_RULES} süresi dolan oyuncunun yerine / for a player who was out of time",
        f"Kartların taahhüdü / Commitment to the cards: {record.commitment}",
        f"Sır / Secret: {record.secret}",
    ]
    return ("\n".join(lines) + "\n").encode()


def _name(record: Record, seat: int) -> str:
    sat = record.seats[seat]
    return f"{sat.name} (bot: {sat.bot_level})" if sat.bot_level else sat.name


def _hand(record: Record, hand: HandStory, total: list[int]) -> Iterator[str]:
    yield f"El / Hand {hand.number}  dağıtan / dealer: {record.seats[hand.dealer].name}"
    for seat, cards in enumerate(hand.hands):
        yield f"  {seat}  {_held(cards)}"
    if hand.bids:
        said = (f"{bid.seat}: {bid.tricks}{_BY_RULES if bid.by_rules else ''}" for bid in hand.bids)
        yield f"  Söylenen / Bids  {'  '.join(said)}"
    for number, taken in enumerate(hand.tricks, start=1):
        yield f"  {number:>2}. {_cards(taken.trick.played(), hand)}  -> {taken.seat}"
    if hand.lying:
        yield f"  {len(hand.tricks) + 1:>2}. {_cards([(played.seat, played.card) for played in hand.lying], hand)}"
    if hand.ended is not None:
        yield from _ended(record, hand.ended, total)


def _held(cards: tuple[Card, ...]) -> str:
    """`♠AK4 ♥Q93 ♦T8 ♣J7652`."""
    suits = []
    for suit in reversed(Suit):
        ranks = sorted((card.value[1] for card in cards if card.suit is suit), key=RANKS.index, reverse=True)
        suits.append(f"{suit.sign}{''.join(ranks) or '-'}")
    return " ".join(suits)


def _cards(played: Iterable[tuple[int, Card]], hand: HandStory) -> str:
    return "  ".join(f"{seat} {card.sign}{_BY_RULES if card in hand.by_rules else ''}" for seat, card in played)


def _ended(record: Record, ended: HandEnded, total: list[int]) -> Iterator[str]:
    for line in ended.ledger:
        total[line.seat] += line.points
        said, won = ended.result.bids[line.seat], ended.result.won[line.seat]
        worth = f"{line.points:+} {line.reason} (RULES {line.clause})"
        yield f"  {record.seats[line.seat].name}: {said}/{won}  {worth} = {total[line.seat]}"
