# Serve
serve-ready = Mazzo è su { $url }
serve-stopped = Fermato. Tutto è salvato.
serve-weak-token = Il token per la pagina di amministrazione è troppo corto: servono almeno 16 caratteri che nessuno indovini.

# Load
load-moves = Mosse al secondo
load-answers = Risposte nelle finestre al secondo
load-latency = Dalla mossa all’ultimo posto informato, ms (p50 / p99 / p999)
load-bytes = Byte per mossa e giocatore
load-games = Partite finite
load-troubles = Rifiuti / socket caduti / promesse non mantenute
load-core = Server: quota di un core
load-cpu = Server: µs di core per mossa
load-memory = Server: KB per tavolo
load-attacked = Lo stesso durante l’attacco, ms (p50 / p99 / p999)
load-hostile-requests = Richieste ostili / rifiutate
load-hostile-sockets = Tavoli ostili / socket / chiusi dal server
load-hostile-messages = Messaggi e frammenti ostili
load-disk = Cartella dei dati: crescita / ora, KB
keys-line = chiave { $id }, creata { $made }
keys-signs = { $key }, firma

# Backup
backup-done = { $file } è pronto: { $kb } KB. Tavoli aperti: { $tables }. Partite registrate: { $records }. Contiene tutto ciò che è stato confermato prima delle { $until }.
restore-ask = Sostituire i dati in { $folder } con { $file }? Nel backup, tavoli aperti: { $tables }, partite registrate: { $records }. Tutte le partite tornano a com’erano allora. [s/n]
restore-done = { $folder } ha ora i dati di { $file }. Quelli di prima sono in before-restore.db.
restore-not-taken = Il server che usa { $folder } non ha preso il backup entro un minuto. Non è cambiato nulla. Ferma il server e riprova.
