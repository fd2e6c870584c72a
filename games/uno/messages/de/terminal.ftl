# The terminal
letter-red = R
letter-green = Gr
letter-blue = B
letter-yellow = Ge
t-about-uno = Werde deine Karten als Erster los, und sag es, wenn du nur noch eine hast.
t-in-force = Es gilt
t-catch = Jemanden erwischen
t-with-uno = mit UNO
t-choose-colour = Farbe wünschen
t-odds-bluff = Bluff: { $odds }
t-help-uno = UNO sagen: jetzt oder mit der nächsten Karte
