"""What happened is told in both languages."""

from kiraathane.batak.v1 import batak_pb2 as pb
from kiraathane_client.batak.telling import CAUSES
from kiraathane_client.batak.terminal import terminal
from kiraathane_client.terminal import Look
from services.batak import game
from services.batak.meta import META
from services.batak.state import State
from services.kernel.game import Act, Fate, Lapse, LapseCause, Seat
from tests.clients.batak.matches import BIDDING, PLAYING, state_of, update_of

TR, EN = Look("tr"), Look("en")
LAST = "play dealer 3 cards -/-/-/2... bids 5,3,0,1 won 5,4,0,3 trick 0:S3,S4,S5"


def told(state: State, look: Look = TR, viewer: int | None = 3) -> list[str]:
    return [line.plain for line in terminal.happenings(update_of(state, viewer), look)]


def act(state: State, seat: int, text: str) -> State:
    return game.apply(state, Act(Seat(seat), game.notation.read_action(text)))


def test_a_bid_is_told() -> None:
    assert told(act(state_of(BIDDING), 2, "bid 3")) == ["Can (bot): 3 dedi"]
    assert told(act(state_of(BIDDING), 2, "bid 0"), EN) == ["Can (bot): says no trick at all"]


def test_a_card_and_the_trick_it_ends_are_told() -> None:
    assert told(act(state_of(PLAYING), 3, "play C4")) == ["Deniz: ♣4", "Can (bot): eli aldı  (♣K ♣5 ♠9 ♣4)"]


def test_what_the_rules_did_is_told() -> None:
    late = game.apply(state_of(BIDDING), Lapse(Seat(2), LapseCause.TIMEOUT))
    assert told(late) == ["Can (bot): 1 dedi  (kurallar)"]
    late = game.apply(state_of(PLAYING), Lapse(Seat(3), LapseCause.TIMEOUT))
    assert told(late, EN)[:1] == ["Deniz: ♣4  (by the rules)"]


def test_the_end_of_a_hand_is_told_with_its_points() -> None:
    assert told(act(state_of(LAST), 3, "play S2"))[2:] == [
        "1. el bitti:",
        "  Ayşe: 5/5  +50",
        "  Bora: 3/4  +31",
        "  Can (bot): 0/1  -50",
        "  Deniz: 1/3  +12",
    ]


def test_the_lot_and_the_deal_are_told() -> None:
    state = game.apply(state_of("lot"), Fate((2,)))
    assert told(state) == ["Bora: kurayla başlıyor"]
    assert told(game.apply(state, Fate(tuple(range(52)))), EN) == ["Ayşe: deals hand 1"]


def test_something_newer_than_the_program_is_left_out() -> None:
    update = update_of(state_of(BIDDING), 2)
    update.happenings.append(pb.BatakHappening())
    assert list(terminal.happenings(update, TR)) == []


def ended() -> State:
    sheet = ";".join(["3/3,2/3,4/4,3/3"] * 6)
    return act(state_of(f"{LAST} sheet {sheet}", batakHands=7), 3, "play S2")


def result(state: State, viewer: int | None, look: Look = TR, cause: str = "played_out") -> list[str]:
    update = update_of(state, viewer)
    update.info.end_cause = cause
    return [line.plain for line in terminal.result(update, look)]


def test_the_result_is_told_to_whoever_played_and_to_whoever_watched() -> None:
    state = ended()
    assert result(state, 0) == [
        "Kazandınız!  (bütün eller oynandı)",
        "  1. Ayşe: 230",
        "  2. Deniz: 192",
        "  3. Can (bot): 190",
        "  4. Bora: 157",
    ]
    assert result(state, 1)[0] == "Kaybettiniz; Ayşe kazandı.  (bütün eller oynandı)"
    assert result(state, None, EN)[0] == "Ayşe won.  (all hands were played)"


def test_every_end_of_the_family_has_words() -> None:
    assert {cause.cause for cause in META.end_causes} <= set(CAUSES)
