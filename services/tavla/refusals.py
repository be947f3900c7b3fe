"""Every reason for which tavla refuses an act, with its clause and what the player reads."""

from services.kernel.refusal import Refusal

REFUSALS = (
    Refusal("NOT_YOUR_TURN", "1.10", tr="Sıra sizde değil.", en="It is not your turn."),
    Refusal("WRONG_PHASE", "1.10", tr="Bu şimdi yapılamaz.", en="That cannot be done now."),
    Refusal(
        "NO_CHECKER_THERE",
        "1.10",
        tr="Oynamak istediğiniz yerde ({point}) pulunuz yok.",
        en="You have no checker there ({point}).",
    ),
    Refusal(
        "NO_SUCH_DIE",
        "1.10",
        tr="Oynanacak {die} zarınız yok.",
        en="You have no {die} to play (move {move} of the turn).",
    ),
    Refusal(
        "POINT_CLOSED",
        "1.4",
        tr="{die} oynanamaz: {point} numaralı hane rakibin kapısı.",
        en="The {die} cannot be played there: point {point} is closed by your opponent.",
    ),
    Refusal(
        "MUST_ENTER_FIRST",
        "1.5",
        tr="Önce kırık pulunuzu girmelisiniz ({count} kırık pul var).",
        en="Enter from the bar first: you have {count} there.",
    ),
    Refusal(
        "NOT_ALL_HOME",
        "1.6",
        tr="Toplamak için bütün pullarınız evinizde olmalı; en gerideki pulunuz: {point}.",
        en="You bear off only when all your checkers are home; your last one stands on {point}.",
    ),
    Refusal(
        "HIGHER_CHECKER_FIRST",
        "1.6",
        tr="{die} ile daha küçük bir haneden pul alınmaz: {point} numaralı hanede pulunuz var.",
        en="The {die} bears off no checker from a lower point while you have one on {point}.",
    ),
    Refusal(
        "MUST_PLAY_MORE",
        "1.4",
        tr="Bu zarla {count} hamle oynanabiliyor, {count} hamle oynanmalı.",
        en="{count} of your dice can be played, so {count} must be played.",
    ),
    Refusal(
        "MUST_PLAY_LARGER",
        "1.4",
        tr="Yalnız bir zar oynanabiliyor: büyüğü, yani {die} oynanmalı.",
        en="Only one die can be played, so it must be the larger one, the {die}.",
    ),
    Refusal(
        "HIT_AND_RUN",
        "1.8",
        tr="Bu masada evinizde kırıp kaçamazsınız: {point} numaralı hanede pulunuz kalmalı.",
        en="No hit and run at this table: a checker of yours must stay on point {point}.",
    ),
    Refusal(
        "CHECKER_PINNED",
        "3.5",
        tr="{point} numaralı hanedeki pulunuz hapiste: oynayamaz, o kurtulmadan pul da toplanmaz.",
        en="Your checker on {point} is pinned: it cannot move, and nothing is borne off before it is free.",
    ),
    Refusal(
        "FIRST_CHECKER_ONLY",
        "3.6",
        tr="Önce ilk pulunuz ({point}) rakibin başlangıç hanesini geçmeli.",
        en="Your first checker (on {point}) must pass your opponent's start before another one moves.",
    ),
    Refusal(
        "START_QUADRANT_FULL",
        "3.6",
        tr="Başlangıç bölgenizdeki altı haneyi birden tutamazsınız.",
        en="You may not hold all six points of your start quadrant.",
    ),
    Refusal(
        "MUST_OPEN_PRIME",
        "3.6",
        tr="Rakibin bütün pullarını altı hanelik duvarla kapatamazsınız; başka bir hamle var.",
        en="You may not wall in all enemy checkers with six points in a row while another play avoids it.",
    ),
    Refusal("CUBE_NOT_IN_GAME", "2.4", tr="Bu oyunda misli yok.", en="There is no misli in this game."),
    Refusal(
        "CUBE_FIRST_TURN",
        "2.4",
        tr="Oyundaki ilk turunuzda misli teklif edilmez.",
        en="Misli cannot be offered in your first turn of a game.",
    ),
    Refusal(
        "CUBE_NOT_YOURS",
        "2.4",
        tr="Misli teklif etme hakkı rakibinizde.",
        en="The cube is your opponent's: only he may offer now.",
    ),
    Refusal(
        "CUBE_CRAWFORD",
        "2.4",
        tr="Crawford oyununda misli kullanılmaz.",
        en="The Crawford game is played without misli.",
    ),
    Refusal(
        "CUBE_DEAD",
        "2.4",
        tr="Misli bu hâliyle maçı kazanmanıza yetiyor, artırılamaz.",
        en="The cube as it stands wins you the match, so it cannot be raised.",
    ),
    Refusal("CUBE_MAX", "2.4", tr="Misli en fazla 64 olur.", en="Misli ends at 64."),
    Refusal(
        "ANSWER_DUE",
        "2.6",
        tr="Misli teklifi cevap bekliyor: kabul ya da ret.",
        en="Misli has been offered; it must be accepted or refused first.",
    ),
)
