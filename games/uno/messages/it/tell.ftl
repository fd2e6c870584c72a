# Narration
u-shows = { $name } fa vedere le carte a { $other }.
u-shows-you = { $name } ti fa vedere le carte: { $cards }
u-card = { $symbol } { $colour }
u-draw-two = +2
u-reverse = Cambia giro
u-skip = Salta turno
u-wild = Jolly
u-wild-draw-four = Jolly +4
u-points = { $count ->
    [one] { $count } punto
   *[other] { $count } punti
}
act-play = Gioca { $card }
act-name = Gioca { $card } e di’ { $colour }
act-swap = { $action }, scambiando con { $name }
act-jump = Fuori turno: { $card }
act-with-uno = { $action }, dicendo UNO
act-pass = Passa
act-colour = Di’ { $colour }
act-accept = Accetta e pescane { $count }
act-say = UNO!
act-draw = { $count ->
    [one] Pesca una carta
   *[other] Pesca { $count } carte
}
act-keep = Tienila
act-challenge = Sfida
act-catch = Becca { $name }
rule-two-players-reverse = Cambia giro in due
rule-two-players-reverse-about = Che cosa fa un Cambia giro quando si gioca in due.
rule-two-players-reverse-skip = salta l’altro
rule-two-players-reverse-turn = cambia solo il verso
rule-wild-draw-four = Jolly +4
rule-wild-draw-four-about = Se si può bluffare e venire sfidati, oppure si gioca solo quando è in regola.
rule-wild-draw-four-challenge = bluff e sfida
rule-wild-draw-four-strict = solo in regola
rule-wrong-catch = Beccata a vuoto
rule-wrong-catch-about = Quanto costa beccare chi non ha colpa.
rule-wrong-catch-free = niente
rule-wrong-catch-draw-one = una carta
rule-scoring = Punteggio
rule-scoring-about = Se chi vince il round prende i punti degli altri, oppure ognuno segna i suoi e vince il più basso.
rule-scoring-points = tutto a chi vince
rule-scoring-low = vince il più basso
rule-target = Traguardo
rule-target-about = I punti che chiudono la partita.
rule-stacking = A catena
rule-stacking-about = A un +2 si risponde con un +2, a un +4 con un +4: chi viene dopo pesca la somma o aggiunge.
rule-draw-to-match = Pesca finché va
rule-draw-to-match-about = Chi pesca va avanti finché una carta non va bene.
rule-force-play = Gioco obbligato
rule-force-play-about = La carta pescata, se va bene, si gioca per forza.
rule-jump-in = Fuori turno
rule-jump-in-about = Con la carta identica si gioca fuori turno, e si riprende da lì.
rule-seven-zero = Sette e zero
rule-seven-zero-about = Il 7 scambia la mano con qualcuno, lo 0 fa girare tutte le mani.
hint-odds-bluff = Il Jolly +4 era un bluff: { $odds }
illegal-does-not-match = la carta non va né per colore né per numero o simbolo
illegal-colour = con un Jolly si dice un colore, con le altre carte no
illegal-unfair = in mano c’è una carta del colore in gioco
illegal-only-the-drawn = si può giocare solo la carta appena pescata
illegal-must-play = una carta pescata che si può giocare va giocata
illegal-can-draw = c’è ancora da pescare
illegal-nothing-to-draw = non c’è più niente da pescare
illegal-no-uno = UNO lo dice chi resta con una carta
illegal-nobody-to-catch = si può beccare solo un altro che ha una carta sola
illegal-swap = con il 7 si scambia la mano con un altro giocatore, con le altre carte no
illegal-not-identical = fuori turno si gioca solo la carta identica
