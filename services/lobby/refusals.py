"""What the lobby says no with, in both languages."""

from collections.abc import Mapping
from typing import Final

from services.kernel.meta import Labels

REFUSALS: Final[Mapping[str, Labels]] = {
    "BOT_LEVEL_UNKNOWN": Labels(
        tr="Bu oyunda {level} seviyesinde bot yok. Olanlar: {levels}.",
        en="This game has no bot of level {level}. There are: {levels}.",
    ),
    "GAME_UNAVAILABLE": Labels(
        tr="{family} masalarına şu anda ulaşılamıyor; yeniden deneyin.",
        en="The tables of {family} cannot be reached just now; try again.",
    ),
    "GAME_UNKNOWN": Labels(
        tr="Evde {family} diye bir oyun yok. Olanlar: {families}.",
        en="The house has no game called {family}. There are: {families}.",
    ),
    "OPTION_UNKNOWN": Labels(
        tr="{option} diye bir masa seçeneği yok. Olanlar: {options}.",
        en="There is no table option {option}. There are: {options}.",
    ),
    "OWNER_ONLY": Labels(tr="Bunu yalnız masanın sahibi yapabilir.", en="Only the owner of the table may do this."),
    "PAGE_TOKEN_BAD": Labels(
        tr="page_token bu listenin önceki yanıtından değil.",
        en="The page_token is not from an earlier answer of this list.",
    ),
    "SEATED_ELSEWHERE": Labels(
        tr="Bu masada zaten {seat} numaralı yerde oturuyorsunuz; önce kalkın.",
        en="You already sit on seat {seat} of this table; get up first.",
    ),
    "SEATS_FREE": Labels(tr="Boş yerler var: {seats}.", en="There are free seats: {seats}."),
    "SEAT_TAKEN": Labels(tr="{seat} numaralı yer dolu.", en="Seat {seat} is taken."),
    "SEAT_UNKNOWN": Labels(
        tr="{seat} numaralı yer yok; masada {seats} yer var.", en="There is no seat {seat}; the table has {seats}."
    ),
    "TABLE_CLOSED": Labels(tr="Masa kapandı.", en="The table is closed."),
    "TABLE_FULL": Labels(tr="Masada boş yer yok.", en="The table has no free seat."),
    "TABLE_NOT_FOUND": Labels(tr="{table} adlı bir masa yok.", en="There is no table called {table}."),
    "TABLE_STARTED": Labels(tr="Masanın maçı başladı.", en="The table's match has begun."),
    "TOO_MANY_TABLES": Labels(
        tr="Aynı anda en çok {limit} açık masanız olabilir; birini başlatın ya da kapatın.",
        en="You can have at most {limit} open tables; start or close one.",
    ),
}
