# The page
page-diciassette-about = Die Karten kommen in eine Reihe, offen oder verdeckt. Ruf 17, bevor es zu spät ist, aber nicht zu früh. 2 bis 6 Spieler.
page-backs = Rückseiten: { $backs }
page-round-victories = Runde { $round } · bis { $goal } Siege
page-pile-top = Nachziehstapel, oben { $back }
page-discarded = { $count ->
    [one] { $count } abgelegt
   *[other] { $count } abgelegt
}
page-row = Die Reihe
page-row-empty = Die Reihe ist leer. Wer anfängt, legt die erste Karte.
page-card-up = { $card }, offen
page-card-down = verdeckt, { $back }
page-yours = deine: { $card }
page-open = offen
page-hidden = { $count ->
    [one] { $count } verdeckt
   *[other] { $count } verdeckt
}
page-so-far = bis jetzt
page-to-turn = { $count ->
    [one] noch { $count } zu drehen
   *[other] noch { $count } zu drehen
}
page-reached = 17 oder mehr
page-under = unter 17
page-tap-card = Tipp auf eine Karte, dann wähl die Seite.
page-your-turn-two = Du bist dran: zwei Karten
page-choose-first = Wähl die erste.
page-which-side = { $card }: welche Seite nach oben?
page-face-up = Offen
page-face-down = Verdeckt
page-counts = zählt { $number }
page-all-know = alle kennen die { $number }
page-nobody-knows = keiner weiß es
page-down-trap = liegt auf der Lauer
page-up-reverse = dreht die Richtung
page-up-x2 = der Nächste spielt zwei
page-up-trash = nimmt die letzte Karte mit
page-up-trap = tut nichts
page-17-or-more = 17 oder mehr?
page-has-played = { $name } hat gespielt.
page-call = 17 rufen
page-call-not-now = 17: jetzt nicht
page-called-back = Du rufst 17; tippen nimmt es zurück
page-you-call = Du rufst 17
page-calls = { $name } ruft 17
page-waits-up = { $card } wartet, offen
page-waits-down = { $card } wartet, verdeckt
page-was-right = { $name } hatte recht
page-was-wrong = { $name } lag falsch
learn-d-row = Die Reihe
learn-d-row-about = Alle legen Karten an eine Reihe. Unter 17: still sein. Ab 17 sollte es jemand merken.
learn-d-turn = Du bist dran
learn-d-turn-about = Tipp auf eine Karte und wähl. Liegt sie offen, zählen alle mit. Liegt sie verdeckt, kennst nur du sie.
learn-d-call = 17?
learn-d-call-about = Nach jedem Zug darf jeder rufen, außer wer gespielt hat. Zähl, was offen liegt, rate, was verdeckt ist. Ruf, wenn du an 17 glaubst, sonst pass.
learn-d-double = Eine Doppelte
learn-d-double-about = Diese Karte liegt verdeckt, aber ihre Rückseite zeigt die Zahl: Eine Doppelte verbirgt nichts. Du siehst sie auch bei den anderen.
learn-d-special = Eine Spezialkarte
learn-d-special-about = Offen tut sie etwas: Richtungswechsel dreht die Richtung, x2 lässt den Nächsten zwei spielen, Müll nimmt die letzte Karte mit. Verdeckt zählt sie 0 und tut nichts.
learn-d-trap = Eine Falle
learn-d-trap-about = Leg sie verdeckt und hoffe, dass jemand ruft: Wer ruft, bekommt eine Strafe, du einen Sieg, egal was die Reihe ergibt.
learn-d-tokens = Plättchen
learn-d-tokens-about = Wer recht hatte, bekam einen Sieg, wer falsch lag, eine Strafe. Drei Siege gewinnen; zwei Strafen gehen zurück und nehmen einen Sieg mit.
