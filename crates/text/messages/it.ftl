# Parole
seat = Posto { $number }
card-single = { $number }
card-double = { $number } doppia
card-reverse = Inversione
card-x2 = x2
card-trash = Cestino
card-trap = Trappola
colour-red = rosso
colour-green = verde
colour-blue = blu
colour-yellow = giallo
clockwise = senso orario
counterclockwise = senso antiorario
players = { $count ->
    [one] { $count } giocatore
   *[other] { $count } giocatori
}
list-and = e
games = { $count ->
    [one] { $count } partita
   *[other] { $count } partite
}

# Replay, tutti e due i giochi
replay-round = Round { $number }
replay-unfinished = La registrazione finisce qui; la partita non era finita.
replay-winner = Vince { $name }.
replay-winners = Vincono insieme { $names }.
replay-house-rules = Regole della casa: { $rules }

# Replay, Diciassette
d-starts = Comincia { $name }.
d-hand = { $name } ha in mano { $cards }
d-legend = Le carte tra [parentesi] sono coperte.
d-plays-up = { $name } gioca una carta scoperta: { $card }.
d-plays-down = { $name } gioca una carta coperta: { $card }.
d-reversed = Si cambia verso: { $direction }.
d-doubled = Chi viene dopo gioca due carte.
d-trashed = Il Cestino si porta via l’ultima carta della fila.
d-trashed-nothing = La fila è vuota: se ne va solo il Cestino.
d-shuffled = Si rimescolano gli scarti: ecco il nuovo mazzo di pesca.
d-must-call = { $name } non ha più carte e deve chiamare.
d-calls = { $name } chiama 17!
d-total-reached = La fila fa { $total }: 17 o più. La chiamata è giusta.
d-total-under = La fila fa { $total }: meno di 17. La chiamata è sbagliata.
d-victory-trap = Gettone vittoria a { $name }: la Trappola è scattata.
d-victory-call = Gettone vittoria a { $name }.
d-penalty-trap = Penalità per { $name }: nella fila c’era una Trappola.
d-penalty-call = Penalità per { $name }: la fila faceva { $total }.
d-returned = Seconda penalità: { $name } le restituisce tutte e due, e con loro un gettone vittoria.
d-returned-only = Seconda penalità: { $name } le restituisce tutte e due.
d-row-empty = la fila è vuota
d-sum = = { $total }, di cui { $open } in vista
d-priority = { $name } viene prima nel giro: vale la sua chiamata.
d-standing = { $name }: vittorie { $victory }, penalità { $penalty }

# Replay, Uno
u-cut = { $name } pesca { $card } per decidere chi dà le carte.
u-deals = Dà le carte { $name }.
u-first = La prima carta è { $card }.
u-returned = Con un Jolly +4 non si comincia: torna nel mazzo.
u-names = { $name } dice { $colour }.
u-plays = { $name } gioca { $card }.
u-plays-naming = { $name } gioca { $card } e dice { $colour }.
u-jumps = { $name } si intromette.
u-draws = { $count ->
    [one] { $name } pesca una carta.
   *[other] { $name } pesca { $count } carte.
}
u-keeps = { $name } se la tiene.
u-passes = { $name } non ha niente da pescare e passa.
u-reversed = Si cambia verso: { $direction }.
u-skipped = { $name } salta il turno.
u-raised = { $count ->
    [one] In sospeso c’è { $count } carta.
   *[other] In sospeso ci sono { $count } carte.
}
u-accepts = { $name } accetta.
u-challenges = { $name } sfida { $other }!
u-guilty = Era un bluff: { $name } aveva il colore.
u-innocent = Era tutto in regola: { $name } non aveva il colore.
u-says = { $name }: UNO!
u-catches = { $name } a { $other }: non hai detto UNO!
u-caught = { $name } non l’ha detto.
u-mistaken = { $name } l’ha detto ed è in regola.
u-mistaken-late = Troppo tardi: { $name } non si può più beccare.
u-swapped = { $name } e { $other } si scambiano le carte.
u-rotated = Tutti passano la mano al vicino.
u-shuffled = Si rimescolano gli scarti: ecco il nuovo mazzo di pesca.
u-round-won = { $name } è senza carte e vince il round.
u-voided = Nessuno può andare avanti: il round è nullo.
u-scored = { $points ->
    [one] { $name } prende { $points } punto: { $total } in tutto.
   *[other] { $name } prende { $points } punti: { $total } in tutto.
}
u-hands = In mano: { $cards }

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
count-calls-right = chiamate giuste
count-calls-wrong = chiamate sbagliate
count-traps = Trappole scattate
count-challenges-right = sfide vinte
count-challenges-wrong = sfide perse
count-catches = giocatori beccati
count-reshuffles = rimescolate
count-void-rounds = round nulli

