import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { AuditCheckpoint } from '@numscope/contracts';
import { buildRecord, type Setup, setUp } from './setup.ts';
import { copyTrail, rehash, type Trail } from './tampering.ts';

/** In `npm run prove` the million that is promised. */
const ENTRIES = process.env['SCALE'] === 'full' ? 1_000_000 : 4000;
const BATCH = 500;
/** Entries between checkpoints. */
const EVERY = 1000;
const LONGEST_MS = 60 * 60_000;

let setup: Setup;
const outside: AuditCheckpoint[] = [];

beforeAll(async () => {
  setup = await setUp(false, { everyEntries: 10_000_000, everyMs: 86_400_000 });
  const { store, signer } = setup;
  for (let from = 0; from < ENTRIES; from += BATCH) {
    const id = (n: number): string => `entry-${from + n}`;
    await store.append(
      Array.from({ length: BATCH }, (_none, n) => ({ ...buildRecord({ details: `act ${from + n}` }), id: id(n) })),
    );
    const head = await store.head();
    if (!head || head.entries % EVERY > 0) continue;
    const { entries: seq, hash } = head;
    outside.push(
      signer.sign({ number: seq / EVERY, seq, hash, count: seq, begins: null, at: 1_700_000_000_000 + seq }),
    );
  }
}, LONGEST_MS);
afterAll(() => setup.close(), LONGEST_MS);

/** What is found in the trail once it was changed like this, by who holds the checkpoints outside of it. */
async function found(change: (trail: Trail) => Promise<void>): Promise<string[]> {
  const trail = await copyTrail(setup);
  await change(trail);
  const faults = await trail.faults({ keys: setup.signer.keys, outside });
  await trail.drop();
  return faults.map(({ kind, seq }) => `${kind} ${seq}`);
}

it(
  `finds each kind of tampering with ${ENTRIES} entries, and nothing where there is none`,
  async () => {
    const middle = ENTRIES / 2;
    expect(await found(async () => undefined)).toEqual([]);
    expect(
      await found(async (trail) => {
        // An entry flipped, one deleted, two in the other order, far from each other.
        await trail.setText(10, 'details', 'nothing happened');
        await trail.remove(middle);
        await trail.move(middle + 100, -1);
        await trail.move(middle + 101, middle + 100);
        await trail.move(-1, middle + 101);
      }),
    ).toEqual(
      expect.arrayContaining(['CHANGED 10', `MISSING ${middle}`, `CHANGED ${middle + 100}`, `CHANGED ${middle + 101}`]),
    );
  },
  LONGEST_MS,
);

it(
  `finds who can write all ${ENTRIES} entries and makes all hashes anew, but lacks the key`,
  async () => {
    const from = ENTRIES - EVERY - 10;
    // Rewritten from there to an end that was cut off with the head, so that the chain is whole by itself.
    expect(
      await found(async (trail) => {
        const last = ENTRIES - 5;
        await trail.setText(from, 'details', 'nothing happened');
        await trail.remove(...Array.from({ length: ENTRIES - last }, (_none, n) => last + 1 + n));
        await rehash(trail, from, last);
      }),
    ).toEqual([`REWRITTEN ${ENTRIES - EVERY}`, `CUT_OFF ${ENTRIES - 4}`]);
  },
  LONGEST_MS,
);
