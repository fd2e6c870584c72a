# The terminal
t-about-diciassette = Alle legen Karten in eine Reihe. Sind es schon 17? Dann ruf, und hab recht.
t-discards = Ablage { $count }
t-odds-row = 17+: { $odds }
t-help-call = 17 rufen
t-legend-diciassette = Dünner Rand: Vorderseite. Dicker Rand: Rückseite. ≡ ein Doppel, dessen Rückseite die Zahl zeigt. ( ) was du verdeckt hast. ★ Sieg, ✗ Strafe.
t-earlier = { $count ->
    [one] … und { $count } Karte davor
   *[other] … und { $count } Karten davor
}
