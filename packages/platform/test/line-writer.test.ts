import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { LineWriter } from '@numscope/platform/runtime/line-writer';

/** One that does not end by itself is killed, and told by its signal. */
const LONGEST_LIFE_MS = 20_000;

let dir: ReturnType<typeof tempDir>;
let file: string;
beforeEach(() => {
  dir = tempDir();
  file = join(dir.path, 'log');
  writeFileSync(file, '');
});
afterEach(() => dir.remove());

/** The file that `fd` refused to write to, open for writing under that number. */
function makeWritable(fd: number): void {
  closeSync(fd);
  expect(openSync(file, 'a')).toBe(fd);
}

it('writes lines in order, and says when', async () => {
  const fd = openSync(file, 'a');
  const writer = new LineWriter(fd);
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}, ça và: ${'x'.repeat(index % 50)}\n`);
  for (const line of lines) writer.write(line);
  await new Promise<void>((resolve) => writer.flush(resolve));
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
  closeSync(fd);
});

it('writes what waited once it can, and tells how much was dropped', async () => {
  const fd = openSync(file, 'r');
  const told: string[] = [];
  const writer: LineWriter = new LineWriter(fd, {
    failing: ({ message }) => told.push(message),
    lost: (lines) => writer.write(`${lines} were lost\n`),
  });
  writer.write('the first\n');
  await askUntil(() => told.length > 0);
  const large = `${'x'.repeat(1024 * 1024 - 1)}\n`;
  for (let count = 0; count < 20; count++) writer.write(large);
  // Nothing waits for a file that takes nothing.
  await new Promise<void>((resolve) => writer.flush(resolve));
  makeWritable(fd);
  await askUntil(() => readFileSync(file, 'utf8').endsWith('lost\n'));
  writer.write('the last\n');
  await new Promise<void>((resolve) => writer.flush(resolve));
  expect(readFileSync(file, 'utf8')).toBe(`the first\n${large.repeat(16)}4 were lost\nthe last\n`);
  expect(told).toEqual([expect.stringContaining('EBADF')]);
  closeSync(fd);
});

/** A process that has begun to write more than its pipe takes, and goes on when `goOn` is called. */
function writing(how: 'flush' | 'exit') {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writing-child.ts'), how], {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: LONGEST_LIFE_MS,
    killSignal: 'SIGKILL',
  });
  return { stdout: child.stdout, ended: once(child, 'exit'), goOn: () => child.stdin.end('.') };
}

it('lets a process end of whose pipe nobody reads, also where nothing but it uses that', async () => {
  const { ended, goOn } = writing('flush');
  goOn();
  expect(await ended).toEqual([0, null]);
});

it.each(['flush', 'exit'] as const)(
  'leaves the last lines whole behind one that is being written, by %s',
  async (how) => {
    const { stdout, ended, goOn } = writing(how);
    // Then its thread has begun to write what does not fit.
    stdout.once('data', goOn);
    const [output] = await Promise.all([text(stdout), ended]);
    const all = output.trimEnd().split('\n');
    // By exit the thread may still write a piece of its own behind them.
    const lines = all.filter((line) => !/^x*$/.test(line));
    expect(lines).toEqual(Array.from({ length: 10 }, (_, index) => `line ${index + 1}`));
    if (how === 'flush') expect(all.map(({ length }) => length)[0]).toBe(8 * 1024 * 1024);
  },
);
