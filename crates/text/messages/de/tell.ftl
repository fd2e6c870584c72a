# Was man am Tisch sieht, über eine Aufzeichnung hinaus
d-plays-hidden = { $name } legt eine Karte verdeckt.
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
d-tokens = Siege { $victory }, Strafen { $penalty }
back-plain = eine neutrale Rückseite
back-double = eine Doppel-{ $number }

# Aktionen, wie auf einem Knopf
act-up = { $card } offen legen
act-down = { $card } verdeckt legen
act-call = 17 rufen
act-let = Laufen lassen
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

# Wie stark, wie schnell
level-easy = leicht
level-medium = mittel
level-hard = schwer
level-expert = Meister
level-easy-about = Verschätzt sich meistens und vergisst fast alle Karten.
level-medium-about = Verschätzt sich ab und zu und vergisst manche Karte.
level-hard-about = Rechnet genau und vergisst nichts.
level-expert-about = Denkt voraus.
pace-relaxed = gemütlich
pace-normal = normal
pace-fast = flott
pace-instant = sofort
pace-relaxed-about = Lass dir Zeit: Beim Zug läuft keine Uhr.
pace-normal-about = Eine halbe Minute pro Zug.
pace-fast-about = Für Leute, die das Spiel kennen.
pace-instant-about = Für Programme: Niemand wartet.

# Hausregeln
rule-on = an
rule-off = aus
rule-direction = Richtung
rule-direction-about = Was aus der Spielrichtung wird, wenn eine Runde endet.
rule-direction-carry = bleibt, wie sie ist
rule-direction-reset = wieder im Uhrzeigersinn
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

# Warum nichts geschah
refused-not-host = Das kann nur der Gastgeber.
refused-not-seated = Setz dich erst hin.
refused-taken = Da sitzt schon jemand.
refused-full = Alle Plätze sind besetzt.
refused-no-such-seat = Den Platz gibt es nicht.
refused-not-now = Das geht jetzt nicht.
refused-stale = Zu spät: Der Tisch ist schon weiter.
refused-no-action = Das ist kein Zug in diesem Spiel.
refused-illegal = Das geht nicht: { $reason }.
refused-sent-away = An diesem Tisch bist du nicht mehr willkommen.
refused-bad-text = Das ist leer oder zu lang.
refused-lookalike = Dieser Name sieht einem anderen am Tisch zu ähnlich.
refused-bad-settings = So kann der Tisch nicht sein.
refused-no-chat = Freier Text ist hier aus; es gibt fertige Sprüche.
refused-closed = Der Tisch ist geschlossen.
refused-too-much = Das geht zu schnell. Wartet einen Moment.
refused-unavailable = Der Server kann das gerade nicht speichern. Versuch es noch einmal.

# Wenn ein Server auflegt oder nicht antwortet
net-silent = Der Server antwortet nicht.
problem-no-table = Diesen Tisch gibt es nicht. Vielleicht wurde er geschlossen.
problem-no-record = Diese Partie gibt es nicht.
problem-wrong-code = Dieser Code gilt nicht. Vielleicht wurde er schon benutzt oder ist älter als fünf Minuten.
problem-too-much = Zu viel auf einmal. Versuch es in einer Minute wieder.
problem-full = Der Server ist voll. Versuch es später wieder.
problem-data-full = Der Server hat kaum noch Platz: Neue Tische gibt es gerade nicht.
problem-wrong-host = Unter dieser Adresse ist der Server nicht erreichbar.
problem-other-version = Der Server hat eine andere Version. Aktualisiere das Programm.
problem-stopping = Der Server startet gleich neu.
problem-storage = Der Server kann gerade nichts speichern.
problem-no-identity = Der Server kennt dich nicht mehr. Komm noch einmal herein.
problem-other = Der Server lehnt ab: { $message }

# Sprüche, wie man sie am Tisch sagt
phrase-0 = Hallo zusammen!
phrase-1 = Viel Glück.
phrase-2 = Gut gespielt!
phrase-3 = Der war schön.
phrase-4 = Ach, komm!
phrase-5 = Ich glaub dir kein Wort.
phrase-6 = Na los, ruf doch. Trau dich.
phrase-7 = Bin ich dran?
phrase-8 = Lass dir Zeit, die Bar hat auf.
phrase-9 = Das tat weh.
phrase-10 = Reines Glück!
phrase-11 = Jetzt wird’s spannend.
phrase-12 = Ich sag nichts.
phrase-13 = Wer hat denn da gemischt?
phrase-14 = Tut mir leid. Na ja, eigentlich nicht.
phrase-15 = Noch eine Runde?
phrase-16 = Danke fürs Spiel!
phrase-17 = Ich muss los, gute Nacht.
emote-18 = { $name } lacht laut auf.
emote-19 = { $name } zieht eine Augenbraue hoch.
emote-20 = { $name } seufzt und schaut zur Decke.
emote-21 = { $name } trommelt auf den Tisch.
emote-22 = { $name } hebt das Glas.
emote-23 = { $name } verbeugt sich.
phrase-18 = laut auflachen
phrase-19 = eine Augenbraue hochziehen
phrase-20 = seufzen
phrase-21 = auf den Tisch trommeln
phrase-22 = das Glas heben
phrase-23 = sich verbeugen

# What the odds are
hint-odds-row = Die Reihe ist 17 oder mehr: { $odds }
hint-odds-row-two = Die Reihe ist 17 oder mehr: { $odds } nach den Karten allein, { $judged } so, wie counter die Spieler einschätzt
hint-odds-bluff = Die Farbwahl +4 war ein Bluff: { $odds }

# Warum ein Zug nicht erlaubt ist
illegal-game-over = die Partie ist zu Ende
illegal-not-your-turn = jemand anderes ist dran
illegal-not-in-hand = diese Karte ist nicht auf der Hand
illegal-not-now = dafür ist jetzt nicht der Moment
illegal-own-card = auf die eigene Karte ruft niemand
illegal-answered = dieser Platz hat schon geantwortet
illegal-nothing-to-call = gerufen wird nach einem Zug
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
