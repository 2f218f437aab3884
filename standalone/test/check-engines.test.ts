import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import { checkEngines } from '../src/backup/index.ts';
import { unchanged } from '../src/backup/kept/cipher.ts';
import { listFile, writeHead, writeList } from '../src/backup/kept/repository.ts';

let dir: ReturnType<typeof tempDir>;
let said: string[];
const say = (line: string): void => void said.push(line);
beforeEach(() => {
  dir = tempDir();
  said = [];
  writeHead(dir.path, { recipients: null, of: 'engines' });
  mkdirSync(join(dir.path, 'backups'));
});
afterEach(() => dir.remove());

/** A file of a backup, and what its list says of it. */
function file(name: string, text: string) {
  mkdirSync(dirname(join(dir.path, name)), { recursive: true });
  writeFileSync(join(dir.path, name), text);
  return { file: name, bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}

/** A backup as the command writes one: records of its own, pictures that lie there for all. */
async function backup(day: number, pictures: readonly string[]): Promise<string> {
  const id = `backup-${day}`;
  const moment = `2026-01-0${day}T00:00:00.000Z`;
  const lines = pictures.map((name) => {
    const entry = file(`pictures/${name}`, `the bytes of ${name}`);
    return `${JSON.stringify({ id: name, key: `images/${name}`, contentType: 'image/png', ...entry })}\n`;
  });
  const list = {
    id,
    version: 'v2.1.1',
    moment,
    way: 'stopped',
    collections: [
      {
        service: 'jobs',
        collection: 'jobs',
        documents: 1,
        bson: file(`records/${id}/jobs.bson`, id),
        metadata: file(`records/${id}/jobs.metadata.json`, '{}'),
      },
    ],
    pictures: { ...file(`records/${id}/pictures.jsonl`, lines.join('')), count: lines.length, countBytes: 1, lost: 0 },
    groups: [],
  };
  const path = listFile(dir.path, { moment, id });
  await writeList(path, list, unchanged);
  return path;
}

it('says of each backup whether it is whole, also of those after one that is not', async () => {
  await backup(1, ['old', 'common']);
  const second = await backup(2, ['common']);
  await backup(3, ['common']);
  rmSync(join(dir.path, 'pictures/old'));
  writeFileSync(second, 'no list any more');
  await expect(checkEngines(dir.path, null, say)).rejects.toThrow(
    new RegExp(
      `^the backups in ${dir.path} are not all whole:\n  - .*/pictures/old is missing\n  - ${second} is damaged`,
    ),
  );
  expect(said).toEqual([
    '2026-01-01T00:00:00.000Z: NOT whole',
    '2026-01-02T00:00:00.000Z: NOT whole',
    '2026-01-03T00:00:00.000Z: whole',
  ]);
});

it('reads what backups have in common once', async () => {
  await backup(1, ['common']);
  await backup(2, ['common']);
  const removing = (line: string): void => {
    if (line.startsWith('2026-01-01')) rmSync(join(dir.path, 'pictures/common'));
    say(line);
  };
  expect(await checkEngines(dir.path, null, removing)).toMatchObject({ id: 'backup-2' });
  expect(said).toEqual(['2026-01-01T00:00:00.000Z: whole', '2026-01-02T00:00:00.000Z: whole']);
});

it('names a file that several need, and is damaged, with each of them', async () => {
  await backup(1, ['common']);
  await backup(2, ['common']);
  writeFileSync(join(dir.path, 'pictures/common'), 'other bytes');
  await expect(checkEngines(dir.path, null, say)).rejects.toThrow('pictures/common is damaged');
  expect(said).toEqual(['2026-01-01T00:00:00.000Z: NOT whole', '2026-01-02T00:00:00.000Z: NOT whole']);
});