# Arena
arena-title = Arena: { $game }, { $players }
arena-deals = { $count ->
    [one] { $count } smazzata
   *[other] { $count } smazzate
}
arena-played = { $games } su { $deals }
arena-bots = Bot
arena-seed = Seme
arena-version = Versione
arena-rules = Regole della casa
arena-command = Per rigiocarla
arena-ladder = Classifica
arena-bot = Bot
arena-games = Partite
arena-wins = Vittorie
arena-points = Punti
arena-elo = Elo
arena-rating = Valutazione
arena-accuracy = Precisione
arena-faults = Mancanze
arena-range = da { $low } a { $high }
arena-wins-chart = Vittorie per ogni posto occupato
arena-parity = A parità di forza: { $share }
arena-elo-chart = Elo rispetto agli altri
arena-elo-note = 0 vuol dire forte come gli altri in media; 400 in più, vincere dieci volte tanto.
arena-offset-chart = Vittorie secondo il turno
arena-offset-note = 0 è il posto che apre, 1 quello dopo, e così via. La linea tratteggiata è la parità di forza.
arena-all-bots = Tutti i bot
arena-bar = da { $from } a { $to } { $unit }: { $games }
arena-accuracy-chart = Chiamate e sfide giuste
arena-accuracy-line = { $right } giuste, { $wrong } sbagliate
arena-calibration-chart = Quel che un bot dice, e quanto spesso è vero
arena-calibration-note = In orizzontale: quanto il bot lo dava per probabile. In verticale: quante volte era vero. Sulla diagonale ci si può fidare; sotto, il bot promette troppo.
arena-calibration-line = { $claims } affermazioni, in media sbagliate di { $error }
arena-calibration-dot = detto { $said }, vero { $held } ({ $range })
arena-cross = Uno contro l’altro
arena-cross-note = Quante volte il bot a sinistra ha vinto e quello in alto no, ai tavoli dove sedevano entrambi.
arena-cross-cell = { $bot } contro { $other }: { $share } ({ $range }), { $games }
arena-sprt = Test sequenziale
arena-sprt-question = { $bot } è più forte di { $other } di { $elo1 } Elo, o solo di { $elo0 }?
arena-sprt-accept = Più forte: deciso dopo { $deals }.
arena-sprt-reject = Non più forte: deciso dopo { $deals }.
arena-sprt-go-on = Ancora aperto dopo { $deals }.
arena-sprt-line = Log-rapporto di verosimiglianza { $llr }; si chiude a { $low } o a { $high }.
arena-comebacks = Rimonte: nel { $share } delle partite ({ $range }) chi ha vinto era sotto a metà strada.
arena-endless = { $count ->
    [one] { $count } partita interrotta perché senza fine: non l’ha vinta nessuno.
   *[other] { $count } partite interrotte perché senza fine: non le ha vinte nessuno.
}
arena-trouble = Guai con altri programmi
arena-trouble-more = { $count ->
    [one] E { $count } altro.
   *[other] E altri { $count }.
}
arena-method = Come si legge
arena-method-text = Ogni smazzata si è giocata finché ogni bot ha occupato ogni posto lo stesso numero di volte: la fortuna delle carte non favorisce nessuno. Tutte le partite di una smazzata contano come una sola osservazione. L’intervallo tra parentesi contiene il valore vero diciannove volte su venti. La valutazione è quella di Weng e Lin, con una deviazione standard.

