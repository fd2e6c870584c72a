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
