# Words
seat = Seat { $number }
card-single = { $number }
card-double = double { $number }
card-reverse = Reverse
card-x2 = x2
card-trash = Trash
card-trap = Trap
colour-red = red
colour-green = green
colour-blue = blue
colour-yellow = yellow
clockwise = clockwise
counterclockwise = counter-clockwise
players = { $count ->
    [one] { $count } player
   *[other] { $count } players
}
list-and = and
games = { $count ->
    [one] { $count } game
   *[other] { $count } games
}

# Replay, both games
replay-round = Round { $number }
replay-unfinished = The record ends here; the game was not over.
replay-winner = { $name } wins.
replay-winners = { $names } win together.
replay-house-rules = House rules: { $rules }

# Replay, Diciassette
d-starts = { $name } starts.
d-hand = { $name } holds { $cards }
d-legend = Cards in [brackets] lie face down.
d-plays-up = { $name } plays { $card }, face up.
d-plays-down = { $name } plays { $card }, face down.
d-reversed = The direction turns: { $direction }.
d-doubled = The next player plays two cards.
d-trashed = The Trash takes the last card of the row with it.
d-trashed-nothing = The row is empty: only the Trash goes.
d-shuffled = The discard pile is shuffled into a new draw pile.
d-must-call = { $name } has no card left and must call.
d-calls = { $name } calls 17!
d-total-reached = The row adds up to { $total }: 17 or more. The call is right.
d-total-under = The row adds up to { $total }: under 17. The call is wrong.
d-victory-trap = { $name } gets a victory token: the Trap caught the caller.
d-victory-call = { $name } gets a victory token.
d-penalty-trap = Penalty for { $name }: there was a Trap in the row.
d-penalty-call = Penalty for { $name }: the row was { $total }.
d-returned = Second penalty token: { $name } gives both back, and a victory token with them.
d-returned-only = Second penalty token: { $name } gives both back.
d-row-empty = the row is empty
d-sum = = { $total }, of which { $open } open
d-priority = { $name } is nearer in turn order: that call counts.
d-standing = { $name }: { $victory } victory, { $penalty } penalty

# Replay, Uno
u-cut = { $name } draws { $card } for the deal.
u-deals = { $name } deals.
u-first = The first card is { $card }.
u-returned = A Wild +4 cannot start: back into the pile with it.
u-names = { $name } names { $colour }.
u-plays = { $name } plays { $card }.
u-plays-naming = { $name } plays { $card } and names { $colour }.
u-jumps = { $name } jumps in.
u-draws = { $count ->
    [one] { $name } draws a card.
   *[other] { $name } draws { $count } cards.
}
u-keeps = { $name } keeps it.
u-passes = { $name } has nothing to draw and passes.
u-reversed = The direction turns: { $direction }.
u-skipped = { $name } loses the turn.
u-raised = { $count ->
    [one] { $count } card is due.
   *[other] { $count } cards are due.
}
u-accepts = { $name } accepts.
u-challenges = { $name } challenges { $other }!
u-guilty = It was a bluff: { $name } held the colour.
u-innocent = It was fair: { $name } held no card of the colour.
u-says = { $name }: UNO!
u-catches = { $name } to { $other }: you did not say UNO!
u-caught = { $name } has not said it.
u-mistaken = { $name } has, and is not to blame.
u-mistaken-late = Too late: { $name } can no longer be caught.
u-swapped = { $name } and { $other } swap hands.
u-rotated = All hands are passed on.
u-shuffled = The discard pile is shuffled into a new draw pile.
u-round-won = { $name } is out of cards and wins the round.
u-voided = Nobody can go on: the round is void.
u-scored = { $points ->
    [one] { $name } gets { $points } point: { $total } in all.
   *[other] { $name } gets { $points } points: { $total } in all.
}
u-hands = In hand: { $cards }

# Simulation
sim-title = { $game }, { $players }, { $games }, seed { $seed }
sim-speed = Speed
sim-speed-line = { $games } games/s, { $moves } moves/s
sim-length = Length of a game
sim-moves = moves
sim-rounds = rounds
sim-spread = { $unit }: mean { $mean }, half up to { $middle }
sim-range = 5 % up to { $low }, 95 % up to { $high }, longest { $longest }
sim-wins = Wins by seat, with 95 % intervals
sim-win = { $seat }: { $share } %  ({ $low } to { $high })
sim-counts = Counted
sim-count = { $name }: { $count }, { $rate } a game
sim-no-games = No game was played.
sim-stopped = Stopped: { $played } of { $asked } games were played.
sim-recorded = Written down in { $file }: { $games }.
count-calls-right = calls that were right
count-calls-wrong = calls that were wrong
count-traps = Traps that paid
count-challenges-right = challenges that were right
count-challenges-wrong = challenges that were wrong
count-catches = players caught
count-reshuffles = reshuffles
count-void-rounds = void rounds

