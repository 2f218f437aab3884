import { expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { mongo } from 'mongoose';
import { rawEntry } from '../src/store/mongo/raw-entry.ts';

const text = fc.string({ unit: 'binary' });
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true }), fc.maxSafeInteger());
/** What others may have put in. */
const strange = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.date({ noInvalidDate: true }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => mongo.Long.fromBigInt(value)),
  fc.constant(mongo.Decimal128.fromString('1.5')),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new mongo.ObjectId(bytes)),
  fc.array(text),
  fc.record({ a: text, b: fc.integer() }),
);
const name = fc.constantFrom('id', 'actionType', 'createdTimestamp', 'details', 'args', 'hash');
const document = (value: fc.Arbitrary<unknown>) =>
  fc.tuple(value, fc.dictionary(name, value)).map(([_id, members]) => ({ _id, ...members }));

it.each([
  ['written by the product', document(fc.oneof(text, number))],
  ['put in by others', document(fc.oneof(text, number, strange))],
])('reads an entry %s as the driver does', (_whose, documents) => {
  fc.assert(
    fc.property(documents, (one) => {
      const bytes = Buffer.from(mongo.BSON.serialize(one));
      expect(rawEntry(bytes)).toEqual(mongo.BSON.deserialize(bytes));
    }),
  );
});
