# Narration
u-shows = { $name } le enseña la mano a { $other }.
u-shows-you = { $name } te enseña la mano: { $cards }
u-card = { $symbol } { $colour }
u-draw-two = +2
u-reverse = Cambio de sentido
u-skip = Salto
u-wild = Comodín
u-wild-draw-four = Comodín +4
u-points = { $count ->
    [one] { $count } punto
   *[other] { $count } puntos
}
act-play = Jugar { $card }
act-name = Jugar { $card } y pedir { $colour }
act-swap = { $action }, cambiando con { $name }
act-jump = Colarse con { $card }
act-with-uno = { $action } diciendo UNO
act-pass = Pasar
act-colour = Pedir { $colour }
act-accept = Aceptar y robar { $count }
act-say = ¡UNO!
act-draw = { $count ->
    [one] Robar una carta
   *[other] Robar { $count } cartas
}
act-keep = Quedársela
act-challenge = Desafiar
act-catch = Pillar a { $name }
rule-two-players-reverse = Cambio de sentido a dos
rule-two-players-reverse-about = Qué hace un Cambio de sentido cuando juegan solo dos.
rule-two-players-reverse-skip = el otro pierde el turno
rule-two-players-reverse-turn = solo cambia el sentido
rule-wild-draw-four = Comodín +4
rule-wild-draw-four-about = Si se puede ir de farol y que te desafíen, o solo jugarlo cuando es limpio.
rule-wild-draw-four-challenge = farol y desafío
rule-wild-draw-four-strict = solo si es limpio
rule-wrong-catch = Pillar en falso
rule-wrong-catch-about = Lo que cuesta pillar a quien no tiene culpa.
rule-wrong-catch-free = nada
rule-wrong-catch-draw-one = una carta
rule-scoring = Puntuación
rule-scoring-about = Si quien gana la ronda se lleva los puntos de los demás, o cada cual suma los suyos y gana el más bajo.
rule-scoring-points = todo al que gana
rule-scoring-low = gana el más bajo
rule-target = Meta
rule-target-about = Los puntos que cierran la partida.
rule-stacking = Acumular
rule-stacking-about = A un +2 se responde con un +2, a un +4 con un +4: el siguiente roba la suma o añade.
rule-draw-to-match = Robar hasta que sirva
rule-draw-to-match-about = Quien roba sigue hasta que una carta le sirva.
rule-force-play = Jugada obligada
rule-force-play-about = La carta robada que sirve se juega sí o sí.
rule-jump-in = Colarse
rule-jump-in-about = Con la carta idéntica se juega fuera de turno, y se sigue desde ahí.
rule-seven-zero = Siete y cero
rule-seven-zero-about = Un 7 cambia la mano con alguien, un 0 hace pasar todas las manos.
hint-odds-bluff = El Comodín +4 era un farol: { $odds }
illegal-does-not-match = la carta no coincide en color, número ni símbolo
illegal-colour = con un Comodín se pide un color, con las demás cartas no
illegal-unfair = en la mano hay una carta del color en juego
illegal-only-the-drawn = solo se puede jugar la carta recién robada
illegal-must-play = si la carta robada se puede jugar, hay que jugarla
illegal-can-draw = todavía hay cartas que robar
illegal-nothing-to-draw = no queda nada que robar
illegal-no-uno = UNO lo dice quien se queda con una carta
illegal-nobody-to-catch = solo se puede pillar a otro que tenga una sola carta
illegal-swap = con un 7 se cambia la mano con otro jugador, con las demás cartas no
illegal-not-identical = solo se cuela la carta idéntica
