"""Tavla as text, both ways.

A position: `W 24:2 13:5 8:3 6:5 / B 24:2 13:5 8:3 6:5 turn W dice 3-1 cube 2B score 1-0 game 2`

* W (seat 0) and B (seat 1) stand with their checkers, each by its own numbering: `13:5` is five checkers on own point
  13, `bar:1`, `start:3` (Yarış), `off:4`. What is not written is borne off. `24:1!` lies pinned (Hapis).
* `turn W|B` (W if left out), then what is waited for: `dice 3-1`, `rolling`, `choosing` (roll or offer), `offered` (the
  seat on turn has offered), `opening`, or `over CAUSE W|B` with the winner of the match. Left out, it is the beginning
  of the turn: `choosing` where an offer is legal, else `rolling`.
* `cube 2B`: the cube's value and owner; `cube 1` in the middle if left out.
* `score 1-0` (0-0), `game 2` (1), `first WB`: the seats whose first turn of the game is not over (none; in `opening`
  both).
* `crawford now|played|ahead`: left out, it is `now` if a seat at a misli table needs one point, else `ahead`.

An act: `24/18 13/11`, one entry per die in the order played; `bar/20`, `start/22`, `6/off`, and with a larger die
`4/off[6]`; `none` for a turn without a move. Read are also hits (`8/4*`), repetition (`13/9(2)`) and a checker's way
(`24/18/13`). The other acts: `roll`, `offer`, `accept`, `refuse`, `resign`.
"""

import re
from itertools import islice, pairwise

from services.kernel.game import Config, Notation
from services.kernel.score import LedgerLine
from services.kernel.series import Series
from services.tavla.actions import Action, AnswerMisli, CheckerMove, OfferMisli, PlayTurn, ResignGame, RollDice
from services.tavla.board import BAR, FARTHEST, OFF, START_BAR
from services.tavla.diagram import read_sides, write_side
from services.tavla.meta import META
from services.tavla.offers import HIGHEST, state_offer_refusal
from services.tavla.plays import legal_plays, position
from services.tavla.state import Crawford, Cube, Ending, Match, Phase, State
from services.tavla.terms import Terms, read_terms

_SEATS = "WB"
_WORDS: dict[str, Action] = {
    "roll": RollDice(),
    "offer": OfferMisli(),
    "accept": AnswerMisli(accept=True),
    "refuse": AnswerMisli(accept=False),
    "resign": ResignGame(),
    "none": PlayTurn(()),
}
_PHASES = {"opening": Phase.OPENING, "rolling": Phase.ROLLING, "choosing": Phase.CHOOSING, "offered": Phase.ANSWERING}
_PHASE_WORDS = {phase: word for word, phase in _PHASES.items()}
_HOPS = re.compile(r"(?P<way>[a-z0-9]+\*?(?:/[a-z0-9]+\*?)+)(?:\[(?P<die>\d)\])?(?:\((?P<times>[1-4])\))?")
_PLACES = {"off": OFF, "start": START_BAR, "bar": BAR}
_NAMES = {place: name for name, place in _PLACES.items()}


class TavlaNotation(Notation[State, Action]):
    """Reads and writes positions and acts of tavla."""

    def write_position(self, state: State) -> str:
        match = state.match
        words = [f"W {write_side(state.sides[0], state.pinned[0])} / B {write_side(state.sides[1], state.pinned[1])}"]
        if state.phase is Phase.OVER:
            assert state.ending is not None
            words.append(f"over {state.ending.cause} {_SEATS[state.ending.winner]}")
        elif state.phase is Phase.OPENING:
            words.append("opening")
        elif state.phase is Phase.PLAYING:
            words.append(f"turn {_SEATS[state.turn]} dice {state.dice[0]}-{state.dice[1]}")
        else:
            words.append(f"turn {_SEATS[state.turn]} {_PHASE_WORDS[state.phase]}")
        owner = "" if state.cube.owner is None else _SEATS[state.cube.owner]
        words.append(f"cube {state.cube.value}{owner}")
        words.append(f"score {match.series.points[0]}-{match.series.points[1]} game {match.number}")
        if match.crawford is not Crawford.AHEAD:
            words.append(f"crawford {match.crawford}")
        first = "".join(name for name, begun in zip(_SEATS, state.begun, strict=True) if not begun)
        if first and state.phase is not Phase.OPENING:
            words.append(f"first {first}")
        return " ".join(words)

    def read_position(self, text: str, config: Config) -> State:
        terms = read_terms(config.options)
        board, said = _split(text)
        sides, pinned = read_sides(board, terms)
        state = _state(terms, sides, pinned, said)
        _check(state)
        return state

    def write_action(self, action: Action) -> str:
        if isinstance(action, PlayTurn) and action.moves:
            return " ".join(map(write_move, action.moves))
        return next(word for word, other in _WORDS.items() if other == action)

    def read_action(self, text: str) -> Action:
        text = text.strip()
        if text in _WORDS:
            return _WORDS[text]
        moves = tuple(move for entry in text.split() for move in _read_entry(entry))
        if not moves:
            raise ValueError(f"an act is one of {', '.join(_WORDS)} or moves such as 24/18 13/11, not {text!r}")
        return PlayTurn(moves)


