# Was Befehle über Aufzeichnungen sagen, und was an einer Datei nicht stimmt
where-line = { $file }, Zeile { $line }: { $problem }
where-move = { $file }, Zeile { $line }, Zug { $number }: { $problem }
flaw-io = lässt sich nicht lesen: { $reason }
flaw-too-long = die Zeile ist länger als { $limit } Bytes
flaw-json = das ist keine Aufzeichnung: { $reason }
flaw-format = das Format ist „{ $found }“, nicht „mazzo/1“
flaw-game = das Spiel „{ $found }“ gibt es nicht
flaw-seats = { $game } ist für { $min } bis { $max } Spieler, nicht für { $found }
flaw-option-unknown = die Option „{ $key }“ gibt es nicht; es gibt: { $known }
flaw-option-value = „{ $key }“ kann nicht „{ $value }“ sein; möglich ist { $expected }
flaw-no-lead = „{ $lead }“ fehlt
flaw-other-lead = „{ $lead }“ ist { $written }, aber die Karten sagen { $dealt }
flaw-unknown-card = die Karte „{ $card }“ gibt es nicht (Mischung { $shuffle })
flaw-shuffle-missing = Mischung { $shuffle } fehlt
flaw-shuffle-cards = Mischung { $shuffle } besteht nicht aus den Karten des Stapels
flaw-shuffle-seat = Platz { $seat } gibt es nicht
flaw-shuffle-extra = notierte Mischungen: { $given }; gebraucht: { $used }
flaw-no-move = „{ $text }“ ist kein Zug
flaw-illegal = „{ $text }“ ist nicht erlaubt: { $reason }
flaw-no-result = die Partie ist zu Ende, aber das Ergebnis fehlt
flaw-not-over = es gibt ein Ergebnis, aber die Partie ist nicht zu Ende
flaw-other-result = „{ $field }“ im Ergebnis ist { $written }, müsste aber { $found } sein
flaw-times = Zeiten und Züge passen nicht zusammen: { $times } und { $moves }
error-file = { $file }: { $reason }
error-no-such-game = In { $file } gibt es keine Partie { $number }; die letzte ist { $count }.
error-empty = { $file } enthält keine Aufzeichnung.
error-players = { $game } ist für { $min } bis { $max } Spieler, nicht für { $found }.
error-bots = { $found } Bots für { $players } Plätze: Nenne einen für alle oder einen je Platz.
error-disk = Die Aufzeichnungen ließen sich nicht schreiben. { $reason }
error-record-name = Aufzeichnungen kommen in eine Datei, nicht in die Standardausgabe.
error-exists = { $file } gibt es schon. Nimm einen anderen Namen, oder ersetze die Datei mit --force.
replay-unfinished = Hier endet die Aufzeichnung; die Partie war noch nicht zu Ende.
replay-house-rules = Hausregeln: { $rules }
replay-hand = { $name } hat { $cards }
verify-shuffles = { $count ->
    [one] { $count } Mischung
   *[other] { $count } Mischungen
}
verify-passed = gegeben wie versprochen ({ $shuffles })
verify-passed-unfinished = gegeben wie versprochen, soweit gespielt wurde ({ $shuffles })
verify-no-words = folgt aus dem Versprechen, { $shuffles }; aber kein Platz hat Worte dazugegeben, das Haus hätte die Mischung also wählen können
