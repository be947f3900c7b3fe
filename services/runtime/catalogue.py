"""What the house itself has to say when it refuses a call, in both languages, by reason.

The families' refusals stand in their `meta`; these are the reasons that are no family's. The texts are `str.format`
templates over the details of the error.
"""

from collections.abc import Mapping
from typing import Final

from services.kernel.meta import Labels

CATALOGUE: Final[Mapping[str, Labels]] = {
    "ACTION_MALFORMED": Labels(tr="Hamle anlaşılamadı.", en="The action makes no sense: {problem}."),
    "ALREADY_FROZEN": Labels(tr="Bu maç zaten durdurulmuş.", en="This match is frozen already."),
    "ALREADY_STARTED": Labels(
        tr="Bu maç başka bir oturma düzeniyle başladı.", en="This match was started with other seats."
    ),
    "ALREADY_SEATED": Labels(
        tr="Bu oyuncu bu maçta oturuyor ya da oturmuştu.", en="This player sits at this match, or did before."
    ),
    "BAD_FIELD": Labels(
        tr="İstekteki alanlar geçersiz: {problem}.", en="Fields of the request are not valid: {problem}."
    ),
    "BAD_OPTION": Labels(
        tr="{option} seçeneği {value} olamaz. İzin verilenler: {allowed}.",
        en="The option {option} cannot be {value}. Allowed: {allowed}.",
    ),
    "BAD_SEATS": Labels(tr="Oturma düzeni geçersiz: {problem}.", en="The seats are not valid: {problem}."),
    "CLOCK_DECIDES": Labels(
        tr="Satrançta kimin kaybettiğine saat karar verir; maç istenemez.",
        en="In chess the clock decides; the match cannot be claimed.",
    ),
    "DRAINING": Labels(
        tr="Bu sunucu kapanıyor; bağlantıyı yeniden kurun.", en="This server is closing; connect again."
    ),
    "FORMAT_UNKNOWN": Labels(
        tr="{format} biçimi yok. Olanlar: {formats}.", en="There is no format {format}. There are: {formats}."
    ),
    "FORMAT_UNSUITABLE": Labels(
        tr="Bu maç {format} biçiminde yazılamıyor.",
        en="This match cannot be written as {format}: {problem}.",
    ),
    "FROZEN_BY_MODERATOR": Labels(
        tr="Bir yönetici bu maçı durdurdu («{why}»). Saatler işlemiyor; maç kaldığı yerden sürecek.",
        en="A moderator has frozen this match (“{why}”). No clock runs, and it will go on from where it is.",
    ),
    "INTERNAL": Labels(tr="Evde bir hata oldu; kaydı tutuldu.", en="A fault of the house; it has been noted."),
    "MATCH_FROZEN": Labels(
        tr="Maç, evdeki bir hata yüzünden donduruldu. Hiçbir şey kaybolmadı; görevliye haber verildi.",
        en="A fault of the house froze this match. Nothing is lost; an operator has been told.",
    ),
    "MATCH_NOT_FINISHED": Labels(
        tr="Maç bitmeden tutanağı açılmaz.", en="The record is opened when the match has ended."
    ),
    "MATCH_NOT_FOUND": Labels(tr="{match} adlı bir maç yok.", en="There is no match called {match}."),
    "MATCH_NOT_STARTED": Labels(tr="Maç daha başlamadı.", en="The match has not begun yet."),
    "MATCH_OVER": Labels(tr="Maç bitti.", en="The match is over."),
    "MESSAGE_MALFORMED": Labels(tr="İstek okunamadı.", en="The request cannot be read."),
    "MESSAGE_TOO_LARGE": Labels(
        tr="İstek {bytes} bayt; en çok {limit} bayt olabilir.",
        en="The request has {bytes} bytes; the limit is {limit}.",
    ),
    "MODERATOR_SITS": Labels(
        tr="Oturduğunuz ya da oturmuş olduğunuz bir maça yönetici olarak karışamazsınız.",
        en="You sit, or sat, at this match: another moderator has to see to it.",
    ),
    "NOT_ABSENT": Labels(
        tr="Rakibiniz uzakta sayılmıyor; maç en erken {seconds} saniye sonra istenebilir.",
        en="Your opponent does not count as away; the match can be claimed in {seconds} seconds at the earliest.",
    ),
    "NO_SUBSTITUTES": Labels(
        tr="Bu masada kimsenin yerine oturulmaz.", en="At this table nobody sits down for another."
    ),
    "NOT_ALLOWED": Labels(tr="Bu çağrıyı yapmaya yetkiniz yok.", en="You may not make this call."),
    "NOT_FROZEN": Labels(
        tr="Bu maçı bir yönetici durdurmadı; evdeki bir hata durdurduysa onu işleten açar.",
        en="No moderator has frozen this match; what a fault of the house stopped is the operator's to thaw.",
    ),
    "NO_SUCH_VERSION": Labels(
        tr="Maç {version} sürümüne döndürülemez; en çok {last}.",
        en="The match cannot go back to version {version}; {last} is the latest.",
    ),
    "NOT_SEATED": Labels(tr="Bu maçta yeriniz yok.", en="You have no seat in this match."),
    "PAGE_TOKEN_BAD": Labels(
        tr="page_token bu listenin önceki yanıtından değil.",
        en="The page_token is not from an earlier answer of this list.",
    ),
    "PLAYERS_UNAVAILABLE": Labels(
        tr="Oyuncu kayıtlarına şu anda ulaşılamıyor; yeniden deneyin.",
        en="The players' records cannot be reached just now; try again.",
    ),
    "QUESTION_MALFORMED": Labels(tr="Soru anlaşılamadı.", en="The question makes no sense: {problem}."),
    "REQUEST_ID_REUSED": Labels(
        tr="Bu request_id başka bir istekte kullanıldı.", en="This request_id was used for another request."
    ),
    "RULES_VERSION_CHANGED": Labels(
        tr="Maç kuralların {pinned} sürümüyle başladı; bu sunucu {current} sürümünü oynatıyor.",
        en="The match began with version {pinned} of the rules; this server plays version {current}.",
    ),
    "SEAT_NOT_OPEN": Labels(
        tr="{seat} numaralı yer boş değil: oyuncusu orada.", en="Seat {seat} is not open: its player is there."
    ),
    "SEAT_PLAYED_ON": Labels(
        tr="Bu oyunda uzaktaki oyuncunun yerine oynanır; maç istenemez.",
        en="In this game somebody plays on for who is away; the match cannot be claimed.",
    ),
    "STORE_UNAVAILABLE": Labels(
        tr="Kayıt deposuna şu anda ulaşılamıyor; aynı request_id ile yeniden deneyin.",
        en="The store cannot be reached just now; try again with the same request_id.",
    ),
    "SIT_ORDER": Labels(
        tr="Akışın ilk mesajı join olmalı ve yalnız bir kez gönderilmelidir.",
        en="The first message of the stream, and only the first, must be join.",
    ),
    "SPECTATORS_NOT_ALLOWED": Labels(
        tr="Bu masa seyirci istemiyor; maç bitince tutanağı açılır.",
        en="This table wants no spectators; its record is open when the match is over.",
    ),
    "TOO_MANY_STREAMS": Labels(
        tr="Aynı anda en çok {limit} akış açılabilir.", en="At most {limit} streams can be open at once."
    ),
    "VERSION_STALE": Labels(
        tr="Maç {expected} sürümünde değil, {version} sürümünde.",
        en="The match is at version {version}, not {expected}.",
    ),
    # Tokens (identity.REASONS).
    "KEYS_UNAVAILABLE": Labels(
        tr="Anahtarlara şu anda ulaşılamıyor; yeniden deneyin.", en="The keys cannot be reached just now; try again."
    ),
    "TOKEN_MISSING": Labels(tr="Bu çağrı için giriş yapın.", en="Sign in to make this call."),
    "TOKEN_MALFORMED": Labels(tr="Giriş belgesi okunamadı.", en="The token cannot be read."),
    "TOKEN_WRONG_ISSUER": Labels(tr="Giriş belgesini bu ev vermemiş.", en="The token is not of this house."),
    "TOKEN_WRONG_AUDIENCE": Labels(tr="Giriş belgesi bu ev için değil.", en="The token is not meant for this house."),
    "TOKEN_UNKNOWN_KEY": Labels(
        tr="Giriş belgesinin anahtarı bilinmiyor.", en="The key that signed the token is not known."
    ),
    "TOKEN_BAD_SIGNATURE": Labels(tr="Giriş belgesinin imzası yanlış.", en="The token's signature is wrong."),
    "TOKEN_EXPIRED": Labels(tr="Oturumun süresi doldu; yenileyin.", en="The session has expired; refresh it."),
    "TOKEN_WRONG_SUBJECT": Labels(
        tr="Giriş belgesi böyle birini tanıtamaz.", en="The token cannot speak for such a caller."
    ),
}
