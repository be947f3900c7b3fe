"""What the lobby says no with, in both languages."""

from collections.abc import Mapping
from typing import Final

from services.kernel.meta import Labels

REFUSALS: Final[Mapping[str, Labels]] = {
    "BLOCKED": Labels(tr="Bu masaya oturamazsınız.", en="You cannot sit at this table."),
    "BOT_LEVEL_UNKNOWN": Labels(
        tr="Bu oyunda {level} seviyesinde bot yok. Olanlar: {levels}.",
        en="This game has no bot of level {level}. There are: {levels}.",
    ),
    "CHAT_MALFORMED": Labels(
        tr="Bir satır 1 ile {longest} karakter arasında olur ve görünmeyen karakter taşımaz.",
        en="A line has 1 to {longest} characters, and none that cannot be seen.",
    ),
    "CHAT_TOO_MUCH": Labels(
        tr="Çok hızlı yazıyorsunuz; {seconds} saniye bekleyin.", en="You write too fast; wait {seconds} seconds."
    ),
    "GAME_UNAVAILABLE": Labels(
        tr="{family} masalarına şu anda ulaşılamıyor; yeniden deneyin.",
        en="The tables of {family} cannot be reached just now; try again.",
    ),
    "GAME_UNKNOWN": Labels(
        tr="Evde {family} diye bir oyun yok. Olanlar: {families}.",
        en="The house has no game called {family}. There are: {families}.",
    ),
    "INVITE_NEEDED": Labels(tr="Bu masaya davet kodu ile girilir.", en="This table is entered with its invite code."),
    "INVITE_UNKNOWN": Labels(tr="Bu kodla açık bir masa yok.", en="No open table has this code."),
    "KICKED": Labels(
        tr="Masanın sahibi sizi kaldırdı; bu masaya oturamazsınız.",
        en="The table's owner has sent you away; you cannot sit at this table.",
    ),
    "KICK_ONESELF": Labels(
        tr="Kendinizi kaldıramazsınız; masadan kalkın.", en="You cannot send yourself away; get up."
    ),
    "MATCH_GOES_ON": Labels(tr="Maç bitmeden rövanş olmaz.", en="There is no rematch before the match is over."),
    "NO_SEAT_OPEN": Labels(
        tr="Bu masada yerine oturulacak kimse yok.", en="There is nobody at this table to sit down for."
    ),
    "NOT_AT_TABLE": Labels(tr="Bu masada oturmuyorsunuz.", en="You do not sit at this table."),
    "NOT_READY": Labels(tr="Hazır olmayan yerler var: {seats}.", en="Not ready yet: seats {seats}."),
    "NOT_SITTING": Labels(tr="Bu oyuncu bu masada oturmuyor.", en="This player does not sit at this table."),
    "NO_CHAT": Labels(tr="Bu masada konuşulmaz.", en="Nobody talks at this table."),
    "NO_BOT_THERE": Labels(tr="{seat} numaralı yerde bot yok.", en="There is no bot on seat {seat}."),
    "NOT_RESERVED": Labels(tr="{table} ayrılmış bir masa değil.", en="{table} is not a reserved table."),
    "OPTION_UNKNOWN": Labels(
        tr="{option} diye bir masa seçeneği yok. Olanlar: {options}.",
        en="There is no table option {option}. There are: {options}.",
    ),
    "OWNER_ONLY": Labels(tr="Bunu yalnız masanın sahibi yapabilir.", en="Only the owner of the table may do this."),
    "SEATS_FREE": Labels(tr="Boş yerler var: {seats}.", en="There are free seats: {seats}."),
    "SEAT_KEPT": Labels(tr="{seat} numaralı yer başkasına ayrıldı.", en="Seat {seat} is kept for somebody else."),
    "SEAT_TAKEN": Labels(tr="{seat} numaralı yer dolu.", en="Seat {seat} is taken."),
    "SEAT_UNKNOWN": Labels(
        tr="{seat} numaralı yer yok; masada {seats} yer var.", en="There is no seat {seat}; the table has {seats}."
    ),
    "TABLE_CLOSED": Labels(tr="Masa kapandı.", en="The table is closed."),
    "TABLE_FULL": Labels(tr="Masada boş yer yok.", en="The table has no free seat."),
    "TABLE_NOT_FOUND": Labels(tr="{table} adlı bir masa yok.", en="There is no table called {table}."),
    "TABLE_RESERVED": Labels(
        tr="Bu masanın yerleri verilmiştir; masa kendiliğinden başlar.",
        en="The seats of this table are given out; it starts by itself.",
    ),
    "TABLE_STARTED": Labels(tr="Masanın maçı başladı.", en="The table's match has begun."),
    "TOO_MANY_CODES": Labels(
        tr="Çok fazla yanlış kod girdiniz; {seconds} saniye sonra yeniden deneyin.",
        en="Too many wrong codes; try again in {seconds} seconds.",
    ),
    "TOO_MANY_SEATS": Labels(
        tr="Aynı anda en çok {limit} açık masada oturabilirsiniz; birinden kalkın.",
        en="You can sit at no more than {limit} open tables; get up from one.",
    ),
    "TOO_MANY_TABLES": Labels(
        tr="Aynı anda en çok {limit} açık masanız olabilir; birini başlatın ya da kapatın.",
        en="You can have at most {limit} open tables; start or close one.",
    ),
}
