# Palabras
seat = Asiento { $number }
card-single = { $number }
card-double = { $number } doble
card-reverse = Cambio de sentido
card-x2 = x2
card-trash = Basura
card-trap = Trampa
colour-red = rojo
colour-green = verde
colour-blue = azul
colour-yellow = amarillo
clockwise = en el sentido de las agujas del reloj
counterclockwise = en sentido contrario a las agujas del reloj
players = { $count ->
    [one] { $count } jugador
   *[other] { $count } jugadores
}
list-and = y
games = { $count ->
    [one] { $count } partida
   *[other] { $count } partidas
}

# Repetición, los dos juegos
replay-round = Ronda { $number }
replay-unfinished = El registro termina aquí; la partida no había acabado.
replay-winner = Gana { $name }.
replay-winners = Comparten la victoria { $names }.
replay-house-rules = Reglas de la casa: { $rules }

# Repetición, Diciassette
d-starts = Empieza { $name }.
d-hand = { $name } tiene { $cards }
d-legend = Las cartas entre [corchetes] están boca abajo.
d-plays-up = { $name } juega { $card }, boca arriba.
d-plays-down = { $name } juega { $card }, boca abajo.
d-reversed = Cambia el sentido: { $direction }.
d-doubled = El siguiente juega dos cartas.
d-trashed = La Basura se lleva la última carta de la fila.
d-trashed-nothing = La fila está vacía: solo se va la Basura.
d-shuffled = Se baraja el descarte y hay mazo de robo nuevo.
d-must-call = { $name } no tiene cartas y le toca cantar.
d-calls = { $name } canta ¡17!
d-total-reached = La fila suma { $total }: 17 o más. Bien cantado.
d-total-under = La fila suma { $total }: menos de 17. Mal cantado.
d-victory-trap = Ficha de victoria para { $name }: la Trampa ha funcionado.
d-victory-call = Ficha de victoria para { $name }.
d-penalty-trap = Penalización para { $name }: había una Trampa en la fila.
d-penalty-call = Penalización para { $name }: la fila sumaba { $total }.
d-returned = Segunda penalización: { $name } devuelve las dos y, con ellas, una ficha de victoria.
d-returned-only = Segunda penalización: { $name } devuelve las dos.
d-row-empty = la fila está vacía
d-sum = = { $total }, de ellos { $open } a la vista
d-priority = { $name } va antes en el orden de juego: vale lo que ha cantado.
d-standing = { $name }: { $victory } de victoria, { $penalty } de penalización

# Repetición, Uno
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
u-challenges = { $name } desafía a { $other }.
u-guilty = Era un farol: { $name } tenía ese color.
u-innocent = Era legal: { $name } no tenía ese color.
u-says = { $name }: ¡UNO!
u-catches = { $name } a { $other }: ¡no has dicho UNO!
u-caught = { $name } no lo ha dicho.
u-mistaken = { $name } lo ha dicho y no tiene culpa.
u-mistaken-late = Demasiado tarde: a { $name } ya no se le puede pillar.
u-swapped = { $name } y { $other } se cambian las cartas.
u-rotated = Todos pasan su mano al de al lado.
u-shuffled = Se baraja el descarte y hay mazo de robo nuevo.
u-round-won = { $name } se queda sin cartas y gana la ronda.
u-voided = Nadie puede seguir: la ronda es nula.
u-scored = { $points ->
    [one] { $name } suma { $points } punto: { $total } en total.
   *[other] { $name } suma { $points } puntos: { $total } en total.
}
u-hands = En la mano: { $cards }

