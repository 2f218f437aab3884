import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from '@jest/globals';

/** For a signal to be heard by a process that has nothing else to do. */
const HEARD_MS = 200;

it('ends in order when Ctrl-C comes twice, as npm sends it', async () => {
  const broker = createServer();
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const address = broker.address();
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { ...process.env, KAFKA_BROKERS: `127.0.0.1:${address.port}` },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  const [socket]: Socket[] = await once(broker, 'connection');
  for (let times = 0; times < 2; times++) {
    child.kill('SIGINT');
    await wait(HEARD_MS);
  }
  // As long as the broker says nothing, the consumer waits for it.
  socket?.destroy();
  broker.close();
  expect(await ended).toEqual([0, null]);
});
