# La pagina prima che il programma sia arrivato
page-title = Mazzo: due giochi di carte per chi sa bluffare
page-description = Diciassette e Uno con gli amici o contro i bot: un link, un nome e si gioca. Senza account, su telefono e computer, anche offline.
page-loading = Si mescola …
page-no-script = Per giocare a Mazzo serve JavaScript.

# L’inizio
page-start-about = Due giochi di carte, di bluff e sangue freddo. Un link, un nome, e sei al tavolo.
page-games = Giochi
page-play-now = Gioca subito
page-with-friends = Con gli amici
page-learn = Impara
page-got-code = Ti hanno mandato un link?
page-code = Link o codice
page-join = Entra
page-wrong-code = Questo non è il link di un tavolo: quelli finiscono con 32 lettere e cifre.
page-last-games = Le tue ultime partite
page-open-tables = Tavoli aperti
page-tables-now = { $count ->
    [one] { $count } in questo momento
   *[other] { $count } in questo momento
}
page-a-table = Un tavolo
page-table-of = Il tavolo di { $name }
page-taken = { $taken } su { $seats } occupati
page-full-watch = si sta giocando, si può guardare
page-watch = Guarda
page-foot = Gratis, open source, senza account. Ogni mazzo si può verificare.
page-unfinished = In sospeso
page-against-bots = contro i bot, in questo browser
page-new-game = Nuova partita
page-go-on = Continua
page-offline-about = Niente rete. Puoi giocare contro i bot; gli amici tornano con la linea.

# Un tavolo nuovo
page-new-table = Un tavolo nuovo
page-game = Gioco
page-players-to = da 2 a { $most } giocatori
page-seats-title = Posti
page-seats = { $count ->
    [one] { $count } posto
   *[other] { $count } posti
}
page-speed = Velocità
page-bots-level = Bot nei posti liberi
page-who-comes = Chi può venire
page-by-link = Con il link
page-by-link-about = entra chi ce l’ha
page-everybody = Tutti
page-everybody-about = sta nella pagina iniziale
page-free-chat = Parole libere
page-free-chat-about = Si può scrivere quel che si vuole, oltre alle frasi pronte.
page-house-rules = Regole della casa
page-measured = L’effetto di ognuna è misurato su 10.000 partite dei nostri bot: dice se la partita si allunga o si accorcia.
page-effect-none = Dura più o meno uguale
page-effect-longer = { $percent } % più lunga
page-effect-shorter = { $percent } % più corta
page-open-table = Apri il tavolo

# Prima della partita
page-keeps-seat = { $name } ti tiene un posto
page-seat-for-you = C’è un posto per te
page-table-full = I posti sono tutti occupati
page-at-table-are = Al tavolo: { $names }.
page-your-name = Il tuo nome al tavolo
page-name-about = Fino a 24 lettere. Niente account, niente password.
page-sit = Siediti
page-who-else = Chi altro viene?
page-invite = Invita
page-invite-about = Chi ha il link può sedersi o guardare.
page-share = Condividi
page-share-text = Vieni a giocare a carte con me:
page-copy = Copia il link
page-copied = Copiato
page-qr = Codice QR del link
page-free = Libero
page-free-about = aspetta qualcuno
page-add-bot = Aggiungi un bot
page-no-bot = Togli il bot
page-bot = bot
page-host = padrone di casa
page-you = tu
page-you-name = Ospite
page-here = presente
page-ready = tutto pronto
page-offline = offline
page-away = non c’è, gioca un bot
page-played-for = Un bot gioca per te.
page-im-back = Eccomi
page-stand = Alzati
page-send-away = Manda via
page-send-name-away = Manda via { $name }
page-listed = aperto a tutti
page-usual-rules = regole ufficiali
page-promised = La casa si impegna prima di mescolare; a partita finita chiunque può verificare:
page-bots-fill = Nei posti liberi giocano i bot.
page-deal = Dai le carte
page-im-ready = Ci sono
page-not-ready = Un attimo
page-waits-for-host = Si comincia quando tutti sono pronti, o quando il padrone di casa dà le carte.
page-door = Chi può entrare
page-approve = Prima chiedi a me
page-approve-about = Chi arriva si siede quando lo fai entrare tu.
page-new-link = Fai un nuovo link
page-new-link-about = Con il vecchio link non entra più nessuno di nuovo. Chi è seduto resta.
page-wants-in = vorrebbe sedersi
page-admit = Fai entrare
page-decline = Rifiuta
page-knocking = Aspetti il padrone di casa
page-knocking-about = Ti siedi appena il padrone di casa ti fa entrare.

