import { describe, expect, it } from '@jest/globals';
import type { BlobStore } from '@numscope/platform';
import { onStorage, type Storage } from '../around.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function read(store: BlobStore, key: string): Promise<Buffer | null> {
  const found = await store.get(key);
  return found ? Buffer.concat(await found.body.toArray()) : null;
}

async function keys(store: BlobStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of store.list(prefix)) found.push(key);
  return found;
}

/** What every blob store must do, by its port alone. */
export function blobStoreSuite(name: string, create: () => Promise<Storage<BlobStore>>): void {
  describe(`blob store: ${name}`, () => {
    let store: BlobStore;
    const reopen = onStorage('each', create, (opened) => (store = opened));

    it('gives back what was put, with its size and type', async () => {
      const content = Buffer.alloc(3_000_000, 'abcdefg');
      await store.put('images/a.jpg', content, 'image/jpeg');
      expect(await store.stat('images/a.jpg')).toEqual({
        key: 'images/a.jpg',
        bytes: 3_000_000,
        contentType: 'image/jpeg',
      });
      const found = await store.get('images/a.jpg');
      expect(found?.info).toEqual({ key: 'images/a.jpg', bytes: 3_000_000, contentType: 'image/jpeg' });
      found?.body.destroy();
      expect((await read(store, 'images/a.jpg'))?.equals(content)).toBe(true);
    });

    it('keeps empty blobs', async () => {
      await store.put('empty', new Uint8Array(), 'text/plain');
      expect((await store.stat('empty'))?.bytes).toBe(0);
      expect(await read(store, 'empty')).toHaveLength(0);
    });

    it('knows nothing of what was never put', async () => {
      expect(await store.get('none')).toBeNull();
      expect(await store.stat('none')).toBeNull();
      expect(await store.delete('none')).toBe(false);
    });

    it('replaces a blob, and a reader sees the old or the new one whole', async () => {
      const before = Buffer.alloc(200_000, 'a');
      const after = Buffer.alloc(300_000, 'b');
      await store.put('k', before, 'text/a');
      const writing = store.put('k', after, 'text/b');
      const seen = await Promise.all(Array.from({ length: 10 }, () => read(store, 'k')));
      await writing;
      for (const content of seen) expect([before, after].some((version) => content?.equals(version))).toBe(true);
      expect((await store.stat('k'))?.contentType).toBe('text/b');
      expect((await read(store, 'k'))?.equals(after)).toBe(true);
    });

    it('deletes once', async () => {
      await store.put('k', bytes('x'), 'text/plain');
      expect([await store.delete('k'), await store.delete('k')]).toEqual([true, false]);
      expect(await store.get('k')).toBeNull();
    });

    it('lists the keys that begin so, in their order', async () => {
      for (const key of ['faces/b', 'faces/a', 'images/a', 'faces/a-1', 'faces.txt'])
        await store.put(key, bytes(key), 'text/plain');
      expect(await keys(store, 'faces/')).toEqual(['faces/a', 'faces/a-1', 'faces/b']);
      expect(await keys(store, '')).toEqual(['faces.txt', 'faces/a', 'faces/a-1', 'faces/b', 'images/a']);
      expect(await keys(store, 'nothing')).toEqual([]);
    });

    it('has everything after a reopening', async () => {
      await store.put('a/b', bytes('kept'), 'text/plain');
      await reopen();
      expect((await read(store, 'a/b'))?.toString()).toBe('kept');
    });

    it.each(['', '/', '/a', 'a/', 'a//b', '..', '../a', 'a/../../b', './a', 'a b', 'a\\b', 'a+b', 'ä', 'a\0b'])(
      'refuses the key %j everywhere',
      async (key) => {
        await expect(store.put(key, bytes('x'), 'text/plain')).rejects.toThrow('not a blob key');
        await expect(store.get(key)).rejects.toThrow('not a blob key');
        await expect(store.stat(key)).rejects.toThrow('not a blob key');
        await expect(store.delete(key)).rejects.toThrow('not a blob key');
      },
    );

    it('answers its check', async () => {
      await expect(store.check()).resolves.toBeUndefined();
    });
  });
}
