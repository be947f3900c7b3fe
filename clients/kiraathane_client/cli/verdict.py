"""What does not fit in a record, and what is wrong with a file, in the language of the one who asks.

The kernel finds what does not fit and says it in English.
"""

import errno
import re
from collections.abc import Sequence
from typing import Final

from kiraathane_client.cli.desk import Desk
from kiraathane_client.cli.rules import ending

_PROBLEMS: Final[Sequence[tuple[str, str]]] = (
    ("the secret does not have the hash .*", "gizli sayının özeti, maçtan önce yayımlanan özet değil"),
    (
        "it was played by rules version (.+); these are (.+)",
        "kuralların {0} sürümüyle oynanmış; bu program {1} sürümünü biliyor",
    ),
    ("commit (.+) stands where (.+) should", "{1}. kaydın yerinde {0}. kayıt duruyor"),
    (
        "commit (.+?): outcome (.+?) is (.+), the secret gives (.+)",
        "{0}. kayıt: {1}. şans sonucu {2}; gizli sayıdan {3} çıkıyor",
    ),
    ("commit (.+?): an outcome that nothing asked for", "{0}. kayıt: istenmemiş bir şans sonucu"),
    ("commit (.+?): .*", "{0}. kayıt kurallara göre oynatılamıyor"),
    ("the match is not over", "maç bitmemiş"),
    ("the match ended by (.+), the record says (.+)", "maçın sonu: {0}; tutanakta yazan: {1}"),
    ("the score is not what the acts give", "sayılar, hamlelerin verdiği sayılar değil"),
)
"""What `services.kernel.record.verify` says as patterns, and the same in Turkish."""
_FILES: Final = {
    errno.ENOENT: "öyle bir dosya ya da klasör yok",
    errno.EACCES: "izin yok",
    errno.EPERM: "izin yok",
    errno.EISDIR: "bu bir klasör",
    errno.ENOTDIR: "yol bir klasör değil",
    errno.ENOSPC: "diskte yer yok",
    errno.EROFS: "buraya yazılamaz",
}


def in_words(desk: Desk, problem: str, family: str) -> str:
    """A problem that the kernel found in a record of `family`."""
    if desk.lang == "tr":
        for pattern, words in _PROBLEMS:
            if (found := re.fullmatch(pattern, problem, re.DOTALL)) is not None:
                return words.format(*(ending(family, part).tr for part in found.groups()))
    return desk.say("tutanak kurallara göre oynatılamıyor", problem)


def of_file(desk: Desk, error: OSError) -> str:
    """Why a file could not be read or written."""
    return desk.say(_FILES.get(error.errno or 0, f"hata {error.errno}"), error.strerror or str(error))