# -- acts --------------------------------------------------------------------------------------------------------------


def write_move(move: CheckerMove) -> str:
    """A checker's move, e.g. "24/18", "bar/20", "6/off", "4/off[6]"."""
    target = reached(move)
    source = _NAMES.get(move.point, str(move.point))
    if target > OFF:
        return f"{source}/{target}"
    return f"{source}/off" if move.point == move.die else f"{source}/off[{move.die}]"


def reached(move: CheckerMove) -> int:
    """The own point a move leads to, 0 for off."""
    return max((START_BAR if move.point == BAR else move.point) - move.die, OFF)


def _read_entry(entry: str) -> list[CheckerMove]:
    form = _HOPS.fullmatch(entry.lower())
    if form is None:
        raise ValueError(f"{entry!r} is not a move such as 24/18, bar/20, 6/off, 4/off[6] or 13/9(2)")
    stops = [_read_place(entry, stop.rstrip("*")) for stop in form["way"].split("/")]
    hops = list(pairwise(stops))
    if form["die"] and (len(hops) > 1 or stops[-1] != OFF):
        raise ValueError(f"{entry!r}: [die] is written for a checker borne off with a larger die")
    moves = [_hop(entry, source, target, form["die"]) for source, target in hops]
    return [move for move in moves for _ in range(int(form["times"] or 1))]


def _read_place(entry: str, text: str) -> int:
    place = _PLACES.get(text)
    if place is None and text.isdecimal() and 1 <= int(text) <= FARTHEST:
        place = int(text)
    if place is None:
        raise ValueError(f"{entry!r}: {text!r} is not a point 1..24, bar, start or off")
    return place


def _hop(entry: str, source: int, target: int, given: str | None) -> CheckerMove:
    if source == OFF or target >= START_BAR:
        raise ValueError(f"{entry!r} goes backwards")
    die = int(given) if given else (START_BAR if source == BAR else source) - target
    if not 1 <= die <= 6:
        raise ValueError(f"{entry!r} is {die} points long; a die moves 1 to 6, a longer way is written as 24/18/13")
    if given and die < source:
        raise ValueError(f"{entry!r}: a {die} does not bear off from {source}")
    return CheckerMove(source, die)


# -- positions ---------------------------------------------------------------------------------------------------------


_TAKES = {"turn": 1, "dice": 1, "cube": 1, "score": 1, "game": 1, "crawford": 1, "first": 1, "over": 2} | dict.fromkeys(
    _PHASES, 0
)


def _split(text: str) -> tuple[str, dict[str, list[str]]]:
    """The diagram, and each keyword with its words."""
    words = text.split()
    start = next((index for index, word in enumerate(words) if word in _TAKES), len(words))
    said: dict[str, list[str]] = {}
    rest = iter(words[start:])
    for word in rest:
        if word not in _TAKES:
            raise ValueError(f"{word!r} is not one of {', '.join(_TAKES)}")
        if word in said:
            raise ValueError(f"{word!r} stands twice")
        said[word] = list(islice(rest, _TAKES[word]))
        if len(said[word]) < _TAKES[word]:
            raise ValueError(f"{word!r} needs {_TAKES[word]} word(s) after it")
    phases = [word for word in (*_PHASES, "dice", "over") if word in said]
    if len(phases) > 1:
        raise ValueError(f"{' and '.join(phases)} cannot both be waited for")
    return " ".join(words[:start]), said


