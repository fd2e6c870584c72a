# Serve
serve-ready = Mazzo läuft auf { $url }
serve-stopped = Angehalten. Alles ist gespeichert.
serve-weak-token = Das Token für die Verwaltungsseite ist zu kurz: Es braucht mindestens 16 Zeichen, die niemand errät.

# Load
load-moves = Züge pro Sekunde
load-answers = Antworten in Fenstern pro Sekunde
load-latency = Vom Zug bis zum letzten Platz, ms (p50 / p99 / p999)
load-bytes = Bytes pro Zug und Spieler
load-games = Beendete Partien
load-troubles = Abgelehnt / Verbindungen abgerissen / Zusagen gebrochen
load-core = Server: Anteil eines Kerns
load-cpu = Server: µs eines Kerns pro Zug
load-memory = Server: KB pro Tisch
load-attacked = Dasselbe während des Angriffs, ms (p50 / p99 / p999)
load-hostile-requests = Feindliche Anfragen / abgelehnt
load-hostile-sockets = Feindliche Tische / Verbindungen / vom Server beendet
load-hostile-messages = Feindliche Nachrichten und Fragmente
load-disk = Datenordner gewachsen um / jetzt, KB
keys-line = Schlüssel { $id }, erstellt { $made }
keys-signs = { $key }, unterschreibt

# Backup
backup-done = { $file } ist geschrieben: { $kb } KB. Offene Tische: { $tables }. Aufgezeichnete Spiele: { $records }. Alles, was vor { $until } bestätigt wurde, ist darin.
restore-ask = Die Daten in { $folder } durch { $file } ersetzen? In der Sicherung sind offene Tische: { $tables }, aufgezeichnete Spiele: { $records }. Alle Spiele gehen auf den Stand von damals zurück. [j/n]
restore-done = { $folder } hat jetzt die Daten von { $file }. Die bisherigen liegen in before-restore.db.
restore-not-taken = Der Server, der { $folder } benutzt, hat die Sicherung nicht innerhalb einer Minute übernommen. Nichts hat sich geändert. Halte den Server an und versuche es noch einmal.
