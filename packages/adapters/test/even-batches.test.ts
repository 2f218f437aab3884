import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import { tempDir } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';

const EVENTS = 4000;
const BATCH = 200;

it('when a consumer is behind, then a batch is what was published together, and not one stream far ahead of the others', async () => {
  const dir = tempDir();
  const log = createLogger('bus', 'silent');
  const bus = await openEmbeddedBus({ path: join(dir.path, 'bus.sqlite'), retentionDays: 7, log });
  const events = Array.from({ length: EVENTS }, (_none, revision) => {
    const phone = `+99890${1_000_000 + revision}`;
    return outgoing('profile.updated', phone, { phone, profileId: phone, revision, changed: [], job: null });
  });
  await bus.publish(events);
  const batches = new Seen<number[]>();

  const consumer = await bus.subscribe({
    topic: 'profile.updated',
    group: 'behind',
    mode: 'ordered',
    batchSize: BATCH,
    handle: async (batch) => batches.add(batch.map(({ data }) => data.revision)),
  });

  await batches.until((all) => all.flat().length === EVENTS);
  expect(new Set(batches.all.flat()).size).toBe(EVENTS);
  // Two lanes share the streams: what one has in a batch was published among twice as many, and some streams have more.
  // A stream alone would span eight batches.
  const widths = batches.all.map((batch) => Math.max(...batch) - Math.min(...batch));
  expect(Math.max(...widths)).toBeLessThan(6 * BATCH);
  await consumer.close();
  await bus.close();
  dir.remove();
});
