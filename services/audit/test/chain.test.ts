import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { onMongo } from '@numscope/testing';
import * as fc from 'fast-check';
import type { ChainFault } from '../src/domain/chain-link.ts';
import { buildRecord, type Setup, setUp, writePublicKey } from './setup.ts';
import { copyTrail, type EntryText, texts, type Trail, verifyEmptyFolder, verifyNothing } from './tampering.ts';

const ENTRIES = 12;
let setup: Setup;
beforeAll(async () => {
  setup = await setUp(false);
  await setup.log(
    ...Array.from({ length: ENTRIES }, (_, index) => ({
      details: `entry ${index + 1}`,
      args: { index },
      ...(index % 2 ? { userId: 'id-of-bob' } : {}),
    })),
  );
});
afterAll(() => setup.close());

type Change = (trail: Trail) => Promise<void>;
const changeText =
  (seq: number, name: EntryText, change: (text: string) => string): Change =>
  async (trail) =>
    trail.setText(seq, name, change(await trail.text(seq, name)));

async function faultsAfter(change: Change): Promise<Array<Pick<ChainFault, 'kind' | 'seq'>>> {
  const trail = await copyTrail(setup);
  await change(trail);
  const faults = await trail.faults();
  await trail.drop();
  return faults.map(({ kind, seq }) => ({ kind, seq }));
}

const places = (from: number): number[] => Array.from({ length: ENTRIES - from + 1 }, (_none, index) => from + index);

describe('the chain', () => {
  it('is whole as it was written', async () => {
    expect(await faultsAfter(async () => undefined)).toEqual([]);
  });

  it.each<[string, Change, Array<Pick<ChainFault, 'kind' | 'seq'>>]>([
    ['a changed text', changeText(5, 'details', () => 'nothing'), [{ kind: 'CHANGED', seq: 5 }]],
    ['arguments written another way', changeText(5, 'args', () => '{ "index":4}'), [{ kind: 'CHANGED', seq: 5 }]],
    ['a number out of range', (trail) => trail.setTime(5, 9_223_372_036_854_775_807n), [{ kind: 'CHANGED', seq: 5 }]],
    ['a missing entry', (trail) => trail.remove(5), [{ kind: 'MISSING', seq: 5 }]],
    ['the first entry missing', (trail) => trail.remove(1), [{ kind: 'MISSING', seq: 1 }]],
    [
      'more entries missing than are read at a time',
      (trail) => trail.remove(...places(2).slice(0, -1)),
      [{ kind: 'MISSING', seq: 2 }],
    ],
    ['a cut-off end', (trail) => trail.remove(...places(11)), [{ kind: 'CUT_OFF', seq: 11 }]],
    ['an emptied trail', (trail) => trail.remove(...places(1)), [{ kind: 'CUT_OFF', seq: 1 }]],
    ['an entry put behind the end', (trail) => trail.add(13, 12), [{ kind: 'ADDED', seq: 13 }]],
    ['an entry put far behind the end', (trail) => trail.add(1000, 12), [{ kind: 'ADDED', seq: 1000 }]],
    ['an entry at the place 0', (trail) => trail.add(0, 12), [{ kind: 'ADDED', seq: 0 }]],
    ['an entry at a place below 0', (trail) => trail.add(-7, 12), [{ kind: 'ADDED', seq: -7 }]],
    [
      'the first entry moved before the first place',
      (trail) => trail.move(1, 0),
      [
        { kind: 'ADDED', seq: 0 },
        { kind: 'MISSING', seq: 1 },
      ],
    ],
    [
      'the last entry moved behind the end',
      (trail) => trail.move(12, 20),
      [
        { kind: 'ADDED', seq: 20 },
        { kind: 'CUT_OFF', seq: 12 },
      ],
    ],
    ['a number that is too large', (trail) => trail.setHead({ entries: 13 }), [{ kind: 'CUT_OFF', seq: 13 }]],
    [
      'a number that is too small',
      (trail) => trail.setHead({ entries: 11 }),
      [
        { kind: 'ADDED', seq: 12 },
        { kind: 'CHANGED', seq: 11 },
      ],
    ],
    ['a number that cannot be', (trail) => trail.setHead({ entries: -1 }), [{ kind: 'HEAD', seq: 0 }]],
    ['another last hash', (trail) => trail.setHead({ hash: 'f'.repeat(64) }), [{ kind: 'CHANGED', seq: 12 }]],
    ['no head', (trail) => trail.dropHead(), [{ kind: 'HEAD', seq: 0 }]],
    [
      'an emptied trail whose head was not',
      async (trail) => {
        await trail.remove(...places(1));
        await trail.setHead({ entries: 0 });
      },
      [{ kind: 'HEAD', seq: 0 }],
    ],
    ['somebody known no more', (trail) => trail.dropUserId(2), [{ kind: 'CHANGED', seq: 2 }]],
    ['somebody known who was not', changeText(1, 'userId', () => 'id-of-eve'), [{ kind: 'CHANGED', seq: 1 }]],
    [
      'two faults',
      async (trail) => {
        await trail.setText(3, 'username', 'eve');
        await trail.setText(9, 'ip', '');
      },
      [
        { kind: 'CHANGED', seq: 3 },
        { kind: 'CHANGED', seq: 9 },
      ],
    ],
  ])('shows %s', async (_case, change, faults) => {
    expect(await faultsAfter(change)).toEqual(faults);
  });

  it('shows any single change of any value', async () => {
    const changes = fc.integer({ min: 1, max: ENTRIES }).chain((seq) =>
      fc.oneof(
        fc
          .tuple(fc.constantFrom(...texts), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 5 }), fc.nat(40))
          .map(([name, letters, place]) =>
            // Puts some letters in at some place.
            changeText(
              seq,
              name,
              (text) => `${text.slice(0, place)}${letters.replaceAll('\0', '0')}${text.slice(place)}`,
            ),
          ),
        fc
          .tuple(fc.constantFrom(...texts), fc.integer({ min: 1, max: 2 }))
          .map(([name, cut]) => changeText(seq, name, (text) => text.slice(0, -cut))),
        fc.integer({ min: 1 }).map(
          (by): Change =>
            (trail) =>
              trail.setTime(seq, BigInt(buildRecord().createdTimestamp + by)),
        ),
        fc.constant<Change>((trail) => trail.remove(seq)),
        fc.constantFrom(0, -1, -seq, -(2 ** 40), ENTRIES + 1, ENTRIES + seq + 1, 2 ** 50).map(
          (place): Change =>
            (trail) =>
              trail.add(place, seq),
        ),
        fc.constantFrom(seq + 100, -seq, 0).map(
          (to): Change =>
            (trail) =>
              trail.move(seq, to),
        ),
      ),
    );
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        expect(await faultsAfter(change)).not.toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  // An id of SQLite is a whole number whatever happens.
  if (onMongo())
    it.each<[string, unknown]>([
      ['a text', 'abc'],
      ['a number inside', 5.5],
      ['a number behind', 12.5],
      ['no number', Number.NaN],
      ['no end', Number.POSITIVE_INFINITY],
      ['an object', { place: 3 }],
      ['nothing', null],
      ['a moment', new Date(5)],
    ])('shows an entry whose place is %s', async (_what, place) => {
      const kinds = (await faultsAfter((trail) => trail.add(place, 3))).map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(['ADDED']));
    });

  it('is told by the call, for administrators', async () => {
    const answer = await setup.admin.call(calls.auditChain);
    expect(answer.json()).toMatchObject({ whole: true, entries: ENTRIES, brokenAt: null });
    expect((await setup.user.call(calls.auditChain)).statusCode).toBe(403);
  });
});

