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

# Arena, the command
error-sprt = A sequential test takes two numbers of Elo, the first one lower, like 0,10; this is ‘{ $text }’.
error-sprt-two = A sequential test is for two bots, and for one machine.
arena-written = The games and the report: { $file }
