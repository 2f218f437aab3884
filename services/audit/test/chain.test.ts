import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import * as fc from 'fast-check';
import type { ChainFault } from '../src/domain/chain-link.ts';
import { buildRecord, type House, openHouse } from './house.ts';
import { copyTrail, type EntryText, texts, type Trail, verifyNothing, verifyNowhere } from './tampering.ts';

const ENTRIES = 12;
let house: House;
beforeAll(async () => {
  house = await openHouse(false);
  await house.log(...Array.from({ length: ENTRIES }, (_, index) => ({ details: `entry ${index + 1}`, args: { index } })));
});
afterAll(() => house.close());

type Change = (trail: Trail) => Promise<void>;
const changeText =
  (seq: number, name: EntryText, change: (text: string) => string): Change =>
  async (trail) =>
    trail.setText(seq, name, change(await trail.text(seq, name)));

async function faultsAfter(change: Change): Promise<Array<Pick<ChainFault, 'kind' | 'seq'>>> {
  const trail = await copyTrail(house);
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
    ['a cut-off end', (trail) => trail.remove(...places(11)), [{ kind: 'CUT_OFF', seq: 11 }]],
    ['an emptied trail', (trail) => trail.remove(...places(1)), [{ kind: 'CUT_OFF', seq: 1 }]],
    ['an entry put behind the end', (trail) => trail.add(13, 12), [{ kind: 'ADDED', seq: 13 }]],
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
            changeText(seq, name, (text) => `${text.slice(0, place)}${letters.replaceAll('\0', '0')}${text.slice(place)}`),
          ),
        fc
          .tuple(fc.constantFrom(...texts), fc.integer({ min: 1, max: 2 }))
          .map(([name, cut]) => changeText(seq, name, (text) => text.slice(0, -cut))),
        fc.integer({ min: 1 }).map(
          (by): Change =>
            (trail) =>
              trail.setTime(seq, BigInt(buildRecord().createdTimestamp + by)),
        ),
        fc.constantFrom(seq + 100, -seq).map(
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

  it('is told by the call, for administrators', async () => {
    const answer = await house.admin.call(calls.auditChain);
    expect(answer.json()).toMatchObject({ whole: true, entries: ENTRIES, brokenAt: null });
    expect((await house.user.call(calls.auditChain)).statusCode).toBe(403);
  });
});

describe('the command', () => {
  it('ends with 0 and tells the last hash when the chain is whole', async () => {
    const trail = await copyTrail(house);
    const result = await trail.verify();
    await trail.drop();
    const { entries, hash } = await house.store.head();
    expect(result).toEqual({ code: 0, output: `The chain is whole: ${entries} entries, the last hash is ${hash}\n` });
  });

  it('ends with 1 and tells each fault and its place when it is not', async () => {
    const trail = await copyTrail(house);
    await trail.setText(2, 'details', '');
    await trail.remove(7);
    const { code, output } = await trail.verify();
    await trail.drop();
    expect(code).toBe(1);
    expect(output).toMatch(
      /^Entry 2 \(id [0-9a-f-]+\) is not what was written.*\nEntry 7 \(before id [0-9a-f-]+\) is missing\nThe chain is broken in 2 places\n$/,
    );
  });

  it('ends with 2 when there is nothing to check, or nobody says where', async () => {
    expect((await verifyNothing(house)).code).toBe(2);
    expect((await verifyNowhere()).code).toBe(2);
  });
});
