# Hints
hint-before = Before move { $number }, as { $name } sees it
hint-hand = Hand
hint-hand-empty = none
hint-values = Chance to win the game
hint-action = Action
hint-legend = * what the bot would do
hint-legend-played = * what the bot would do; > what was played
hint-legend-blank = –: search did not look, because counter thinks little of it or sees nothing to compare.
hint-legend-out = –: counter gives no number for a play that ends the round.
hint-pass = pass
error-no-move = There is no move { $number } in this game; the last one is { $count }.
error-move-over = After move { $count } the game is over: there is nothing left to decide.
error-no-seat = There is no seat “{ $seat }”; there are: { $names }.
error-seat-waits = { $name } has nothing to decide before move { $number }. Who has: { $names }.
error-which-seat = Before move { $number } several players may act: { $names }. Choose one with --seat.
