# Hints
hint-row = Reihe
hint-tokens = Plättchen
hint-hidden = { $count ->
    [one] = { $sum } und { $count } verdeckte Karte
   *[other] = { $sum } und { $count } verdeckte Karten
}
hint-up = { $card }, offen
hint-down = { $card }, verdeckt
hint-call = 17 rufen
