# Quello che si vede al tavolo, oltre a quello che dice una registrazione
d-plays-hidden = { $name } gioca una carta coperta.
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
d-tokens = vittorie { $victory }, penalità { $penalty }
back-plain = un dorso neutro
back-double = un { $number } doppio

# Le azioni, come su un pulsante
act-up = Gioca scoperta: { $card }
act-down = Gioca coperta: { $card }
act-call = Chiama 17
act-let = Lascia correre
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

# Quanto forti, quanto svelti
level-easy = facile
level-medium = medio
level-hard = difficile
level-expert = esperto
level-easy-about = Sbaglia quasi tutti i conti e dimentica quasi tutte le carte.
level-medium-about = Ogni tanto sbaglia i conti e dimentica qualche carta.
level-hard-about = Fa i conti giusti e non dimentica niente.
level-expert-about = Vede più in là.
pace-relaxed = con calma
pace-normal = normale
pace-fast = svelto
pace-instant = immediato
pace-relaxed-about = Fai con calma: i turni non hanno limite di tempo.
pace-normal-about = Mezzo minuto per turno.
pace-fast-about = Per chi conosce il gioco.
pace-instant-about = Per i programmi: nessuno aspetta.

# Regole della casa
rule-on = sì
rule-off = no
rule-direction = Verso
rule-direction-about = Che cosa succede al verso di gioco quando finisce un round.
rule-direction-carry = resta com’è
rule-direction-reset = torna orario
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

# Perché non è successo niente
refused-not-host = Lo può fare solo il padrone di casa.
refused-not-seated = Prima siediti.
refused-taken = Lì c’è già seduto qualcuno.
refused-full = I posti sono tutti presi.
refused-no-such-seat = Quel posto non c’è.
refused-not-now = Adesso non si può.
refused-stale = Troppo tardi: il tavolo è andato avanti.
refused-no-action = Questa non è una mossa del gioco.
refused-illegal = Non si può: { $reason }.
refused-sent-away = Il padrone di casa non ti vuole più a questo tavolo.
refused-bad-text = È vuoto, oppure troppo lungo.
refused-lookalike = Quel nome somiglia troppo a un altro al tavolo.
refused-bad-settings = Il tavolo così non può essere.
refused-no-chat = Qui niente testo libero; ci sono le frasi pronte.
refused-closed = Il tavolo è chiuso.
refused-too-much = Troppe cose insieme. Aspettate un momento.
refused-unavailable = In questo momento il server non riesce a salvare. Riprova.

# Quando un server riattacca, o non risponde
net-silent = Il server non risponde.
problem-no-table = Quel tavolo non c’è. Forse è stato chiuso.
problem-no-record = Quella partita non c’è.
problem-wrong-code = Quel codice non funziona. Forse è già stato usato, o ha più di cinque minuti.
problem-too-much = Troppo tutto insieme. Riprova tra un minuto.
problem-full = Il server è pieno. Riprova più tardi.
problem-data-full = Il server ha quasi finito lo spazio: per ora niente nuovi tavoli.
problem-wrong-host = Il server non risponde a questo indirizzo.
problem-other-version = Il server usa un’altra versione. Aggiorna il programma.
problem-stopping = Il server sta per ripartire.
problem-storage = In questo momento il server non riesce a salvare.
problem-no-identity = Il server non ti conosce più. Rientra.
problem-other = Il server dice di no: { $message }

# Frasi, come si dicono al tavolo
phrase-0 = Ciao a tutti!
phrase-1 = Buona fortuna.
phrase-2 = Bella giocata!
phrase-3 = Questa era bella.
phrase-4 = Ma dai!
phrase-5 = Non ci credo neanche un po’.
phrase-6 = Avanti, chiama. Se hai il coraggio.
phrase-7 = Tocca a me?
phrase-8 = Fai con calma, il bar è aperto.
phrase-9 = Questa fa male.
phrase-10 = Tutta fortuna!
phrase-11 = Adesso viene il bello.
phrase-12 = Io non parlo.
phrase-13 = Ma chi ha mescolato?
phrase-14 = Scusa tanto. Anzi, no.
phrase-15 = Ancora una?
phrase-16 = Grazie della partita!
phrase-17 = Devo scappare, buonanotte.
emote-18 = { $name } scoppia a ridere.
emote-19 = { $name } alza un sopracciglio.
emote-20 = { $name } sospira e guarda il soffitto.
emote-21 = { $name } tamburella sul tavolo.
emote-22 = { $name } alza il bicchiere.
emote-23 = { $name } fa un inchino.
phrase-18 = scoppia a ridere
phrase-19 = alza un sopracciglio
phrase-20 = sospira
phrase-21 = tamburella sul tavolo
phrase-22 = alza il bicchiere
phrase-23 = fai un inchino

# What the odds are
hint-odds-row = La fila fa 17 o più: { $odds }
hint-odds-row-two = La fila fa 17 o più: { $odds } a guardare le carte, { $judged } per come counter giudica i giocatori
hint-odds-bluff = Il Jolly +4 era un bluff: { $odds }

# Perché una mossa non è permessa
illegal-game-over = la partita è finita
illegal-not-your-turn = tocca a un altro
illegal-not-in-hand = in mano non c’è questa carta
illegal-not-now = non è il momento
illegal-own-card = non si chiama sulla propria carta
illegal-answered = questo posto ha già risposto
illegal-nothing-to-call = si chiama dopo un turno
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
