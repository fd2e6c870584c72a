# Tipps
hint-before = Vor Zug { $number }, aus Sicht von { $name }
hint-hand = Hand
hint-hand-empty = leer
hint-values = Chance, die Partie zu gewinnen
hint-action = Aktion
hint-legend = * was der Bot täte
hint-legend-played = * was der Bot täte; > was gespielt wurde
hint-legend-blank = –: search hat nicht hingesehen, weil counter wenig davon hält oder es nichts zu vergleichen gibt.
hint-legend-out = –: counter nennt keine Zahl für einen Zug, der die Runde beendet.
hint-pass = passen
error-no-move = Zug { $number } gibt es in dieser Partie nicht; der letzte ist { $count }.
error-move-over = Nach Zug { $count } ist die Partie zu Ende: Es gibt nichts mehr zu entscheiden.
error-no-seat = Den Platz „{ $seat }“ gibt es nicht; es gibt: { $names }.
error-seat-waits = { $name } hat vor Zug { $number } nichts zu entscheiden. Dran: { $names }.
error-which-seat = Vor Zug { $number } können mehrere etwas tun: { $names }. Wähl mit --seat aus.