# Arena
arena-title = Arena: { $game }, { $players }
arena-deals = { $count ->
    [one] { $count } deal
   *[other] { $count } deals
}
arena-played = { $games } over { $deals }
arena-bots = Bots
arena-seed = Seed
arena-version = Version
arena-rules = House rules
arena-command = To play it again
arena-ladder = Ladder
arena-bot = Bot
arena-games = Games
arena-wins = Wins
arena-points = Points
arena-elo = Elo
arena-rating = Rating
arena-accuracy = Accuracy
arena-faults = Faults
arena-range = { $low } to { $high }
arena-wins-chart = Wins for each seat held
arena-parity = Equal strength: { $share }
arena-elo-chart = Elo against the field
arena-elo-note = 0 is as strong as the others on average; 400 more is winning ten times as often.
arena-offset-chart = Wins by place in the order of turns
arena-offset-note = 0 is the seat that leads, 1 the next one, and so on. The dashed line is equal strength.
arena-all-bots = All bots
arena-bar = { $from } to { $to } { $unit }: { $games }
arena-accuracy-chart = Calls and challenges that were right
arena-accuracy-line = { $right } right, { $wrong } wrong
arena-calibration-chart = What a bot says, and how often it is so
arena-calibration-note = Across: how likely the bot said it was. Up: how often it was so. On the diagonal its word can be trusted; below it the bot promises too much.
arena-calibration-line = { $claims } statements, off by { $error } on average
arena-calibration-dot = said { $said }, was so { $held } ({ $range })
arena-cross = Against each other
arena-cross-note = How often the bot on the left won and the one above did not, at tables where both sat.
arena-cross-cell = { $bot } against { $other }: { $share } ({ $range }), { $games }
arena-sprt = Sequential test
arena-sprt-question = Is { $bot } stronger than { $other } by { $elo1 } Elo, or only by { $elo0 }?
arena-sprt-accept = Stronger: decided after { $deals }.
arena-sprt-reject = Not stronger: decided after { $deals }.
arena-sprt-go-on = Still open after { $deals }.
arena-sprt-line = Log-likelihood ratio { $llr }; it ends at { $low } or { $high }.
arena-comebacks = Comebacks: in { $share } of games ({ $range }) the winner was behind at half time.
arena-endless = { $count ->
    [one] { $count } game was given up as endless: nobody won it.
   *[other] { $count } games were given up as endless: nobody won them.
}
arena-trouble = Trouble with other programs
arena-trouble-more = { $count ->
    [one] And { $count } more.
   *[other] And { $count } more.
}
arena-method = How to read this
arena-method-text = Every deal was played until each bot had held each seat equally often, so the luck of the cards favours nobody. All games of a deal count as one observation. An interval in brackets holds the true value nineteen times in twenty. The rating is that of Weng and Lin, with one standard deviation.

# What is wrong
where-line = { $file }, line { $line }: { $problem }
where-move = { $file }, line { $line }, move { $number }: { $problem }
flaw-io = it cannot be read: { $reason }
flaw-too-long = the line is longer than { $limit } bytes
flaw-json = this is no record: { $reason }
flaw-format = the format is “{ $found }”, not “mazzo/1”
flaw-game = there is no game “{ $found }”
flaw-seats = { $game } is for { $min } to { $max } players, not for { $found }
flaw-option-unknown = there is no option “{ $key }”; there are: { $known }
flaw-option-value = “{ $key }” cannot be “{ $value }”; it can be { $expected }
flaw-no-lead = “{ $lead }” is missing
flaw-other-lead = “{ $lead }” is { $written }, but the cards say { $dealt }
flaw-unknown-card = there is no card “{ $card }” (shuffle { $shuffle })
flaw-shuffle-missing = shuffle { $shuffle } is missing
flaw-shuffle-cards = shuffle { $shuffle } is not an order of the cards in the pile
flaw-shuffle-seat = there is no seat { $seat }
flaw-shuffle-extra = shuffles written down: { $given }; used: { $used }
flaw-no-move = “{ $text }” is no move
flaw-illegal = “{ $text }” is not legal: { $reason }
flaw-no-result = the game is over, and the result is missing
flaw-not-over = there is a result, and the game is not over
flaw-other-result = “{ $field }” of the result is { $written }, but should be { $found }
flaw-times = times and moves do not match: { $times } and { $moves }
error-file = { $file }: { $reason }
error-no-such-game = There is no game { $number } in { $file }; the last one is { $count }.
error-empty = { $file } holds no record.
error-players = { $game } is for { $min } to { $max } players, not for { $found }.
error-bots = { $found } bots for { $players } seats: name one for all, or one a seat.
error-disk = The records could not be written. { $reason }
error-record-name = Records go to a file, not to standard output.
error-exists = { $file } is there already. Choose another name, or say --force to replace it.

# Why a move is not legal
illegal-game-over = the game is over
illegal-not-your-turn = somebody else is on turn
illegal-not-in-hand = there is no such card in the hand
illegal-not-now = it is not the moment for that
illegal-own-card = nobody calls on their own card
illegal-answered = the seat has answered already
illegal-nothing-to-call = calls come after a turn
illegal-does-not-match = the card matches neither colour, number nor symbol
illegal-colour = a Wild needs a colour, and no other card takes one
illegal-unfair = the hand holds a card of the colour in force
illegal-only-the-drawn = only the card just drawn may be played
illegal-must-play = a drawn card that can be played must be played
illegal-can-draw = there is something to draw
illegal-nothing-to-draw = there is nothing left to draw
illegal-no-uno = UNO is said by who is left with one card
illegal-nobody-to-catch = only somebody else with one card can be caught
illegal-swap = a 7 swaps with another player, and no other card does
illegal-not-identical = only the identical card jumps in

