# Die Seite, bevor das Programm da ist
page-title = Mazzo: zwei Kartenspiele zum Bluffen
page-description = Diciassette und Uno mit Freunden oder gegen Bots: ein Link, ein Name, und los geht’s. Ohne Konto, auf Handy und Computer, auch offline.
page-loading = Es wird gemischt …
page-no-script = Zum Spielen braucht Mazzo JavaScript.
