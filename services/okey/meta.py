"""What okey says of itself."""

from services.kernel.meta import EndCause, Labels, Meta, TeamCase
from services.okey.options import OPTIONS
from services.okey.refusals import REFUSALS

META = Meta(
    slug="okey",
    titles=Labels(tr="Okey (101, 34, 51)", en="Okey (101, 34, 51)"),
    seats=4,
    options=OPTIONS,
    refusals=REFUSALS,
    end_causes=(
        EndCause("played_out", Labels(tr="bütün eller oynandı", en="all hands were played")),
        EndCause("forfeited", Labels(tr="bir oyuncu kalktı, takımı yenildi", en="a player left; his team lost")),
        EndCause("tied", Labels(tr="beraberlik sürdü, masada oynayan kalmadı", en="tied, and nobody played on")),
    ),
    bot_levels=("kolay", "orta", "usta"),
    fewest_win=True,
    points_option="okeyHands",
    points_not_in=(("okeyTable", "tournament"),),
    hidden=True,
    rules_version=2,
    sources=(
        "A Turkish site's rules of 101, 34 and 51 okey",
        "The rules of an Eşli 101 okey tournament",
    ),
    statistics_by=("okeyGame", "okeyTeams", "okeyTable"),
    leaving_cases=(("okeyTable", "tournament"),),
    team_cases=(TeamCase("okeyTeams", "partners", ((0, 2), (1, 3))),),
    silent_cases=(("okeyTable", "tournament"),),  # 10.3: no signs between partners
)
