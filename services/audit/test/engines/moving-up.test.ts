import { expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { newId } from '@numscope/platform';
import { createTestKit, moveRecords, testDatabase, type TestKit } from '@numscope/testing';
import { readAuditFilter } from '../../src/domain/audit-filter.ts';
import { chainState } from '../../src/queries/chain-state.ts';
import { openAuditStore } from '../../src/store/index.ts';
import { openAuditMongoStore } from '../../src/store/mongo.ts';
import { movingAudit } from '../../src/store/move-up.ts';
import { buildRecord } from '../house.ts';

let test: TestKit;
aroundEach(
  () => createTestKit('audit'),
  (opened) => (test = opened),
);

it('keeps the chain as it is, and whose each entry is', async () => {
  const embedded = await openAuditStore({ dataDir: test.dir });
  const entries = [buildRecord({ userId: 'id-of-bob' }), buildRecord(), buildRecord({ userId: 'id-of-eve' })].map(
    (record) => ({
      ...record,
      id: newId(),
    }),
  );
  await embedded.append(entries);
  const before = await chainState(embedded);
  await embedded.close();
  const connection = await (await testDatabase(test)).connect();
  await moveRecords(movingAudit, test.dir, connection);

  const moved = await openAuditMongoStore(connection);
  test.defer(() => moved.close());
  expect(before).toMatchObject({ whole: true, entries: 3 });
  expect(await chainState(moved)).toEqual(before);
  const filter = { page: 0, size: 10, actionTypes: [] };
  const own = await moved.search(readAuditFilter(filter, 'id-of-bob'), 0, 10);
  expect(own.entries.map(({ id }) => id)).toEqual([entries[0]?.id]);
  expect((await moved.search(readAuditFilter(filter, null), 0, 10)).total).toBe(3);
});