# Che cosa non va
where-line = { $file }, riga { $line }: { $problem }
where-move = { $file }, riga { $line }, mossa { $number }: { $problem }
flaw-io = non si riesce a leggere: { $reason }
flaw-too-long = la riga supera { $limit } byte
flaw-json = non è una registrazione: { $reason }
flaw-format = il formato è «{ $found }» invece di «mazzo/1»
flaw-game = il gioco «{ $found }» non esiste
flaw-seats = { $game } si gioca da { $min } a { $max }, non in { $found }
flaw-option-unknown = l’opzione «{ $key }» non esiste; ci sono: { $known }
flaw-option-value = «{ $key }» non può essere «{ $value }»; può essere { $expected }
flaw-no-lead = manca «{ $lead }»
flaw-other-lead = «{ $lead }» è { $written }, ma le carte dicono { $dealt }
flaw-unknown-card = la carta «{ $card }» non esiste (mescolata { $shuffle })
flaw-shuffle-missing = manca la mescolata { $shuffle }
flaw-shuffle-cards = la mescolata { $shuffle } non contiene le carte del mazzo
flaw-shuffle-seat = il posto { $seat } non esiste
flaw-shuffle-extra = mescolate scritte: { $given }; usate: { $used }
flaw-no-move = «{ $text }» non è una mossa
flaw-illegal = «{ $text }» non è permesso: { $reason }
flaw-no-result = la partita è finita, ma manca il risultato
flaw-not-over = c’è un risultato, ma la partita non è finita
flaw-other-result = nel risultato «{ $field }» è { $written }, dovrebbe essere { $found }
flaw-times = tempi e mosse non corrispondono: { $times } e { $moves }
error-file = { $file }: { $reason }
error-no-such-game = In { $file } la partita { $number } non c’è; l’ultima è la { $count }.
error-empty = { $file } non contiene registrazioni.
error-players = { $game } si gioca da { $min } a { $max }, non in { $found }.
error-bots = { $found } bot per { $players } posti: indicane uno per tutti o uno per posto.
error-disk = Non si sono potute scrivere le registrazioni. { $reason }
error-record-name = Le registrazioni vanno in un file, non sullo standard output.
error-exists = { $file } c’è già. Scegli un altro nome, oppure aggiungi --force per sostituirlo.

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
illegal-not-identical = ci si intromette solo con la carta identica

# Arena, the command
error-sprt = Un test sequenziale vuole due valori Elo, prima il più basso, per esempio 0,10; qui c’è «{ $text }».
error-sprt-two = Un test sequenziale si fa con due bot e su una sola macchina.
arena-written = Partite e resoconto: { $file }

# Suggerimenti
hint-before = Prima della mossa { $number }, con gli occhi di { $name }
hint-row = Fila
hint-hand = Mano
hint-hand-empty = vuota
hint-tokens = Gettoni
hint-top = In cima
hint-top-none = ancora niente
hint-top-colour = { $card }, e il colore è { $colour }
hint-cards = Carte
hint-points = Punti
hint-due = Debito
hint-hidden = { $count ->
    [one] = { $sum } più { $count } carta coperta
   *[other] = { $sum } più { $count } carte coperte
}
hint-odds-row = La fila fa 17 o più: { $odds }
hint-odds-row-two = La fila fa 17 o più: { $odds } a guardare le carte, { $judged } per come counter giudica i giocatori
hint-odds-bluff = Il Jolly +4 era un bluff: { $odds }
hint-values = Probabilità di vincere la partita
hint-action = Azione
hint-legend = * che cosa farebbe il bot
hint-legend-played = * che cosa farebbe il bot; > che cosa si è giocato
hint-legend-blank = –: search non ha guardato, perché secondo counter vale poco o non c’è niente da confrontare.
hint-legend-out = –: counter non dà un numero alla giocata che chiude il round.
hint-up = { $card }, scoperta
hint-down = { $card }, coperta
hint-call = chiamare 17
hint-pass = passare
hint-draw = pescare
hint-keep = tenere la carta
hint-accept = accettare
hint-challenge = sfidare
hint-say = dire UNO
hint-catch = beccare { $name }
hint-name = dire { $colour }
hint-with-swap = { $card }, scambio con { $name }
hint-with-jump = { $card }, intromettendosi
hint-with-uno = { $card }, dicendo UNO
error-no-move = In questa partita la mossa { $number } non c’è; l’ultima è la { $count }.
error-move-over = Dopo la mossa { $count } la partita è finita: non c’è più niente da decidere.
error-no-seat = Il posto «{ $seat }» non esiste; ci sono: { $names }.
error-seat-waits = Prima della mossa { $number } { $name } non ha niente da decidere. Tocca a: { $names }.
error-which-seat = Prima della mossa { $number } possono agire in più d’uno: { $names }. Scegli con --seat.