# Simulación
sim-title = { $game }, { $players }, { $games }, semilla { $seed }
sim-speed = Velocidad
sim-speed-line = { $games } partidas/s, { $moves } jugadas/s
sim-length = Duración de una partida
sim-moves = jugadas
sim-rounds = rondas
sim-spread = { $unit }: media { $mean }, la mitad hasta { $middle }
sim-range = 5 % hasta { $low }, 95 % hasta { $high }, máximo { $longest }
sim-wins = Victorias por asiento, con intervalos del 95 %
sim-win = { $seat }: { $share } %  (de { $low } a { $high })
sim-counts = Recuento
sim-count = { $name }: { $count }, { $rate } por partida
sim-no-games = No se ha jugado ninguna partida.
sim-stopped = Detenida: se han jugado { $played } de { $asked } partidas.
sim-recorded = Escrito en { $file }: { $games }.
count-calls-right = 17 bien cantados
count-calls-wrong = 17 mal cantados
count-traps = Trampas que pagaron
count-challenges-right = desafíos ganados
count-challenges-wrong = desafíos perdidos
count-catches = jugadores pillados
count-reshuffles = veces que se volvió a barajar
count-void-rounds = rondas nulas

# Arena
arena-title = Arena: { $game }, { $players }
arena-deals = { $count ->
    [one] { $count } reparto
   *[other] { $count } repartos
}
arena-played = { $games } con { $deals }
arena-bots = Bots
arena-seed = Semilla
arena-version = Versión
arena-rules = Reglas de la casa
arena-command = Para jugarla otra vez
arena-ladder = Clasificación
arena-bot = Bot
arena-games = Partidas
arena-wins = Victorias
arena-points = Puntos
arena-elo = Elo
arena-rating = Valoración
arena-accuracy = Aciertos
arena-faults = Fallos
arena-range = de { $low } a { $high }
arena-wins-chart = Victorias por cada asiento ocupado
arena-parity = A igualdad de fuerzas: { $share }
arena-elo-chart = Elo frente a los demás
arena-elo-note = 0 es ser tan fuerte como la media de los demás; 400 más, ganar diez veces más a menudo.
arena-offset-chart = Victorias según el turno
arena-offset-note = 0 es el asiento que abre, 1 el siguiente, y así sucesivamente. La línea discontinua es la igualdad de fuerzas.
arena-all-bots = Todos los bots
arena-bar = de { $from } a { $to } { $unit }: { $games }
arena-accuracy-chart = Cantes y desafíos acertados
arena-accuracy-line = { $right } acertados, { $wrong } fallados
arena-calibration-chart = Lo que dice un bot y cuántas veces es verdad
arena-calibration-note = En horizontal: lo probable que el bot decía que era. En vertical: cuántas veces fue verdad. En la diagonal se puede fiar uno de su palabra; por debajo, el bot promete de más.
arena-calibration-line = { $claims } afirmaciones, desviadas { $error } de media
arena-calibration-dot = dicho { $said }, fue verdad { $held } ({ $range })
arena-cross = Unos contra otros
arena-cross-note = Cuántas veces ganó el bot de la izquierda y el de arriba no, en mesas donde estaban los dos.
arena-cross-cell = { $bot } contra { $other }: { $share } ({ $range }), { $games }
arena-sprt = Prueba secuencial
arena-sprt-question = ¿Es { $bot } más fuerte que { $other } por { $elo1 } Elo, o solo por { $elo0 }?
arena-sprt-accept = Más fuerte: decidido tras { $deals }.
arena-sprt-reject = No más fuerte: decidido tras { $deals }.
arena-sprt-go-on = Sigue abierto tras { $deals }.
arena-sprt-line = Logaritmo de la razón de verosimilitud: { $llr }; acaba en { $low } o en { $high }.
arena-comebacks = Remontadas: en el { $share } de las partidas ({ $range }) quien ganó iba por detrás a mitad de camino.
arena-endless = { $count ->
    [one] { $count } partida se dejó por interminable: no la ganó nadie.
   *[other] { $count } partidas se dejaron por interminables: no las ganó nadie.
}
arena-trouble = Problemas con otros programas
arena-trouble-more = { $count ->
    [one] Y { $count } más.
   *[other] Y { $count } más.
}
arena-method = Cómo se lee
arena-method-text = Cada reparto se jugó hasta que cada bot ocupó cada asiento el mismo número de veces: la suerte de las cartas no favorece a nadie. Todas las partidas de un reparto cuentan como una sola observación. El intervalo entre paréntesis contiene el valor verdadero diecinueve de cada veinte veces. La valoración es la de Weng y Lin, con una desviación típica.

