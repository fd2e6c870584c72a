# Simulation
sim-title = { $game }, { $players }, { $games }, Startwert { $seed }
sim-speed = Tempo
sim-speed-line = { $games } Partien/s, { $moves } Züge/s
sim-length = Länge einer Partie
sim-moves = Züge
sim-rounds = Runden
sim-spread = { $unit }: im Mittel { $mean }, die Hälfte bis { $middle }
sim-range = 5 % bis { $low }, 95 % bis { $high }, längste { $longest }
sim-wins = Siege nach Platz, mit 95-%-Intervallen
sim-win = { $seat }: { $share } %  ({ $low } bis { $high })
sim-counts = Gezählt
sim-count = { $name }: { $count }, { $rate } je Partie
sim-no-games = Es wurde keine Partie gespielt.
sim-stopped = Angehalten: { $played } von { $asked } Partien gespielt.
sim-recorded = Aufgezeichnet in { $file }: { $games }.
count-reshuffles = neu gemischt
