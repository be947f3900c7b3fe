"""A family that this program has never heard of is played by its contract alone."""

import pytest

from kiraathane_client import Contract
from kiraathane_client.tavla import TAVLA
from kiraathane_client.terminal import Look, terminal_of
from services.kernel.registry import families


def test_the_toy_family_is_found_by_its_slug(toy_paths: tuple[str, ...]) -> None:
    contract = Contract("yuksek")  # type: ignore[var-annotated]
    assert contract.service == "kiraathane.yuksek.v1.YuksekService"
    assert contract.path("Play") == "/kiraathane.yuksek.v1.YuksekService/Play"
    join = contract.request("SitRequest", join=contract.request("Join", match="matches/x", after_version=3))
    assert join.join.after_version == 3


def test_every_family_has_the_methods_that_the_client_calls(toy_paths: tuple[str, ...]) -> None:
    for contract in (TAVLA, Contract("yuksek")):  # type: ignore[var-annotated]
        (service,) = contract.messages.DESCRIPTOR.services_by_name.values()
        methods = {"GetMatch", "ListLegalActions", "Play", "Sit", "WatchMatch", "LeaveMatch", "ClaimAbsent"}
        assert methods | {"GetRecord"} <= set(service.methods_by_name)


def test_a_family_without_stubs_is_not_known() -> None:
    with pytest.raises(LookupError, match="knows no game 'nothing'"):
        Contract("nothing")


def test_a_terminal_is_found_by_its_slug() -> None:
    assert type(terminal_of("tavla")).__name__ == "TavlaTerminal"
    with pytest.raises(LookupError, match="cannot draw 'yuksek'"):
        terminal_of("yuksek")


@pytest.mark.parametrize("slug", sorted(families()))
@pytest.mark.parametrize("lang", ["tr", "en"])
@pytest.mark.parametrize("ascii_alone", [False, True])
def test_every_guide_fits_a_screen_of_eighty_columns(slug: str, lang: str, ascii_alone: bool) -> None:
    lines = terminal_of(slug).guide(Look(lang=lang, ascii=ascii_alone)).plain.splitlines()
    assert max(map(len, lines)) <= 80
    assert len(lines) <= 14
