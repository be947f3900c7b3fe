"""What the players service says no with, in both languages."""

from collections.abc import Mapping
from typing import Final

from services.kernel.meta import Labels

REFUSALS: Final[Mapping[str, Labels]] = {
    "BLOCK_ONESELF": Labels(tr="Kendinizi engelleyemezsiniz.", en="You cannot block yourself."),
    "PLAYER_NOT_FOUND": Labels(tr="{player} adlı bir oyuncu yok.", en="There is no player called {player}."),
    "REFRESH_TOKEN_REUSED": Labels(
        tr="Bu yenileme belgesi daha önce kullanıldı; oturum güvenlik için kapatıldı. Yeniden giriş yapın.",
        en="This refresh token had been used before; the session was ended to be safe. Sign in again.",
    ),
    "SESSION_OVER": Labels(tr="Oturum kapandı; yeniden giriş yapın.", en="The session is over; sign in again."),
    "SIGN_IN_BUSY": Labels(
        tr="Şu anda çok kişi giriş yapıyor; birazdan yeniden deneyin.",
        en="Many people are signing in just now; try again in a moment.",
    ),
    "SIGN_IN_BLOCKED": Labels(
        tr="Çok fazla yanlış deneme oldu; {seconds} saniye sonra yeniden deneyin.",
        en="Too many wrong attempts; try again in {seconds} seconds.",
    ),
    "TOO_MANY_BLOCKS": Labels(
        tr="En çok {limit} oyuncu engelleyebilirsiniz; birinin engelini kaldırın.",
        en="You can block at most {limit} players; take a block back first.",
    ),
    "USER_NAME_BAD": Labels(tr="Kullanıcı adı geçersiz: {problem}.", en="The user name is not valid: {problem}."),
    "USER_NAME_TAKEN": Labels(tr="Bu kullanıcı adı alınmış.", en="This user name is taken."),
    "WRONG_CREDENTIALS": Labels(tr="Kullanıcı adı ya da parola yanlış.", en="The user name or the password is wrong."),
}
