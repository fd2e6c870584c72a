// What Colyseus keeps the clients told of. Both ends import it, so that no description of it goes over the wire.

import { schema, t } from '@colyseus/schema';

export const Player = schema(
  {
    cards: t.uint8(),
    // Only a client whose view has this player is told.
    hand: t.array('uint8').view(),
  },
  'Player',
);

export const Table = schema(
  {
    players: t.array(Player),
    top: t.uint8(),
    turn: t.uint8(),
    moves: t.uint32(),
  },
  'Table',
);
