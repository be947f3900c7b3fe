"""What may be typed at a table of okey: the whole of it, and what goes at any time."""

from kiraathane_client.terminal import Look

GUIDE_TR = """\
Taşlar: k5 kırmızı, m5 mavi, s5 siyah, y5 sarı; yıldız okey, halka sahte okey.
Gruplar virgülle ayrılır; k5-8 bir seri, 7kms bir düz per; okey=m7 mavi 7 olur.
  çek (Enter), yan         ortadan, yandan     geri bırak  yan taşı geri verir
  öner, aç, çift, bitir    en iyi perler: göster, aç, çift aç, elden bit
  aç k5 k6 k7, m3 s3 y3    bu perleri açar     aç … at k9  açıp k9 ile bitirir
  dene k5 k6 k7            açılır mı diye sorar, bedeli yok
  ser k5 k6 k7, koy k8 a   masaya serer        tamam  serilenleri açar
  geri, topla              son taşı, bütün serilenleri geri alır (topla: ceza)
  işle k8 3, değiş m7 4    3. pere işler, 4. perdeki okeyi m7 ile alır
  at k9                    atar                at k9 gösterge  göstergeye biter
  işler k9, söyle, işaret bekle   turnuvada
  diz renk | sayı | çift, çizelge, cezalar, ıstakalar, atılanlar
  ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır), ? (şimdi ne yapılabilir)"""
GUIDE_EN = """\
Tiles: r5 red, b5 blue, k5 black, y5 yellow; a star is an okey, a ring a false.
Commas part groups; r5-8 is a run, 7rbk a set; okey=b7 makes it blue 7.
  draw (Enter), side          stock, side tile    return  gives the tile back
  suggest, open, pairs, finish   the best melds: shown, laid, pairs, all at once
  open r5 r6 r7, b3 k3 y3     lays these          open … discard r9  finishes
  check r5 r6 r7              asks whether it opens, for nothing
  stage r5 r6 r7, place r8 a  puts them out       commit  makes them melds
  undo, collect               takes back the last one, all (collect: a fine)
  lay r8 3, swap b7 4         lays off on meld 3, takes the okey of meld 4
  discard r9                  ends the turn       discard r9 indicator
  claim r9, declare, sign wait   in the tournament
  sort colour | number | pairs, sheet, fines, racks, discards
  leave (the match: you lose), quit (the match stays), ? (what may be done now)"""


def always(look: Look) -> list[str]:
    """What may be typed at any time, and how pieces are written."""
    tr = (
        "Her zaman: diz renk | sayı | çift, çizelge, cezalar, ıstakalar, atılanlar",
        "Taşlar: k5 kırmızı, m5 mavi, s5 siyah, y5 sarı, okey, okey=m7, sahte; k5-8, 7kms",
        "ayrıl (maçı bırak: kaybedersiniz), çık (maç kalır)",
    )
    en = (
        "At any time: sort colour | number | pairs, sheet, fines, racks, discards",
        "Tiles: r5 red, b5 blue, k5 black, y5 yellow, okey, okey=b7, false; r5-8, 7rbk",
        "leave (the match: you lose), quit (the match stays)",
    )
    return [look.say(*lines) for lines in zip(tr, en, strict=True)]


def guide(look: Look) -> str:
    """All words in a screen."""
    return look.say(GUIDE_TR, GUIDE_EN)
