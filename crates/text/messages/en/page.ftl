# The page before the client is there
page-title = Mazzo: two card games of bluff
page-description = Diciassette and Uno with friends or against bots: a link, a name, and you play. No account, on phone and desktop, also offline.
page-loading = Shuffling …
page-no-script = Mazzo needs JavaScript to play.

# The start
page-start-about = Two card games of bluff and nerve. A link, a name, and you are at the table.
page-games = Games
page-diciassette-about = Cards go down in a row, open or hidden. Call 17 before it is too late, or too early. 2 to 6 players.
page-uno-about = Get rid of your cards, bluff with a +4, and never forget the word. 2 to 10 players.
page-play-now = Play now
page-with-friends = With friends
page-learn = Learn
page-got-code = Somebody sent you a link?
page-code = Link or code
page-join = Join
page-wrong-code = That is no link to a table: those end in 32 letters and digits.
page-last-games = Your last games
page-open-tables = Open tables
page-tables-now = { $count ->
    [one] { $count } just now
   *[other] { $count } just now
}
page-a-table = A table
page-table-of = { $name }’s table
page-taken = { $taken } of { $seats } taken
page-full-watch = being played, can be watched
page-watch = Watch
page-foot = Free, open source, no account. Every deal can be checked.
page-unfinished = Unfinished
page-against-bots = against bots, in this browser
page-new-game = New game
page-go-on = Go on
page-offline-about = No network. You can play against bots; your friends come back with the line.

# A new table
page-new-table = A new table
page-game = Game
page-players-to = 2 to { $most } players
page-seats-title = Seats
page-seats = { $count ->
    [one] { $count } seat
   *[other] { $count } seats
}
page-speed = Speed
page-bots-level = Bots on free seats
page-who-comes = Who can come
page-by-link = By link
page-by-link-about = whoever has it can join
page-everybody = Everybody
page-everybody-about = it is on the start page
page-free-chat = Free words
page-free-chat-about = People may write what they like, beside the phrases.
page-house-rules = House rules
page-measured = What each one does was measured over 10,000 games of our bots: whether it makes a game longer or shorter.
page-effect-none = Length about the same
page-effect-longer = { $percent } % longer
page-effect-shorter = { $percent } % shorter
page-open-table = Open the table

# Before a game
page-keeps-seat = { $name } keeps a seat for you
page-seat-for-you = There is a seat for you
page-table-full = Every seat is taken
page-at-table-are = At the table: { $names }.
page-your-name = Your name at the table
page-name-about = Up to 24 letters. No account, no password.
page-sit = Sit down
page-who-else = Who else is coming?
page-invite = Invite
page-invite-about = Whoever has the link can sit down or watch.
page-share = Share
page-share-text = Come and play cards with me:
page-copy = Copy the link
page-copied = Copied
page-qr = QR code of the link
page-free = Free
page-free-about = waits for somebody
page-add-bot = Add a bot
page-no-bot = Take the bot away
page-bot = bot
page-host = host
page-you = you
page-you-name = Guest
page-here = here
page-ready = ready
page-offline = offline
page-away = away, a bot plays
page-played-for = A bot plays for you.
page-im-back = I’m back
page-stand = Stand up
page-send-away = Send away
page-send-name-away = Send { $name } away
page-listed = open to everybody
page-usual-rules = official rules
page-promised = The deal is promised before it is made; after the game anybody can check it:
page-bots-fill = Free seats are played by bots.
page-deal = Deal
page-im-ready = I’m ready
page-not-ready = Not yet
page-waits-for-host = It starts when everybody is ready, or the host deals.
page-door = Who may join
page-approve = Ask me first
page-approve-about = Newcomers sit down when you let them in.
page-new-link = Make a new link
page-new-link-about = The old link lets no one new in. Whoever sits here stays.
page-wants-in = would like to sit down
page-admit = Let in
page-decline = Turn away
page-knocking = Waiting for the host
page-knocking-about = You sit down as soon as the host lets you in.

# At the table
page-at-table = At this table
page-players = Players, in the order around the table
page-to-hand = To your hand
page-on-turn = on turn
page-clockwise = Play goes clockwise
page-counterclockwise = Play goes counter-clockwise
page-middle = Middle of the table
page-actions = What you can do
page-hand = Your hand
page-hand-of = { $count ->
    [one] Your hand, { $count } card
   *[other] Your hand, { $count } cards
}
page-cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
page-backs = backs: { $backs }
page-watching = You watch
page-you-watch = You only watch.
page-round-victories = Round { $round } · to { $goal } victories
page-round-points = Round { $round } · to { $goal } points
page-to-draw = { $count ->
    [one] { $count } to draw
   *[other] { $count } to draw
}
page-pile-top = draw pile, on top { $back }
page-discarded = { $count ->
    [one] { $count } discarded
   *[other] { $count } discarded
}
page-on-top = on top: { $card }
page-dealing = The cards are dealt
page-over = The game is over
page-plays = { $name } plays
page-your-turn = Your turn
page-pending = On its way …
page-pass = Pass
page-passed = You pass
page-can-change = You can change your mind until the ring closes.
page-others-decide = The others decide
page-waits-for = Waiting for { $names }.
page-sealed = Sealed: the others see it when the ring has closed.
page-take-back = Take it back
page-waits-note = It is played if nobody steps in.
page-card-waits = { $card }, waits for the ring to close
page-not-this = Not this card
page-skip = Skip

