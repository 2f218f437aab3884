import type { Collection, Connection } from '@numscope/adapters/mongo';
import { kindOf } from '../../domain/limits/periods.ts';
import type { CallCount } from '../source-store.port.ts';
import { upsertLater } from './later.ts';

/** Calls of one instance with one account on one day; other instances have others. */
export interface CallsDocument extends CallCount {
  _id: string;
  /** The last commit that is counted. */
  commit: number;
}

export const callsId = ({ day, source, account }: Omit<CallCount, 'calls'>, instance: string): string =>
  `${day} ${source} ${account} ${instance}`;

/** How often accounts were called, each instance in documents of its own. */
export class CallDocuments {
  readonly #calls: Collection<CallsDocument>;

  constructor(connection: Connection) {
    this.#calls = connection.collection<CallsDocument>('calls');
  }

  /** The counts of a month or a day, by its name, of all instances. */
  async of(day: string): Promise<CallCount[]> {
    // A range over the beginning of the id, so that its index is used.
    const range = kindOf(day) === 'month' ? { $gte: `${day}-`, $lt: `${day}.` } : { $gte: `${day} `, $lt: `${day}!` };
    const found = await this.#calls.find({ _id: range }).toArray();
    const sums = new Map<string, CallCount>();
    for (const { source, account, calls } of found) {
      const key = JSON.stringify([source, account]);
      const sum = sums.get(key);
      if (sum) sum.calls += calls;
      else sums.set(key, { source, account, day, calls });
    }
    return [...sums.values()];
  }

  /** An instance's commits come one after the other, so the number of the last one tells which are counted. */
  async count({ day, source, account, calls }: CallCount, instance: string, commit: number): Promise<void> {
    const _id = callsId({ day, source, account }, instance);
    const change = { $inc: { calls }, $set: { commit, day, source, account } };
    await upsertLater(this.#calls, { _id, commit: { $lt: commit } }, change);
  }
}
