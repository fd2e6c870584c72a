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
load-attacked = Lo mismo durante el ataque, ms (p50 / p99 / p999)
load-hostile-requests = Peticiones hostiles / rechazadas
load-hostile-sockets = Mesas hostiles / sockets / cerrados por el servidor
load-hostile-messages = Mensajes y fragmentos hostiles
load-disk = Carpeta de datos: aumento / ahora, KB
keys-line = clave { $id }, creada { $made }
keys-signs = { $key }, firma

# Backup
backup-done = { $file } está listo: { $kb } KB. Mesas abiertas: { $tables }. Partidas guardadas: { $records }. Contiene todo lo confirmado antes de { $until }.
restore-ask = ¿Sustituir los datos de { $folder } por { $file }? En la copia, mesas abiertas: { $tables }, partidas guardadas: { $records }. Todas las partidas vuelven a como estaban entonces. [s/n]
restore-done = { $folder } tiene ahora los datos de { $file }. Los de antes están en before-restore.db.
restore-not-taken = El servidor que usa { $folder } no ha tomado la copia en un minuto. No ha cambiado nada. Detén el servidor y vuelve a intentarlo.
