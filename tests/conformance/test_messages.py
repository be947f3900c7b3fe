"""Whatever a client may send, the rules play it or refuse it: another error would freeze the match for everybody."""

import importlib
import random

from services.kernel.game import Act
from services.kernel.refusal import Illegal
from services.kernel.registry import Family
from tests.conformance.messages import valid_message
from tests.conformance.test_conformance import a_match, every_family_and_seed, seats


@every_family_and_seed
def test_every_message_is_played_or_refused(family: Family, seed: int) -> None:
    game, rng, tried = family.game, random.Random(seed), 0
    pb = importlib.import_module(f"kiraathane.{family.slug}.v1.{family.slug}_pb2")
    action_type = pb.DESCRIPTOR.message_types_by_name[f"{family.slug.capitalize()}Action"]
    wire = family.module("wire")
    match, at_the_table = a_match(family, seed), seats(family, seed)
    for step in rng.sample(match, min(25, len(match))):
        for _ in range(200):
            message = valid_message(action_type, rng)
            if message is None:
                continue
            try:
                action = wire.action_from_proto(message)
            except ValueError:
                continue  # the door says that it is malformed
            tried += 1
            seat = rng.choice(at_the_table)
            try:
                game.apply(step.before, Act(seat=seat, action=action))
            except Illegal as refusal:
                sentences = game.meta.refusal(refusal.reason).sentences(refusal.detail)
                assert not any(": ." in sentence for sentence in sentences.values()), message
            else:
                assert action in game.legal(step.before, seat), message
    assert tried
