"""The games of the house, as the registry knows them and as clients are told of them."""

from collections.abc import Mapping

from kiraathane.lobby.v1 import lobby_service_pb2 as pb
from services.kernel.meta import BadOption, Labels, Option
from services.kernel.registry import Family, families
from services.lobby.refusals import REFUSALS
from services.runtime.errors import Invalid

Games = Mapping[str, Family]


def games(packages: tuple[str, ...]) -> Games:
    """All families by slug, in alphabetical order."""
    return families(*packages)


def service_of(family: Family) -> str:
    """The full name of the gRPC service that plays the family."""
    service: str = family.module("wire").SERVICE
    return service


def family_of(known: Games, slug: str) -> Family:
    """The family with this slug; raises `Invalid` that names the ones there are."""
    if (family := known.get(slug)) is None:
        detail = {"family": slug, "families": ", ".join(known)}
        raise Invalid("GAME_UNKNOWN", detail, labels=REFUSALS["GAME_UNKNOWN"], fields=(("family", f"not {slug!r}"),))
    return family


def resolve(family: Family, given: Mapping[str, str]) -> dict[str, str]:
    """Every table option with its value; raises `Invalid` that names the option and what it can be."""
    try:
        return family.game.meta.resolve(given)
    except BadOption as bad:
        field = (f"options[{bad.option}]", str(bad))
        detail = {"option": bad.option, "value": bad.value, "allowed": bad.allowed}
        if bad.allowed:
            raise Invalid("BAD_OPTION", detail, fields=(field,)) from bad
        names = ", ".join(option.name for option in family.game.meta.options)
        labels = REFUSALS["OPTION_UNKNOWN"]
        raise Invalid("OPTION_UNKNOWN", {**detail, "options": names}, labels=labels, fields=(field,)) from bad


def describe(family: Family) -> pb.GameDescription:
    """What a client is told of a family."""
    meta = family.game.meta
    return pb.GameDescription(
        family=meta.slug,
        titles=_labels(meta.titles),
        seats=meta.seats,
        options=[_option(option) for option in meta.options],
        bot_levels=meta.bot_levels,
        rules_version=meta.rules_version,
        service=service_of(family),
        seats_option=meta.seats_option,
        team_cases=[
            pb.TeamCase(option=c.option, equals=c.equals, teams=[pb.TeamOfSeats(seats=team) for team in c.teams])
            for c in meta.team_cases
        ],
    )


def _option(option: Option) -> pb.GameOption:
    return pb.GameOption(
        name=option.name,
        labels=_labels(option.labels),
        clause=option.clause,
        default_value=option.default,
        choices=option.choices,
        choice_labels={choice: _labels(labels) for choice, labels in option.choice_labels.items()},
        low=option.low,
        high=option.high,
        cases=[
            pb.OptionCase(option=case.option, equals=case.equals, default_value=case.default, choices=case.choices)
            for case in option.cases
        ],
        forms=[
            pb.OptionForm(
                template=form.template,
                bounds=[pb.NumberBounds(low=low, high=high) for low, high in form.bounds],
                labels=_labels(form.labels),
            )
            for form in option.forms
        ],
    )


def _labels(labels: Labels) -> pb.Labels:
    return pb.Labels(tr=labels.tr, en=labels.en)
