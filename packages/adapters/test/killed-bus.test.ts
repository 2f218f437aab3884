import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';

it('has everything that was acknowledged when its process is killed while publishing', async () => {
  const dir = tempDir();
  const path = join(dir.path, 'bus.sqlite');
  const child = fork(join(import.meta.dirname, 'publish-until-killed.ts'), [path], { execArgv: [] });
  const acknowledged = new Seen<number>();
  child.on('message', (count) => acknowledged.add(Number(count)));
  await acknowledged.count(40);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const durable = Math.max(...acknowledged.all);

  const bus = await openEmbeddedBus({ path, retentionDays: 7, log: createLogger('bus', 'silent') });
  const revisions = new Seen<number>();
  const handle = async (events: ReadonlyArray<{ data: { revision: number } }>): Promise<void> =>
    revisions.add(...events.map(({ data }) => data.revision));
  const consumer = await bus.subscribe({ topic: 'profile.updated', group: 'after', handle });
  // Some that nobody acknowledged may be there as well, and come in between.
  await revisions.until((all) => all.filter((revision) => revision < durable).length >= durable);
  expect(new Set(revisions.all.filter((revision) => revision < durable)).size).toBe(durable);
  await consumer.close();
  // A publish is stored whole or not at all.
  expect((revisions.all.length + (await bus.lag('profile.updated', 'after'))) % 50).toBe(0);
  await bus.close();
  dir.remove();
});
