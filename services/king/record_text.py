"""The match as a text that people read, in Turkish and English side by side, all hands open."""

from collections.abc import Iterator, Sequence

from services.kernel.cards import Card, Suit, signs
from services.kernel.record import Record
from services.kernel.tricks import SEATS
from services.king.meta import META
from services.king.score import columns
from services.king.story import HandStory, hands

_DOWN = tuple(reversed(Suit))


def write(record: Record) -> bytes:
    """The record as UTF-8 text, one line per trick."""
    lines = [f"{META.titles.tr}: {record.match}", ""]
    lines += [f"{seat}: {_seat(record, seat)}" for seat in range(SEATS)]
    lines += [option.told(record.options[option.name]) for option in META.options]
    told = list(hands(record))
    for hand in told:
        lines += ["", *_hand(record, hand)]
    lines += ["", *_sheet(record, told)]
    labels = META.ending(record.cause)
    lines += ["", f"Sonuç / Result: {labels.tr} / {labels.en}"]
    winners = ", ".join(_seat(record, seat) for seat in record.score.winners) or "yok / none"
    lines += [f"Kazanan / Winner: {winners}", ""]
    lines += [f"Kâğıtların taahhüdü / Commitment to the cards: {record.commitment}", f"Sır / Secret: {record.secret}"]
    return ("\n".join(lines) + "\n").encode()


def _seat(record: Record, seat: int) -> str:
    sat = record.seats[seat]
    return f"{sat.name} (bot: {sat.bot_level})" if sat.bot_level else sat.name


def _hand(record: Record, hand: HandStory) -> Iterator[str]:
    name = record.seats[hand.declarer].name
    yield f"El / Hand {hand.number}: {name}: {_called(hand)}"
    for seat, cards in enumerate(hand.hands):
        yield f"  {seat} {_held(cards)}"
    for number, trick in enumerate(hand.tricks, start=1):
        yield f"  {number:>2}. {trick.leader}: {signs(trick.cards)} -> {trick.seat}"
    if hand.ended is not None:
        if any(hand.ended.shown):
            yield "  Oynanmayan / Not played: " + " | ".join(signs(cards) or "-" for cards in hand.ended.shown)
        yield (
            "  sayılmaz, yeniden dağıtılır / void, dealt again"
            if hand.ended.void
            else (f"  Puan / Points: {_numbers(hand.ended.line.points)}")
        )


def _called(hand: HandStory) -> str:
    if hand.contract is None:
        return "el iptal / redeal" if hand.redealt else "-"
    return hand.contract.called if hand.trump is None else f"{hand.contract.called} {hand.trump.sign}"


def _held(cards: Sequence[Card]) -> str:
    ordered = sorted(cards, key=lambda card: (_DOWN.index(card.suit), -card.rank))
    return signs(ordered)


def _sheet(record: Record, told: Sequence[HandStory]) -> Iterator[str]:
    """The two columns and the totals (rules 5.8)."""
    chart = [hand.ended.line for hand in told if hand.ended is not None and not hand.ended.void]
    minus, plus = columns(chart)
    yield f"{'':<12}{'ceza / minus':>14}{'koz / plus':>14}{'toplam / total':>16}"
    for seat, total in enumerate(record.score.points):
        yield f"{seat} {record.seats[seat].name:<10}{minus[seat]:>14}{plus[seat]:>14}{total:>16}"


def _numbers(points: Sequence[int]) -> str:
    return "  ".join(f"{seat}: {worth:+}" if worth else f"{seat}: 0" for seat, worth in enumerate(points))