# Diciassette
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

# Uno
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
page-you-drew = You drew { $card }
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

# Sheets
page-talk = Say something
page-talk-new = { $count ->
    [one] Say something, { $count } new
   *[other] Say something, { $count } new
}
page-own-words = Your own words
page-say-it = Say it
page-said-before = Said before
page-rules = Rules
page-rules-of = Rules of { $game }
page-no-rules = The rules cannot be loaded just now.
page-why = Why? Rule { $clause }
page-log = What happened
page-log-empty = Nothing has happened since you came.
page-settings = Settings
page-settings-language = Settings and language
page-me = You and your games
page-me-about = This browser knows you by a random number in a cookie; there is no account.
page-move-device = Move to another device
page-move-code = Type this code on the other device, or scan the picture. It works once, for five minutes.
page-move-qr = QR code for the other device
page-move-here = Use your seats and games on this device
page-move-here-about = Open Settings on the device that you used so far and choose “Move to another device”. What this device was before is given up.
page-move-label = Code from the other device
page-move-go = Move here
page-have-code = I have a code from another device
page-export = Download my games
page-log-out = Log out
page-log-out-ask = Log out of this browser? Without another device you cannot come back to your seats.
page-erase = Erase me
page-erase-ask = Erase your name at every table and in every game? Games that only you played are deleted. This cannot be undone.
page-erase-yes = Yes, erase
page-keep = No
page-close = Close
page-back = Back
page-language = Language
page-light = Theme
page-light-auto = As the system
page-light-light = Light
page-light-dark = Dark
page-thumb = Thumb
page-thumb-right = Right
page-thumb-left = Left
page-sound = Sound
page-sound-about = Cards, coins, the shout.
page-vibrate = Vibration
page-vibrate-about = When it is your turn, on phones.
page-open-sum = Show the open sum
page-open-sum-about = Off: count for yourself.
page-large = Large text
page-large-about = Everything a fifth larger.
page-calm = Less motion
page-calm-about = Cards fade instead of flying.
page-keys = Single keys
page-keys-about = Play with the keyboard: 1 for a card, C to call.
page-auto-pass = Pass by itself
page-auto-pass-about = Nobody waits for you; the button stays.
page-leave = Leave the table
page-leave-local = The game is kept in this browser: go on whenever you like.
page-leave-playing = A bot plays on for you until you come back.
page-leave-calm = You can come back with the same link.
page-host-tools = For the host
page-mute = Mute
page-unmute = Listen again
page-close-table = Close the table

# After a game
page-result = Result
page-you-win = You win
page-rematch = Rematch
page-replay = Replay
page-dealt-fairly = Dealt fairly?
page-record-link = Link to the record

# Trouble
page-line-broken = Connection lost. Trying again; your cards are safe.
page-now = Now
page-no-line = No connection
page-no-line-about = The server does not answer. Against bots you can play without it.
page-try-again = Try again
page-to-start = To the start page
page-reload = Load again
page-end-no-table = This table is gone
page-end-no-table-about = It was closed, or nobody came for long, or the link lacks a letter.
page-end-closed = The table is closed
page-end-closed-about = Finished games can still be replayed.
page-end-sent-away = The table is closed to you
page-end-sent-away-about = The host wants to play without you, or without people who watch.
page-end-old-link = This link is no longer valid
page-end-old-link-about = The host has made a new one. Ask for it.
page-end-full = Too many people
page-end-full-about = There is no room around this table just now, or you have it open too often.
page-end-old = This page is out of date
page-end-old-about = The server has a newer one. Load it; your seat is kept.

# A first game
page-step = { $number } of { $count }
page-skip-lesson = Skip the lesson
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
learn-done = That is all
learn-done-about = Play on, or leave and sit down at a real table. The rules are behind the book at the top, at any moment.

# Records
page-no-record = There is no such game
page-no-record-about = It was deleted, or the link lacks a letter.
page-move = move { $number } of { $count }
page-whose-eyes = Through whose eyes
page-all-open = All cards open
page-first = To the start
page-one-back = One back
page-one-on = One on
page-move-number = Move
page-play = Play
page-pause = Pause
page-fair-yes = Yes. Checked in your browser just now.
page-fair-no = That cannot be said
page-fair-alone = Consistent, but not proven: no seat added words of its own, so the house could have chosen the deal.
page-fair-players = Only players can tell that this number was promised before the deal: their clients compared it.
page-fair-promise = Before the deal the house promised its secret by this number.
page-fair-secret = The secret that was shown after the game fits the promise.
page-fair-words = The deal follows from the house’s secret and from words that seats added.
page-fair-shuffles = { $count ->
    [one] The shuffle follows from the secret and these words.
   *[other] All { $count } shuffles follow from the secret and these words.
}
page-fair-moves = All { $count } moves are legal, and give the result that was shown.
page-fair-yourself = You can do the same without us:
page-save-record = Save the record
page-bots-here = Bots at this table
page-deal-anew = Deal anew
page-back-again = You are back
page-other-tab = This table is open in another tab as well.
