# Wörter
seat = Platz { $number }
card-single = { $number }
card-double = Doppel-{ $number }
card-reverse = Richtungswechsel
card-x2 = x2
card-trash = Müll
card-trap = Falle
colour-red = Rot
colour-green = Grün
colour-blue = Blau
colour-yellow = Gelb
clockwise = im Uhrzeigersinn
counterclockwise = gegen den Uhrzeigersinn
players = { $count ->
    [one] { $count } Spieler
   *[other] { $count } Spieler
}
list-and = und
games = { $count ->
    [one] { $count } Partie
   *[other] { $count } Partien
}

# Wiedergabe, beide Spiele
replay-round = Runde { $number }
replay-unfinished = Hier endet die Aufzeichnung; die Partie war noch nicht zu Ende.
replay-winner = { $name } gewinnt.
replay-winners = { $names } gewinnen gemeinsam.
replay-house-rules = Hausregeln: { $rules }

# Wiedergabe, Diciassette
d-starts = { $name } fängt an.
d-hand = { $name } hat { $cards }
d-legend = Karten in [Klammern] liegen verdeckt.
d-plays-up = { $name } legt { $card }, offen.
d-plays-down = { $name } legt { $card }, verdeckt.
d-reversed = Andersherum: { $direction }.
d-doubled = Wer als Nächstes dran ist, legt zwei Karten.
d-trashed = Der Müll nimmt die letzte Karte der Reihe mit.
d-trashed-nothing = Die Reihe ist leer: Nur der Müll geht weg.
d-shuffled = Der Ablagestapel wird gemischt und ist der neue Nachziehstapel.
d-must-call = { $name } hat keine Karte mehr und muss rufen.
d-calls = { $name } ruft 17!
d-total-reached = Die Reihe ergibt { $total }: 17 oder mehr. Richtig gerufen.
d-total-under = Die Reihe ergibt { $total }: weniger als 17. Falsch gerufen.
d-victory-trap = Siegplättchen für { $name }: Die Falle hat zugeschnappt.
d-victory-call = Siegplättchen für { $name }.
d-penalty-trap = Strafe für { $name }: In der Reihe lag eine Falle.
d-penalty-call = Strafe für { $name }: Die Reihe ergab { $total }.
d-returned = Zweites Strafplättchen: { $name } gibt beide zurück und ein Siegplättchen dazu.
d-returned-only = Zweites Strafplättchen: { $name } gibt beide zurück.
d-row-empty = die Reihe ist leer
d-sum = = { $total }, davon { $open } zu sehen
d-priority = { $name } kommt früher dran: Dieser Ruf zählt.
d-standing = { $name }: Siege { $victory }, Strafen { $penalty }

# Wiedergabe, Uno
u-cut = { $name } zieht { $card } (wer gibt?).
u-deals = { $name } gibt.
u-first = Die erste Karte ist { $card }.
u-returned = Mit Farbwahl +4 fängt man nicht an: zurück in den Stapel.
u-names = { $name } wünscht sich { $colour }.
u-plays = { $name } spielt { $card }.
u-plays-naming = { $name } spielt { $card } und wünscht sich { $colour }.
u-jumps = { $name } wirft dazwischen.
u-draws = { $count ->
    [one] { $name } zieht eine Karte.
   *[other] { $name } zieht { $count } Karten.
}
u-keeps = { $name } behält sie.
u-passes = { $name } kann nichts ziehen und passt.
u-reversed = Andersherum: { $direction }.
u-skipped = { $name } setzt aus.
u-raised = { $count ->
    [one] { $count } Karte steht an.
   *[other] { $count } Karten stehen an.
}
u-accepts = { $name } nimmt es hin.
u-challenges = { $name } glaubt { $other } nicht!
u-guilty = Es war ein Bluff: { $name } hatte die Farbe.
u-innocent = Es war in Ordnung: { $name } hatte die Farbe nicht.
u-says = { $name }: UNO!
u-catches = { $name } zu { $other }: Du hast nicht UNO gesagt!
u-caught = { $name } hat es nicht gesagt.
u-mistaken = { $name } hat es gesagt, da ist nichts zu holen.
u-mistaken-late = Zu spät: { $name } kann nicht mehr erwischt werden.
u-swapped = { $name } und { $other } tauschen die Karten.
u-rotated = Alle geben ihre Karten weiter.
u-shuffled = Der Ablagestapel wird gemischt und ist der neue Nachziehstapel.
u-round-won = { $name } ist alle Karten los und gewinnt die Runde.
u-voided = Es geht nicht weiter: Die Runde zählt nicht.
u-scored = { $points ->
    [one] { $name } bekommt { $points } Punkt: { $total } insgesamt.
   *[other] { $name } bekommt { $points } Punkte: { $total } insgesamt.
}
u-hands = Auf der Hand: { $cards }

