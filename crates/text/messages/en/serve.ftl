# Serve
serve-ready = Mazzo is at { $url }
serve-stopped = Stopped. Everything is stored.
serve-weak-token = The token for the admin page is too short: it has to be at least 16 characters that nobody guesses.

# Load
load-moves = Moves a second
load-answers = Answers in windows a second
load-latency = From a move to the last seat told, ms (p50 / p99 / p999)
load-bytes = Bytes a move and player
load-games = Games finished
load-troubles = Refused / sockets broken / promises broken
load-core = Server: share of a core
load-cpu = Server: µs of a core a move
load-memory = Server: KB a table
load-attacked = The same during the attack, ms (p50 / p99 / p999)
load-hostile-requests = Hostile requests / refused
load-hostile-sockets = Hostile tables / sockets / sockets ended by the server
load-hostile-messages = Hostile messages and fragments
load-disk = Data folder grown by / now, KB
keys-line = key { $id }, made { $made }
keys-signs = { $key }, signs

# Backup
backup-done = { $file } is written: { $kb } KB. Open tables: { $tables }. Records: { $records }. Everything that was confirmed before { $until } is in it.
restore-ask = Replace the data in { $folder } by { $file }? The backup has open tables: { $tables }, records: { $records }. All games go back to where they were then. [y/n]
restore-done = { $folder } has the data of { $file } now. What was there before is in before-restore.db.
restore-not-taken = The server that uses { $folder } did not take the backup within a minute. Nothing has changed. Stop the server and try again.
