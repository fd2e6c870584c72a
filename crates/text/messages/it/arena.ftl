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

# Arena, the command
error-sprt = Un test sequenziale vuole due valori Elo, prima il più basso, per esempio 0,10; qui c’è «{ $text }».
error-sprt-two = Un test sequenziale si fa con due bot e su una sola macchina.
arena-written = Partite e resoconto: { $file }
