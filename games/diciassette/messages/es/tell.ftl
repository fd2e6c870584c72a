# Narration
d-plays-hidden = { $name } juega una carta boca abajo.
d-tokens = victorias { $victory }, penalizaciones { $penalty }
back-plain = un dorso liso
back-double = un { $number } doble
act-up = Jugar { $card } boca arriba
act-down = Jugar { $card } boca abajo
act-call = Cantar 17
rule-direction = Sentido
rule-direction-about = Qué pasa con el sentido de juego cuando acaba una ronda.
rule-direction-carry = sigue igual
rule-direction-reset = vuelve al sentido horario
hint-odds-row = La fila suma 17 o más: { $odds }
hint-odds-row-two = La fila suma 17 o más: { $odds } solo por las cartas, { $judged } según juzga counter a los jugadores
illegal-own-card = nadie canta sobre su propia carta
illegal-nothing-to-call = se canta después de un turno
