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
