import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { mongo } from 'mongoose';
import { sha256 } from '../src/sha256.ts';
import { checkLink, GENESIS, hashOf } from '../src/domain/chain-link.ts';
import { chainRow } from '../src/store/mongo/audit-collections.ts';
import { readEntry } from '../src/store/mongo/chain-pages.ts';
import { EntryProver } from '../src/store/mongo/raw-entry.ts';

const { BSON } = mongo;
const text = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constantFrom('', '"', '\\', '\u2028', '\u007f', '\u0000\u001f\b\t\n\f\r', '{"phone":"+998901234567"}'),
  )
  .map((one) => one.toWellFormed());
/** But for what JSON writes like another number. */
const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => one !== 0);
const place = fc.integer({ min: 1, max: 3_000_000_000 });
const members = fc.record(
  {
    id: text,
    actionType: text,
    createdTimestamp: fc.oneof(fc.integer(), fc.maxSafeInteger(), fraction),
    username: text,
    userId: text,
    ip: text,
    details: text,
    args: text,
    outcome: text,
  },
  { requiredKeys: ['id', 'actionType', 'createdTimestamp', 'username', 'ip', 'details', 'args', 'outcome'] },
);

type Members = typeof members extends fc.Arbitrary<infer M> ? M : never;

/** The entry as the service writes it, as the bytes that MongoDB sends. */
function written(seq: number, row: Members): { bytes: Uint8Array; hash: string } {
  const hash = hashOf({ seq, ...row }, GENESIS, sha256);
  return { bytes: BSON.serialize({ _id: seq, ...row, hash }), hash };
}

/** Whether it is right to who reads it as an object. */
function isRight(bytes: Uint8Array, seq: number): boolean {
  const { document, isSound } = readEntry(bytes);
  const row = isSound ? chainRow(document) : null;
  return row !== null && checkLink(row, seq, GENESIS, sha256) === null;
}

describe('an entry as bytes', () => {
  const prover = new EntryProver();

  it('is proven as it was written, whatever stands in it and in whatever order', () => {
    fc.assert(
      fc.property(place, members, fc.integer({ min: 0, max: 11 }), (seq, row, turned) => {
        const { bytes, hash } = written(seq, row);
        expect(prover.hashIfProven(bytes, seq, GENESIS)).toBe(hash);
        const all = Object.entries(BSON.deserialize(bytes));
        const other = Object.fromEntries([...all.slice(turned), ['beside', 7], ...all.slice(0, turned)]);
        expect(prover.hashIfProven(BSON.serialize(other), seq, GENESIS)).toBe(hash);
      }),
    );
  });

  it('is not proven at another place, nor behind another entry', () => {
    fc.assert(
      fc.property(place, members, text, (seq, row, previous) => {
        const { bytes } = written(seq, row);
        expect(prover.hashIfProven(bytes, seq + 1, GENESIS)).toBeNull();
        expect(prover.hashIfProven(bytes, seq, previous)).toBeNull();
      }),
    );
  });

  it('is not proven with any single bit of what is hashed turned', () => {
    fc.assert(
      fc.property(place, members, fc.nat(), fc.integer({ min: 0, max: 7 }), (seq, row, at, bit) => {
        const { bytes } = written(seq, row);
        const changed = Buffer.from(bytes);
        const n = at % bytes.length;
        changed[n] = (changed[n] ?? 0) ^ (1 << bit);
        expect(prover.hashIfProven(changed, seq, GENESIS)).toBeNull();
      }),
      { numRuns: 2000 },
    );
  });

  it('is proven only where it is right also to who reads it as an object', () => {
    fc.assert(
      fc.property(place, members, members, fc.nat(), (seq, row, other, pick) => {
        // A second member of a name, before or behind the first, with its own value or another's.
        const { bytes, hash } = written(seq, row);
        const names = Object.keys(row);
        const name = names[pick % names.length] ?? 'id';
        const twice = BSON.serialize({ [name]: Reflect.get(pick % 2 ? row : other, name) ?? '' });
        const doubled = Buffer.concat([bytes.subarray(0, -1), twice.subarray(4)]);
        doubled.writeInt32LE(doubled.length);
        const proven = prover.hashIfProven(doubled, seq, GENESIS);
        expect([null, hash]).toContain(proven);
        if (proven !== null) expect(isRight(doubled, seq)).toBe(true);
        const without = BSON.deserialize(bytes);
        delete without[name];
        expect(prover.hashIfProven(BSON.serialize(without), seq, GENESIS)).toBeNull();
      }),
    );
  });

  it('with a text that is none is read, and not sound', () => {
    const { bytes } = written(7, { ...sample(), details: 'aa' });
    const broken = Buffer.from(bytes);
    broken[broken.indexOf('aa')] = 0xff;
    expect(prover.hashIfProven(broken, 7, GENESIS)).toBeNull();
    expect(readEntry(broken)).toMatchObject({ document: { _id: 7, details: '\ufffda' }, isSound: false });
    expect(readEntry(bytes).isSound).toBe(true);
  });
});

const sample = (): Members => ({
  id: 'i',
  actionType: 'JOB',
  createdTimestamp: 1,
  username: 'u',
  ip: '',
  details: '',
  args: '{}',
  outcome: 'OK',
});
