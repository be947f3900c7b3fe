"""Every reason for which batak refuses an act, with its clause and what the player reads."""

from services.kernel.refusal import Refusal

REFUSALS = (
    Refusal("NOT_YOUR_TURN", "7.8", tr="Sıra sizde değil.", en="It is not your turn."),
    Refusal("WRONG_PHASE", "7.7", tr="Bu şimdi yapılamaz.", en="That cannot be done now."),
    Refusal(
        "NOT_YOUR_CARD",
        "7.8",
        tr="Elinizde {card} yok. Oynayabilecekleriniz: {legal}",
        en="You do not hold {card}. You may play: {legal}",
    ),
    Refusal(
        "BID_OUT_OF_RANGE",
        "7.2",
        tr="{bid} söylenemez: 0 (el almaz) ile 13 arasında bir sayı söyleyin.",
        en="{bid} cannot be said: say 0 (no trick at all) to 13.",
    ),
    Refusal(
        "MUST_FOLLOW_SUIT",
        "7.3",
        tr="{card} oynanamaz: elinizde {suit} var, renge uymalısınız. Oynayabilecekleriniz: {legal}",
        en="{card} cannot be played: you hold {suit} and must follow suit. You may play: {legal}",
    ),
    Refusal(
        "MUST_RAISE",
        "7.3",
        tr="{card} oynanamaz: elinizde {best} kartından yükseği var, yükseltmelisiniz. Oynayabilecekleriniz: {legal}",
        en="{card} cannot be played: you hold a card higher than {best} and must raise. You may play: {legal}",
    ),
    Refusal(
        "MUST_RUFF",
        "7.3",
        tr="{card} oynanamaz: elinizde {suit} yok, koz (♠) atmalısınız. Oynayabilecekleriniz: {legal}",
        en="{card} cannot be played: you have no {suit} and must ruff with a spade. You may play: {legal}",
    ),
    Refusal(
        "MUST_OVERRUFF",
        "7.3",
        tr="{card} eli almaz: {best} kartını geçen kozunuz var, onu atmalısınız. Oynayabilecekleriniz: {legal}",
        en="{card} does not take the trick: you hold a spade that beats {best} and must play it. You may play: {legal}",
    ),
    Refusal(
        "SPADES_NOT_BROKEN",
        "7.3",
        tr="{card} ile çıkılamaz: bu elde henüz koz (♠) düşmedi. Oynayabilecekleriniz: {legal}",
        en="{card} cannot be led: no spade has fallen in this hand yet. You may play: {legal}",
    ),
)
