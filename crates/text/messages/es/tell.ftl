# Lo que se ve en la mesa, además de lo que cuenta un registro
d-plays-hidden = { $name } juega una carta boca abajo.
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
d-tokens = victorias { $victory }, penalizaciones { $penalty }
back-plain = un dorso liso
back-double = un { $number } doble

# Las acciones, como en un botón
act-up = Jugar { $card } boca arriba
act-down = Jugar { $card } boca abajo
act-call = Cantar 17
act-let = Dejarlo pasar
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

# Qué nivel, qué ritmo
level-easy = fácil
level-medium = medio
level-hard = difícil
level-expert = experto
level-easy-about = Calcula mal casi todo y olvida casi todas las cartas.
level-medium-about = A veces calcula mal y olvida alguna carta.
level-hard-about = Calcula bien y no olvida nada.
level-expert-about = Mira más allá.
pace-relaxed = tranquilo
pace-normal = normal
pace-fast = rápido
pace-instant = inmediato
pace-relaxed-about = Tómate tu tiempo: en los turnos no hay reloj.
pace-normal-about = Medio minuto por turno.
pace-fast-about = Para quien ya conoce el juego.
pace-instant-about = Para programas: nadie espera.

# Reglas de la casa
rule-on = sí
rule-off = no
rule-direction = Sentido
rule-direction-about = Qué pasa con el sentido de juego cuando acaba una ronda.
rule-direction-carry = sigue igual
rule-direction-reset = vuelve al sentido horario
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

# Por qué no ha pasado nada
refused-not-host = Eso solo lo puede hacer el anfitrión.
refused-not-seated = Primero siéntate.
refused-taken = Ahí ya hay alguien.
refused-full = No queda ningún asiento libre.
refused-no-such-seat = Ese asiento no existe.
refused-not-now = Ahora no se puede.
refused-stale = Demasiado tarde: la mesa ya ha seguido.
refused-no-action = Eso no es una jugada de este juego.
refused-illegal = No se puede: { $reason }.
refused-sent-away = El anfitrión te ha cerrado esta mesa.
refused-bad-text = Está vacío, o es demasiado largo.
refused-lookalike = Ese nombre se parece demasiado a otro de la mesa.
refused-bad-settings = La mesa no puede ser así.
refused-no-chat = Aquí no hay texto libre; hay frases preparadas.
refused-closed = La mesa está cerrada.
refused-too-much = Demasiado a la vez. Esperad un momento.
refused-unavailable = Ahora mismo el servidor no puede guardar. Prueba otra vez.

# Cuando un servidor cuelga, o no contesta
net-silent = El servidor no contesta.
problem-no-table = Esa mesa no existe. Quizá la cerraron.
problem-no-record = Esa partida no existe.
problem-wrong-code = Ese código no vale. Quizá ya se usó, o tiene más de cinco minutos.
problem-too-much = Demasiado de golpe. Prueba dentro de un minuto.
problem-full = El servidor está lleno. Prueba más tarde.
problem-data-full = Al servidor casi no le queda espacio: por ahora no hay mesas nuevas.
problem-wrong-host = El servidor no responde en esta dirección.
problem-other-version = El servidor usa otra versión. Actualiza el programa.
problem-stopping = El servidor está a punto de volver a arrancar.
problem-storage = Ahora mismo el servidor no puede guardar nada.
problem-no-identity = El servidor ya no te conoce. Entra otra vez.
problem-other = El servidor dice que no: { $message }

# Frases, como se dicen en la mesa
phrase-0 = ¡Buenas a todos!
phrase-1 = Suerte.
phrase-2 = ¡Bien jugado!
phrase-3 = Qué buena.
phrase-4 = ¡Venga ya!
phrase-5 = No me creo ni una palabra.
phrase-6 = Anda, canta. Si te atreves.
phrase-7 = ¿Me toca?
phrase-8 = Sin prisa, el bar está abierto.
phrase-9 = Esa ha dolido.
phrase-10 = ¡Menuda suerte!
phrase-11 = Ahora se pone interesante.
phrase-12 = Yo no digo nada.
phrase-13 = ¿Pero quién ha barajado esto?
phrase-14 = Lo siento. Bueno, no tanto.
phrase-15 = ¿Echamos otra?
phrase-16 = ¡Gracias por la partida!
phrase-17 = Me tengo que ir, buenas noches.
emote-18 = { $name } suelta una carcajada.
emote-19 = { $name } levanta una ceja.
emote-20 = { $name } suspira y mira al techo.
emote-21 = { $name } tamborilea en la mesa.
emote-22 = { $name } levanta la copa.
emote-23 = { $name } hace una reverencia.
phrase-18 = soltar una carcajada
phrase-19 = levantar una ceja
phrase-20 = suspirar
phrase-21 = tamborilear en la mesa
phrase-22 = levantar la copa
phrase-23 = hacer una reverencia

# What the odds are
hint-odds-row = La fila suma 17 o más: { $odds }
hint-odds-row-two = La fila suma 17 o más: { $odds } solo por las cartas, { $judged } según juzga counter a los jugadores
hint-odds-bluff = El Comodín +4 era un farol: { $odds }

# Por qué no se permite una jugada
illegal-game-over = la partida ha acabado
illegal-not-your-turn = le toca a otro
illegal-not-in-hand = esa carta no está en la mano
illegal-not-now = no es el momento
illegal-own-card = nadie canta sobre su propia carta
illegal-answered = ese asiento ya ha respondido
illegal-nothing-to-call = se canta después de un turno
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
