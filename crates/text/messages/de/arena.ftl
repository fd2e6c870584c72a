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

# Arena, the command
error-sprt = Ein sequenzieller Test braucht zwei Elo-Werte, den kleineren zuerst, etwa 0,10; hier steht „{ $text }“.
error-sprt-two = Ein sequenzieller Test ist für zwei Bots und eine Maschine gedacht.
arena-written = Partien und Bericht: { $file }
