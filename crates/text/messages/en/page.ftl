# The page before the client is there
page-title = Mazzo: two card games of bluff
page-description = Diciassette and Uno with friends or against bots: a link, a name, and you play. No account, on phone and desktop, also offline.
page-loading = Shuffling …
page-no-script = Mazzo needs JavaScript to play.
