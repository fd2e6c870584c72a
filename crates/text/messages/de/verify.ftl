# Prüfung
verify-no-proof = enthält keinen Beweis für das Geben
verify-scheme = der Beweis ist von unbekannter Art: „{ $found }“
verify-malformed = der Beweis lässt sich nicht lesen: { $reason }
verify-no-secret = das Geheimnis ist noch nicht aufgedeckt, also lässt sich noch nichts beweisen
verify-commitment = nicht gegeben wie versprochen: Das Geheimnis ist nicht das zugesagte
verify-seats = nicht gegeben wie versprochen: Plätze mit Worten { $words }, Plätze am Tisch { $seats }
verify-order = nicht gegeben wie versprochen: In Mischung { $shuffle } ist Karte { $card } { $written }, müsste aber { $promised } sein
verify-lead = nicht gegeben wie versprochen: „{ $lead }“ ist { $written }, müsste aber { $promised } sein
verify-flaw = die Aufzeichnung folgt nicht den Regeln; „mazzo check“ sagt, wo
