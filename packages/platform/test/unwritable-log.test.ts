import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';

/** One that does not end by itself is killed, and told by its signal. */
const LONGEST_LIFE_MS = 20_000;

let dir: ReturnType<typeof tempDir>;
let file: string;
/** Open, and refuses whatever is written to it, as a disk that is full does. */
let refusing: number;
beforeEach(() => {
  dir = tempDir();
  file = join(dir.path, 'closed');
  writeFileSync(join(dir.path, 'log'), '');
  refusing = openSync(join(dir.path, 'log'), 'r');
});
afterEach(() => {
  closeSync(refusing);
  dir.remove();
});

/** @param stdout where its log goes @param given how many lines it says first, and its fault */
function begin(stdout: 'pipe' | number, ...given: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ending-child.ts'), file, ...given], {
    stdio: ['ignore', stdout, 'pipe'],
    timeout: LONGEST_LIFE_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)));
  return { child, ended: once(child, 'exit'), untilSaid: (words: string) => askUntil(() => said.includes(words)) };
}

describe.each(['a file that takes nothing', 'a pipe that nobody reads'])('with %s for its log', (where) => {
  const stdout = (): 'pipe' | number => (where === 'a pipe that nobody reads' ? 'pipe' : refusing);

  it('a process works on, hears its signal and ends in order', async () => {
    const { child, ended, untilSaid } = begin(stdout(), '2000');
    await untilSaid(where === 'a pipe that nobody reads' ? 'ready' : 'The log of child cannot be written (EBADF');
    child.kill('SIGTERM');
    expect({ ended: await ended, closed: existsSync(file) }).toEqual({ ended: [0, null], closed: true });
  });

  it('a process ends by a fault that nobody foresaw', async () => {
    const { ended } = begin(stdout(), '2000', 'a wild fault');
    expect(await ended).toEqual([1, null]);
  });
});

it('has every line in the log, in order, and the fault that ends the process last', async () => {
  const { child, ended } = begin('pipe', '5000', 'a wild fault');
  const [output] = await Promise.all([child.stdout === null ? '' : text(child.stdout), ended]);
  expect(await ended).toEqual([1, null]);
  const lines = output.trimEnd().split('\n');
  const told = lines.map((line) => JSON.parse(line) as { line?: number; err?: { message: string } });
  expect(told.map(({ line }) => line)).toEqual([...Array.from({ length: 5000 }, (_, index) => index + 1), undefined]);
  expect(told.at(-1)?.err?.message).toBe('a wild fault');
});