describe('the command', () => {
  it('ends with 2 and tells the last hash when the chain is whole and no checkpoint was looked at', async () => {
    const trail = await copyTrail(setup);
    const result = await trail.verify();
    const json = await trail.verify('--json');
    // A key, and nothing that it has signed.
    await trail.dropCheckpoints();
    const alone = await trail.verify('--json', '--public-key', writePublicKey(setup));
    await trail.drop();
    for (const { code, output } of [json, alone])
      expect({ code, ...JSON.parse(output) }).toMatchObject({ code: 2, proven: false, whole: true, checkpoints: 0 });
    const { entries, hash } = (await setup.store.head()) ?? { entries: 0, hash: '' };
    expect(result).toEqual({
      code: 2,
      output: `The chain is whole: ${entries} entries, the last hash is ${hash}\nNo checkpoint was looked at, for want of the key: whoever can write the trail could have rewritten all of it\n`,
    });
  });

  it('ends with 1 and tells each fault and its place when it is not', async () => {
    const trail = await copyTrail(setup);
    await trail.setText(2, 'details', '');
    await trail.remove(7);
    const { code, output } = await trail.verify();
    await trail.drop();
    expect(code).toBe(1);
    expect(output).toMatch(
      /^Entry 2 \(id [0-9a-f-]+\) is not what was written.*\. Expected: hash [0-9a-f]{64}; found: hash [0-9a-f]{64}\nEntry 7 \(before id [0-9a-f-]+\) is missing\. Expected: entry 7; found: entry 8\nThe chain is broken in 2 places\nNo checkpoint .*\n$/,
    );
  });

  it('ends with 2 when there is nothing to check, wherever it is told to look', async () => {
    expect((await verifyNothing(setup)).code).toBe(2);
    expect((await verifyEmptyFolder()).code).toBe(2);
  });
});
