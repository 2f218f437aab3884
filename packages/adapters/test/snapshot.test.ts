import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, takeSnapshot } from '@numscope/adapters/sqlite';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

const writer = fileURLToPath(new URL('./write-in-turn.ts', import.meta.url));
let dir: ReturnType<typeof tempDir>;
let writing: ChildProcess | undefined;

beforeEach(() => {
  dir = tempDir();
});
afterEach(async () => {
  if (writing) {
    writing.kill('SIGKILL');
    await once(writing, 'exit');
    writing = undefined;
  }
  dir.remove();
});

async function begin(longMs: number): Promise<string[]> {
  const paths = ['a', 'b', 'c', 'd'].map((name) => join(dir.path, `${name}.sqlite`));
  const child = spawn(process.execPath, [writer, String(longMs), ...paths], { stdio: ['ignore', 'pipe', 'inherit'] });
  writing = child;
  await once(child.stdout, 'data');
  return paths;
}

const numberIn = (db: DatabaseSync): number => Number(db.prepare('SELECT count(*) AS n FROM t').get()?.['n']);

function numberOf(path: string): number {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
  try {
    return numberIn(db);
  } finally {
    db.close();
  }
}

async function copiesOf(paths: readonly string[], name: string): Promise<{ numbers: number[]; heldMs: number }> {
  const snapshot = takeSnapshot(paths);
  const numbers: number[] = [];
  for (const [place, path] of paths.entries()) {
    const to = join(dir.path, `${name}-${place}`);
    await snapshot.copy(path, to);
    numbers.push(numberOf(to));
    const copy = new DatabaseSync(to, { readOnly: true });
    expect(copy.prepare('PRAGMA integrity_check').get()?.['integrity_check']).toBe('ok');
    copy.close();
  }
  snapshot.close();
  return { numbers, heldMs: snapshot.heldMs };
}

/** What a writer in turn leaves behind at any one moment. */
function expectOneMoment(numbers: readonly number[]): void {
  const [first = 0] = numbers;
  for (const [place, number] of numbers.entries())
    expect((numbers[place - 1] ?? first) - number).toBeGreaterThanOrEqual(0);
  expect(first - (numbers.at(-1) ?? 0)).toBeLessThanOrEqual(1);
}

describe('a snapshot of databases that somebody writes to', () => {
  it('shows all of them at one moment, again and again, and the writer goes on', async () => {
    const paths = await begin(0);
    let before = -1;
    for (let round = 0; round < 10; round++) {
      const { numbers } = await copiesOf(paths, `copy-${round}`);
      expectOneMoment(numbers);
      expect(numbers[0]).toBeGreaterThan(before);
      const shown = numbers[0] ?? 0;
      before = shown;
      // On a busy machine the writer may have had no turn since.
      await askUntil(
        () => numberOf(paths[0] ?? ''),
        (number) => number > shown,
        { everyMs: Math.random() * 20 },
      );
    }
    expect(writing?.exitCode).toBeNull();
  });

  it('finds a moment also where a transaction of one takes long, for which the others hardly wait', async () => {
    const paths = await begin(300);
    for (let round = 0; round < 5; round++) {
      const { numbers, heldMs } = await copiesOf(paths, `copy-${round}`);
      expectOneMoment(numbers);
      expect(heldMs).toBeLessThan(300);
    }
  });

  it('leaves copies of one file each, and nothing beside them', async () => {
    const path = join(dir.path, 'still.sqlite');
    openDatabase({ path, migrations: ['CREATE TABLE t (n INTEGER)'] }).close();
    const snapshot = takeSnapshot([path]);
    await snapshot.copy(path, join(dir.path, 'copy'));
    snapshot.close();
    expect(readdirSync(dir.path).sort()).toEqual(['copy', 'still.sqlite']);
  });
});
