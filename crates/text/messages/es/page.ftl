# La página antes de que llegue el programa
page-title = Mazzo: dos juegos de cartas para farolear
page-description = Diciassette y Uno con amigos o contra bots: un enlace, un nombre y a jugar. Sin cuenta, en el móvil y en el ordenador, también sin conexión.
page-loading = Barajando …
page-no-script = Para jugar a Mazzo hace falta JavaScript.

# El inicio
page-start-about = Dos juegos de cartas de farol y sangre fría. Un enlace, un nombre, y ya estás en la mesa.
page-games = Juegos
page-play-now = Jugar ya
page-with-friends = Con amigos
page-learn = Aprender
page-got-code = ¿Te han mandado un enlace?
page-code = Enlace o código
page-join = Entrar
page-wrong-code = Ese no es el enlace de una mesa: esos acaban en 32 letras y cifras.
page-last-games = Tus últimas partidas
page-open-tables = Mesas abiertas
page-tables-now = { $count ->
    [one] { $count } ahora mismo
   *[other] { $count } ahora mismo
}
page-a-table = Una mesa
page-table-of = La mesa de { $name }
page-taken = { $taken } de { $seats } ocupados
page-full-watch = en juego, se puede mirar
page-watch = Mirar
page-foot = Gratis, de código abierto, sin cuenta. Cada reparto se puede comprobar.
page-unfinished = Sin terminar
page-against-bots = contra bots, en este navegador
page-new-game = Partida nueva
page-go-on = Seguir
page-offline-about = Sin conexión. Puedes jugar contra bots; los amigos vuelven con la red.

# Una mesa nueva
page-new-table = Una mesa nueva
page-game = Juego
page-players-to = de 2 a { $most } jugadores
page-seats-title = Asientos
page-seats = { $count ->
    [one] { $count } asiento
   *[other] { $count } asientos
}
page-speed = Ritmo
page-bots-level = Bots en los asientos libres
page-who-comes = Quién puede venir
page-by-link = Con el enlace
page-by-link-about = entra quien lo tenga
page-everybody = Todo el mundo
page-everybody-about = sale en la página de inicio
page-free-chat = Texto libre
page-free-chat-about = Se puede escribir lo que se quiera, además de las frases preparadas.
page-house-rules = Reglas de la casa
page-measured = El efecto de cada una está medido en 10.000 partidas de nuestros bots: dice si la partida se alarga o se acorta.
page-effect-none = Dura más o menos igual
page-effect-longer = { $percent } % más larga
page-effect-shorter = { $percent } % más corta
page-open-table = Abrir la mesa

# Antes de la partida
page-keeps-seat = { $name } te guarda un sitio
page-seat-for-you = Hay un sitio para ti
page-table-full = No queda ningún sitio
page-at-table-are = En la mesa: { $names }.
page-your-name = Tu nombre en la mesa
page-name-about = Hasta 24 letras. Sin cuenta ni contraseña.
page-sit = Sentarme
page-who-else = ¿Quién más viene?
page-invite = Invitar
page-invite-about = Quien tenga el enlace puede sentarse o mirar.
page-share = Compartir
page-share-text = Vente a jugar a las cartas conmigo:
page-copy = Copiar el enlace
page-copied = Copiado
page-qr = Código QR del enlace
page-free = Libre
page-free-about = espera a alguien
page-add-bot = Añadir un bot
page-no-bot = Quitar el bot
page-bot = bot
page-host = anfitrión
page-you = tú
page-you-name = Invitado
page-here = aquí
page-ready = todo listo
page-offline = sin conexión
page-away = fuera, juega un bot
page-played-for = Un bot juega por ti.
page-im-back = He vuelto
page-stand = Levantarme
page-send-away = Echar
page-send-name-away = Echar a { $name }
page-listed = abierta a todos
page-usual-rules = reglas oficiales
page-promised = La casa se compromete antes de barajar; al acabar, cualquiera puede comprobarlo:
page-bots-fill = En los asientos libres juegan bots.
page-deal = Repartir
page-im-ready = Por mí, ya
page-not-ready = Aún no
page-waits-for-host = Se empieza cuando todos estén listos, o cuando reparta el anfitrión.
page-door = Quién puede entrar
page-approve = Pedirme permiso antes
page-approve-about = Los que llegan se sientan cuando los dejas pasar.
page-new-link = Crear un enlace nuevo
page-new-link-about = Con el enlace antiguo ya no entra nadie nuevo. Quien está sentado se queda.
page-wants-in = quiere sentarse
page-admit = Dejar pasar
page-decline = Rechazar
page-knocking = Esperando al anfitrión
page-knocking-about = Te sientas en cuanto el anfitrión te deje pasar.