def _state(terms: Terms, sides: tuple[bytes, bytes], pinned: tuple[int, int], said: dict[str, list[str]]) -> State:
    opening = "opening" in said
    first = said.get("first", ["WB" if opening else ""])[0]
    if first.strip(_SEATS):
        raise ValueError(f"first {first}: write W, B or WB")
    phase = next((_PHASES[word] for word in _PHASES if word in said), Phase.ROLLING)
    ending = None
    if "dice" in said:
        phase = Phase.PLAYING
    elif "over" in said:
        phase = Phase.OVER
        ending = Ending(_cause(said["over"][0]), _seat(said["over"][1]))
    state = State(
        match=_match(terms, said),
        phase=phase,
        turn=_seat(said.get("turn", ["W"])[0]),
        sides=sides,
        pinned=pinned,
        dice=_dice(said["dice"][0]) if "dice" in said else (),
        cube=_cube(terms, said),
        begun=("W" not in first, "B" not in first),
        ending=ending,
    )
    may_choose = not state_offer_refusal(state)
    if may_choose and not any(word in said for word in (*_PHASES, "dice", "over")):
        return State(**{**{f: getattr(state, f) for f in state.__struct_fields__}, "phase": Phase.CHOOSING})
    return state


def _match(terms: Terms, said: dict[str, list[str]]) -> Match:
    points = _numbers(said.get("score", ["0-0"])[0], "score 1-0")
    close = terms.cube_in_game and terms.length - 1 in points
    crawford = said.get("crawford", [Crawford.NOW if close else Crawford.AHEAD])[0]
    if crawford not in set(Crawford):
        raise ValueError(f"crawford {crawford}: write now, played or ahead")
    number = said.get("game", ["1"])[0]
    if not number.isdecimal() or int(number) < 1:
        raise ValueError(f"game {number}: write the game's number, from 1")
    ledger = tuple(
        LedgerLine(seat=seat, points=had, reason="EARLIER_GAMES", clause="1.7")
        for seat, had in enumerate(points)
        if had
    )
    return Match(
        terms=terms,
        series=Series(target=terms.length, points=points),
        number=int(number),
        ledger=ledger,
        crawford=Crawford(crawford),
    )


def _cube(terms: Terms, said: dict[str, list[str]]) -> Cube:
    text = said.get("cube", ["1"])[0]
    value = text.rstrip(_SEATS)
    allowed = [str(1 << power) for power in range(HIGHEST.bit_length())] if terms.cube_in_game else ["1"]
    if value not in allowed or len(text) > len(value) + 1:
        raise ValueError(f"cube {text}: write {', '.join(allowed)} with its owner, e.g. 2B")
    owner = _seat(text[-1]) if text != value else None
    if (owner is None) is not (value == "1"):
        raise ValueError(f"cube {text}: a cube of 1 stands in the middle, any other has an owner W or B")
    return Cube(int(value), owner)


def _dice(text: str) -> tuple[int, int]:
    first, second = _numbers(text, "dice 3-1")
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise ValueError(f"dice {text}: a die shows 1 to 6")
    return first, second


def _numbers(text: str, example: str) -> tuple[int, int]:
    form = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text, re.ASCII)
    if form is None:
        raise ValueError(f"{text!r}: write it like {example}")
    return int(form[1]), int(form[2])


def _seat(text: str) -> int:
    if text not in ("W", "B"):
        raise ValueError(f"{text!r} is not a seat: W or B")
    return _SEATS.index(text)


def _cause(text: str) -> str:
    causes = [end.cause for end in META.end_causes]
    if text not in causes:
        raise ValueError(f"over {text}: the causes are {', '.join(causes)}")
    return text


def _check(state: State) -> None:
    """Raises for a position in which the match could not go on as it says."""
    if state.phase is Phase.OVER:
        return
    match = state.match
    if match.series.leader is not None:
        raise ValueError(
            f"score {match.series.points}: the match to {match.series.target} is over; write over CAUSE W|B"
        )
    if any(own[OFF] == match.terms.board.checkers for own in state.sides):
        raise ValueError("a side has borne off all its checkers: the game is over")
    if state.phase in (Phase.CHOOSING, Phase.ANSWERING):
        reason = state_offer_refusal(state)
        if reason:
            raise ValueError(f"misli may not be offered here: {reason}")
    if state.phase is Phase.PLAYING and not legal_plays(position(state)):
        raise ValueError("no play is legal with these dice; write it before the roll and let chance answer")
