# Hints
hint-top = Obenauf
hint-top-none = noch nichts
hint-top-colour = { $card }, und es gilt { $colour }
hint-cards = Karten
hint-points = Punkte
hint-due = Fällig
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
