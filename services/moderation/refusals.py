"""What moderation says no with, in both languages."""

from collections.abc import Mapping
from typing import Final

from services.kernel.meta import Labels
from services.runtime.errors import HouseError

REFUSALS: Final[Mapping[str, Labels]] = {
    "BANNED": Labels(
        tr="Maçları sık sık bıraktığınız için {until} tarihine kadar masaya oturamazsınız (11.6).",
        en="You have left matches too often: until {until} you cannot sit down at a table (11.6).",
    ),
    "GAME_UNAVAILABLE": Labels(
        tr="Oyunun sunucusuna şu anda ulaşılamıyor; aynı istekle yeniden deneyin.",
        en="The game's service cannot be reached just now; make the same request again.",
    ),
    "MODERATORS_ONLY": Labels(tr="Bunu yalnız yöneticiler yapabilir.", en="Only moderators may do this."),
    "NOT_YOUR_SANCTION": Labels(
        tr="Yalnız kendi yaptırımlarınızı görebilirsiniz.", en="You can see your own sanctions alone."
    ),
    "REPORT_NOT_FOUND": Labels(tr="{report} adlı bir şikâyet yok.", en="There is no report called {report}."),
    "REPORT_ONESELF": Labels(tr="Kendinizi şikâyet edemezsiniz.", en="You cannot report yourself."),
    "SANCTION_NOT_FOUND": Labels(tr="{sanction} adlı bir yaptırım yok.", en="There is no sanction called {sanction}."),
    "SUSPENDED": Labels(
        tr="{until} tarihine kadar masaya oturamazsınız. Gerekçe: {why}",
        en="Until {until} you cannot sit down at a table. The reason: {why}",
    ),
    "TOO_MANY_REPORTS": Labels(
        tr="Bakılmayı bekleyen en çok {limit} şikâyetiniz olabilir.",
        en="You can have at most {limit} reports that wait to be seen to.",
    ),
}


def error(kind: type[HouseError], reason: str, **detail: object) -> HouseError:
    """A refusal of that kind, in the words above."""
    return kind(reason, detail, labels=REFUSALS[reason])
