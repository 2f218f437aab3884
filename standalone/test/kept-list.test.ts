import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tempDir } from '@numscope/testing';
import type { Through } from '../src/backup/kept/cipher.ts';
import { FileLines, isFullLine, openFileList, writeFileList } from '../src/backup/kept/file-list.ts';
import type { KeptFile } from '../src/backup/kept/repository.ts';
import { indexLines, readIndex, writeIndex } from '../src/backup/kept/pack-index.ts';

let dir: ReturnType<typeof tempDir>;
let list: string;
let largest: number;

/** Tells how much comes or goes at once. */
const watched: Through = async (bytes) =>
  bytes.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        largest = Math.max(largest, piece.length);
        controller.enqueue(piece);
      },
    }),
  );

const sha256 = '0'.repeat(64);
const manifest = {
  format: 1 as const,
  id: 'one',
  version: '1.0.0',
  moment: '2026-02-03T04:05:06.000Z',
  databases: [{ file: 'users.sqlite', bytes: 1, sha256, schema: 1, rows: {} }],
  files: [],
  pictures: { file: 'pictures.sha256', bytes: 1, sha256, count: 0, countBytes: 0 },
  audit: { entries: 0, head: '', whole: true },
  heldMs: 0,
};
const head = { manifest, hashKey: null, packs: { one: sha256 } };
const nameOf = (n: number): string => String(n).padStart(43, '0');

beforeEach(() => {
  dir = tempDir();
  list = join(dir.path, 'list.json');
  largest = 0;
});
afterEach(() => dir.remove());

async function write(add: (lines: FileLines) => Promise<void>): Promise<void> {
  const lines = await FileLines.create(join(dir.path, 'files.jsonl'));
  await add(lines);
  await lines.close();
  await writeFileList(list, head, lines, watched);
}

describe('the list of a backup', () => {
  it('is written and read some files at a time, however many there are', async () => {
    const count = 60_000;
    await write(async (lines) => {
      for (let n = 0; n < count; n++) await lines.add({ file: `blobs/${n}`, bytes: n, sha256, chunks: [nameOf(n)] });
    });
    expect(statSync(list).size).toBeGreaterThan(8e6);
    const { head: found, files } = await openFileList(list, watched);
    expect(found).toMatchObject(head);
    let read = 0;
    for await (const { file, bytes, chunks } of files) {
      if (read % 10_000 === 0) expect([file, bytes, chunks]).toEqual([`blobs/${read}`, read, [nameOf(read)]]);
      read++;
    }
    expect(read).toBe(count);
    expect(largest).toBeLessThanOrEqual(1 << 20);
  });

  it('names all pieces of a file that has more than a line holds', async () => {
    const all = Array.from({ length: 25_000 }, (_none, n) => nameOf(n));
    await write(async (lines) => {
      let chunks: string[] = [];
      for (const name of all) {
        if (isFullLine(chunks)) await lines.more(chunks.splice(0));
        chunks.push(name);
      }
      await lines.add({ file: 'users.sqlite', bytes: 1, sha256, chunks });
      chunks = [];
      await lines.add({ file: 'token-key.pem', bytes: 0, sha256, chunks });
    });
    const files: KeptFile[] = [];
    for await (const file of (await openFileList(list, watched)).files) files.push(file);
    expect(files.map(({ file, chunks }) => [file, chunks.length])).toEqual([
      ['users.sqlite', all.length],
      ['token-key.pem', 0],
    ]);
    expect(files[0]?.chunks).toEqual(all);
  });

  it.each([
    ['a line too few', (text: string) => text.replace(/\n.*"token-key\.pem".*\n/, '\n')],
    ['no sum', (text: string) => text.replace(/[0-9a-f]{64}\n$/, '')],
    ['something behind its end', (text: string) => `${text}${text}`],
    ['a line that is none', (text: string) => text.replace('"bytes":7', '"bytes":-7')],
    ['a path that leads elsewhere', (text: string) => text.replace('token-key.pem', '../token-key.pem')],
    ['half of its last line', (text: string) => text.slice(0, -10)],
  ])('is damaged with %s', async (_what, spoil) => {
    await write((lines) => lines.add({ file: 'token-key.pem', bytes: 7, sha256, chunks: [nameOf(1)] }));
    const text = readFileSync(list, 'utf8');
    writeFileSync(list, spoil(text));
    expect(spoil(text)).not.toBe(text);
    const read = async (): Promise<number> => {
      let bytes = 0;
      for await (const file of (await openFileList(list, watched)).files) bytes += file.bytes;
      return bytes;
    };
    await expect(read()).rejects.toThrow(/list\.json is damaged/);
  });
});

describe('the index of a pack', () => {
  const chunks = Array.from({ length: 25_000 }, (_none, n): [string, number] => [nameOf(n), n + 1]);
  const index = { id: 'one', keyId: null, bytes: 7, sha256, chunks };
  beforeEach(() => mkdirSync(join(dir.path, 'packs')));

  it('is written and read some pieces at a time, however many there are', async () => {
    expect(Math.max(...[...indexLines(index)].map((line) => line.length))).toBeLessThan(100_000);
    await writeIndex(dir.path, index);
    expect(await readIndex(dir.path, 'one')).toEqual(index);
  });

  it.each([
    ['a line too few', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
    ['half of its last line', (text: string) => text.slice(0, -10)],
    ['nothing in it', () => ''],
    ['a length that is none', (text: string) => text.replace(',7]', ',-7]')],
  ])('is damaged with %s', async (_what, spoil) => {
    await writeIndex(dir.path, index);
    const file = join(dir.path, 'packs', 'one.json');
    writeFileSync(file, spoil(readFileSync(file, 'utf8')));
    await expect(readIndex(dir.path, 'one')).rejects.toThrow(/packs\/one\.json is damaged/);
  });
});
