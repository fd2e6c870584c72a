# Quello che si vede al tavolo, oltre a quello che dice una registrazione

# Le azioni, come su un pulsante
act-let = Lascia correre

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

# Perché una mossa non è permessa
illegal-game-over = la partita è finita
illegal-not-your-turn = tocca a un altro
illegal-not-in-hand = in mano non c’è questa carta
illegal-not-now = non è il momento
illegal-answered = questo posto ha già risposto