# En la mesa
page-at-table = En esta mesa
page-players = Jugadores, en orden alrededor de la mesa
page-to-hand = A tu mano
page-on-turn = de turno
page-clockwise = Se juega en sentido horario
page-counterclockwise = Se juega en sentido antihorario
page-middle = Centro de la mesa
page-actions = Lo que puedes hacer
page-hand = Tu mano
page-watching = Estás mirando
page-you-watch = Tú solo miras.
page-to-draw = { $count ->
    [one] { $count } por robar
   *[other] { $count } por robar
}
page-dealing = Se reparten las cartas
page-over = La partida ha acabado
page-plays = Juega { $name }
page-your-turn = Te toca
page-pending = Un momento …
page-pass = Paso
page-passed = Pasas
page-can-change = Puedes cambiar de idea hasta que se cierre el anillo.
page-others-decide = Deciden los demás
page-waits-for = Se espera a { $names }.
page-sealed = En secreto: los demás lo ven cuando se cierre el anillo.
page-take-back = Retirarlo
page-waits-note = Se juega si nadie se mete.
page-card-waits = { $card }, espera a que se cierre el anillo
page-not-this = Esta carta no
page-skip = Saltar

# While it is played
page-you-drew = Has robado { $card }

# Hojas
page-talk = Decir algo
page-talk-new = { $count ->
    [one] Decir algo, { $count } nuevo
   *[other] Decir algo, { $count } nuevos
}
page-own-words = Con tus palabras
page-say-it = Decirlo
page-said-before = Dicho antes
page-rules = Reglas
page-rules-of = Reglas de { $game }
page-no-rules = Ahora no se pueden cargar las reglas.
page-why = ¿Por qué? Regla { $clause }
page-log = Qué ha pasado
page-log-empty = Desde que llegaste no ha pasado nada.
page-settings = Ajustes
page-settings-language = Ajustes e idioma
page-me = Tú y tus partidas
page-me-about = Este navegador te reconoce por un número al azar en una cookie; no hay cuenta.
page-move-device = Pasar a otro dispositivo
page-move-code = Escribe este código en el otro dispositivo, o escanea la imagen. Vale una sola vez, durante cinco minutos.
page-move-qr = Código QR para el otro dispositivo
page-move-here = Usa tus asientos y partidas en este dispositivo
page-move-here-about = Abre los ajustes en el dispositivo que usabas y elige «Pasar a otro dispositivo». Lo que eras en este dispositivo se pierde.
page-move-label = Código del otro dispositivo
page-move-go = Pasar aquí
page-have-code = Tengo un código de otro dispositivo
page-export = Descargar mis partidas
page-log-out = Cerrar sesión
page-log-out-ask = ¿Cerrar la sesión en este navegador? Sin otro dispositivo no podrás volver a tus asientos.
page-erase = Borrar mis datos
page-erase-ask = ¿Borrar tu nombre de todas las mesas y partidas? Las partidas que solo jugaste tú desaparecen. No se puede deshacer.
page-erase-yes = Sí, borrar
page-keep = No
page-close = Cerrar
page-back = Atrás
page-language = Idioma
page-light = Tema
page-light-auto = Como el sistema
page-light-light = Claro
page-light-dark = Oscuro
page-thumb = Pulgar
page-thumb-right = Derecho
page-thumb-left = Izquierdo
page-sound = Sonido
page-sound-about = Cartas, fichas, el grito.
page-vibrate = Vibración
page-vibrate-about = Cuando te toca, en el móvil.
page-open-sum = Suma de las cartas a la vista
page-open-sum-about = Apagado: cuentas tú.
page-large = Texto grande
page-large-about = Todo un quinto más grande.
page-calm = Menos movimiento
page-calm-about = Las cartas se funden en vez de volar.
page-keys = Teclas sueltas
page-keys-about = Se juega con el teclado: 1 para una carta, C para cantar.
page-auto-pass = Pasar automáticamente
page-auto-pass-about = Nadie te espera; el botón sigue ahí.
page-leave = Dejar la mesa
page-leave-local = La partida se guarda en este navegador: sigue cuando quieras.
page-leave-playing = Un bot juega por ti hasta que vuelvas.
page-leave-calm = Puedes volver con el mismo enlace.
page-host-tools = Para el anfitrión
page-mute = Silenciar
page-unmute = Volver a oír
page-close-table = Cerrar la mesa

