# Was man am Tisch sieht, über eine Aufzeichnung hinaus

# Aktionen, wie auf einem Knopf
act-let = Laufen lassen

# Wie stark, wie schnell
level-easy = leicht
level-medium = mittel
level-hard = schwer
level-expert = Meister
level-easy-about = Verschätzt sich meistens und vergisst fast alle Karten.
level-medium-about = Verschätzt sich ab und zu und vergisst manche Karte.
level-hard-about = Rechnet genau und vergisst nichts.
level-expert-about = Denkt voraus.
pace-relaxed = gemütlich
pace-normal = normal
pace-fast = flott
pace-instant = sofort
pace-relaxed-about = Lass dir Zeit: Beim Zug läuft keine Uhr.
pace-normal-about = Eine halbe Minute pro Zug.
pace-fast-about = Für Leute, die das Spiel kennen.
pace-instant-about = Für Programme: Niemand wartet.

# Hausregeln
rule-on = an
rule-off = aus

# Warum nichts geschah
refused-not-host = Das kann nur der Gastgeber.
refused-not-seated = Setz dich erst hin.
refused-taken = Da sitzt schon jemand.
refused-full = Alle Plätze sind besetzt.
refused-no-such-seat = Den Platz gibt es nicht.
refused-not-now = Das geht jetzt nicht.
refused-stale = Zu spät: Der Tisch ist schon weiter.
refused-no-action = Das ist kein Zug in diesem Spiel.
refused-illegal = Das geht nicht: { $reason }.
refused-sent-away = An diesem Tisch bist du nicht mehr willkommen.
refused-bad-text = Das ist leer oder zu lang.
refused-lookalike = Dieser Name sieht einem anderen am Tisch zu ähnlich.
refused-bad-settings = So kann der Tisch nicht sein.
refused-no-chat = Freier Text ist hier aus; es gibt fertige Sprüche.
refused-closed = Der Tisch ist geschlossen.
refused-too-much = Das geht zu schnell. Wartet einen Moment.
refused-unavailable = Der Server kann das gerade nicht speichern. Versuch es noch einmal.

# Wenn ein Server auflegt oder nicht antwortet
net-silent = Der Server antwortet nicht.
problem-no-table = Diesen Tisch gibt es nicht. Vielleicht wurde er geschlossen.
problem-no-record = Diese Partie gibt es nicht.
problem-wrong-code = Dieser Code gilt nicht. Vielleicht wurde er schon benutzt oder ist älter als fünf Minuten.
problem-too-much = Zu viel auf einmal. Versuch es in einer Minute wieder.
problem-full = Der Server ist voll. Versuch es später wieder.
problem-data-full = Der Server hat kaum noch Platz: Neue Tische gibt es gerade nicht.
problem-wrong-host = Unter dieser Adresse ist der Server nicht erreichbar.
problem-other-version = Der Server hat eine andere Version. Aktualisiere das Programm.
problem-stopping = Der Server startet gleich neu.
problem-storage = Der Server kann gerade nichts speichern.
problem-no-identity = Der Server kennt dich nicht mehr. Komm noch einmal herein.
problem-other = Der Server lehnt ab: { $message }

# Sprüche, wie man sie am Tisch sagt
phrase-0 = Hallo zusammen!
phrase-1 = Viel Glück.
phrase-2 = Gut gespielt!
phrase-3 = Der war schön.
phrase-4 = Ach, komm!
phrase-5 = Ich glaub dir kein Wort.
phrase-6 = Na los, ruf doch. Trau dich.
phrase-7 = Bin ich dran?
phrase-8 = Lass dir Zeit, die Bar hat auf.
phrase-9 = Das tat weh.
phrase-10 = Reines Glück!
phrase-11 = Jetzt wird’s spannend.
phrase-12 = Ich sag nichts.
phrase-13 = Wer hat denn da gemischt?
phrase-14 = Tut mir leid. Na ja, eigentlich nicht.
phrase-15 = Noch eine Runde?
phrase-16 = Danke fürs Spiel!
phrase-17 = Ich muss los, gute Nacht.
emote-18 = { $name } lacht laut auf.
emote-19 = { $name } zieht eine Augenbraue hoch.
emote-20 = { $name } seufzt und schaut zur Decke.
emote-21 = { $name } trommelt auf den Tisch.
emote-22 = { $name } hebt das Glas.
emote-23 = { $name } verbeugt sich.
phrase-18 = laut auflachen
phrase-19 = eine Augenbraue hochziehen
phrase-20 = seufzen
phrase-21 = auf den Tisch trommeln
phrase-22 = das Glas heben
phrase-23 = sich verbeugen

# Warum ein Zug nicht erlaubt ist
illegal-game-over = die Partie ist zu Ende
illegal-not-your-turn = jemand anderes ist dran
illegal-not-in-hand = diese Karte ist nicht auf der Hand
illegal-not-now = dafür ist jetzt nicht der Moment
illegal-answered = dieser Platz hat schon geantwortet
