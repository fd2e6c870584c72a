# Suggerimenti
hint-before = Prima della mossa { $number }, con gli occhi di { $name }
hint-hand = Mano
hint-hand-empty = vuota
hint-values = Probabilità di vincere la partita
hint-action = Azione
hint-legend = * che cosa farebbe il bot
hint-legend-played = * che cosa farebbe il bot; > che cosa si è giocato
hint-legend-blank = –: search non ha guardato, perché secondo counter vale poco o non c’è niente da confrontare.
hint-legend-out = –: counter non dà un numero alla giocata che chiude il round.
hint-pass = passare
error-no-move = In questa partita la mossa { $number } non c’è; l’ultima è la { $count }.
error-move-over = Dopo la mossa { $count } la partita è finita: non c’è più niente da decidere.
error-no-seat = Il posto «{ $seat }» non esiste; ci sono: { $names }.
error-seat-waits = Prima della mossa { $number } { $name } non ha niente da decidere. Tocca a: { $names }.
error-which-seat = Prima della mossa { $number } possono agire in più d’uno: { $names }. Scegli con --seat.
