"""Elli Bir as text, both ways.

A card is `H7`, `DT`, `SA`; a joker `JO`. A group is its kind and its cards, those of a run in rising order:
`run:H5,H6,JO`, `set:S7,H7,D7`, `pair:H2,H2`.

An act: `draw`, `take-for-pairs`, `take-and-open GROUPS`, `take-and-lay GROUPS`, `take-bottom`, `open GROUPS` (and
`finish H2` behind, to lay everything at one stroke), `lay GROUPS`, `lay-off H7 3` (on meld 3; `low` or `high` behind
for a joker), `lay-off H2,H2 3`, `swap-joker 3 H7`, `discard H7`, `show-twins H7 S7`, `declare-pairs`,
`claim-bottom H7`, `announce-single`.

A position begins with what is waited for: `lot`, `shuffle`, `cut`, `draw`, `play` or `over`. Then come words with their
values, in any order and only where they are needed:

    play turn 0 dealer 3 hands H2,H3,JO/*14/*14/*14 melds 1:run:H5,H6,JO;1:set:S7,H7,D7 opened 1:melds discards 3:C2

* `turn` the seat on turn, `turns` the number of this turn in the match; `dealer`;
* `hands` by seat; `*14` stands for fourteen of the cards that are written nowhere;
* `stock` from the top; without it the stock is every card that is written nowhere; `bottom H9`: its last card, open;
* `melds` by owner, in the order of their numbers; `opened 1:melds,2:pairs`; `declared 0,2`;
* `shown 1:H7,JO;2:…` cards known to be in a hand, `bound 1:H7` those that may not be discarded;
* `discards 3:C2,0:H7>1,1:D4!`: by whom; `>1`, taken by seat 1; `!`, by a pair opener without lay-off right;
* `need` the threshold; `claim 2:5`, seat 2 claims the bottom card since turn 5; `cut 1`, jokers taken at the cut;
* `drawn H7` in this turn; `opened-now`, in this turn; `laid-off 1`, cards in this turn; `single`, "tek" was said;
* `sheet 0:50:WRONG_OPENING,…` the ledger; `rounds 0-joker-pairs:0,100,30,200;stock:100,100,30,200;…` those that
  counted; `repeats 1` in a row; `stars 0,1,0,0`; `clock 5000,8000`, when it was asked, and what it is now.
"""

from services.ellibir.actions import (
    Action,
    AnnounceSingle,
    ClaimBottom,
    DeclarePairs,
    Discard,
    Draw,
    Group,
    Lay,
    LayOff,
    Open,
    ShowTwins,
    Spot,
    SwapJoker,
    TakeAndLay,
    TakeAndOpen,
    TakeBottom,
    TakeForPairs,
)
from services.ellibir.cards import Piece, read_piece, read_pieces, write_pieces
from services.ellibir.reading import read_group, read_position
from services.ellibir.state import State
from services.ellibir.terms import read_terms
from services.ellibir.words import Words
from services.ellibir.writing import words, write_group
from services.kernel.game import Config, Notation

_PLAIN: dict[str, Action] = {
    "draw": Draw(),
    "take-for-pairs": TakeForPairs(),
    "take-bottom": TakeBottom(),
    "declare-pairs": DeclarePairs(),
    "announce-single": AnnounceSingle(),
}
_PLAIN_WORDS = {type(action): word for word, action in _PLAIN.items()}


class EllibirNotation(Notation[State, Action]):
    """See the module."""

    def write_position(self, state: State) -> str:
        return " ".join(words(state))

    def read_position(self, text: str, config: Config) -> State:
        return read_position(Words(text), read_terms(config.options))

    def write_action(self, action: Action) -> str:
        match action:
            case TakeAndOpen(groups=groups, finish=finish):
                return f"take-and-open{_groups(groups, finish)}"
            case Open(groups=groups, finish=finish):
                return f"open{_groups(groups, finish)}"
            case TakeAndLay(groups=groups):
                return f"take-and-lay{_groups(groups, None)}"
            case Lay(groups=groups):
                return f"lay{_groups(groups, None)}"
            case LayOff(cards=cards, meld=meld, spot=spot):
                return f"lay-off {write_pieces(cards)} {meld}" + (f" {spot}" if spot else "")
            case SwapJoker(meld=meld, cards=cards):
                return f"swap-joker {meld} {write_pieces(cards)}"
            case ShowTwins(card=card, other=other):
                return f"show-twins {card} {other}"
            case Discard(card=card):
                return f"discard {card}"
            case ClaimBottom(card=card):
                return f"claim-bottom {card}"
            case _:
                return _PLAIN_WORDS[type(action)]

    def read_action(self, text: str) -> Action:
        word, *rest = text.split() or [""]
        if word in _PLAIN and not rest:
            return _PLAIN[word]
        try:
            return _read(word, rest)
        except IndexError as error:
            raise ValueError(f"{text!r}: something is missing") from error


def _groups(groups: tuple[Group, ...], finish: Piece | None) -> str:
    told = "".join(f" {write_group(group)}" for group in groups)
    return told if finish is None else f"{told} finish {finish}"


def _read(word: str, rest: list[str]) -> Action:
    match word:
        case "take-and-open" | "open":
            finish = read_piece(rest[-1]) if rest[-2:-1] == ["finish"] else None
            groups = _read_groups(rest if finish is None else rest[:-2])
            return Open(groups, finish) if word == "open" else TakeAndOpen(groups, finish)
        case "take-and-lay":
            return TakeAndLay(_read_groups(rest))
        case "lay":
            return Lay(_read_groups(rest))
        case "lay-off":
            _count(word, rest, 2, 3)
            return LayOff(read_pieces(rest[0]), _number(rest[1]), Spot(rest[2]) if rest[2:] else None)
        case "swap-joker":
            _count(word, rest, 2, 2)
            return SwapJoker(_number(rest[0]), read_pieces(rest[1]))
        case "show-twins":
            _count(word, rest, 2, 2)
            return ShowTwins(read_piece(rest[0]), read_piece(rest[1]))
        case "discard" | "claim-bottom":
            _count(word, rest, 1, 1)
            return Discard(read_piece(rest[0])) if word == "discard" else ClaimBottom(read_piece(rest[0]))
        case _:
            raise ValueError(f"{word!r} is no act; one reads like draw, discard H7 or lay-off H7 3")


def _count(word: str, rest: list[str], fewest: int, most: int) -> None:
    if not fewest <= len(rest) <= most:
        raise ValueError(f"{word} has {fewest} to {most} words behind it, not {len(rest)}")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{text!r} is no number of a meld")
    return int(text)


def _read_groups(words: list[str]) -> tuple[Group, ...]:
    return tuple(map(read_group, words))
