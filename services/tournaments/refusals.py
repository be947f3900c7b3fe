"""What tournaments say no with, in both languages."""

from collections.abc import Mapping
from typing import Final

from services.kernel.meta import Labels

REFUSALS: Final[Mapping[str, Labels]] = {
    "ALREADY_ENTERED": Labels(
        tr="{name} bu turnuvaya zaten katıldı.", en="{name} has entered this tournament already."
    ),
    "ENCOUNTER_OVER": Labels(
        tr="Bu karşılaşma sonuçlandı; karar artık bir şey değiştirmez.",
        en="This encounter is decided; a ruling cannot change it any more.",
    ),
    "ENCOUNTER_UNKNOWN": Labels(
        tr="Oynanan turda böyle bir karşılaşma ya da oyuncu yok.",
        en="The current round has no such encounter or entrant.",
    ),
    "GAME_UNKNOWN": Labels(
        tr="Evde {family} diye bir oyun yok. Olanlar: {families}.",
        en="The house has no game called {family}. There are: {families}.",
    ),
    "MATCH_UNKNOWN": Labels(
        tr="{match} oynanan turun bir maçı değil.", en="{match} is not a match of the current round."
    ),
    "NOT_ENOUGH_ENTRANTS": Labels(
        tr="Başlamak için en az iki katılan gerekir; şu anda {entrants} var.",
        en="At least two entrants are needed to start; there are {entrants}.",
    ),
    "NOT_ENTERED": Labels(tr="Bu turnuvaya katılmadınız.", en="You have not entered this tournament."),
    "NOT_TWO_SIDES": Labels(
        tr="Turnuva iki tarafın karşılaştığı masalar ister; {family} bu seçeneklerle {sides} taraflı.",
        en="Tournaments need tables of two sides; {family} with these options has {sides}.",
    ),
    "ORGANISER_ONLY": Labels(
        tr="Bunu yalnız turnuvayı düzenleyen yapabilir.", en="Only the tournament's organiser may do this."
    ),
    "ORGANISERS_ONLY": Labels(
        tr="Turnuva düzenlemek için düzenleyici olmak gerekir.", en="Only organisers may hold tournaments."
    ),
    "OPTION_BAD": Labels(tr="Seçenekler uymuyor: {problem}.", en="The options do not fit: {problem}."),
    "PARTNER_NEEDED": Labels(
        tr="Bu turnuvada eşli oynanır: eşinizi söyleyin.", en="Partners play in this tournament: name yours."
    ),
    "PARTNER_OF_ANOTHER": Labels(
        tr="{name} eş olarak başkasını söyledi.", en="{name} has named somebody else as partner."
    ),
    "PARTNER_UNWANTED": Labels(
        tr="Bu turnuvada tek başına oynanır.", en="Everybody plays for himself in this tournament."
    ),
    "PENALTIES_UNKNOWN": Labels(
        tr="{family} oyununda ceza puanı yoktur; kararla yalnız karşılaşma sonuçlandırılabilir.",
        en="{family} has no penalty points; a referee can only decide the encounter.",
    ),
    "TOO_MANY_WAIT": Labels(
        tr="Eşini bekleyen en çok {limit} kişi olabilir; yer açılınca yeniden deneyin.",
        en="At most {limit} people can wait for their partners; try again when there is room.",
    ),
    "TOURNAMENT_CLOSED": Labels(tr="Turnuvaya katılım kapandı.", en="The tournament takes no entries any more."),
    "TOURNAMENT_FULL": Labels(
        tr="Turnuva dolu: en çok {limit} katılan.", en="The tournament is full: at most {limit} entrants."
    ),
    "TOURNAMENT_NOT_FOUND": Labels(
        tr="{tournament} adlı bir turnuva yok.", en="There is no tournament called {tournament}."
    ),
    "TOURNAMENT_NOT_PLAYING": Labels(tr="Turnuva şu anda oynanmıyor.", en="The tournament is not being played."),
}
