# Replay
d-legend = Karten in [Klammern] liegen verdeckt.
d-row-empty = die Reihe ist leer
d-sum = = { $total }, davon { $open } zu sehen
d-priority = { $name } kommt früher dran: Dieser Ruf zählt.