# Después de la partida
page-result = Resultado
page-you-win = Has ganado
page-rematch = Revancha
page-replay = Repetición
page-dealt-fairly = ¿Reparto limpio?
page-record-link = Enlace a la partida

# Problemas
page-line-broken = Conexión perdida. Reintentando; tus cartas están a salvo.
page-now = Ahora
page-no-line = Sin conexión
page-no-line-about = El servidor no contesta. Contra bots puedes jugar sin él.
page-try-again = Reintentar
page-to-start = A la página inicial
page-reload = Recargar
page-end-no-table = Esta mesa ya no está
page-end-no-table-about = Se cerró, o hacía mucho que no venía nadie, o al enlace le falta una letra.
page-end-closed = La mesa está cerrada
page-end-closed-about = Las partidas acabadas se pueden ver todavía.
page-end-sent-away = La mesa está cerrada para ti
page-end-sent-away-about = El anfitrión quiere jugar sin ti, o sin mirones.
page-end-old-link = Este enlace ya no vale
page-end-old-link-about = El anfitrión ha creado otro. Pídeselo.
page-end-full = Demasiada gente
page-end-full-about = Ahora no cabe nadie más en esta mesa, o la tienes abierta demasiadas veces.
page-end-old = Esta página es antigua
page-end-old-about = El servidor tiene una más nueva. Recárgala; tu sitio sigue ahí.

# La primera partida
page-step = { $number } de { $count }
page-skip-lesson = Saltar la lección
learn-done = Eso es todo
learn-done-about = Sigue jugando, o siéntate en una mesa de verdad. Las reglas están en el libro de arriba, en cualquier momento.

# Partidas guardadas
page-no-record = Esa partida no existe
page-no-record-about = Se borró, o al enlace le falta una letra.
page-move = jugada { $number } de { $count }
page-whose-eyes = Con los ojos de quién
page-all-open = Todas las cartas a la vista
page-first = Al principio
page-one-back = Una atrás
page-one-on = Una adelante
page-move-number = Jugada
page-play = Reproducir
page-pause = Pausa
page-fair-yes = Sí. Comprobado ahora en tu navegador.
page-fair-no = No se puede decir
page-fair-alone = Todo encaja, pero no está demostrado: ningún asiento añadió palabras, así que la casa pudo elegir el reparto.
page-fair-players = Que este número se prometió antes de repartir solo lo saben quienes jugaron: sus dispositivos lo compararon.
page-fair-promise = Antes de repartir, la casa se comprometió con su secreto mediante este número.
page-fair-secret = El secreto mostrado al final encaja con la promesa.
page-fair-words = El reparto sale del secreto de la casa y de las palabras que añadieron los asientos.
page-fair-shuffles = { $count ->
    [one] La mezcla sale del secreto y de estas palabras.
   *[other] Las { $count } mezclas salen del secreto y de estas palabras.
}
page-fair-moves = Las { $count } jugadas son legales y dan el resultado mostrado.
page-fair-yourself = Puedes hacer lo mismo sin nosotros:
page-save-record = Guardar la partida
page-bots-here = Los bots de esta mesa
page-deal-anew = Repartir de nuevo
page-back-again = Ya estás de vuelta
page-other-tab = Esta mesa está abierta también en otra pestaña.
