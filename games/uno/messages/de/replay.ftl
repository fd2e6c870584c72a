# Replay
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
    [one] { $count } Karte ist fällig.
   *[other] { $count } Karten sind fällig.
}
u-accepts = { $name } nimmt es hin.
u-challenges = { $name } glaubt { $other } nicht!
u-guilty = Es war ein Bluff: { $name } hatte die Farbe.
u-innocent = Es war sauber: { $name } hatte die Farbe nicht.
u-says = { $name }: UNO!
u-catches = { $name } zu { $other }: Du hast nicht UNO gesagt!
u-caught = { $name } hat es nicht gesagt.
u-mistaken = { $name } hat es gesagt, da ist nichts zu holen.
u-mistaken-late = Zu spät: { $name } kann nicht mehr erwischt werden.
u-swapped = { $names } tauschen die Karten.
u-rotated = Alle geben ihre Karten weiter.
u-shuffled = Der Ablagestapel wird gemischt und ist der neue Nachziehstapel.
u-round-won = { $name } ist alle Karten los und gewinnt die Runde.
u-voided = Es geht nicht weiter: Die Runde zählt nicht.
u-scored = { $points ->
    [one] { $name } bekommt { $points } Punkt: { $total } insgesamt.
   *[other] { $name } bekommt { $points } Punkte: { $total } insgesamt.
}
