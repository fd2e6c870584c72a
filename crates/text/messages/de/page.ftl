# Die Seite, bevor das Programm da ist
page-title = Mazzo: zwei Kartenspiele zum Bluffen
page-description = Diciassette und Uno mit Freunden oder gegen Bots: ein Link, ein Name, und los geht’s. Ohne Konto, auf Handy und Computer, auch offline.
page-loading = Es wird gemischt …
page-no-script = Zum Spielen braucht Mazzo JavaScript.

# Der Anfang
page-start-about = Zwei Kartenspiele für Bluff und Nerven. Ein Link, ein Name, und du sitzt am Tisch.
page-games = Spiele
page-play-now = Jetzt spielen
page-with-friends = Mit Freunden
page-learn = Lernen
page-got-code = Hast du einen Link bekommen?
page-code = Link oder Code
page-join = Mitspielen
page-wrong-code = Das ist kein Link zu einem Tisch: Die enden mit 32 Buchstaben und Ziffern.
page-last-games = Deine letzten Partien
page-open-tables = Offene Tische
page-tables-now = { $count ->
    [one] gerade { $count }
   *[other] gerade { $count }
}
page-a-table = Ein Tisch
page-table-of = Tisch von { $name }
page-taken = { $taken } von { $seats } besetzt
page-full-watch = im Spiel, Zuschauen geht
page-watch = Zuschauen
page-foot = Kostenlos, quelloffen, ohne Konto. Jede Mischung lässt sich nachprüfen.
page-unfinished = Angefangen
page-against-bots = gegen Bots, in diesem Browser
page-new-game = Neue Partie
page-go-on = Weiter
page-offline-about = Kein Netz. Gegen Bots geht es; die Freunde kommen mit der Leitung zurück.

# Ein neuer Tisch
page-new-table = Ein neuer Tisch
page-game = Spiel
page-players-to = 2 bis { $most } Spieler
page-seats-title = Plätze
page-seats = { $count ->
    [one] { $count } Platz
   *[other] { $count } Plätze
}
page-speed = Tempo
page-bots-level = Bots auf freien Plätzen
page-who-comes = Wer kommen kann
page-by-link = Mit dem Link
page-by-link-about = wer ihn hat, kommt rein
page-everybody = Alle
page-everybody-about = er steht auf der Startseite
page-free-chat = Freier Text
page-free-chat-about = Jeder darf schreiben, was er will, nicht nur die fertigen Sprüche.
page-house-rules = Hausregeln
page-measured = Was jede bewirkt, ist an 10.000 Partien unserer Bots gemessen: ob es länger oder kürzer dauert.
page-effect-none = Etwa gleich lang
page-effect-longer = { $percent } % länger
page-effect-shorter = { $percent } % kürzer
page-open-table = Tisch eröffnen

# Vor dem Spiel
page-keeps-seat = { $name } hält dir einen Platz frei
page-seat-for-you = Hier ist ein Platz für dich
page-table-full = Alle Plätze sind besetzt
page-at-table-are = Am Tisch: { $names }.
page-your-name = Dein Name am Tisch
page-name-about = Bis zu 24 Zeichen. Kein Konto, kein Passwort.
page-sit = Hinsetzen
page-who-else = Wer kommt noch?
page-invite = Einladen
page-invite-about = Wer den Link hat, kann sich setzen oder zuschauen.
page-share = Teilen
page-share-text = Komm, spiel Karten mit mir:
page-copy = Link kopieren
page-copied = Kopiert
page-qr = QR-Code zum Link
page-free = Frei
page-free-about = wartet auf jemanden
page-add-bot = Bot dazu
page-no-bot = Bot weg
page-bot = Bot
page-host = Gastgeber
page-you = du
page-you-name = Gast
page-here = da
page-ready = bereit
page-offline = offline
page-away = weg, ein Bot spielt
page-played-for = Ein Bot spielt für dich.
page-im-back = Bin wieder da
page-stand = Aufstehen
page-send-away = Wegschicken
page-send-name-away = { $name } wegschicken
page-listed = offen für alle
page-usual-rules = offizielle Regeln
page-promised = Das Haus legt sich vor dem Mischen fest; nach der Partie kann es jeder prüfen:
page-bots-fill = Auf freien Plätzen spielen Bots.
page-deal = Karten geben
page-im-ready = Ich bin bereit
page-not-ready = Doch noch nicht
page-waits-for-host = Los geht’s, wenn alle bereit sind oder der Gastgeber gibt.
page-door = Wer dazu darf
page-approve = Erst mich fragen
page-approve-about = Wer dazukommt, sitzt erst, wenn du ihn hereinlässt.
page-new-link = Neuen Link machen
page-new-link-about = Mit dem alten Link kommt niemand Neues herein. Wer sitzt, bleibt.
page-wants-in = möchte sich dazusetzen
page-admit = Hereinlassen
page-decline = Abweisen
page-knocking = Warten auf den Gastgeber
page-knocking-about = Du sitzt, sobald der Gastgeber dich hereinlässt.

