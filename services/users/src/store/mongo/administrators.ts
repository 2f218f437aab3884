import { setTimeout as pause } from 'node:timers/promises';
import { type Collection, type Connection, inserted } from '@numscope/adapters/mongo';
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
export class Administrators {
  readonly #arbiters: Collection<ArbiterDocument>;
  readonly #users: Users;
  readonly #patienceMs: number;

  private constructor(arbiters: Collection<ArbiterDocument>, users: Users, patienceMs: number) {
    this.#arbiters = arbiters;
    this.#users = users;
    this.#patienceMs = patienceMs;
  }

  /** @param patienceMs how long a turn may last before others end it; it takes some milliseconds */
  static async open(connection: Connection, users: Users, patienceMs = 2000): Promise<Administrators> {
    const arbiters = connection.collection<ArbiterDocument>('arbiters');
    await inserted(arbiters.insertOne({ _id: ID, turn: 0, intent: null }));
    return new Administrators(arbiters, users, patienceMs);
  }

  /**
   * Runs `takeAway`, which changes the user only as it is at `revision`, unless nobody else would be an administrator.
   * When it throws it may still come to something, so the turn is then left to be ended by others.
   */
  async withdraw<T>(user: string, revision: number, takeAway: () => Promise<T>): Promise<T | 'LAST_ADMIN'> {
    const turn = await this.#takeTurn({ user, revision });
    const other = await this.#users.findOne(
      { _id: { $ne: user }, roles: 'ADMIN', ...present },
      { projection: { _id: 1 } },
    );
    const outcome = other ? await takeAway() : 'LAST_ADMIN';
    await this.#endTurn(turn);
    return outcome;
  }

  async #takeTurn(intent: { user: string; revision: number }): Promise<number> {
    for (;;) {
      const { turn } = await this.#whenFree();
      const { matchedCount } = await this.#arbiters.updateOne(
        { _id: ID, turn, intent: null },
        { $set: { turn: turn + 1, intent } },
      );
      if (matchedCount > 0) return turn + 1;
    }
  }

  async #endTurn(turn: number): Promise<void> {
    await this.#arbiters.updateOne({ _id: ID, turn }, { $set: { intent: null } });
  }

  async #whenFree(): Promise<ArbiterDocument> {
    let arbiter = await this.#read();
    let since = Date.now();
    for (;;) {
      if (!arbiter.intent) return arbiter;
      if (Date.now() - since > this.#patienceMs) {
        const { user, revision } = arbiter.intent;
        await this.#users.updateOne({ _id: user, revision }, { $inc: { revision: 1 } });
        await this.#endTurn(arbiter.turn);
      } else await pause(LOOK_AGAIN_MS);
      const now = await this.#read();
      if (now.turn !== arbiter.turn) since = Date.now();
      arbiter = now;
    }
  }

  async #read(): Promise<ArbiterDocument> {
    const arbiter = await this.#arbiters.findOne({ _id: ID });
    if (!arbiter) throw new Error('the arbiter of administrators is gone from the database');
    return arbiter;
  }
}
