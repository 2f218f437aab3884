import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';

async function untilSaid(stream: Readable, text: string): Promise<void> {
  let said = '';
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes(text)) return;
  }
  throw new Error(`it ended without "${text}":\n${said}`);
}

it.each<[NodeJS.Signals, NodeJS.Signals]>([
  ['SIGINT', 'SIGINT'],
  ['SIGTERM', 'SIGTERM'],
  ['SIGHUP', 'SIGTERM'],
])('ends in order on %s, whether or not %s follows', async (signal, second) => {
  const dir = tempDir();
  const file = join(dir.path, 'closed');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ending-child.ts'), file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  await untilSaid(child.stderr, 'ready');
  child.kill(signal);
  await untilSaid(child.stdout, 'stopping');
  child.kill(second);
  expect({ ended: await ended, closed: existsSync(file) }).toEqual({ ended: [0, null], closed: true });
  dir.remove();
});
