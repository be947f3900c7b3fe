"""A match from its creation to its record, and what is answered to who may not, cannot, or comes too late."""

import grpc
import pytest

from kiraathane.match.v1 import match_pb2
from services.kernel import record
from services.kernel.registry import Family
from tests.runtime.table import House
from tests.support.serving import new_request, refused


async def test_a_match_is_prepared_before_anybody_sits(house: House) -> None:
    info = await house.create(hands="3")
    assert info.status == match_pb2.MATCH_STATUS_PREPARED
    assert info.version == 0
    assert len(info.commitment) == 64
    assert dict(info.options) == {"hands": "3", "turnSeconds": "60"}
    assert not (await house.get(info.match)).HasField("view")


async def test_starting_deals_and_asks_for_decisions(house: House) -> None:
    info = await house.create()
    started = await house.start(info.match)
    assert started.status == match_pb2.MATCH_STATUS_PLAYING
    assert started.version == 1
    assert list(started.due_seats) == [0, 1]
    assert started.deadline.seconds > started.start_time.seconds
    assert started.commitment == info.commitment


async def test_starting_again_with_the_same_seats_changes_nothing(house: House) -> None:
    match = (await house.create()).match
    first = await house.start(match)
    assert await house.start(match) == first
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "ALREADY_STARTED"):
        await house.start(match, bots=(1,))


async def test_a_play_is_answered_with_the_callers_view_of_what_it_brought(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    update = await house.play(match, house.a, card, version)
    assert update.info.version == version + 1
    assert update.info.viewer_seat == 0
    assert update.view.sealed == card
    assert [happening.WhichOneof("happening") for happening in update.happenings] == ["laid_seat"]


async def test_every_viewer_sees_his_own(house: House) -> None:
    match = await house.table()
    mine, theirs, spectator = [await house.get(match, who) for who in (house.a, house.b, house.c)]
    assert len(mine.view.hand) == len(theirs.view.hand) == 3
    assert set(mine.view.hand) != set(theirs.view.hand)
    assert not spectator.view.hand
    assert (mine.info.viewer_seat, theirs.info.viewer_seat) == (0, 1)
    assert not spectator.info.HasField("viewer_seat")


async def test_a_family_answers_questions_of_its_own_to_those_who_sit_there(house: House) -> None:
    match = await house.table()
    hands = [(await house.get(match, who)).view.hand for who in (house.a, house.b)]
    answers = [await house.count_higher(match, who, 5) for who in (house.a, house.b)]
    assert [answer.count for answer in answers] == [sum(card > 5 for card in hand) for hand in hands]
    assert {answer.version for answer in answers} == {1}
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED"):
        await house.count_higher(match, house.c, 5)


async def test_a_question_that_makes_no_sense_is_told_so(house: House) -> None:
    match = await house.table()
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "QUESTION_MALFORMED"):
        await house.count_higher(match, house.a, 99)
    with refused(grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND"):
        await house.count_higher("matches/yuksek-none", house.a, 5)
    prepared = (await house.create()).match
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED"):
        await house.count_higher(prepared, house.a, 5)


async def test_a_finished_match_has_a_record_that_verifies(house: House, toy: Family) -> None:
    match = (await house.create()).match
    await house.start(match, nonces=("first", ""))
    last = await house.finish(match)
    assert last.info.status == match_pb2.MATCH_STATUS_FINISHED
    assert last.info.end_cause == "PLAYED_OUT"
    document = await house.record(match)
    written = record.read(document.content)
    verdict = record.verify(written, toy.game)
    assert verdict.problems == ()
    assert verdict.outcomes == 4
    assert written.seats[0].nonce == "first"
    assert (document.media_type, document.file_name) == ("application/json", f"{match.removeprefix('matches/')}.json")


async def test_there_is_no_record_before_the_end(house: House) -> None:
    match = await house.table()
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_NOT_FINISHED"):
        await house.record(match)


async def test_a_record_in_a_format_that_does_not_exist(house: House) -> None:
    match = await house.table()
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "FORMAT_UNKNOWN") as answer:
        await house.record(match, "pdf")
    assert "json" in answer.metadata["formats"]


