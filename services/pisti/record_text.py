"""The match as a text that people read, in Turkish and English side by side, every card open."""

from collections.abc import Iterator

import msgspec

from services.kernel.cards import Card, signs
from services.kernel.codec import Codec
from services.kernel.game import Config
from services.kernel.meta import VOID
from services.kernel.record import Record, played
from services.kernel.score import LedgerLine
from services.pisti.count import GameCount, SideCount
from services.pisti.game import Pisti
from services.pisti.happenings import (
    BluffAnswered,
    Bluffed,
    CardPlayed,
    DealerDrawn,
    GameCounted,
    HandsDealt,
    Happening,
    JackReturned,
    PileTaken,
    PistiScored,
    SeatLeft,
    StartTurned,
)
from services.pisti.meta import META
from services.pisti.state import State

_GAME = Pisti()
_EVENTS = msgspec.json.Decoder(Codec.events_type(_GAME))
_INDENT = " " * 6
_POINTS = {
    "PISTI": "pişti",
    "JACK_PISTI": "vale ile pişti / pişti of jacks",
    "BLUFF_ACCEPTED": "kabul edilen blöf / accepted bluff",
    "BLUFF_PROVED": "doğru çıkan blöf / proved bluff",
    "BLUFF_CAUGHT": "yakalanan blöf / caught bluff",
}


def write(record: Record) -> bytes:
    """The record as UTF-8 text: each game with its start, all hands of all deals, every card, and the count."""
    lines = [f"{META.titles.tr}: {record.match}", ""]
    lines += [f"{name}: {_seat(record, seat)}" for seat, name in enumerate("AB")]
    lines += [option.told(record.options[option.name]) for option in META.options]
    lines += _Story(record).lines()
    cause = META.ending(record.cause)
    lines += ["", f"Skor / Score: {'-'.join(map(str, record.score.points))} ({cause.tr} / {cause.en})"]
    lines += [f"Kazanan / Winner: {_seat(record, winner)}" for winner in record.score.winners]
    if not record.score.winners and record.cause != VOID:
        lines.append("Berabere / Drawn")
    lines += [
        "",
        f"Kartların taahhüdü / Commitment to the cards: {record.commitment}",
        f"Sır / Secret: {record.secret}",
    ]
    return ("\n".join(lines) + "\n").encode()


def _seat(record: Record, seat: int) -> str:
    sat = record.seats[seat]
    return f"{sat.name} (bot: {sat.bot_level})" if sat.bot_level else sat.name


class _Story:
    """The record played again, told line by line."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._card = 0

    def lines(self) -> Iterator[str]:
        state = _GAME.setup(Config(options=self._record.options))
        for event in played(self._record, _EVENTS):
            before, state = state, _GAME.apply(state, event)
            for happening in state.happened:
                yield from self._told(happening, before, state)

    def _told(self, happening: Happening, before: State, after: State) -> Iterator[str]:
        match happening:
            case DealerDrawn(seat=seat):
                yield from ("", f"İlk dağıtan / First dealer: {'AB'[seat]}")
            case JackReturned(card=card):
                yield f"{_INDENT}{card.sign} açıldı, desteye geri kondu / was turned and put back"
            case StartTurned(game=game, dealer=dealer, card=card):
                self._card = 0
                score = "-".join(map(str, after.match.points))
                yield from ("", f"Oyun / Game {game}  {score}  dağıtan / dealer: {'AB'[dealer]}")
                yield f"{_INDENT}yerde / on the table: {card.sign}, kapalı / face down: {signs(after.start)}"
            case HandsDealt(deal=deal):
                hands = "   ".join(f"{name}: {signs(s.hand)}" for name, s in zip("AB", after.sides, strict=True))
                yield f"{_INDENT}{deal}. dağıtım / deal {deal}   {hands}"
            case GameCounted(count=count, ledger=ledger):
                yield from _counted(count, ledger)
            case SeatLeft(seat=seat):
                yield f"{_INDENT}{'AB'[seat]} masadan kalktı / left the match"
            case _:
                yield from self._turn(happening, before, after)

    def _turn(
        self, happening: CardPlayed | Bluffed | BluffAnswered | PileTaken | PistiScored, before: State, after: State
    ) -> Iterator[str]:
        match happening:
            case CardPlayed(seat=seat, card=card, by_rules=by_rules):
                yield self._numbered(seat, f"{card.sign}{_late(by_rules)}")
            case Bluffed(seat=seat):
                # Open at once: it may never be answered (6.8).
                assert after.sealed is not None
                yield self._numbered(seat, f"blöf / bluff {after.sealed.sign}")
            case BluffAnswered(seat=seat, accepted=accepted, by_rules=by_rules):
                word = "kabul / accepts" if accepted else "itiraz / challenges"
                assert before.sealed is not None
                yield f"{_INDENT}{'AB'[seat]} {word}{_late(by_rules)}; kapalı kart / the card: {before.sealed.sign}"
            case PileTaken(seat=seat, count=count, left_over=left_over):
                rest = "kalan / left over, " if left_over else ""
                yield f"{_INDENT}{'AB'[seat]} {rest}{count} kart alır / takes {count}"
            case PistiScored(line=line):
                yield f"{_INDENT}{'AB'[line.seat]} +{line.points} {_POINTS[line.reason]} (RULES {line.clause})"

    def _numbered(self, seat: int, text: str) -> str:
        self._card += 1
        return f"{self._card:>4}. {'AB'[seat]} {text}"


def _late(by_rules: bool) -> str:
    return " (süre doldu / time ran out)" if by_rules else ""


def _counted(count: GameCount, ledger: tuple[LedgerLine, ...]) -> Iterator[str]:
    yield f"{_INDENT}sayım / count"
    for name, side in zip("AB", count.sides, strict=True):
        yield f"{_INDENT}{name}  {_side(side)}"
        yield f"{_INDENT}   {_cards(side.cards)}"
    for line in ledger:
        yield f"{_INDENT}{'AB'[line.seat]} +{line.points} {line.reason} (RULES {line.clause})"


def _side(side: SideCount) -> str:
    return f"{len(side.cards)} kart / cards, pişti {side.pisti}, toplam / total {side.total}"


def _cards(cards: tuple[Card, ...]) -> str:
    return signs(cards) or "-"
