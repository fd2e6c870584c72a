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
count-reshuffles = veces que se volvió a barajar