# Al tavolo
page-at-table = A questo tavolo
page-players = Giocatori, in ordine intorno al tavolo
page-to-hand = Alle tue carte
page-on-turn = di turno
page-clockwise = Si gioca in senso orario
page-counterclockwise = Si gioca in senso antiorario
page-middle = Centro del tavolo
page-actions = Cosa puoi fare
page-hand = Le tue carte
page-watching = Stai guardando
page-you-watch = Tu guardi soltanto.
page-to-draw = { $count ->
    [one] { $count } da pescare
   *[other] { $count } da pescare
}
page-dealing = Si danno le carte
page-over = La partita è finita
page-plays = Gioca { $name }
page-your-turn = Tocca a te
page-pending = Un attimo …
page-pass = Passo
page-passed = Passi
page-can-change = Puoi ripensarci finché l’anello non si chiude.
page-others-decide = Decidono gli altri
page-waits-for = Aspettiamo { $names }.
page-sealed = In segreto: gli altri lo vedono quando l’anello si chiude.
page-take-back = Ci ripenso
page-waits-note = Si gioca se nessuno si mette in mezzo.
page-card-waits = { $card }, aspetta che l’anello si chiuda
page-not-this = Non questa carta
page-skip = Salta

# While it is played
page-you-drew = Hai pescato { $card }

# Schede
page-talk = Di’ qualcosa
page-talk-new = { $count ->
    [one] Di’ qualcosa, { $count } nuova
   *[other] Di’ qualcosa, { $count } nuove
}
page-own-words = Parole tue
page-say-it = Dillo
page-said-before = Detto prima
page-rules = Regole
page-rules-of = Regole di { $game }
page-no-rules = Le regole ora non si possono caricare.
page-why = Perché? Regola { $clause }
page-log = Cos’è successo
page-log-empty = Da quando sei qui non è successo niente.
page-settings = Impostazioni
page-settings-language = Impostazioni e lingua
page-me = Tu e le tue partite
page-me-about = Questo browser ti riconosce da un numero casuale in un cookie; non c’è un account.
page-move-device = Passa a un altro dispositivo
page-move-code = Scrivi questo codice sull’altro dispositivo, o inquadra l’immagine. Vale una volta sola, per cinque minuti.
page-move-qr = Codice QR per l’altro dispositivo
page-move-here = Usa i tuoi posti e le tue partite su questo dispositivo
page-move-here-about = Apri le impostazioni sul dispositivo usato finora e scegli «Passa a un altro dispositivo». Chi eri su questo dispositivo va perso.
page-move-label = Codice dell’altro dispositivo
page-move-go = Passa qui
page-have-code = Ho un codice da un altro dispositivo
page-export = Scarica le mie partite
page-log-out = Esci
page-log-out-ask = Uscire da questo browser? Senza un altro dispositivo non potrai tornare ai tuoi posti.
page-erase = Cancella i miei dati
page-erase-ask = Cancellare il tuo nome da ogni tavolo e da ogni partita? Le partite giocate solo da te spariscono. Non si può annullare.
page-erase-yes = Sì, cancella
page-keep = No
page-close = Chiudi
page-back = Indietro
page-language = Lingua
page-light = Tema
page-light-auto = Come il sistema
page-light-light = Chiaro
page-light-dark = Scuro
page-thumb = Pollice
page-thumb-right = Destro
page-thumb-left = Sinistro
page-sound = Suono
page-sound-about = Carte, gettoni, il grido.
page-vibrate = Vibrazione
page-vibrate-about = Quando tocca a te, sul telefono.
page-open-sum = Somma delle carte scoperte
page-open-sum-about = Spento: conti tu.
page-large = Testo grande
page-large-about = Tutto un quinto più grande.
page-calm = Meno movimento
page-calm-about = Le carte sfumano invece di volare.
page-keys = Tasti singoli
page-keys-about = Si gioca da tastiera: 1 per una carta, C per chiamare.
page-auto-pass = Passa in automatico
page-auto-pass-about = Nessuno ti aspetta; il pulsante resta.
page-leave = Lascia il tavolo
page-leave-local = La partita resta in questo browser: continua quando vuoi.
page-leave-playing = Un bot gioca per te finché non torni.
page-leave-calm = Puoi tornare con lo stesso link.
page-host-tools = Per il padrone di casa
page-mute = Silenzia
page-unmute = Riattiva
page-close-table = Chiudi il tavolo

