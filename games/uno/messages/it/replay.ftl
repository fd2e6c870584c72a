# Replay
u-cut = { $name } pesca { $card } per decidere chi dà le carte.
u-deals = Dà le carte { $name }.
u-first = La prima carta è { $card }.
u-returned = Con un Jolly +4 non si comincia: torna nel mazzo.
u-names = { $name } dice { $colour }.
u-plays = { $name } gioca { $card }.
u-plays-naming = { $name } gioca { $card } e dice { $colour }.
u-jumps = { $name } gioca fuori turno.
u-draws = { $count ->
    [one] { $name } pesca una carta.
   *[other] { $name } pesca { $count } carte.
}
u-keeps = { $name } se la tiene.
u-passes = { $name } non ha niente da pescare e passa.
u-reversed = Si cambia verso: { $direction }.
u-skipped = { $name } salta il turno.
u-raised = { $count ->
    [one] C’è { $count } carta da pescare.
   *[other] Ci sono { $count } carte da pescare.
}
u-accepts = { $name } accetta.
u-challenges = { $name } sfida { $other }!
u-guilty = Era un bluff: { $name } aveva il colore.
u-innocent = Era tutto in regola: { $name } non aveva il colore.
u-says = { $name }: UNO!
u-catches = { $name } a { $other }: non hai detto UNO!
u-caught = { $name } non l’ha detto.
u-mistaken = { $name } l’ha detto ed è in regola.
u-mistaken-late = Troppo tardi: { $name } non si può più beccare.
u-swapped = { $names } si scambiano le carte.
u-rotated = Tutti passano la mano al vicino.
u-shuffled = Si rimescolano gli scarti: ecco il nuovo mazzo di pesca.
u-round-won = { $name } è senza carte e vince il round.
u-voided = Nessuno può andare avanti: il round è nullo.
u-scored = { $points ->
    [one] { $name } prende { $points } punto: { $total } in tutto.
   *[other] { $name } prende { $points } punti: { $total } in tutto.
}