# Simulation
sim-title = { $game }, { $players }, { $games }, Startwert { $seed }
sim-speed = Tempo
sim-speed-line = { $games } Partien/s, { $moves } Züge/s
sim-length = Länge einer Partie
sim-moves = Züge
sim-rounds = Runden
sim-spread = { $unit }: im Mittel { $mean }, die Hälfte bis { $middle }
sim-range = 5 % bis { $low }, 95 % bis { $high }, längste { $longest }
sim-wins = Siege nach Platz, mit 95-%-Intervallen
sim-win = { $seat }: { $share } %  ({ $low } bis { $high })
sim-counts = Gezählt
sim-count = { $name }: { $count }, { $rate } je Partie
sim-no-games = Es wurde keine Partie gespielt.
sim-stopped = Angehalten: { $played } von { $asked } Partien gespielt.
sim-recorded = Aufgezeichnet in { $file }: { $games }.
count-calls-right = richtige Rufe
count-calls-wrong = falsche Rufe
count-traps = Fallen, die zuschnappten
count-challenges-right = zu Recht angezweifelt
count-challenges-wrong = zu Unrecht angezweifelt
count-catches = erwischte Spieler
count-reshuffles = neu gemischt
count-void-rounds = Runden, die nicht zählten

# Arena
arena-title = Arena: { $game }, { $players }
arena-deals = { $count ->
    [one] { $count } Kartenverteilung
   *[other] { $count } Kartenverteilungen
}
arena-played = { $games } aus { $deals }
arena-bots = Bots
arena-seed = Startwert
arena-version = Version
arena-rules = Hausregeln
arena-command = Noch einmal spielen
arena-ladder = Rangliste
arena-bot = Bot
arena-games = Partien
arena-wins = Siege
arena-points = Punkte
arena-elo = Elo
arena-rating = Wertung
arena-accuracy = Treffer
arena-faults = Aussetzer
arena-range = { $low } bis { $high }
arena-wins-chart = Siege je besetztem Platz
arena-parity = Bei gleicher Stärke: { $share }
arena-elo-chart = Elo gegen die anderen
arena-elo-note = 0 heißt so stark wie die anderen im Mittel; 400 mehr heißt zehnmal so oft gewinnen.
arena-offset-chart = Siege nach Sitzfolge
arena-offset-note = 0 ist der Platz, der beginnt, 1 der nächste und so weiter. Die gestrichelte Linie ist gleiche Stärke.
arena-all-bots = Alle Bots
arena-bar = { $from } bis { $to } { $unit }: { $games }
arena-accuracy-chart = Zu Recht gerufen oder angezweifelt
arena-accuracy-line = { $right } richtig, { $wrong } falsch
arena-calibration-chart = Was ein Bot sagt, und wie oft es stimmt
arena-calibration-note = Waagrecht: für wie wahrscheinlich der Bot es hielt. Senkrecht: wie oft es stimmte. Auf der Diagonale ist auf sein Wort Verlass; darunter verspricht er zu viel.
arena-calibration-line = { $claims } Aussagen, im Mittel um { $error } daneben
arena-calibration-dot = gesagt { $said }, gestimmt { $held } ({ $range })
arena-cross = Gegeneinander
arena-cross-note = Wie oft der Bot links gewann und der oben nicht, an Tischen, an denen beide saßen.
arena-cross-cell = { $bot } gegen { $other }: { $share } ({ $range }), { $games }
arena-sprt = Sequenzieller Test
arena-sprt-question = Ist { $bot } um { $elo1 } Elo stärker als { $other }, oder nur um { $elo0 }?
arena-sprt-accept = Stärker: entschieden nach { $deals }.
arena-sprt-reject = Nicht stärker: entschieden nach { $deals }.
arena-sprt-go-on = Noch offen nach { $deals }.
arena-sprt-line = Log-Likelihood-Quotient { $llr }; Schluss ist bei { $low } oder { $high }.
arena-comebacks = Aufholjagden: In { $share } der Partien ({ $range }) lag der Sieger zur Halbzeit zurück.
arena-endless = { $count ->
    [one] { $count } Partie wurde als endlos abgebrochen: Niemand hat sie gewonnen.
   *[other] { $count } Partien wurden als endlos abgebrochen: Niemand hat sie gewonnen.
}
arena-trouble = Ärger mit anderen Programmen
arena-trouble-more = { $count ->
    [one] Und { $count } weiteres Mal.
   *[other] Und { $count } weitere Male.
}
arena-method = So liest man das
arena-method-text = Jede Kartenverteilung wurde so oft gespielt, dass jeder Bot jeden Platz gleich oft hatte: Das Kartenglück begünstigt niemanden. Alle Partien einer Verteilung zählen als eine Beobachtung. Ein Intervall in Klammern enthält den wahren Wert in neunzehn von zwanzig Fällen. Die Wertung ist die von Weng und Lin, mit einer Standardabweichung.

