# Replay
u-cut = { $name } roba { $card } para ver quién reparte.
u-deals = Reparte { $name }.
u-first = La primera carta es { $card }.
u-returned = Con un Comodín +4 no se empieza: vuelve al mazo.
u-names = { $name } pide { $colour }.
u-plays = { $name } juega { $card }.
u-plays-naming = { $name } juega { $card } y pide { $colour }.
u-jumps = { $name } se cuela.
u-draws = { $count ->
    [one] { $name } roba una carta.
   *[other] { $name } roba { $count } cartas.
}
u-keeps = { $name } se la queda.
u-passes = { $name } no tiene nada que robar y pasa.
u-reversed = Cambia el sentido: { $direction }.
u-skipped = { $name } pierde el turno.
u-raised = { $count ->
    [one] Hay { $count } carta pendiente.
   *[other] Hay { $count } cartas pendientes.
}
u-accepts = { $name } acepta.
u-challenges = ¡{ $name } desafía a { $other }!
u-guilty = Era un farol: { $name } tenía ese color.
u-innocent = Era limpio: { $name } no tenía ese color.
u-says = { $name }: ¡UNO!
u-catches = { $name } a { $other }: ¡no has dicho UNO!
u-caught = { $name } no lo ha dicho.
u-mistaken = { $name } lo ha dicho y no tiene culpa.
u-mistaken-late = Demasiado tarde: a { $name } ya no se le puede pillar.
u-swapped = { $names } se cambian las cartas.
u-rotated = Todos pasan su mano al de al lado.
u-shuffled = Se baraja el descarte y hay mazo de robo nuevo.
u-round-won = { $name } se queda sin cartas y gana la ronda.
u-voided = Nadie puede seguir: la ronda es nula.
u-scored = { $points ->
    [one] { $name } suma { $points } punto: { $total } en total.
   *[other] { $name } suma { $points } puntos: { $total } en total.
}
