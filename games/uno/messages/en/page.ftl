# The page
page-uno-about = Get rid of your cards, bluff with a +4, and never forget the word. 2 to 10 players.
page-hand-of = { $count ->
    [one] Your hand, { $count } card
   *[other] Your hand, { $count } cards
}
page-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
page-round-points = Round { $round } · to { $goal } points
page-on-top = on top: { $card }
page-force-due = { $count ->
    [one] { $colour }, { $count } due
   *[other] { $colour }, { $count } due
}
page-fit = { $count ->
    [one] { $count } card fits.
   *[other] { $count } cards fit.
}
page-due = { $count ->
    [one] Answer it, or draw { $count }.
   *[other] Answer it, or draw { $count }.
}
page-drawn-fits = It fits. Play it, or keep it.
page-drawn-does-not-fit = It does not fit.
page-play-it = Play it
page-challenge-or = Draw { $due }, or challenge?
page-challenge-about = A bluff if { $name } held { $colour }. Bluff: { $name } draws { $due }. Fair: you draw { $more }.
page-which-colour = Which colour?
page-swap-with = Swap hands with whom?
page-catch = Catch
page-say-uno = Say UNO
page-uno-arm = UNO: say it with your next card
page-uno-armed = UNO is said with your next card
page-uno-not-now = UNO: not now
page-one-left = One card left
page-one-left-about = Say UNO before somebody catches you.
page-you-say-uno = You say UNO
page-uno-back = You say UNO; tap to take it back
page-has-one = { $name } has one card
page-has-one-about = Was UNO said?
page-you-catch = You catch { $name }
page-can-jump = You can jump in
page-can-jump-about = You hold the identical card.
page-you-jump = You jump in with { $card }
page-card-no-fit = { $card }, does not fit
page-bluff = It was a bluff
page-fair-play = It was fair
page-only-you = { $name }’s hand. Only you see it.
page-scores = Points after this round
page-player = Player
page-left-in-hand = Cards left
page-points = Points
learn-u-piles = The pile
learn-u-piles-about = Put a card on the pile that has its colour, its number or its sign. Whoever is out of cards first wins the round.
learn-u-turn = Your turn
learn-u-turn-about = The cards that stand out fit: tap one. A Wild always fits, and you name the colour.
learn-u-draw = Nothing fits
learn-u-draw-about = Draw a card. If that one fits, you may play it at once.
learn-u-challenge = A bluff?
learn-u-challenge-about = A Wild +4 is only fair without a card of the colour before. Challenge: you are shown the hand. A bluff costs the bluffer 4 cards, a wrong challenge costs you 6.
learn-u-word = The word
learn-u-word-about = You have two cards: tap UNO first, then play. Who forgets it can be caught, and draws two.
learn-u-catch = Caught?
learn-u-catch-about = Somebody has one card left. If UNO was not said, Catch costs them two cards.
