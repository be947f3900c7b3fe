"""For who wants to know what is played, by whom, and whether the house is fair."""

from deploy.monitoring.boards.windows import FAMILY, WHOLE
from deploy.monitoring.grafana import Json, Panel, Query, Row, bars, dashboard, panel
from deploy.monitoring.queries import QUIET, ratio

_BEGUN, _ENDED, _LEFT = (f"kiraathane_matches_{what}_total" for what in ("started", "finished", "abandoned"))
_EXPECTED = "1 is as often as expected."


def analysts() -> Json:
    """What the families' processes count as it happens, and what the league adds up of results."""
    return dashboard(
        "analysts",
        "Kıraathane: what is played",
        "Counts over the chosen range above; below, what the league has added up of all finished matches so far.",
        [_matches(), _by_hour(), _lengths(), _seats(), _dice(), _deals(), _bots(), _people(), _lists()],
    )


def _matches() -> Row:
    return Row(
        "In the chosen range",
        (
            bars("Begun", "short", _counted(_BEGUN, "family"), FAMILY),
            bars("Ended", "short", _counted(_ENDED, "family"), FAMILY),
            bars("Seats left", "short", _counted(_LEFT, "family"), FAMILY),
            bars(
                "Tables by what became of them",
                "short",
                _counted("kiraathane_tables_total", "event"),
                "{{event}}",
            ),
        ),
    )


def _counted(counter: str, by: str) -> str:
    """How many in the chosen range; whole, for Prometheus reckons what may have come between two looks."""
    return f"round(sum by ({by}) (increase({counter}[{WHOLE}])))"


def _by_hour() -> Row:
    return Row(
        "By hour",
        (
            panel("Begun an hour", "short", f"sum by (family) (increase({_BEGUN}[1h]))", FAMILY),
            panel("Ended an hour", "short", f"sum by (family) (increase({_ENDED}[1h]))", FAMILY),
            panel("Seats left an hour", "short", f"sum by (family) (increase({_LEFT}[1h]))", FAMILY),
            panel("Being played", "short", "max by (family) (kiraathane_matches_open)", FAMILY),
        ),
    )


def _lengths() -> Row:
    seconds = "kiraathane_league_match_seconds"
    made = f'sum by (family) (rate(kiraathane_moves_total{{result="accepted"}}[{WHOLE}]))'
    finish = f"sum by (family) (rate({_ENDED}[{WHOLE}]))"
    return Row(
        "How matches go",
        (
            bars(
                "Ends by cause",
                "short",
                f"{_counted(_ENDED, 'family, cause')} > 0",
                "{{family}} {{cause}}",
            ),
            Panel(
                "How long a match takes",
                "s",
                (
                    Query(_duration(0.5), "{{family}} half of them"),
                    Query(_duration(0.9), "{{family}} nine of ten"),
                ),
                "Of matches that ended in the chosen range: within so long.",
                kind="bargauge",
            ),
            bars(
                "Matches within",
                "percentunit",
                f'sum by (le) (max by (family, le) ({seconds}_bucket{{le!="+Inf"}}))'
                f" / on () group_left () clamp_min(sum(max by (family) ({seconds}_count)), {QUIET})",
                "{{le}} s",
                "Of all finished matches.",
            ),
            bars("Moves a match", "short", f"{made} / ({finish} > 0)", FAMILY),
        ),
        height=13,
    )


def _duration(share: float) -> str:
    within = f"max by (family, le) (increase(kiraathane_league_match_seconds_bucket[{WHOLE}]))"
    return f"histogram_quantile({share:g}, {within}) >= 0"


def _seats() -> Row:
    seat = "family, seats, seat"
    wins, games = f"max by ({seat}) (kiraathane_league_seat_wins)", f"max by ({seat}) (kiraathane_league_seat_games)"
    mean = f"(sum by (family, seats) ({wins}) / sum by (family, seats) ({games}))"
    return Row(
        "Is a seat better than another?",
        (
            bars(
                "Games won by a seat, against its share",
                "short",
                f"({wins} / {games}) / on (family, seats) group_left () {mean} >= 0",
                "{{family}} for {{seats}}: seat {{seat}}",
                "Games won, divided by those that each seat of the table would win if all won equally often (1/seats, "
                f"or 1/teams where partners win together). {_EXPECTED}",
                bound=1,
            ),
            bars(
                "Games with a winner",
                "short",
                "max by (family, seats) (kiraathane_league_seat_games)",
                "{{family}} for {{seats}}",
                "So many games is the panel beside this about: with few of them, differences say nothing.",
            ),
        ),
        height=15,
    )


