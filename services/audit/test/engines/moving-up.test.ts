import { expect, it } from '@jest/globals';
import { aroundEach } from '@numscope/testing/around';
import { newId } from '@numscope/platform';
import { createTestKit, moveRecords, testDatabase, type TestKit } from '@numscope/testing';
import { readAuditFilter } from '../../src/domain/audit-filter.ts';
import { checkTrail } from '../../src/queries/check-trail.ts';
import { openAuditStore } from '../../src/store/sqlite/index.ts';
import { openAuditMongoStore } from '../../src/store/mongo/index.ts';
import { movingAudit } from '../../src/store/move-up.ts';
import { buildRecord, buildSigner } from '../setup.ts';

const signer = buildSigner();
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
  const head = await embedded.head();
  const checkpoint = signer.sign({
    number: 1,
    seq: 3,
    hash: head?.hash ?? '',
    count: 3,
    begins: null,
    at: 1_700_000_000_000,
  });
  await embedded.keepCheckpoint(checkpoint);
  const before = await checkTrail({ store: embedded, keys: signer.keys, outside: [] }, () => undefined);
  await embedded.close();
  const connection = await (await testDatabase(test)).connect();
  await moveRecords(movingAudit, test.dir, connection);

  const moved = await openAuditMongoStore(connection, test.kit);
  test.defer(() => moved.close());
  expect(before).toMatchObject({ whole: true, entries: 3, checkpoints: 1, vouchedUpTo: 3 });
  expect(await checkTrail({ store: moved, keys: signer.keys, outside: [] }, () => undefined)).toEqual(before);
  expect(await moved.lastCheckpoint()).toEqual(checkpoint);
  const filter = { page: 0, size: 10, actionTypes: [] };
  const own = await moved.search(readAuditFilter(filter, 'id-of-bob'), 0, 10);
  expect(own.entries.map(({ id }) => id)).toEqual([entries[0]?.id]);
  expect((await moved.search(readAuditFilter(filter, null), 0, 10)).total).toBe(3);
});
