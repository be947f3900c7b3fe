"""The match as a text that people read, in Turkish and English side by side, all hands open."""

from collections.abc import Iterator
from itertools import groupby

from services.ellibir import happenings as h
from services.ellibir.cards import signs
from services.ellibir.meta import META
from services.ellibir.results import Ending, RoundResult
from services.ellibir.story import RoundStory, Told, rounds
from services.ellibir.table import meld_signs
from services.kernel.melds import Meld
from services.kernel.record import Record, ranked
from services.kernel.score import LedgerLine

_BY_RULES = "*"


def write(record: Record) -> bytes:
    """The record as UTF-8 text: of each round the deal, a line for everything that happened, and what it was worth."""
    lines = [f"{META.titles.tr} / {META.titles.en}: {record.match}", ""]
    lines += [f"{seat}: {_name(record, seat)}" for seat in range(len(record.seats))]
    lines += [option.told(record.options[option.name]) for option in META.options]
    for story in rounds(record):
        lines += ["", *_round(record, story)]
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


def _round(record: Record, story: RoundStory) -> Iterator[str]:
    yield f"El / Round {story.number}  dağıtan / dealer: {_name(record, story.dealer)}"
    for seat, hand in enumerate(story.hands):
        yield f"  {seat}  {signs(hand)}"
    for told in story.told:
        yield from (f"  {line}" for line in _told(record, told))


def _told(record: Record, told: Told) -> Iterator[str]:
    one = told.happening
    match one:
        case h.CardDrawn(seat=seat, by_rules=by_rules):
            drawn = "" if told.card is None else told.card.sign
            yield f"{seat} çeker / draws {drawn}{_star(by_rules)}"
        case h.CardDiscarded(seat=seat, card=card, by_rules=by_rules):
            yield f"{seat} atar / discards {card.sign}{_star(by_rules)}"
        case h.DiscardTaken(seat=seat, card=card):
            yield f"{seat} yerden alır / takes {card.sign}"
        case h.HandOpened(seat=seat, melds=melds, value=value):
            yield f"{seat} açar / opens {_melds(melds)}" + (f" = {value}" if value else "")
        case h.MeldsLaid(seat=seat, melds=melds):
            yield f"{seat} açar / lays {_melds(melds)}"
        case h.LaidOff(seat=seat, cards=cards, meld=meld):
            yield f"{seat} işler / lays off {signs(cards)} -> {meld}"
        case h.JokerTaken(seat=seat, cards=cards, meld=meld, jokers=jokers):
            yield f"{seat} joker alır / takes a joker {signs(cards)} -> {meld} ({jokers})"
        case h.RoundEnded() | h.MatchCounted():
            yield from _ended(record, one)
        case _:
            yield from _seldom(record, one)


def _ended(record: Record, one: h.RoundEnded | h.MatchCounted) -> Iterator[str]:
    match one:
        case h.RoundEnded(last=last, ledger=ledger):
            yield _ending(last.result)
            for seat, (hand, count) in enumerate(zip(last.hands, last.counts, strict=True)):
                yield f"  {seat}  {signs(hand)} = {count}"
            yield from _ledger(record, ledger)
        case h.MatchCounted(ledger=ledger):
            yield from _ledger(record, ledger)


def _seldom(record: Record, one: h.Happening) -> Iterator[str]:
    match one:
        case h.BottomTaken(seat=seat, card=card):
            yield f"{seat} alttaki kartı alır / takes the bottom card {card.sign}"
        case h.BottomClaimed(seat=seat, card=card):
            yield f"{seat} alttaki kartı ister / claims the bottom card {card.sign}"
        case h.PairsDeclared(seat=seat):
            yield f"{seat} çifte gider / goes for pairs"
        case h.TwinsShown(seat=seat, card=card, other=other):
            yield f"{seat} gösterir / shows {signs((card, other))}"
        case h.SingleAnnounced(seat=seat):
            yield f"{seat} tek / one card left"
        case h.StarWon(seat=seat, value=value):
            yield f"{seat} yıldız / star ({value})"
        case h.WrongOpening(seat=seat, line=line):
            yield f"{seat} yanlış açar / opens wrongly"
            yield from _ledger(record, (line,))
        case h.Fined(line=line):
            yield from _ledger(record, (line,))


def _ending(result: RoundResult) -> str:
    if result.ending is Ending.REPEATED:
        return "Kimse açmadı, el tekrarlanır / nobody opened, the round is repeated"
    if result.finisher is None:
        return "Deste bitti / the stock ended"
    kinds = (("joker", result.joker), ("çift / pairs", result.pairs), ("elden", result.elden))
    told = ", ".join(kind for kind, so in kinds if so)
    return f"{result.finisher} bitirir / goes out" + (f" ({told})" if told else "")


def _ledger(record: Record, ledger: tuple[LedgerLine, ...]) -> Iterator[str]:
    for line, same in groupby(ledger):
        count = len(list(same))
        times = f" × {count}" if count > 1 else ""
        name = f"{line.seat} {record.seats[line.seat].name}"
        yield f"  {name}: {line.points:+} {line.reason} (RULES {line.clause}){times}"


def _melds(melds: tuple[Meld, ...]) -> str:
    return " | ".join(map(meld_signs, melds))


def _star(by_rules: bool) -> str:
    return _BY_RULES if by_rules else ""