# Was nicht stimmt
where-line = { $file }, Zeile { $line }: { $problem }
where-move = { $file }, Zeile { $line }, Zug { $number }: { $problem }
flaw-io = lässt sich nicht lesen: { $reason }
flaw-too-long = die Zeile ist länger als { $limit } Bytes
flaw-json = das ist keine Aufzeichnung: { $reason }
flaw-format = das Format ist „{ $found }“, nicht „mazzo/1“
flaw-game = das Spiel „{ $found }“ gibt es nicht
flaw-seats = { $game } ist für { $min } bis { $max } Spieler, nicht für { $found }
flaw-option-unknown = die Option „{ $key }“ gibt es nicht; es gibt: { $known }
flaw-option-value = „{ $key }“ kann nicht „{ $value }“ sein; möglich ist { $expected }
flaw-no-lead = „{ $lead }“ fehlt
flaw-other-lead = „{ $lead }“ ist { $written }, aber die Karten sagen { $dealt }
flaw-unknown-card = die Karte „{ $card }“ gibt es nicht (Mischung { $shuffle })
flaw-shuffle-missing = Mischung { $shuffle } fehlt
flaw-shuffle-cards = Mischung { $shuffle } besteht nicht aus den Karten des Stapels
flaw-shuffle-seat = Platz { $seat } gibt es nicht
flaw-shuffle-extra = notierte Mischungen: { $given }; gebraucht: { $used }
flaw-no-move = „{ $text }“ ist kein Zug
flaw-illegal = „{ $text }“ ist nicht erlaubt: { $reason }
flaw-no-result = die Partie ist zu Ende, aber das Ergebnis fehlt
flaw-not-over = es gibt ein Ergebnis, aber die Partie ist nicht zu Ende
flaw-other-result = „{ $field }“ im Ergebnis ist { $written }, müsste aber { $found } sein
flaw-times = Zeiten und Züge passen nicht zusammen: { $times } und { $moves }
error-file = { $file }: { $reason }
error-no-such-game = In { $file } gibt es keine Partie { $number }; die letzte ist { $count }.
error-empty = { $file } enthält keine Aufzeichnung.
error-players = { $game } ist für { $min } bis { $max } Spieler, nicht für { $found }.
error-bots = { $found } Bots für { $players } Plätze: Nenne einen für alle oder einen je Platz.
error-disk = Die Aufzeichnungen ließen sich nicht schreiben. { $reason }
error-record-name = Aufzeichnungen kommen in eine Datei, nicht in die Standardausgabe.
error-exists = { $file } gibt es schon. Nimm einen anderen Namen, oder ersetze die Datei mit --force.

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

# Arena, the command
error-sprt = Ein sequenzieller Test braucht zwei Elo-Werte, den kleineren zuerst, etwa 0,10; hier steht „{ $text }“.
error-sprt-two = Ein sequenzieller Test ist für zwei Bots und eine Maschine gedacht.
arena-written = Partien und Bericht: { $file }

