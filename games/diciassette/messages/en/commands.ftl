# Replay
d-legend = Cards in [brackets] lie face down.
d-row-empty = the row is empty
d-sum = = { $total }, of which { $open } open
d-priority = { $name } is nearer in turn order: that call counts.
