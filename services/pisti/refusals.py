"""Every reason for which pişti refuses an act, with its clause and what the player reads."""

from services.kernel.refusal import Refusal

REFUSALS = (
    Refusal("NOT_YOUR_TURN", "6.2", tr="Sıra sizde değil.", en="It is not your turn."),
    Refusal("WRONG_PHASE", "6.7", tr="Bu şimdi yapılamaz.", en="That cannot be done now."),
    Refusal(
        "NOT_YOUR_CARD",
        "6.2",
        tr="{card} elinizde değil; elinizdekiler: {legal}.",
        en="You do not hold {card}; your cards are {legal}.",
    ),
    Refusal(
        "ANSWER_DUE",
        "6.4",
        tr="Blöf cevap bekliyor: kabul ya da itiraz. Ondan önce başka bir şey yapılamaz.",
        en="A bluff waits for its answer, accept or challenge; nothing else can be done before.",
    ),
    Refusal(
        "BLUFF_OFF",
        "6.4",
        tr="Bu masada blöf yok; kartınızı açık oynayın: {legal}.",
        en="There is no bluff at this table; play a card face up: {legal}.",
    ),
    Refusal(
        "BLUFF_NEEDS_ONE_CARD",
        "6.4",
        tr="Blöf yalnız yerde tek kart varken yapılır, yerde {count} kart var; açık oynayabilecekleriniz: {legal}.",
        en="A bluff needs exactly one card on the table, and there are {count}; you may play face up: {legal}.",
    ),
    Refusal(
        "BLUFF_LAST_CARD",
        "6.3",
        tr="Bu masada oyunun son kartı pişti yapmaz, onunla blöf de yapılmaz; açık oynayın: {legal}.",
        en="At this table the last card of the game makes no pişti, so it cannot bluff; play it face up: {legal}.",
    ),
)