# Qué está mal
where-line = { $file }, línea { $line }: { $problem }
where-move = { $file }, línea { $line }, jugada { $number }: { $problem }
flaw-io = no se puede leer: { $reason }
flaw-too-long = la línea pasa de { $limit } bytes
flaw-json = esto no es un registro: { $reason }
flaw-format = el formato es «{ $found }» y no «mazzo/1»
flaw-game = no existe el juego «{ $found }»
flaw-seats = { $game } es para { $min } a { $max } jugadores, no para { $found }
flaw-option-unknown = no existe la opción «{ $key }»; hay: { $known }
flaw-option-value = «{ $key }» no puede ser «{ $value }»; puede ser { $expected }
flaw-no-lead = falta «{ $lead }»
flaw-other-lead = «{ $lead }» es { $written }, pero las cartas dicen { $dealt }
flaw-unknown-card = no existe la carta «{ $card }» (barajada { $shuffle })
flaw-shuffle-missing = falta la barajada { $shuffle }
flaw-shuffle-cards = la barajada { $shuffle } no contiene las cartas del mazo
flaw-shuffle-seat = no existe el asiento { $seat }
flaw-shuffle-extra = barajadas escritas: { $given }; usadas: { $used }
flaw-no-move = «{ $text }» no es una jugada
flaw-illegal = «{ $text }» no está permitido: { $reason }
flaw-no-result = la partida ha acabado y falta el resultado
flaw-not-over = hay un resultado y la partida no ha acabado
flaw-other-result = en el resultado «{ $field }» es { $written }, debería ser { $found }
flaw-times = los tiempos y las jugadas no coinciden: { $times } y { $moves }
error-file = { $file }: { $reason }
error-no-such-game = En { $file } no hay partida { $number }; la última es la { $count }.
error-empty = { $file } no contiene ningún registro.
error-players = { $game } es para { $min } a { $max } jugadores, no para { $found }.
error-bots = { $found } bots para { $players } asientos: pon uno para todos o uno por asiento.
error-disk = No se han podido escribir los registros. { $reason }
error-record-name = Los registros van a un archivo, no a la salida estándar.
error-exists = { $file } ya existe. Elige otro nombre o añade --force para sustituirlo.

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

# Arena, the command
error-sprt = Una prueba secuencial necesita dos valores Elo, primero el menor, por ejemplo 0,10; aquí pone «{ $text }».
error-sprt-two = Una prueba secuencial es para dos bots y en una sola máquina.
arena-written = Partidas e informe: { $file }

# Pistas
hint-before = Antes de la jugada { $number }, con los ojos de { $name }
hint-row = Fila
hint-hand = Mano
hint-hand-empty = vacía
hint-tokens = Fichas
hint-top = Encima
hint-top-none = todavía nada
hint-top-colour = { $card }, y el color es { $colour }
hint-cards = Cartas
hint-points = Puntos
hint-due = Pendiente
hint-hidden = { $count ->
    [one] = { $sum } y { $count } carta oculta
   *[other] = { $sum } y { $count } cartas ocultas
}
hint-odds-row = La fila suma 17 o más: { $odds }
hint-odds-row-two = La fila suma 17 o más: { $odds } solo por las cartas, { $judged } según juzga counter a los jugadores
hint-odds-bluff = El Comodín +4 era un farol: { $odds }
hint-values = Probabilidad de ganar la partida
hint-action = Acción
hint-legend = * lo que haría el bot
hint-legend-played = * lo que haría el bot; > lo que se jugó
hint-legend-blank = –: search no lo ha mirado, porque counter lo ve flojo o no hay nada que comparar.
hint-legend-out = –: counter no pone número a la jugada que cierra la ronda.
hint-up = { $card }, boca arriba
hint-down = { $card }, boca abajo
hint-call = cantar 17
hint-pass = pasar
hint-draw = robar
hint-keep = quedarse la carta
hint-accept = aceptar
hint-challenge = desafiar
hint-say = decir UNO
hint-catch = pillar a { $name }
hint-name = pedir { $colour }
hint-with-swap = { $card }, cambiando con { $name }
hint-with-jump = { $card }, colándose
hint-with-uno = { $card }, diciendo UNO
error-no-move = En esta partida no existe la jugada { $number }; la última es la { $count }.
error-move-over = Tras la jugada { $count } se acabó la partida: ya no hay nada que decidir.
error-no-seat = No existe el asiento «{ $seat }»; hay: { $names }.
error-seat-waits = Antes de la jugada { $number }, { $name } no tiene nada que decidir. Les toca a: { $names }.
error-which-seat = Antes de la jugada { $number } pueden actuar varios: { $names }. Elige uno con --seat.

