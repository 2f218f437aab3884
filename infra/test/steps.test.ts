import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { root } from './code.ts';

const steps = join(root, 'scripts/steps.ts');
/** A step that tells its id and goes on without end. */
const step = 'console.log(`step ${process.pid}`); setInterval(() => undefined, 1000)';
const script = `
  import { step } from ${JSON.stringify(steps)};
  const code = await step('one', process.execPath, ['-e', ${JSON.stringify(step)}]);
  console.log('another step begins after', code);
`;

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('ends a step with the script that runs it, at %s', async (signal, code) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  const begun = new Promise<number>((resolve) => {
    lines.on('line', (line) => {
      said.push(line);
      const [, pid] = /^step (\d+)$/.exec(line) ?? [];
      if (pid !== undefined) resolve(Number(pid));
    });
  });
  const pid = await begun;
  child.kill(signal);
  expect(await once(child, 'close')).toEqual([code, null]);
  expect([isThere(pid), said.some((line) => line.startsWith('another'))]).toEqual([false, false]);
});
