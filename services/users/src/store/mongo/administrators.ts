import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, inserted } from '@numscope/adapters/mongo';
import { present, type Users } from './user-documents.ts';

/** One document: whose turn it is to stop being an administrator, by deletion or without the role. */
interface ArbiterDocument {
  _id: string;
  turn: number;
  /** Who, as of which revision; null while it is nobody's turn. */
  intent: { user: string; revision: number } | null;
}

const ID = 'administrators';
const LOOK_AGAIN_MS = 20;

/**
 * Sees to it that an administrator is left. Who takes one away gets the turn, looks whether there is another, and
 * changes the user; as nobody else can take one away meanwhile, the other one stays. A turn that lasts too long is
 * ended by the next in line, who first moves the user on to another revision: then whatever its owner still does to
 * that user, as it was, comes to nothing.
 */
export interface Administrators {
  /**
   * Runs `takeAway`, which changes the user only as it is at `revision`, unless nobody else would be an administrator.
   * When it throws it may still come to something, so the turn is then left to be ended by others.
   */
  withdraw<T>(user: string, revision: number, takeAway: () => Promise<T>): Promise<T | 'LAST_ADMIN'>;
}

/** @param patienceMs how long a turn may last before others end it; it takes some milliseconds */
export async function openAdministrators(
  connection: Connection,
  users: Users,
  patienceMs = 2000,
): Promise<Administrators> {
  const arbiters = connection.collection<ArbiterDocument>('arbiters');
  await inserted(arbiters.insertOne({ _id: ID, turn: 0, intent: null }));

  const read = async (): Promise<ArbiterDocument> => {
    const arbiter = await arbiters.findOne({ _id: ID });
    if (!arbiter) throw new Error('the arbiter of administrators is gone from the database');
    return arbiter;
  };

  const endTurn = (turn: number) => arbiters.updateOne({ _id: ID, turn }, { $set: { intent: null } });

  const whenFree = async (): Promise<ArbiterDocument> => {
    let arbiter = await read();
    let since = Date.now();
    for (;;) {
      if (!arbiter.intent) return arbiter;
      if (Date.now() - since > patienceMs) {
        const { user, revision } = arbiter.intent;
        await users.updateOne({ _id: user, revision }, { $inc: { revision: 1 } });
        await endTurn(arbiter.turn);
      } else await pause(LOOK_AGAIN_MS);
      const now = await read();
      if (now.turn !== arbiter.turn) since = Date.now();
      arbiter = now;
    }
  };

  const takeTurn = async (intent: { user: string; revision: number }): Promise<number> => {
    for (;;) {
      const { turn } = await whenFree();
      const { matchedCount } = await arbiters.updateOne(
        { _id: ID, turn, intent: null },
        { $set: { turn: turn + 1, intent } },
      );
      if (matchedCount > 0) return turn + 1;
    }
  };

  return {
    async withdraw(user, revision, takeAway) {
      const turn = await takeTurn({ user, revision });
      const other = await users.findOne({ _id: { $ne: user }, roles: 'ADMIN', ...present }, { projection: { _id: 1 } });
      const outcome = other ? await takeAway() : 'LAST_ADMIN';
      await endTurn(turn);
      return outcome;
    },
  };
}
