# Narration
u-shows = { $name } zeigt { $other } die Hand.
u-shows-you = { $name } zeigt dir die Hand: { $cards }
u-card = { $colour } { $symbol }
u-draw-two = +2
u-reverse = Richtungswechsel
u-skip = Aussetzen
u-wild = Farbwahl
u-wild-draw-four = Farbwahl +4
u-points = { $count ->
    [one] { $count } Punkt
   *[other] { $count } Punkte
}
act-play = { $card } spielen
act-name = { $card } spielen, { $colour } wünschen
act-swap = { $action }, Tausch mit { $name }
act-jump = { $card } dazwischenwerfen
act-with-uno = { $action } und UNO sagen
act-pass = Passen
act-colour = { $colour } wünschen
act-accept = Hinnehmen, { $count } ziehen
act-say = UNO!
act-draw = { $count ->
    [one] Eine Karte ziehen
   *[other] { $count } Karten ziehen
}
act-keep = Behalten
act-challenge = Anzweifeln
act-catch = { $name } erwischen
rule-two-players-reverse = Wechsel zu zweit
rule-two-players-reverse-about = Was ein Richtungswechsel zu zweit bewirkt.
rule-two-players-reverse-skip = der andere setzt aus
rule-two-players-reverse-turn = dreht nur die Richtung
rule-wild-draw-four = Farbwahl +4
rule-wild-draw-four-about = Ob man mit ihr bluffen darf und angezweifelt werden kann, oder sie nur sauber spielen darf.
rule-wild-draw-four-challenge = Bluff und Anzweifeln
rule-wild-draw-four-strict = nur sauber
rule-wrong-catch = Falsch erwischt
rule-wrong-catch-about = Was es kostet, jemanden zu Unrecht zu beschuldigen.
rule-wrong-catch-free = nichts
rule-wrong-catch-draw-one = eine Karte
rule-scoring = Wertung
rule-scoring-about = Ob der Sieger der Runde die Punkte der anderen bekommt, oder jeder die eigenen aufschreibt und die niedrigste Summe gewinnt.
rule-scoring-points = alles dem Sieger
rule-scoring-low = niedrigste Summe gewinnt
rule-target = Ziel
rule-target-about = Die Punkte, mit denen die Partie endet.
rule-stacking = Aufstocken
rule-stacking-about = Auf +2 darf +2 folgen, auf +4 eine +4: Der Nächste zieht die Summe oder legt nach.
rule-draw-to-match = Ziehen, bis es passt
rule-draw-to-match-about = Wer zieht, zieht weiter, bis eine Karte passt.
rule-force-play = Spielzwang
rule-force-play-about = Eine gezogene Karte, die passt, muss gespielt werden.
rule-jump-in = Dazwischenwerfen
rule-jump-in-about = Die gleiche Karte darf man außer der Reihe spielen, und von dort geht es weiter.
rule-seven-zero = Sieben und Null
rule-seven-zero-about = Eine 7 tauscht die Hand mit jemandem, bei einer 0 wandern alle Hände weiter.
hint-odds-bluff = Die Farbwahl +4 war ein Bluff: { $odds }
illegal-does-not-match = die Karte passt weder in Farbe noch in Zahl oder Zeichen
illegal-colour = zur Farbwahl gehört eine Farbe, zu anderen Karten nicht
illegal-unfair = auf der Hand ist eine Karte der geltenden Farbe
illegal-only-the-drawn = nur die eben gezogene Karte darf gespielt werden
illegal-must-play = eine gezogene Karte, die passt, muss gespielt werden
illegal-can-draw = es gibt noch etwas zu ziehen
illegal-nothing-to-draw = es gibt nichts mehr zu ziehen
illegal-no-uno = UNO sagt, wer nur noch eine Karte hat
illegal-nobody-to-catch = erwischen kann man nur andere mit genau einer Karte
illegal-swap = eine 7 tauscht mit jemand anderem, andere Karten nicht
illegal-not-identical = dazwischenwerfen darf man nur die gleiche Karte
