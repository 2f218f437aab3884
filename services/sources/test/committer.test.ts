import { describe, expect, it } from '@jest/globals';
import { createLogger, type OutgoingEvent, unpackEvents } from '@numscope/platform';
import * as fc from 'fast-check';
import { Committer } from '../src/asking/committer.ts';
import type { Commit } from '../src/store/source-store.port.ts';
import { observationOf } from './support/records.ts';

const event = (id: number): OutgoingEvent => ({ topic: 'phone.resolved', id: String(id), key: '', json: '{}' });
const log = createLogger('test', 'silent');
const nobody = { carry: () => undefined };

/** A store whose commits last some turns of the event loop, and of which some fail first. */
function slowStore(turns: readonly number[], failsAt: ReadonlySet<number>) {
  const written: string[] = [];
  let commits = 0;
  const commit = async ({ events }: Commit): Promise<number | null> => {
    const number = commits++;
    for (let turn = turns[number % turns.length] ?? 0; turn > 0; turn--)
      await new Promise((resolve) => setImmediate(resolve));
    if (failsAt.has(number)) throw new Error('disk full');
    if (events === null) return null;
    written.push(...unpackEvents(events).map(({ id }) => id));
    return number;
  };
  return { written, commit };
}

describe('the committer', () => {
  it('tells that all is written only when it is, in order, each once, however commits and waiters overlap', async () => {
    const steps = fc.array(fc.record({ items: fc.integer({ min: 0, max: 700 }), waits: fc.boolean() }), {
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.array(fc.nat(4), { minLength: 1, maxLength: 4 }), async (plan, turns) => {
        const store = slowStore(turns, new Set());
        const committer = new Committer(store, log, nobody);
        let given = 0;
        const waiters: Array<Promise<void>> = [];
        for (const { items, waits } of plan) {
          for (let item = 0; item < items; item++) committer.add(event(given++));
          const expected = given;
          if (waits)
            waiters.push(committer.written().then(() => expect(store.written.length).toBeGreaterThanOrEqual(expected)));
          await new Promise((resolve) => setImmediate(resolve));
        }
        await Promise.all(waiters);
        await committer.close();
        expect(store.written).toEqual(Array.from({ length: given }, (_, id) => String(id)));
      }),
      { numRuns: 40 },
    );
  });

  it('writes large answers in small groups, so that no store gets more at once than it takes', async () => {
    const lengths: number[] = [];
    const commit = async ({ events }: Commit): Promise<number> => lengths.push(events?.length ?? 0);
    const committer = new Committer({ commit }, log, nobody);
    for (let id = 0; id < 6; id++) committer.add({ ...event(id), json: 'x'.repeat(400_000) });
    committer.add({ ...event(6), json: 'x'.repeat(7_000_000) });
    await committer.written();
    await committer.close();
    expect(lengths.map((length) => Math.round(length / 100_000) / 10)).toEqual([0.8, 0.8, 0.8, 7]);
  });

  it('counts what came of late photos as any other answer', async () => {
    const lengths: number[] = [];
    const commit = async ({ photos }: Commit): Promise<null> => {
      lengths.push(photos.length);
      return null;
    };
    const committer = new Committer({ commit }, log, nobody);
    const step = { over: null, due: null, answer: observationOf('+998901234567', { fields: 'x'.repeat(400_000) }) };
    for (let times = 0; times < 5; times++) committer.add(step);
    await committer.written();
    await committer.close();
    expect(lengths).toEqual([2, 2, 1]);
  });

  it('keeps what could not be written, and writes it when it can', async () => {
    const store = slowStore([0], new Set([0]));
    const committer = new Committer(store, log, nobody);
    committer.add(event(1));
    await committer.written();
    expect(store.written).toEqual(['1']);
    await committer.close();
  });
});
