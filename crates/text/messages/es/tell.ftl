# Lo que se ve en la mesa, además de lo que cuenta un registro

# Las acciones, como en un botón
act-let = Dejarlo pasar

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

# Por qué no se permite una jugada
illegal-game-over = la partida ha acabado
illegal-not-your-turn = le toca a otro
illegal-not-in-hand = esa carta no está en la mano
illegal-not-now = no es el momento
illegal-answered = ese asiento ya ha respondido