# Am Tisch
page-at-table = An diesem Tisch
page-players = Spieler, in der Reihenfolge am Tisch
page-to-hand = Zu deiner Hand
page-on-turn = am Zug
page-clockwise = Es geht im Uhrzeigersinn
page-counterclockwise = Es geht gegen den Uhrzeigersinn
page-middle = Tischmitte
page-actions = Was du tun kannst
page-hand = Deine Hand
page-watching = Du schaust zu
page-you-watch = Du schaust nur zu.
page-to-draw = { $count ->
    [one] noch { $count }
   *[other] noch { $count }
}
page-dealing = Es wird gegeben
page-over = Die Partie ist zu Ende
page-plays = { $name } spielt
page-your-turn = Du bist dran
page-pending = Unterwegs …
page-pass = Passe
page-passed = Du passt
page-can-change = Du kannst es dir anders überlegen, bis der Ring zu ist.
page-others-decide = Die anderen entscheiden
page-waits-for = Warten auf { $names }.
page-sealed = Verdeckt: Die anderen sehen es, wenn der Ring zu ist.
page-take-back = Zurücknehmen
page-waits-note = Sie wird gespielt, wenn keiner dazwischengeht.
page-card-waits = { $card }, wartet, bis der Ring zu ist
page-not-this = Nicht diese Karte
page-skip = Überspringen

# While it is played
page-you-drew = Du hast { $card } gezogen

# Blätter
page-talk = Etwas sagen
page-talk-new = { $count ->
    [one] Etwas sagen, { $count } neu
   *[other] Etwas sagen, { $count } neu
}
page-own-words = Eigene Worte
page-say-it = Sagen
page-said-before = Bisher gesagt
page-rules = Regeln
page-rules-of = Regeln von { $game }
page-no-rules = Die Regeln lassen sich gerade nicht laden.
page-why = Warum? Regel { $clause }
page-log = Was geschah
page-log-empty = Seit du da bist, ist nichts passiert.
page-settings = Einstellungen
page-settings-language = Einstellungen und Sprache
page-me = Du und deine Partien
page-me-about = Dieser Browser kennt dich an einer Zufallszahl in einem Cookie; ein Konto gibt es nicht.
page-move-device = Auf ein anderes Gerät umziehen
page-move-code = Gib diesen Code auf dem anderen Gerät ein oder scanne das Bild. Er gilt ein Mal, fünf Minuten lang.
page-move-qr = QR-Code für das andere Gerät
page-move-here = Deine Plätze und Partien auf diesem Gerät
page-move-here-about = Öffne die Einstellungen auf dem bisherigen Gerät und wähle „Auf ein anderes Gerät umziehen“. Wer du auf diesem Gerät warst, wird aufgegeben.
page-move-label = Code vom anderen Gerät
page-move-go = Hierher umziehen
page-have-code = Ich habe einen Code von einem anderen Gerät
page-export = Meine Partien herunterladen
page-log-out = Abmelden
page-log-out-ask = In diesem Browser abmelden? Ohne ein anderes Gerät kannst du nicht zu deinen Plätzen zurück.
page-erase = Mich löschen
page-erase-ask = Deinen Namen an jedem Tisch und in jeder Partie löschen? Partien, die nur du gespielt hast, verschwinden. Das lässt sich nicht rückgängig machen.
page-erase-yes = Ja, löschen
page-keep = Nein
page-close = Schließen
page-back = Zurück
page-language = Sprache
page-light = Design
page-light-auto = Wie das System
page-light-light = Hell
page-light-dark = Dunkel
page-thumb = Daumen
page-thumb-right = Rechts
page-thumb-left = Links
page-sound = Ton
page-sound-about = Karten, Plättchen, der Ruf.
page-vibrate = Vibration
page-vibrate-about = Wenn du dran bist, auf dem Handy.
page-open-sum = Summe der offenen Karten
page-open-sum-about = Aus: selber zählen.
page-large = Große Schrift
page-large-about = Alles um ein Fünftel größer.
page-calm = Weniger Bewegung
page-calm-about = Karten blenden über, statt zu fliegen.
page-keys = Einzelne Tasten
page-keys-about = Spielen mit der Tastatur: 1 für eine Karte, C zum Rufen.
page-auto-pass = Von selbst passen
page-auto-pass-about = Niemand wartet auf dich; der Knopf bleibt.
page-leave = Tisch verlassen
page-leave-local = Die Partie bleibt in diesem Browser: Mach weiter, wann du willst.
page-leave-playing = Ein Bot spielt für dich weiter, bis du zurück bist.
page-leave-calm = Mit demselben Link kommst du zurück.
page-host-tools = Für den Gastgeber
page-mute = Stumm
page-unmute = Wieder hören
page-close-table = Tisch schließen

