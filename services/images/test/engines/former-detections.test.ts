import { expect, it } from '@jest/globals';
import { openMongo } from '@numscope/adapters/mongo';
import { newId } from '@numscope/platform';
import { createTestKit, testEngine } from '@numscope/testing';
import { openImageMongoStore } from '../../src/store/mongo/index.ts';

const idOf = (n: number): string => String(n).padStart(64, '0');

it('forgets what was seen on many pictures by two commands that read no forgotten one', async () => {
  const kit = await createTestKit('images');
  const url = `${testEngine('mongodb')}/test_${newId()}`;
  const connection = await openMongo({ url, service: 'images', log: kit.kit.log, monitorCommands: true });
  const store = await openImageMongoStore(connection, { log: kit.kit.log });
  const images = connection.collection<{ _id: string; state: string; look?: object }>('images');
  const look = (model: string) => ({ model, state: 'LOOKED', at: 1, faces: 0 });
  await images.insertMany([
    ...Array.from({ length: 5 }, (_none, n) => ({ _id: idOf(n), state: 'STORED' })),
    ...Array.from({ length: 5 }, (_none, n) => ({ _id: idOf(5 + n), state: 'STORED', look: look('a') })),
    ...Array.from({ length: 5 }, (_none, n) => ({ _id: idOf(10 + n), state: 'STORED', look: look('b') })),
  ]);
  const asked: string[] = [];
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (['find', 'update'].includes(commandName)) asked.push(JSON.stringify(command.filter ?? command.updates));
  });
  expect(await store.faces.dropOthers('b', 100)).toBe(5);
  expect(asked).toHaveLength(2);
  expect(asked.filter((text) => text.includes('$exists'))).toEqual([]);
  expect(await store.faces.dropOthers('b', 100)).toBe(0);
  expect(await store.faces.dropOthers(null, 3)).toBe(3);
  expect(await store.faces.dropOthers(null, 3)).toBe(2);
  expect(await store.faces.dropOthers(null, 3)).toBe(0);
  expect(await images.countDocuments({ 'look.model': { $exists: true } })).toBe(0);
  await connection.dropDatabase();
  await store.close();
  await kit.close();
});