def _dice() -> Row:
    return Row(
        "Are the dice fair?",
        (
            bars(
                "Sides of the dice, against 1/6",
                "short",
                _sides('sides="6"'),
                "{{family}} die {{die}}: {{side}}",
                f"How often each side came, divided by a sixth of all throws. {_EXPECTED}",
                bound=1,
            ),
            bars(
                "Lots, against their share",
                "short",
                _sides('sides!="6"'),
                "{{family}} 1 of {{sides}}: {{side}}",
                f"Who begins, who deals: one lot a match or so. {_EXPECTED}",
                bound=1,
            ),
        ),
        height=14,
    )


def _sides(chosen: str) -> str:
    die = "family, sides, die"
    seen = f"max by ({die}, side) (kiraathane_league_die_sides{{{chosen}}})"
    return f"{seen} / on ({die}) group_left () avg by ({die}) ({seen})"


def _deals() -> Row:
    kind = "family, kind, size, number"
    chi, degrees = (f"max by ({kind}) (kiraathane_league_chance_{what})" for what in ("chi_square", "degrees"))
    named = "{{family}} {{kind}} of {{size}}, no. {{number}}"
    return Row(
        "Is chance fair?",
        (
            bars(
                "Chi-square, per degree of freedom",
                "short",
                f"{chi} / {degrees}",
                named,
                "Dice and lots by their sides, shuffles by the card or tile that came first. About 1 if all outcomes "
                "are equally likely.",
                bound=1,
            ),
            bars(
                "How likely fair chance gives such a chi-square",
                "percentunit",
                f"max by ({kind}) (kiraathane_league_chance_p)",
                named,
                "Told once five of each outcome are expected. Of a hundred such numbers one is below 1 % by chance "
                "alone; one that stays there while matches are added is not.",
                bound=0.01,
            ),
        ),
        height=12,
    )


def _bots() -> Row:
    met = "kiraathane_league_meetings"
    ahead, level = (f'max by (family, level) ({met}{{ahead="{who}"}})' for who in ("bot", "nobody"))
    every = f"sum by (family, level) (max by (family, level, ahead) ({met}))"
    return Row(
        "Bots against people",
        (
            bars(
                "How often a bot was placed ahead of a person",
                "percentunit",
                f"({ahead} + 0.5 * {level}) / {every} >= 0",
                "{{family}} {{level}}",
                "Each bot against each person of another team; equal places are half.",
                bound=0.5,
            ),
            bars(
                "Matches of people against bots",
                "short",
                "max by (family, level) (kiraathane_league_mixed_matches)",
                "{{family}} {{level}}",
            ),
        ),
        height=13,
    )


def _people() -> Row:
    before, back = (f"max by (days) (kiraathane_league_players_{what})" for what in ("before", "returned"))
    return Row(
        "People",
        (
            bars(
                "Who finished a match",
                "short",
                "max by (window) (kiraathane_league_players)",
                "in a {{window}}",
                "People, not bots, each once; days are UTC, a week has 7 of them and a month 30, today included.",
            ),
            bars(
                "By game",
                "short",
                "max by (family, window) (kiraathane_league_family_players)",
                "{{family}} in a {{window}}",
            ),
            bars(
                "Who came back",
                "percentunit",
                ratio(back, before),
                "after {{days}} days",
                "Of those who played so many days before yesterday: the share that also did yesterday. Guests who sign "
                "in anew are new people.",
            ),
            panel(
                "Sign-ins an hour",
                "short",
                'sum by (way) (increase(kiraathane_sign_ins_total{result="ok"}[1h]))',
                "{{way}}",
            ),
        ),
        height=12,
    )


def _lists() -> Row:
    return Row(
        "Results and rules",
        (
            panel(
                "Results in the league an hour",
                "short",
                'sum by (family) (increase(kiraathane_results_total{outcome="recorded"}[1h]))',
                FAMILY,
            ),
            panel(
                "Decisions that the rules refuse",
                "percentunit",
                "family:kiraathane_moves_refused:ratio_rate1d",
                FAMILY,
                "A rule that many run into may be taught better.",
            ),
        ),
    )
