# Pistas
hint-before = Antes de la jugada { $number }, con los ojos de { $name }
hint-hand = Mano
hint-hand-empty = vacía
hint-values = Probabilidad de ganar la partida
hint-action = Acción
hint-legend = * lo que haría el bot
hint-legend-played = * lo que haría el bot; > lo que se jugó
hint-legend-blank = –: search no lo ha mirado, porque counter lo ve flojo o no hay nada que comparar.
hint-legend-out = –: counter no pone número a la jugada que cierra la ronda.
hint-pass = pasar
error-no-move = En esta partida no existe la jugada { $number }; la última es la { $count }.
error-move-over = Tras la jugada { $count } se acabó la partida: ya no hay nada que decidir.
error-no-seat = No existe el asiento «{ $seat }»; hay: { $names }.
error-seat-waits = Antes de la jugada { $number }, { $name } no tiene nada que decidir. Turno de: { $names }.
error-which-seat = Antes de la jugada { $number } pueden actuar varios: { $names }. Elige uno con --seat.
