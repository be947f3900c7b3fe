"""What the league says no with, in both languages."""

from collections.abc import Mapping
from typing import Final

from services.kernel.meta import Labels

REFUSALS: Final[Mapping[str, Labels]] = {
    "GAME_UNKNOWN": Labels(
        tr="Evde {family} diye bir oyun yok. Olanlar: {families}.",
        en="The house has no game called {family}. There are: {families}.",
    ),
    "RATING_TOO_HIGH": Labels(
        tr="Lig puanınız {rating}; {limit} puanın üstünde yerine oyuncu olunmaz (11.4).",
        en="Your league points are {rating}; above {limit} nobody sits down as a substitute (11.4).",
    ),
    "RESULT_BAD": Labels(tr="Sonuç tutarsız: {problem}.", en="The result does not fit together: {problem}."),
    "RESULT_NOT_FOUND": Labels(
        tr="{match} maçının sonucu yazılmadı.", en="No result of the match {match} has been recorded."
    ),
    "STANDING_NOT_FOUND": Labels(
        tr="Bu oyuncu bu oyunda daha maç bitirmedi.", en="This player has not finished a match of this game yet."
    ),
}
