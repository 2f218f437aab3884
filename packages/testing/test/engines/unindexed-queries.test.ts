import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Connection, openMongo } from '@numscope/adapters/mongo';
import { createLogger, newId } from '@numscope/platform';
import { testEngine } from '../../src/index.ts';
import { watchIndexes } from '../../src/unindexed-queries.ts';

let connection: Connection;
beforeAll(async () => {
  const url = `${testEngine('mongodb')}/test_${newId()}`;
  connection = await openMongo({ url, service: 'base', log: createLogger('test', 'silent'), monitorCommands: true });
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

it('lists what no index serves, and nothing else', async () => {
  const things = connection.collection<{ _id: string; kind: string; at: number; held: boolean; by?: string }>('things');
  await things.createIndexes([
    { key: { kind: 1, at: 1 }, name: 'kind' },
    { key: { by: 1 }, name: 'by', partialFilterExpression: { by: { $exists: true } } },
  ]);
  const list = watchIndexes(connection);
  await things.find({ _id: { $in: ['a'] } }).toArray();
  await things.find({ kind: 'a', at: { $gt: 1 } }).toArray();
  await things.find({}).sort({ kind: 1, at: 1 }).limit(5).toArray();
  await things.updateOne({ $or: [{ _id: 'a' }, { kind: 'b' }] }, { $set: { held: true } });
  await things.deleteMany({ by: 'somebody' });
  await things.countDocuments({ $and: [{ kind: 'a' }, { held: true }] });
  expect(await list(connection)).toEqual([]);

  await things.find({ at: 1 }).toArray();
  await things.find({ held: true }).sort({ at: 1 }).limit(5).toArray();
  await things.updateMany({ held: { $ne: true } }, { $set: { held: true } });
  await things.deleteMany({ $or: [{ kind: 'a' }, { held: true }] });
  await things.countDocuments({ kind: { $ne: 'a' } });
  await things.findOneAndUpdate({ held: false }, { $set: { held: true } });
  expect(await list(connection)).toEqual([
    'things: at',
    'things: held by at',
    'things: held $ne',
    'things: $or (kind | held)',
    'things: kind $ne',
    'things: held',
  ]);
});