async def test_legal_actions_are_those_of_the_callers_seat(house: House) -> None:
    match = await house.table()
    hand = list((await house.get(match, house.a)).view.hand)
    assert [action.card for action in (await house.legal(match, house.a)).actions] == hand
    card, version = await house.card(match, house.a)
    await house.play(match, house.a, card, version)
    legal = await house.legal(match, house.a)
    assert (legal.version, list(legal.actions)) == (2, [])


# -- the rules say no -------------------------------------------------------------------------------------------------


async def test_a_refusal_names_its_clause_and_speaks_both_languages(house: House) -> None:
    match = await house.table()
    hand = set((await house.get(match, house.a)).view.hand)
    foreign = next(card for card in range(12) if card not in hand)
    before = await house.get(match, house.a)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NO_SUCH_CARD") as answer:
        await house.play(match, house.a, foreign, 1)
    assert answer.metadata == {"card": str(foreign), "clause": "2"}
    assert answer.sentences == {"tr": f"Elinde {foreign} yok.", "en": f"You do not hold {foreign}."}
    assert await house.get(match, house.a) == before


async def test_who_is_not_due_is_told_so(house: House) -> None:
    match = await house.table()
    card, version = await house.card(match, house.a)
    update = await house.play(match, house.a, card, version)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "NOT_YOUR_TURN"):
        await house.play(match, house.a, update.view.hand[0], update.info.version)


@pytest.mark.parametrize("off", [-1, 1, 1_000_000])
async def test_another_version_is_aborted_with_the_current_one(house: House, off: int) -> None:
    match = await house.table()
    await house.step(match)
    await house.step(match)  # a trick is complete: what is asked now is new
    card, version = await house.card(match, house.b)
    with refused(grpc.StatusCode.ABORTED, "VERSION_STALE") as answer:
        await house.play(match, house.b, card, version + off)
    assert answer.metadata == {"version": "3", "expected": str(3 + off)}
    assert (await house.get(match)).info.version == 3


async def test_a_match_that_has_not_begun_takes_no_play(house: House) -> None:
    match = (await house.create()).match
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED"):
        await house.play(match, house.a, 1, 0)


async def test_a_match_that_is_over_takes_no_play(house: House) -> None:
    match = await house.table()
    last = await house.finish(match)
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_OVER"):
        await house.play(match, house.a, 1, last.info.version)


# -- who may ----------------------------------------------------------------------------------------------------------


async def test_who_has_no_seat_may_watch_but_not_play(house: House) -> None:
    match = await house.table()
    for call in (house.play(match, house.c, 1, 1), house.legal(match, house.c), house.leave(match, house.c)):
        with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED"):
            await call
    assert (await house.get(match, house.c)).info.version == 1


async def test_only_services_create_start_and_acknowledge(house: House) -> None:
    match = await house.table()
    for who in (house.a, house.bot(match, 0)):
        for call in (
            house.stub.CreateMatch(house.pb.CreateMatchRequest(request_id=new_request()), metadata=who),
            house.stub.StartMatch(
                house.pb.StartMatchRequest(match="matches/none", seats=[match_pb2.SeatAssignment()]), metadata=who
            ),
            house.stub.AcknowledgeResult(house.pb.AcknowledgeResultRequest(match="matches/none"), metadata=who),
        ):
            with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"):
                await call


async def test_a_bot_plays_its_seat_of_its_match_and_no_other(house: House) -> None:
    match, other = await house.table(bots=(1,)), await house.table(bots=(1,))
    card, version = await house.card(match, house.bot(match, 1))
    for who in (house.bot(match, 0), house.bot(match, 1, level="kolay"), house.bot(match, 7)):
        with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_SEATED"):
            await house.play(match, who, card, version)
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"):
        await house.get(match, house.bot(other, 1))
    update = await house.play(match, house.bot(match, 1), card, version)
    assert update.info.viewer_seat == 1
    assert update.info.seats[1].bot_level == "usta"


