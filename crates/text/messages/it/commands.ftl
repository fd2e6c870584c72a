# Quello che dicono i comandi sulle registrazioni, e che cosa non va in un file
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
replay-unfinished = La registrazione finisce qui; la partita non era finita.
replay-house-rules = Regole della casa: { $rules }
replay-hand = { $name } ha in mano { $cards }
verify-shuffles = { $count ->
    [one] { $count } mescolata
   *[other] { $count } mescolate
}
verify-passed = carte distribuite come promesso ({ $shuffles })
verify-passed-unfinished = carte distribuite come promesso, fin dove si è giocato ({ $shuffles })
verify-no-words = corrisponde alla promessa, { $shuffles }; ma nessun posto ha aggiunto parole, quindi la casa poteva scegliere il mazzo
