"""Every reason for which King refuses an act, with its clause and what the player reads."""

from services.kernel.refusal import Refusal

REFUSALS = (
    Refusal("NOT_YOUR_TURN", "5.12", tr="Sıra sizde değil.", en="It is not your turn."),
    Refusal("WRONG_PHASE", "5.12", tr="Bu şimdi yapılamaz.", en="That cannot be done now."),
    Refusal(
        "NOT_YOUR_CARD",
        "5.13",
        tr="Elinizde {card} yok. Oynanabilecekler: {legal}.",
        en="You do not hold {card}. You may play: {legal}.",
    ),
    Refusal(
        "MUST_FOLLOW_SUIT",
        "5.4",
        tr="Açılan renge uymalısınız. Oynanabilecekler: {legal}.",
        en="You must follow suit. You may play: {legal}.",
    ),
    Refusal(
        "MUST_PLAY_QUEEN",
        "5.5",
        tr="Kız Almaz'da renk elinizde yoksa ya da yerde o rengin ası veya papazı varken kızı atmalısınız: {legal}.",
        en="In Kız Almaz the queen must go when you are void, or under the ace or king of its suit: {legal}.",
    ),
    Refusal(
        "MUST_PLAY_KING_OR_JACK",
        "5.5",
        tr="Erkek Almaz'da renk elinizde yoksa ya da yerde daha büyüğü varken papazı veya valeyi atmalısınız: {legal}.",
        en="In Erkek Almaz a king or jack must go when you are void, or under a higher card of its suit: {legal}.",
    ),
    Refusal(
        "MUST_PLAY_HEART",
        "5.5",
        tr="Kupa Almaz'da açılan renk elinizde yoksa kupa atmalısınız: {legal}.",
        en="In Kupa Almaz you must throw a heart when you cannot follow suit: {legal}.",
    ),
    Refusal(
        "MUST_PLAY_RIFKI",
        "5.5",
        tr="Burada Rıfkı'yı atmak zorundasınız: {legal}.",
        en="You must play Rıfkı here: {legal}.",
    ),
    Refusal(
        "MUST_TRUMP",
        "5.5",
        tr="Açılan renk elinizde yok, koz atmalısınız: {legal}.",
        en="You cannot follow suit, so you must trump: {legal}.",
    ),
    Refusal(
        "MUST_RAISE_TRUMP",
        "5.5",
        tr="Yerdeki kozu geçebiliyorsunuz, kozu yükseltmelisiniz: {legal}.",
        en="You can beat the trump on the table, so you must play a higher one: {legal}.",
    ),
    Refusal(
        "MUST_CONTINUE_AKQ",
        "5.6",
        tr="Kozun as, papaz ve kızını peş peşe çıkmalısınız. Kalanlar: {legal}.",
        en="Ace, king and queen of trump must be led one after the other. Still to lead: {legal}.",
    ),
    Refusal(
        "TRUMP_NOT_BROKEN",
        "5.6",
        tr="Yere koz düşmeden koz çıkılmaz. Çıkabilecekleriniz: {legal}.",
        en="Trump cannot be led before one has fallen. You may lead: {legal}.",
    ),
    Refusal(
        "HEARTS_NOT_BROKEN",
        "5.6",
        tr="Kupa düşmeden kupa çıkılmaz. Çıkabilecekleriniz: {legal}.",
        en="Hearts cannot be led before one has fallen. You may lead: {legal}.",
    ),
    Refusal(
        "MUST_LEAD_HIGHEST_HEART",
        "5.6",
        tr="Elinizde yalnız kupa var; en büyüğünü çıkmalısınız: {legal}.",
        en="You hold hearts alone, so you must lead the highest one: {legal}.",
    ),
    Refusal(
        "NO_PENALTY_RIGHT",
        "5.2",
        tr="Ceza hakkınız bitti. Söyleyebilecekleriniz: {legal}.",
        en="You have no penalty left to name. You may say: {legal}.",
    ),
    Refusal(
        "NO_TRUMP_RIGHT",
        "5.2",
        tr="Koz hakkınız bitti. Söyleyebilecekleriniz: {legal}.",
        en="You have no trump hand left to name. You may say: {legal}.",
    ),
    Refusal(
        "CONTRACT_USED_UP",
        "5.2",
        tr="{contract} iki kez oynandı. Söyleyebilecekleriniz: {legal}.",
        en="{contract} has been played twice. You may say: {legal}.",
    ),
    Refusal(
        "REDEAL_NOT_ALLOWED",
        "5.9",
        tr="El iptali yalnız ceza hakkı bitmişken ve elde ondan büyük kâğıt yokken istenir. Söyleyin: {legal}.",
        en="A redeal takes no penalty right left and no card above a ten. You may say: {legal}.",
    ),
)
