# The page before the client is there
page-title = Mazzo: two card games of bluff
page-description = Diciassette and Uno with friends or against bots: a link, a name, and you play. No account, on phone and desktop, also offline.
page-loading = Shuffling …
page-no-script = Mazzo needs JavaScript to play.

# The start
page-start-about = Two card games of bluff and nerve. A link, a name, and you are at the table.
page-games = Games
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
page-watching = You watch
page-you-watch = You only watch.
page-to-draw = { $count ->
    [one] { $count } to draw
   *[other] { $count } to draw
}
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

# While it is played
page-you-drew = You drew { $card }

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
