# Narration
d-plays-hidden = { $name } legt eine Karte verdeckt.
d-tokens = Siege { $victory }, Strafen { $penalty }
back-plain = eine neutrale Rückseite
back-double = eine Doppel-{ $number }
act-up = { $card } offen legen
act-down = { $card } verdeckt legen
act-call = 17 rufen
rule-direction = Richtung
rule-direction-about = Was aus der Spielrichtung wird, wenn eine Runde endet.
rule-direction-carry = bleibt, wie sie ist
rule-direction-reset = wieder im Uhrzeigersinn
hint-odds-row = Die Reihe ist 17 oder mehr: { $odds }
hint-odds-row-two = Die Reihe ist 17 oder mehr: { $odds } nach den Karten allein, { $judged } so, wie counter die Spieler einschätzt
illegal-own-card = auf die eigene Karte ruft niemand
illegal-nothing-to-call = gerufen wird nach einem Zug
