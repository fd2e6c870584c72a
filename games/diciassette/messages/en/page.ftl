# The page
page-diciassette-about = Cards go down in a row, open or hidden. Call 17 before it is too late, or too early. 2 to 6 players.
page-backs = backs: { $backs }
page-round-victories = Round { $round } · to { $goal } victories
page-pile-top = draw pile, on top { $back }
page-discarded = { $count ->
    [one] { $count } discarded
   *[other] { $count } discarded
}
page-row = The row
page-row-empty = The row is empty. Whoever starts puts down the first card.
page-card-up = { $card }, face up
page-card-down = face down, { $back }
page-yours = yours: { $card }
page-open = open
page-hidden = { $count ->
    [one] { $count } face down
   *[other] { $count } face down
}
page-so-far = so far
page-to-turn = { $count ->
    [one] { $count } to turn
   *[other] { $count } to turn
}
page-reached = 17 or more
page-under = under 17
page-tap-card = Tap a card, then choose its side.
page-your-turn-two = Your turn: two cards
page-choose-first = Choose the first.
page-which-side = { $card }: which side up?
page-face-up = Face up
page-face-down = Face down
page-counts = counts { $number }
page-all-know = all know the { $number }
page-nobody-knows = nobody knows
page-down-trap = lies in wait
page-up-reverse = turns the direction
page-up-x2 = the next plays two
page-up-trash = takes the last card along
page-up-trap = does nothing
page-17-or-more = 17 or more?
page-has-played = { $name } has played.
page-call = Call 17
page-call-not-now = 17: not now
page-called-back = You call 17; tap to take it back
page-you-call = You call 17
page-calls = { $name } calls 17
page-waits-up = { $card } waits, face up
page-waits-down = { $card } waits, face down
page-was-right = { $name } was right
page-was-wrong = { $name } was wrong
learn-d-row = The row
learn-d-row-about = Everybody adds a card to one row. As long as it is under 17, keep quiet. Once it is 17 or more, somebody should notice.
learn-d-turn = Your turn
learn-d-turn-about = Tap a card, then choose. Face up, everybody counts it. Face down, only you know what it is.
learn-d-call = 17?
learn-d-call-about = After every turn anybody but its player may call. Count what lies open, guess what is hidden. Call if you believe in 17, else pass.
learn-d-double = A double
learn-d-double-about = This card lies face down, but its back shows its number: a double hides nothing. You see them in other hands as well.
learn-d-special = A special card
learn-d-special-about = Face up it does something: Reverse turns the direction, x2 lets the next player play two, Trash takes the last card along. Face down it counts 0 and does nothing.
learn-d-trap = A Trap
learn-d-trap-about = Put it face down and hope that somebody calls: the caller gets a penalty, you a victory token, whatever the row adds up to.
learn-d-tokens = Tokens
learn-d-tokens-about = Who was right got a victory token, who was wrong a penalty. Three victories win the game; two penalties go back and take a victory with them.