# Studio
study-title = Le regole della casa di { $game }, misurate
study-played = { $players }, tutti { $bot }; { $games } a variante, { $luck } per il caso; seme { $seed }
study-default = di base
study-rounds = Round
study-rounds-note = round a partita
study-moves = Mosse
study-moves-note = decisioni di tutti i giocatori a partita, risposte comprese
study-length = Durata
study-length-note = quanto dura di più rispetto alle regole di base, in decisioni, in %
study-lead = Primo
study-lead-note = quanto vince più della sua parte il posto che comincia o dà le carte per primo, in punti percentuali
study-seat = Posto
study-seat-note = lo stesso per il posto che si scosta di più da 0; già solo per caso non è mai proprio 0
study-behind = Rimonte
study-behind-note = % di partite vinte da chi a metà strada non era in testa
study-luck = Caso
study-luck-note = quanto spesso random vince contro { $bot }, in % della sua parte; 100 vorrebbe dire solo fortuna
study-void = Nulli
study-void-note = round nulli a partita
study-calls = Sfide
study-calls-note = chiamate o sfide a partita
study-ranges = ± dà l’intervallo che contiene il valore vero diciannove volte su venti.
study-written = Tutti i numeri: { $file }
study-stopped = Interrotto: si vede solo quello che era finito, e non si è scritto niente.

# Verifica
verify-shuffles = { $count ->
    [one] { $count } mescolata
   *[other] { $count } mescolate
}
verify-passed = carte distribuite come promesso ({ $shuffles })
verify-passed-unfinished = carte distribuite come promesso, fin dove si è giocato ({ $shuffles })
verify-no-proof = non contiene alcuna prova della distribuzione
verify-scheme = la prova è di un tipo sconosciuto: «{ $found }»
verify-malformed = la prova non si può leggere: { $reason }
verify-no-secret = il segreto non è stato rivelato: per ora non si può dimostrare nulla
verify-commitment = la distribuzione non è quella promessa: il segreto non corrisponde all’impegno preso
verify-seats = la distribuzione non è quella promessa: posti con parole { $words }, posti al tavolo { $seats }
verify-order = la distribuzione non è quella promessa: nella mescolata { $shuffle } la carta { $card } è { $written }, dovrebbe essere { $promised }
verify-lead = la distribuzione non è quella promessa: «{ $lead }» è { $written }, dovrebbe essere { $promised }

# Serve
serve-ready = Mazzo è su { $url }
serve-stopped = Fermato. Tutto è salvato.
serve-weak-token = Il token per la pagina di amministrazione è troppo corto: servono almeno 16 caratteri che nessuno indovini.

# Load
load-moves = Mosse al secondo
load-answers = Risposte nelle finestre al secondo
load-latency = Dalla mossa all’ultimo posto informato, ms (p50 / p99 / p999)
load-bytes = Byte per mossa e giocatore
load-games = Partite finite
load-troubles = Rifiuti / socket caduti / promesse non mantenute
load-core = Server: quota di un core
load-cpu = Server: µs di core per mossa
load-memory = Server: KB per tavolo
