# What somebody at the table sees, beyond what a record tells

# Actions, as on a button
act-let = Let it go

# How strong, how fast
level-easy = easy
level-medium = medium
level-hard = hard
level-expert = expert
level-easy-about = Misjudges most things and forgets most cards.
level-medium-about = Misjudges some things and forgets some cards.
level-hard-about = Judges exactly and forgets nothing.
level-expert-about = Looks ahead.
pace-relaxed = relaxed
pace-normal = normal
pace-fast = fast
pace-instant = instant
pace-relaxed-about = Take your time: there is no clock on a turn.
pace-normal-about = Half a minute for a turn.
pace-fast-about = For people who know the game.
pace-instant-about = For programs: nobody waits.

# House rules
rule-on = on
rule-off = off

# Why something had no effect
refused-not-host = Only the host can do that.
refused-not-seated = Take a seat first.
refused-taken = Somebody sits there already.
refused-full = Every seat is taken.
refused-no-such-seat = There is no such seat.
refused-not-now = That does not work right now.
refused-stale = Too late: the table has moved on.
refused-no-action = That is no move of this game.
refused-illegal = That does not work: { $reason }.
refused-sent-away = The host has closed this table to you.
refused-bad-text = That is empty, or too long.
refused-lookalike = That name looks too much like another one here.
refused-bad-settings = The table cannot be like that.
refused-no-chat = No free text here; there are phrases.
refused-closed = The table is closed.
refused-too-much = Too much at once here. Wait a moment.
refused-unavailable = The server cannot store that just now. Try again.

# When a server hangs up, or does not answer
net-silent = The server does not answer.
problem-no-table = There is no such table. Perhaps it was closed.
problem-no-record = There is no such game.
problem-wrong-code = That code does not work. It may have been used, or be older than five minutes.
problem-too-much = Too much at once. Try again in a minute.
problem-full = The server is full. Try again later.
problem-data-full = The server is running out of space: no new tables for now.
problem-wrong-host = The server does not go by this address.
problem-other-version = The server speaks another version. Update this program.
problem-stopping = The server is about to start again.
problem-storage = The server cannot store anything just now.
problem-no-identity = The server does not know you any more. Join again.
problem-other = The server refuses: { $message }

# Phrases, as one says them at the table
phrase-0 = Hello, everyone!
phrase-1 = Good luck.
phrase-2 = Well played!
phrase-3 = Nice one.
phrase-4 = Oh, come on!
phrase-5 = I don’t believe a word of it.
phrase-6 = Go on, call it. I dare you.
phrase-7 = My turn yet?
phrase-8 = Take your time, the bar is open.
phrase-9 = That hurt.
phrase-10 = Pure luck!
phrase-11 = Now it gets interesting.
phrase-12 = I’m not saying anything.
phrase-13 = Who shuffled these?
phrase-14 = Sorry about that. Not really.
phrase-15 = Another round?
phrase-16 = Thanks for the game!
phrase-17 = I have to go, good night.
emote-18 = { $name } laughs out loud.
emote-19 = { $name } raises an eyebrow.
emote-20 = { $name } sighs and looks at the ceiling.
emote-21 = { $name } drums on the table.
emote-22 = { $name } raises a glass.
emote-23 = { $name } takes a bow.
phrase-18 = laugh out loud
phrase-19 = raise an eyebrow
phrase-20 = sigh
phrase-21 = drum on the table
phrase-22 = raise a glass
phrase-23 = take a bow

# Why a move is not legal
illegal-game-over = the game is over
illegal-not-your-turn = somebody else is on turn
illegal-not-in-hand = there is no such card in the hand
illegal-not-now = it is not the moment for that
illegal-answered = the seat has answered already
