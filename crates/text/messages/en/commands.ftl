# What commands about records say, and what is wrong with a file
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
replay-unfinished = The record ends here; the game was not over.
replay-house-rules = House rules: { $rules }
replay-hand = { $name } holds { $cards }
verify-shuffles = { $count ->
    [one] { $count } shuffle
   *[other] { $count } shuffles
}
verify-passed = dealt as promised ({ $shuffles })
verify-passed-unfinished = dealt as promised as far as it was played ({ $shuffles })
verify-no-words = it follows from its promise, { $shuffles }; but no seat added words, so the house could have chosen the deal
