"""What may be typed at a table of Elli Bir: the whole of it, and what goes at any time."""

from kiraathane_client.terminal import Look

GUIDE_TR = """\
Kartlar: ♥5 ya da k5 (m maça, k kupa, r karo, s sinek); yıldız joker.
Gruplar virgülle ayrılır; k5-8 bir seri, 9mrs bir düz per; joker yerini tutar.
  çek (Enter), al              ortadan, yerden   çifte al  yerden, çifte
  öner, aç, çift, bitir        en iyi perler: göster, aç, çift aç, elden bit
  aç k5 k6 k7, m9 r9 s9        bu perleri açar   aç … at k10  k10 ile biter
  al k5 k6 k7                  yerdekini alıp açar
  dene k5 k6 k7                açılır mı diye sorar (yanlış açış 50 ceza)
  indir k5 k6 k7               açtıktan sonra yeni per ya da çift
  işle k8 3, değiş k8 4        3. pere işler, 4. perin jokerini k8 ile alır
  at k9, ikiz k8 m8            atar; iki işleri gösterip ilkini atar
  çifte git, iste, alttakini al   çifte gider; alttaki kartı ister, alır
  tek, diz renk | sayı | çift, çizelge, cezalar, eller, atılanlar
  ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır), ? (şimdi ne yapılabilir)"""
GUIDE_EN = """\
Cards: ♥5 or h5 (s, h, d, c); a star is a joker.
Commas part groups; h5-8 is a run, 9shd a set; a joker holds its place.
  draw (Enter), take           stock, discard   take pairs  discard, for pairs
  suggest, open, pairs, finish   the best melds: shown, laid, pairs, all at once
  open h5 h6 h7, s9 d9 c9      lays these       open … discard h10  goes out
  take h5 h6 h7                takes the discard and opens with it
  check h5 h6 h7               asks whether it opens (a wrong opening costs 50)
  put h5 h6 h7                 once open, new melds or pairs
  lay h8 3, swap h8 4          lays off on meld 3, takes the joker of meld 4
  discard h9, twins h8 s8      ends the turn; shows two that lay off, first goes
  declare, claim, take bottom  goes for pairs; claims and takes the bottom card
  single, sort suit | rank | pairs, sheet, fines, hands, discards
  leave (the match: you lose), quit (the match stays), ? (what may be done now)"""


def always(look: Look) -> list[str]:
    """What may be typed at any time, and how pieces are written."""
    tr = (
        "Her zaman: diz renk | sayı | çift, çizelge, cezalar, eller, atılanlar, çifte git",
        "Kartlar: ♥5 ya da k5 (m maça, k kupa, r karo, s sinek), joker; k5-8, 9mrs",
        "ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır)",
    )
    en = (
        "At any time: sort suit | rank | pairs, sheet, fines, hands, discards, declare",
        "Cards: ♥5 or h5 (s, h, d, c), joker; h5-8, 9shd",
        "leave (the match: you lose), quit (the match stays)",
    )
    return [look.say(*lines) for lines in zip(tr, en, strict=True)]


def guide(look: Look) -> str:
    """All words in a screen; with ASCII alone the card in it too."""
    text = look.say(GUIDE_TR, GUIDE_EN)
    return text.replace("♥5", look.say("K-5", "H-5")) if look.ascii else text
