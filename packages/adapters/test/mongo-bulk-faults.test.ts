import { describe, expect, it } from '@jest/globals';
import { TransientError } from '@numscope/platform';
import mongoose from 'mongoose';
import { duplicateKeysIn, isAway, transientWhileAway } from '../src/mongo/index.ts';

type BulkError = InstanceType<typeof mongoose.mongo.MongoBulkWriteError>;
type Result = ConstructorParameters<typeof mongoose.mongo.MongoBulkWriteError>[1];

/** What the driver throws of a bulk, of which `refused` were refused by their codes, and which the majority may not hold. */
function bulkError(refused: ReadonlyArray<{ index: number; code: number }>, unheld?: number): BulkError {
  const writeErrors = refused.map(({ index, code }) => ({ index, code, errmsg: 'refused' }));
  const said = unheld === undefined ? undefined : { code: unheld, errmsg: 'not held' };
  const result = { getWriteConcernError: () => said } as Result;
  const first = writeErrors[0] ?? said ?? { code: 0, errmsg: '' };
  return new mongoose.mongo.MongoBulkWriteError(
    { message: first.errmsg, code: first.code, ...(writeErrors.length > 0 ? { writeErrors } : {}) } as never,
    result,
  );
}

const REPEATED = 11_000;
const TOO_LARGE = 17_280;
const STEPPED_DOWN = 189;
const NO_SUCH_CONCERN = 79;

describe('a bulk of which something failed', () => {
  it('is done but for its repeats where all else is written', () => {
    const error = bulkError([
      { index: 3, code: REPEATED },
      { index: 5, code: REPEATED },
    ]);
    expect([duplicateKeysIn(error), isAway(error)]).toEqual([[3, 5], false]);
    const other = bulkError([
      { index: 3, code: REPEATED },
      { index: 5, code: TOO_LARGE },
    ]);
    expect([duplicateKeysIn(other), isAway(other)]).toEqual([null, false]);
  });

  it('is not done where the majority may not hold what was written, be there repeats or not, and is tried again', async () => {
    for (const error of [bulkError([{ index: 3, code: REPEATED }], STEPPED_DOWN), bulkError([], STEPPED_DOWN)]) {
      expect([duplicateKeysIn(error), isAway(error)]).toEqual([null, true]);
      const store = transientWhileAway({ add: () => Promise.reject(error) });
      await expect(store.add()).rejects.toBeInstanceOf(TransientError);
    }
  });

  it('is not done where the servers cannot hold it at all, which does not pass', () => {
    const error = bulkError([{ index: 3, code: REPEATED }], NO_SUCH_CONCERN);
    expect([duplicateKeysIn(error), isAway(error)]).toEqual([null, false]);
  });
});
