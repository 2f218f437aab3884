import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openFileBlobStore, pathOfBlob } from '@numscope/adapters/embedded';
import { type DatabaseSync, openDatabase } from '@numscope/adapters/sqlite';
import { movingImages } from '@numscope/images/store/move-up';
import type { BlobStore } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { lostInWords, Pictures } from '../src/move-up/pictures.ts';
import { HeldLedger } from './held-ledger.ts';

let dir: ReturnType<typeof tempDir>;
let db: DatabaseSync;
let from: BlobStore;
let bucket: BlobStore;
let ledger: HeldLedger;
let lines: string[];

const columns = 'id, state, type, width, height, bytes, sent_at, times_sent';

async function addPicture(id: string): Promise<void> {
  for (const folder of ['images', 'thumbs'])
    await from.put(`${folder}/${id}`, Buffer.from(`${folder} ${id}`), 'image/png');
  db.exec(`INSERT INTO image (${columns}) VALUES ('${id}', 'STORED', 'image/png', 1, 1, 10, 1, 1)`);
}

const erase = (id: string): void => void db.exec(`DELETE FROM image WHERE id = '${id}'`);
const lose = (key: string): void => rmSync(join(dir.path, 'blobs', pathOfBlob(key)));

async function keysIn(store: BlobStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list('')) keys.push(key);
  return keys;
}

const open = (): Promise<Pictures> => Pictures.open(dir.path, bucket, db, (line) => void lines.push(line));

beforeEach(async () => {
  dir = tempDir();
  db = openDatabase({ path: join(dir.path, movingImages.file), migrations: movingImages.migrations });
  from = await openFileBlobStore({ dir: join(dir.path, 'blobs') });
  bucket = await openFileBlobStore({ dir: join(dir.path, 'bucket') });
  ledger = new HeldLedger();
  lines = [];
  for (const id of ['aa', 'bb', 'cc']) await addPicture(id);
});
afterEach(() => {
  db.close();
  dir.remove();
});

describe('pictures that move', () => {
  it('leave nothing in the bucket that was erased before the move began anew, nor take away what is of others', async () => {
    await (await open()).carry(ledger);
    expect(await keysIn(bucket)).toHaveLength(6);
    await bucket.put('images/of-others', Buffer.from('x'), 'image/png');
    await bucket.put('exports/of-others', Buffer.from('x'), 'text/plain');
    erase('bb');

    await (await open()).removeFormer(ledger);
    expect(await keysIn(bucket)).toEqual([
      'exports/of-others',
      'images/aa',
      'images/cc',
      'images/of-others',
      'thumbs/aa',
      'thumbs/cc',
    ]);
  });

  it('are taken away too where the run was killed as soon as the first was there', async () => {
    const killed: BlobStore = Object.assign(Object.create(bucket) as BlobStore, {
      async put(key: string, bytes: Uint8Array, type: string) {
        await bucket.put(key, bytes, type);
        throw new Error('killed');
      },
    });
    const first = await Pictures.open(dir.path, killed, db, () => undefined);
    await expect(first.carry(ledger)).rejects.toThrow('killed');
    expect(await keysIn(bucket)).toEqual(['images/aa']);
    erase('aa');
    await (await open()).removeFormer(ledger);
    expect(await keysIn(bucket)).toEqual([]);
  });

  it('tell of what the bucket has and nobody carried', async () => {
    const pictures = await open();
    await pictures.carry(ledger);
    await bucket.put('thumbs/of-others', Buffer.from('x'), 'image/png');
    const { line } = await pictures.compare();
    expect(line.faults).toEqual([
      expect.stringMatching(/^the bucket holds 1 that nobody carried, as thumbs\/of-others/),
    ]);
  });

  it('end where some were lost before, which are named and not counted', async () => {
    lose('images/bb');
    writeFileSync(join(dir.path, 'blobs', pathOfBlob('thumbs/cc')), '');
    const pictures = await open();
    await pictures.carry(ledger);
    expect(lines).toEqual(['files of pictures: 4/6']);
    const { line, lost } = await pictures.compare();
    expect(line).toMatchObject({ from: { count: 4 }, to: line.from, faults: [] });
    expect(lines.at(-1)).toBe('files of pictures compared: 4/6');
    expect(lost).toEqual({ count: 2, some: ['images/bb', 'thumbs/cc'] });
    expect(lostInWords(lost)).toMatch(/^2 files of pictures .* could not come:\n {2}- images\/bb\n {2}- thumbs\/cc$/);
    expect(lostInWords({ count: 7, some: ['images/bb'] })).toMatch(/\n {2}and 6 more$/);
  });

  it('are not all there where the bucket lacks one that the folder has', async () => {
    const pictures = await open();
    await pictures.carry(ledger);
    await bucket.delete('images/cc');
    const { line, lost } = await pictures.compare();
    expect(line.faults).toEqual(['images/cc is missing']);
    expect(lost.count).toBe(0);
  });
});