async def test_nobody_is_nobody(house: House) -> None:
    with refused(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING"):
        await house.stub.GetMatch(house.pb.GetMatchRequest(match="matches/x"))
    with refused(grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MALFORMED"):
        await house.get("matches/x", (("authorization", "Bearer nonsense"),))


async def test_an_unknown_match_is_not_found(house: House) -> None:
    unknown = "matches/yuksek-00000000000000000000000000"
    for call in (
        house.get(unknown),
        house.play(unknown, house.a, 1, 1),
        house.record(unknown),
        house.leave(unknown, house.a),
    ):
        with refused(grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND") as answer:
            await call
        assert answer.metadata == {"match": unknown}
    with refused(grpc.StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"):
        await house.get(unknown, house.bot("matches/other", 0))


# -- what makes no sense ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "field"),
    [({"hands": "0"}, "options.hands"), ({"hands": "+2"}, "options.hands"), ({"x": "1"}, "options.x")],
)
async def test_wrong_options_are_named(house: House, options: dict[str, str], field: str) -> None:
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_OPTION") as answer:
        await house.create(**options)
    assert answer.fields == [field]


async def test_wrong_fields_are_named(house: House) -> None:
    request = house.pb.PlayRequest(match="match 7", request_id="no")
    with refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_FIELD") as answer:
        await house.stub.Play(request, metadata=house.a)
    assert set(answer.fields) == {"match", "request_id", "action"}


async def test_wrong_seats_are_refused(house: House) -> None:
    match = (await house.create()).match

    def seat(**given: object) -> match_pb2.SeatAssignment:
        return match_pb2.SeatAssignment(**given)  # type: ignore[arg-type]

    for seats in (
        [seat(seat=0, player="players/a")],
        [seat(seat=0, player="players/a"), seat(seat=0, player="players/b")],
        [seat(seat=0, player="players/a"), seat(seat=1, player="players/a")],
        [seat(seat=0, player="players/a"), seat(seat=1)],
        [seat(seat=0, player="players/a"), seat(seat=1, player="players/b", bot_level="usta")],
        [seat(seat=0, player="players/a"), seat(seat=1, bot_level="deha")],
    ):
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "BAD_SEATS"):
            await house.stub.StartMatch(house.pb.StartMatchRequest(match=match, seats=seats), metadata=house.service)
    assert (await house.get(match)).info.status == match_pb2.MATCH_STATUS_PREPARED


async def test_bytes_that_are_no_message_are_malformed(house: House) -> None:
    for method in ("Play", "GetMatch", "CreateMatch", "WatchMatch"):
        call = house.channel.unary_unary if method != "WatchMatch" else house.channel.unary_stream
        stub = call(f"/kiraathane.yuksek.v1.YuksekService/{method}")
        with refused(grpc.StatusCode.INVALID_ARGUMENT, "MESSAGE_MALFORMED"):
            answer = stub(b"\xff\xff\xff", metadata=house.service)
            await (answer.read() if method == "WatchMatch" else answer)


async def test_a_message_that_is_too_large_is_refused(house: House) -> None:
    stub = house.channel.unary_unary("/kiraathane.yuksek.v1.YuksekService/Play")
    with refused(grpc.StatusCode.RESOURCE_EXHAUSTED, "MESSAGE_TOO_LARGE"):
        await stub(b"\x0a" + b"x" * 1_000_000, metadata=house.a)


# -- leaving ----------------------------------------------------------------------------------------------------------


async def test_leaving_ends_the_match_as_the_rules_say(house: House) -> None:
    match = await house.table()
    update = await house.leave(match, house.b)
    assert (update.info.status, update.info.end_cause) == (match_pb2.MATCH_STATUS_FINISHED, "LEFT")
    with refused(grpc.StatusCode.FAILED_PRECONDITION, "MATCH_OVER"):
        await house.leave(match, house.a)