# Arena, the command
error-sprt = A sequential test takes two numbers of Elo, the first one lower, like 0,10; this is ‘{ $text }’.
error-sprt-two = A sequential test is for two bots, and for one machine.
arena-written = The games and the report: { $file }

# Hints
hint-before = Before move { $number }, as { $name } sees it
hint-row = Row
hint-hand = Hand
hint-hand-empty = none
hint-tokens = Tokens
hint-top = On top
hint-top-none = nothing yet
hint-top-colour = { $card }, and { $colour } is in force
hint-cards = Cards
hint-points = Points
hint-due = Due
hint-hidden = { $count ->
    [one] = { $sum } and { $count } hidden card
   *[other] = { $sum } and { $count } hidden cards
}
hint-odds-row = The row is 17 or more: { $odds }
hint-odds-row-two = The row is 17 or more: { $odds } by the cards alone, { $judged } as counter judges the players
hint-odds-bluff = The Wild +4 was a bluff: { $odds }
hint-values = Chance to win the game
hint-action = Action
hint-legend = * what the bot would do
hint-legend-played = * what the bot would do; > what was played
hint-legend-blank = –: search did not look, because counter thinks little of it or sees nothing to compare.
hint-legend-out = –: counter gives no number for a play that ends the round.
hint-up = { $card }, face up
hint-down = { $card }, face down
hint-call = call 17
hint-pass = pass
hint-draw = draw
hint-keep = keep the card
hint-accept = accept
hint-challenge = challenge
hint-say = say UNO
hint-catch = catch { $name }
hint-name = name { $colour }
hint-with-swap = { $card }, swapping with { $name }
hint-with-jump = { $card }, jumping in
hint-with-uno = { $card }, saying UNO
error-no-move = There is no move { $number } in this game; the last one is { $count }.
error-move-over = After move { $count } the game is over: there is nothing left to decide.
error-no-seat = There is no seat “{ $seat }”; there are: { $names }.
error-seat-waits = { $name } has nothing to decide before move { $number }. Who has: { $names }.
error-which-seat = Before move { $number } several players may act: { $names }. Choose one with --seat.

# Study
study-title = House rules of { $game }, measured
study-played = { $players }, all of them { $bot }; { $games } a variant, { $luck } for luck; seed { $seed }
study-default = default
study-rounds = Rounds
study-rounds-note = rounds a game
study-moves = Moves
study-moves-note = decisions of all players a game, answers included
study-length = Length
study-length-note = how many % longer than the default, in decisions
study-lead = Lead
study-lead-note = what the seat that starts or deals first wins beyond an equal share, in percentage points
study-seat = Seat
study-seat-note = the same for the seat where it is farthest from 0; by chance alone it is never quite 0
study-behind = Behind
study-behind-note = % of games whose winner was not in front at half time
study-luck = Luck
study-luck-note = how often random wins against { $bot }, in % of an equal share; 100 would be luck alone
study-void = Void
study-void-note = void rounds a game
study-calls = Calls
study-calls-note = calls or challenges a game
study-ranges = ± gives the interval that holds the true value nineteen times in twenty.
study-written = All numbers: { $file }
study-stopped = Stopped: only what was finished is shown, and nothing was written.

# Verify
verify-shuffles = { $count ->
    [one] { $count } shuffle
   *[other] { $count } shuffles
}
verify-passed = dealt as promised ({ $shuffles })
verify-passed-unfinished = dealt as promised as far as it was played ({ $shuffles })
verify-no-proof = there is no proof of the deal in it
verify-scheme = the proof is of a kind that is not known here: “{ $found }”
verify-malformed = the proof cannot be read: { $reason }
verify-no-secret = the secret has not been shown, so nothing can be proved yet
verify-commitment = the deal is not what was promised: the secret is not the one that was committed to
verify-seats = the deal is not what was promised: seats with words { $words }, seats at the table { $seats }
verify-order = the deal is not what was promised: in shuffle { $shuffle } card { $card } is { $written }, it should be { $promised }
verify-lead = the deal is not what was promised: “{ $lead }” is { $written }, it should be { $promised }

# Serve
serve-ready = Mazzo is at { $url }
serve-stopped = Stopped. Everything is stored.
serve-weak-token = The token for the admin page is too short: it has to be at least 16 characters that nobody guesses.

# Load
load-moves = Moves a second
load-answers = Answers in windows a second
load-latency = From a move to the last seat told, ms (p50 / p99 / p999)
load-bytes = Bytes a move and player
load-games = Games finished
load-troubles = Refused / sockets broken / promises broken
load-core = Server: share of a core
load-cpu = Server: µs of a core a move
load-memory = Server: KB a table
