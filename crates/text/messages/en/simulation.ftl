# Simulation
sim-title = { $game }, { $players }, { $games }, seed { $seed }
sim-speed = Speed
sim-speed-line = { $games } games/s, { $moves } moves/s
sim-length = Length of a game
sim-moves = moves
sim-rounds = rounds
sim-spread = { $unit }: mean { $mean }, half up to { $middle }
sim-range = 5 % up to { $low }, 95 % up to { $high }, longest { $longest }
sim-wins = Wins by seat, with 95 % intervals
sim-win = { $seat }: { $share } %  ({ $low } to { $high })
sim-counts = Counted
sim-count = { $name }: { $count }, { $rate } a game
sim-no-games = No game was played.
sim-stopped = Stopped: { $played } of { $asked } games were played.
sim-recorded = Written down in { $file }: { $games }.
count-reshuffles = reshuffles