# Nach dem Spiel
page-result = Ergebnis
page-you-win = Du hast gewonnen
page-rematch = Revanche
page-replay = Ansehen
page-dealt-fairly = Ehrlich gemischt?
page-record-link = Link zur Partie

# Ärger
page-line-broken = Verbindung weg. Neuer Versuch läuft; deine Karten sind sicher.
page-now = Jetzt
page-no-line = Keine Verbindung
page-no-line-about = Der Server antwortet nicht. Gegen Bots geht es auch ohne.
page-try-again = Noch einmal
page-to-start = Zur Startseite
page-reload = Neu laden
page-end-no-table = Diesen Tisch gibt es nicht mehr
page-end-no-table-about = Er wurde geschlossen, oder lange kam keiner, oder dem Link fehlt ein Zeichen.
page-end-closed = Der Tisch ist geschlossen
page-end-closed-about = Fertige Partien lassen sich weiter ansehen.
page-end-sent-away = Dieser Tisch ist für dich zu
page-end-sent-away-about = Der Gastgeber möchte ohne dich spielen, oder ohne Zuschauer.
page-end-old-link = Dieser Link gilt nicht mehr
page-end-old-link-about = Der Gastgeber hat einen neuen gemacht. Frag ihn danach.
page-end-full = Zu viele Leute
page-end-full-about = An diesem Tisch ist gerade kein Platz, oder du hast ihn zu oft offen.
page-end-old = Diese Seite ist veraltet
page-end-old-about = Der Server hat eine neuere. Lade sie; dein Platz bleibt dir.

# Das erste Spiel
page-step = { $number } von { $count }
page-skip-lesson = Lektion überspringen
learn-done = Das war alles
learn-done-about = Spiel weiter oder setz dich an einen echten Tisch. Die Regeln stehen jederzeit im Buch oben.

# Aufgezeichnete Spiele
page-no-record = Diese Partie gibt es nicht
page-no-record-about = Sie wurde gelöscht, oder dem Link fehlt ein Zeichen.
page-move = Zug { $number } von { $count }
page-whose-eyes = Aus wessen Sicht
page-all-open = Alle Karten offen
page-first = Zum Anfang
page-one-back = Einen zurück
page-one-on = Einen weiter
page-move-number = Zug
page-play = Abspielen
page-pause = Pause
page-fair-yes = Ja. Gerade in deinem Browser geprüft.
page-fair-no = Das lässt sich nicht sagen
page-fair-alone = Stimmig, aber nicht bewiesen: Kein Platz hat eigene Worte dazugegeben, das Haus hätte die Mischung also wählen können.
page-fair-players = Ob diese Zahl vor dem Geben versprochen wurde, wissen nur die Spieler: Ihre Geräte haben sie verglichen.
page-fair-promise = Vor dem Geben hat sich das Haus mit dieser Zahl auf sein Geheimnis festgelegt.
page-fair-secret = Das Geheimnis, nach dem Spiel gezeigt, passt zum Versprechen.
page-fair-words = Die Mischung folgt aus dem Geheimnis des Hauses und aus Worten, die Plätze dazugegeben haben.
page-fair-shuffles = { $count ->
    [one] Die Mischung folgt aus dem Geheimnis und diesen Worten.
   *[other] Alle { $count } Mischungen folgen aus dem Geheimnis und diesen Worten.
}
page-fair-moves = Alle { $count } Züge sind erlaubt und ergeben das gezeigte Ergebnis.
page-fair-yourself = Das geht auch ohne uns:
page-save-record = Partie speichern
page-bots-here = Die Bots an diesem Tisch
page-deal-anew = Neu geben
page-back-again = Du bist wieder da
page-other-tab = Dieser Tisch ist auch in einem anderen Tab offen.