# Estudio
study-title = Las reglas de la casa de { $game }, medidas
study-played = { $players }, todos { $bot }; { $games } por variante, { $luck } para el azar; semilla { $seed }
study-default = de serie
study-rounds = Rondas
study-rounds-note = rondas por partida
study-moves = Jugadas
study-moves-note = decisiones de todos los jugadores por partida, respuestas incluidas
study-length = Largo
study-length-note = cuánto más larga que con las reglas de serie, en decisiones, en %
study-lead = Mano
study-lead-note = lo que gana de más el asiento que empieza o reparte primero, en puntos porcentuales
study-seat = Sitio
study-seat-note = lo mismo para el asiento que más se aparta de 0; solo por azar nunca es del todo 0
study-behind = Vuelco
study-behind-note = % de partidas que gana quien no iba en cabeza a mitad de camino
study-luck = Azar
study-luck-note = cada cuánto gana random contra { $bot }, en % de lo que le tocaría; 100 sería puro azar
study-void = Nulas
study-void-note = rondas nulas por partida
study-calls = Retos
study-calls-note = veces que se canta o se desafía por partida
study-ranges = ± da el intervalo que contiene el valor real diecinueve veces de cada veinte.
study-written = Todos los números: { $file }
study-stopped = Detenido: solo se ve lo que estaba terminado, y no se ha escrito nada.

# Verificación
verify-shuffles = { $count ->
    [one] { $count } barajada
   *[other] { $count } barajadas
}
verify-passed = repartido como se prometió ({ $shuffles })
verify-passed-unfinished = repartido como se prometió, hasta donde se jugó ({ $shuffles })
verify-no-proof = no contiene ninguna prueba del reparto
verify-scheme = la prueba es de un tipo desconocido: «{ $found }»
verify-malformed = la prueba no se puede leer: { $reason }
verify-no-secret = el secreto aún no se ha revelado, así que todavía no se puede demostrar nada
verify-commitment = el reparto no es el prometido: el secreto no corresponde al compromiso
verify-seats = el reparto no es el prometido: asientos con palabras { $words }, asientos en la mesa { $seats }
verify-order = el reparto no es el prometido: en la barajada { $shuffle } la carta { $card } es { $written }, debería ser { $promised }
verify-lead = el reparto no es el prometido: «{ $lead }» es { $written }, debería ser { $promised }

# Serve
serve-ready = Mazzo está en { $url }
serve-stopped = Detenido. Todo está guardado.
serve-weak-token = El token de la página de administración es demasiado corto: necesita al menos 16 caracteres que nadie adivine.

# Load
load-moves = Jugadas por segundo
load-answers = Respuestas en ventanas por segundo
load-latency = De la jugada al último asiento avisado, ms (p50 / p99 / p999)
load-bytes = Bytes por jugada y jugador
load-games = Partidas terminadas
load-troubles = Rechazos / sockets caídos / promesas incumplidas
load-core = Servidor: parte de un núcleo
load-cpu = Servidor: µs de núcleo por jugada
load-memory = Servidor: KB por mesa
