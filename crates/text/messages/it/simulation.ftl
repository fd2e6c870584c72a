# Simulazione
sim-title = { $game }, { $players }, { $games }, seme { $seed }
sim-speed = Velocità
sim-speed-line = { $games } partite/s, { $moves } mosse/s
sim-length = Durata di una partita
sim-moves = mosse
sim-rounds = round
sim-spread = { $unit }: media { $mean }, metà fino a { $middle }
sim-range = 5 % fino a { $low }, 95 % fino a { $high }, massimo { $longest }
sim-wins = Vittorie per posto, con intervalli al 95 %
sim-win = { $seat }: { $share } %  (da { $low } a { $high })
sim-counts = Contati
sim-count = { $name }: { $count }, { $rate } a partita
sim-no-games = Non si è giocata nessuna partita.
sim-stopped = Fermata: giocate { $played } partite su { $asked }.
sim-recorded = Scritto in { $file }: { $games }.
count-reshuffles = rimescolate
