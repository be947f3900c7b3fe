"""What may be done now, as it would be typed: for the line under the board, for help, for the Tab key."""

from collections.abc import Iterator, Sequence

from kiraathane.ellibir.v1 import ellibir_pb2 as pb
from kiraathane_client import cards
from kiraathane_client.ellibir.pieces import is_joker, text_of
from kiraathane_client.ellibir.table import discard_of
from kiraathane_client.ellibir.vocabulary import WORDS
from kiraathane_client.meld_table import Possible
from kiraathane_client.terminal import Look


def word(name: str, look: Look) -> str:
    """A command in the language of the screen."""
    return look.say(*WORDS[name])


def possible(view: pb.EllibirView, legal: Sequence[pb.EllibirAction], look: Look) -> list[Possible]:
    """What the legal acts come to, in the order of a turn."""
    return list(_Listing(view, legal, look).all())


def typed_card(piece: pb.Piece, look: Look) -> str:
    """`♥K` or, with ASCII alone, `H-K`: as it is shown it may be typed."""
    return look.say("joker", "joker") if is_joker(piece) else cards.text_of(piece.card, look)


def typed_groups(groups: Sequence[pb.Group], look: Look) -> str:
    """`♥5 ♥6 ♥7, ♠9 ♦9 ♣9`."""
    return ", ".join(" ".join(typed_card(piece, look) for piece in group.cards) for group in groups)


class _Listing:
    def __init__(self, view: pb.EllibirView, legal: Sequence[pb.EllibirAction], look: Look) -> None:
        self._view = view
        self._legal = legal
        self._look = look

    def all(self) -> Iterator[Possible]:
        say = self._look.say
        yield from self._one(
            "draw", "draw", say("ortadan kart çekmek (ya da Enter)", "a card from the stock (or Enter)")
        )
        yield from self._takes()
        bottom = say("istediğiniz alttaki kartı almak", "takes the bottom card that you claimed")
        yield from self._one("take_bottom", "take_bottom", bottom)
        if self._has("discard"):
            yield Possible(word("suggest", self._look), say("en iyi perleri göstermek", "shows the best melds"))
        yield from self._openings()
        yield from self._lays()
        yield from self._lay_offs()
        yield from self._swaps()
        claim = say("alttaki kartın eşini gösterip istemek", "shows the bottom card's twin and claims it")
        yield from self._one("claim_bottom", "claim", claim)
        yield from self._one("announce_single", "single", say("tek kart kalacağını söylemek", "one card will be left"))
        yield from self._twins()
        yield from self._discards()
        yield from self._one(
            "declare_pairs", "declare", say("çifte gitmek (geri dönülmez)", "goes for pairs, for good")
        )

    def _takes(self) -> Iterator[Possible]:
        card = discard_of(self._view)
        if card is None:
            return
        name, say = text_of(card, self._look), self._look.say
        take = word("take", self._look)
        opens = [action.take_and_open for action in self._legal if action.HasField("take_and_open")]
        lays = [action.take_and_lay for action in self._legal if action.HasField("take_and_lay")]
        more = tuple(f"{take} {typed_groups(one.groups, self._look)}" for one in opens if not one.HasField("finish"))
        if opens:
            yield Possible(take, say(f"yerdeki {name} ile açmak", f"takes {name} and opens with it"), more)
        if lays:
            more = tuple(f"{take} {typed_groups(one.groups, self._look)}" for one in lays)
            yield Possible(take, say(f"yerdeki {name} ile per indirmek", f"takes {name} and lays it"), more)
        does = say(f"yerdeki {name} kartını çifte almak", f"takes {name}, for pairs")
        yield from self._one("take_for_pairs", "take_for_pairs", does)

    def _openings(self) -> Iterator[Possible]:
        say = self._look.say
        opens = [action.open for action in self._legal if action.HasField("open")]
        if any(one.HasField("finish") for one in opens):
            yield Possible(word("finish", self._look), say("elden bitmek", "goes out at one stroke"))
        for name, wanted in (("open", False), ("pairs", True)):
            found = next((one for one in opens if has_pairs(one.groups) == wanted and not one.HasField("finish")), None)
            if found is not None:
                does = say("önerilen çiftlerle açmak", "opens with the proposed pairs")
                if not wanted:
                    does = say("önerilen perlerle açmak", "opens with the proposed melds")
                yield Possible(word(name, self._look), does, (f"{word(name, self._look)} {self._groups(found)}",))

    def _lays(self) -> Iterator[Possible]:
        found = [action.lay for action in self._legal if action.HasField("lay")]
        if found:
            lay = word("lay_melds", self._look)
            more = tuple(f"{lay} {self._groups(one)}" for one in found)
            yield Possible(lay, self._look.say("yeni per ya da çift indirmek", "lays new melds or pairs"), more)

    def _groups(self, one: pb.Open | pb.Lay) -> str:
        return typed_groups(one.groups, self._look)

    def _lay_offs(self) -> Iterator[Possible]:
        found = [action.lay_off for action in self._legal if action.HasField("lay_off")]
        if found:
            first, *more = [self._lay_off(one) for one in found]
            yield Possible(first, self._look.say("kart işlemek", "lays a card off"), tuple(more))

    def _lay_off(self, one: pb.LayOff) -> str:
        words = [word("lay_off", self._look), *(self._card(piece) for piece in one.cards), str(one.meld + 1)]
        if one.spot:
            low = one.spot == pb.SPOT_LOW
            words.append(self._look.say("alt", "low") if low else self._look.say("üst", "high"))
        return " ".join(words)

    def _swaps(self) -> Iterator[Possible]:
        found = [action.swap_joker for action in self._legal if action.HasField("swap_joker")]
        if found:
            ways = [
                " ".join([word("swap", self._look), *map(self._card, one.cards), str(one.meld + 1)]) for one in found
            ]
            does = self._look.say("kartı verip jokeri almak", "takes the joker for its card")
            yield Possible(ways[0], does, tuple(ways[1:]))

    def _twins(self) -> Iterator[Possible]:
        found = [action.show_twins for action in self._legal if action.HasField("show_twins")]
        if found:
            twins = word("twins", self._look)
            ways = [f"{twins} {self._card(one.card)} {self._card(one.other)}" for one in found]
            does = self._look.say("iki işler kartı gösterip ilkini atmak", "shows both, discards the first")
            yield Possible(ways[0], does, tuple(ways[1:]))

    def _discards(self) -> Iterator[Possible]:
        pieces = [action.discard.card for action in self._legal if action.HasField("discard")]
        if not pieces:
            return
        if self._view.HasField("drawn") and self._view.drawn in pieces:
            pieces.insert(0, self._view.drawn)
        first, *more = dict.fromkeys(f"{word('discard', self._look)} {self._card(piece)}" for piece in pieces)
        does = self._look.say("kart atıp sırayı savmak", "discards, which ends the turn")
        if len(self._view.hand) == 1:
            does = self._look.say("son kartı atıp bitmek", "discards the last card and goes out")
        yield Possible(first, does, tuple(more))

    def _card(self, piece: pb.Piece) -> str:
        return typed_card(piece, self._look)

    def _has(self, name: str) -> bool:
        return any(action.WhichOneof("action") == name for action in self._legal)

    def _one(self, action: str, name: str, does: str) -> Iterator[Possible]:
        if self._has(action):
            yield Possible(word(name, self._look), does)


def has_pairs(groups: Sequence[pb.Group]) -> bool:
    """True if a pair is among the groups."""
    return any(group.kind == pb.MELD_KIND_PAIR for group in groups)
