# The page
page-uno-about = Werde deine Karten los, bluffe mit einer +4 und vergiss das Wort nicht. 2 bis 10 Spieler.
page-hand-of = { $count ->
    [one] Deine Hand, { $count } Karte
   *[other] Deine Hand, { $count } Karten
}
page-cards = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
}
page-round-points = Runde { $round } · Ziel { $goal }
page-on-top = oben: { $card }
page-force-due = { $count ->
    [one] { $colour }, { $count } fällig
   *[other] { $colour }, { $count } fällig
}
page-fit = { $count ->
    [one] { $count } Karte passt.
   *[other] { $count } Karten passen.
}
page-due = { $count ->
    [one] Leg nach oder zieh { $count }.
   *[other] Leg nach oder zieh { $count }.
}
page-drawn-fits = Sie passt. Spiel sie oder behalt sie.
page-drawn-does-not-fit = Sie passt nicht.
page-play-it = Spielen
page-challenge-or = { $due } ziehen oder anzweifeln?
page-challenge-about = Ein Bluff, wenn { $name } { $colour } hatte. Bluff: { $name } zieht { $due }. Sauber: Du ziehst { $more }.
page-which-colour = Welche Farbe?
page-swap-with = Mit wem tauschst du?
page-catch = Erwischen
page-say-uno = UNO sagen
page-uno-arm = UNO: mit der nächsten Karte sagen
page-uno-armed = UNO wird mit der nächsten Karte gesagt
page-uno-not-now = UNO: jetzt nicht
page-one-left = Nur noch eine Karte
page-one-left-about = Sag UNO, bevor dich jemand erwischt.
page-you-say-uno = Du sagst UNO
page-uno-back = Du sagst UNO; tippen nimmt es zurück
page-has-one = { $name } hat noch eine Karte
page-has-one-about = Wurde UNO gesagt?
page-you-catch = Du erwischst { $name }
page-can-jump = Du kannst dazwischenwerfen
page-can-jump-about = Du hast die gleiche Karte.
page-you-jump = Du wirfst { $card } dazwischen
page-card-no-fit = { $card }, passt nicht
page-bluff = Es war ein Bluff
page-fair-play = Es war sauber
page-only-you = Die Hand von { $name }. Nur du siehst sie.
page-scores = Punkte nach dieser Runde
page-player = Spieler
page-left-in-hand = Karten übrig
page-points = Punkte
learn-u-piles = Der Stapel
learn-u-piles-about = Leg eine Karte auf den Stapel, die in Farbe, Zahl oder Zeichen passt. Wer zuerst keine Karten mehr hat, gewinnt die Runde.
learn-u-turn = Du bist dran
learn-u-turn-about = Die angehobenen Karten passen: Tipp auf eine. Eine Farbwahl passt immer, und du nennst die Farbe.
learn-u-draw = Nichts passt
learn-u-draw-about = Zieh eine Karte. Passt sie, darfst du sie gleich spielen.
learn-u-challenge = Ein Bluff?
learn-u-challenge-about = Eine Farbwahl +4 ist nur sauber, wenn man die Farbe davor nicht hatte. Zweifle sie an, dann siehst du die Hand. Ein Bluff kostet den Bluffer 4 Karten; zweifelst du zu Unrecht, ziehst du 6.
learn-u-word = Das Wort
learn-u-word-about = Du hast zwei Karten: Tipp erst auf UNO, dann spiel. Wer es vergisst, kann erwischt werden und zieht zwei.
learn-u-catch = Erwischt?
learn-u-catch-about = Jemand hat nur noch eine Karte. Wurde UNO nicht gesagt, tipp auf Erwischen: Das kostet zwei Karten.
