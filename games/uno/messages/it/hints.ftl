# Hints
hint-top = In cima
hint-top-none = ancora niente
hint-top-colour = { $card }, e il colore è { $colour }
hint-cards = Carte
hint-points = Punti
hint-due = Da pescare
hint-draw = pescare
hint-keep = tenere la carta
hint-accept = accettare
hint-challenge = sfidare
hint-say = dire UNO
hint-catch = beccare { $name }
hint-name = dire { $colour }
hint-with-swap = { $card }, scambio con { $name }
hint-with-jump = { $card }, fuori turno
hint-with-uno = { $card }, dicendo UNO