# Dopo la partita
page-result = Risultato
page-you-win = Hai vinto
page-rematch = Rivincita
page-replay = Rivedi
page-dealt-fairly = Mazzo onesto?
page-record-link = Link alla partita

# Guai
page-line-broken = Connessione persa. Si riprova; le tue carte sono al sicuro.
page-now = Ora
page-no-line = Nessuna connessione
page-no-line-about = Il server non risponde. Contro i bot puoi giocare anche senza.
page-try-again = Riprova
page-to-start = Alla pagina iniziale
page-reload = Ricarica
page-end-no-table = Questo tavolo non c’è più
page-end-no-table-about = È stato chiuso, o non veniva più nessuno, o al link manca una lettera.
page-end-closed = Il tavolo è chiuso
page-end-closed-about = Le partite finite si possono ancora rivedere.
page-end-sent-away = Il tavolo per te è chiuso
page-end-sent-away-about = Il padrone di casa vuole giocare senza di te, o senza spettatori.
page-end-old-link = Questo link non vale più
page-end-old-link-about = Il padrone di casa ne ha fatto uno nuovo. Chiediglielo.
page-end-full = Troppa gente
page-end-full-about = Intorno a questo tavolo ora non c’è posto, o lo hai aperto troppe volte.
page-end-old = Questa pagina è vecchia
page-end-old-about = Il server ne ha una più nuova. Ricarica: il posto resta tuo.

# La prima partita
page-step = { $number } di { $count }
page-skip-lesson = Salta la lezione
learn-done = È tutto
learn-done-about = Continua, o alzati e siediti a un tavolo vero. Le regole stanno nel libro in alto, in ogni momento.

# Partite registrate
page-no-record = Questa partita non c’è
page-no-record-about = È stata cancellata, o al link manca una lettera.
page-move = mossa { $number } di { $count }
page-whose-eyes = Con gli occhi di chi
page-all-open = Tutte le carte scoperte
page-first = All’inizio
page-one-back = Indietro di una
page-one-on = Avanti di una
page-move-number = Mossa
page-play = Vai
page-pause = Pausa
page-fair-yes = Sì. Verificato ora nel tuo browser.
page-fair-no = Non si può dire
page-fair-alone = Tutto torna, ma non è dimostrato: nessun posto ha aggiunto parole sue, quindi la casa poteva scegliere il mazzo.
page-fair-players = Che questo numero sia stato promesso prima della distribuzione lo sa solo chi giocava: l’hanno confrontato i loro dispositivi.
page-fair-promise = Prima di dare le carte, con questo numero la casa si è impegnata sul suo segreto.
page-fair-secret = Il segreto mostrato alla fine corrisponde alla promessa.
page-fair-words = Il mazzo risulta dal segreto della casa e dalle parole aggiunte dai posti.
page-fair-shuffles = { $count ->
    [one] La mescolata discende dal segreto e da queste parole.
   *[other] Tutte le { $count } mescolate discendono dal segreto e da queste parole.
}
page-fair-moves = Tutte le { $count } mosse sono valide e danno il risultato mostrato.
page-fair-yourself = Puoi farlo anche senza di noi:
page-save-record = Salva la partita
page-bots-here = I bot a questo tavolo
page-deal-anew = Dai di nuovo le carte
page-back-again = Sei di nuovo qui
page-other-tab = Questo tavolo è aperto anche in un’altra scheda.