# Tipps
hint-before = Vor Zug { $number }, mit den Augen von { $name }
hint-row = Reihe
hint-hand = Hand
hint-hand-empty = leer
hint-tokens = Plättchen
hint-top = Obenauf
hint-top-none = noch nichts
hint-top-colour = { $card }, und es gilt { $colour }
hint-cards = Karten
hint-points = Punkte
hint-due = Fällig
hint-hidden = { $count ->
    [one] = { $sum } und { $count } verdeckte Karte
   *[other] = { $sum } und { $count } verdeckte Karten
}
hint-odds-row = Die Reihe ist 17 oder mehr: { $odds }
hint-odds-row-two = Die Reihe ist 17 oder mehr: { $odds } nach den Karten allein, { $judged } so, wie counter die Spieler einschätzt
hint-odds-bluff = Die Farbwahl +4 war ein Bluff: { $odds }
hint-values = Chance, die Partie zu gewinnen
hint-action = Aktion
hint-legend = * was der Bot täte
hint-legend-played = * was der Bot täte; > was gespielt wurde
hint-legend-blank = –: search hat nicht hingesehen, weil counter wenig davon hält oder es nichts zu vergleichen gibt.
hint-legend-out = –: counter nennt keine Zahl für einen Zug, der die Runde beendet.
hint-up = { $card }, offen
hint-down = { $card }, verdeckt
hint-call = 17 rufen
hint-pass = passen
hint-draw = ziehen
hint-keep = die Karte behalten
hint-accept = hinnehmen
hint-challenge = anzweifeln
hint-say = UNO sagen
hint-catch = { $name } erwischen
hint-name = sich { $colour } wünschen
hint-with-swap = { $card }, Tausch mit { $name }
hint-with-jump = { $card }, dazwischengeworfen
hint-with-uno = { $card }, mit UNO
error-no-move = Zug { $number } gibt es in dieser Partie nicht; der letzte ist { $count }.
error-move-over = Nach Zug { $count } ist die Partie zu Ende: Es gibt nichts mehr zu entscheiden.
error-no-seat = Den Platz „{ $seat }“ gibt es nicht; es gibt: { $names }.
error-seat-waits = { $name } hat vor Zug { $number } nichts zu entscheiden. Dran: { $names }.
error-which-seat = Vor Zug { $number } können mehrere etwas tun: { $names }. Mit --seat wählt man aus.

# Studie
study-title = Die Hausregeln von { $game }, vermessen
study-played = { $players }, alle { $bot }; { $games } je Variante, { $luck } fürs Glück; Startwert { $seed }
study-default = normal
study-rounds = Runden
study-rounds-note = Runden je Partie
study-moves = Züge
study-moves-note = Entscheidungen aller Spieler je Partie, Antworten mitgezählt
study-length = Länge
study-length-note = um wie viel % länger als normal, in Entscheidungen
study-lead = Start
study-lead-note = was der Platz, der zuerst anfängt oder gibt, über einen gleichen Anteil hinaus gewinnt, in Prozentpunkten
study-seat = Platz
study-seat-note = dasselbe für den Platz, bei dem es am weitesten von 0 weg ist; schon durch Zufall ist es nie ganz 0
study-behind = Wende
study-behind-note = % der Partien, deren Sieger zur Halbzeit nicht vorn lag
study-luck = Glück
study-luck-note = wie oft random gegen { $bot } gewinnt, in % eines gleichen Anteils; 100 wäre reines Glück
study-void = Patt
study-void-note = Runden je Partie, die nicht zählten
study-calls = Rufe
study-calls-note = wie oft je Partie gerufen oder angezweifelt wird
study-ranges = ± nennt den Bereich, in dem der wahre Wert neunzehnmal von zwanzig liegt.
study-written = Alle Zahlen: { $file }
study-stopped = Angehalten: Zu sehen ist nur, was fertig war; geschrieben wurde nichts.

# Prüfung
verify-shuffles = { $count ->
    [one] { $count } Mischung
   *[other] { $count } Mischungen
}
verify-passed = gegeben wie versprochen ({ $shuffles })
verify-passed-unfinished = gegeben wie versprochen, soweit gespielt wurde ({ $shuffles })
verify-no-proof = enthält keinen Beweis für das Geben
verify-scheme = der Beweis ist von unbekannter Art: „{ $found }“
verify-malformed = der Beweis lässt sich nicht lesen: { $reason }
verify-no-secret = das Geheimnis ist noch nicht aufgedeckt, also lässt sich noch nichts beweisen
verify-commitment = nicht gegeben wie versprochen: Das Geheimnis ist nicht das zugesagte
verify-seats = nicht gegeben wie versprochen: Plätze mit Worten { $words }, Plätze am Tisch { $seats }
verify-order = nicht gegeben wie versprochen: In Mischung { $shuffle } ist Karte { $card } { $written }, müsste aber { $promised } sein
verify-lead = nicht gegeben wie versprochen: „{ $lead }“ ist { $written }, müsste aber { $promised } sein

# Serve
serve-ready = Mazzo läuft auf { $url }
serve-stopped = Angehalten. Alles ist gespeichert.
serve-weak-token = Das Token für die Verwaltungsseite ist zu kurz: Es braucht mindestens 16 Zeichen, die niemand errät.

# Load
load-moves = Züge pro Sekunde
load-answers = Antworten in Fenstern pro Sekunde
load-latency = Vom Zug bis zum letzten Platz, ms (p50 / p99 / p999)
load-bytes = Bytes pro Zug und Spieler
load-games = Beendete Partien
load-troubles = Abgelehnt / Verbindungen abgerissen / Zusagen gebrochen
load-core = Server: Anteil eines Kerns
load-cpu = Server: µs eines Kerns pro Zug
load-memory = Server: KB pro Tisch
