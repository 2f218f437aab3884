import { mkdir, open, opendir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BlobInfo, BlobStore } from '@numscope/platform';
import { isMissingFile, newId } from '@numscope/platform';
import { assertBlobKey, fileOf, keyOf, shardOf } from './blob-key.ts';
import { headerOf, readHeader } from './blob-header.ts';
import { syncFolder } from './files.ts';

const TEMP = 'tmp';

/** Blobs as files: `<dir>/<shard>/<key>`, each with its content type in a short header. */
class FileBlobStore implements BlobStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    const path = this.#pathOf(key);
    const temp = join(this.#dir, TEMP, newId());
    try {
      const file = await open(temp, 'wx', 0o600);
      try {
        await file.writeFile(headerOf(contentType));
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await this.#move(temp, path);
    } catch (error) {
      await rm(temp, { force: true });
      throw error;
    }
    await syncFolder(join(this.#dir, shardOf(key)));
  }

  async get(key: string) {
    const path = this.#pathOf(key);
    try {
      const file = await open(path, 'r');
      try {
        const header = await readHeader(file);
        const { size } = await file.stat();
        const body = file.createReadStream({ start: header.length });
        return { info: { key, bytes: size - header.length, contentType: header.contentType }, body };
      } catch (error) {
        await file.close();
        throw error;
      }
    } catch (error) {
      if (isMissingFile(error)) return null;
      throw error;
    }
  }

  async stat(key: string): Promise<BlobInfo | null> {
    return this.#info(key, this.#pathOf(key));
  }

  async delete(key: string): Promise<boolean> {
    try {
      await rm(this.#pathOf(key));
    } catch (error) {
      if (isMissingFile(error)) return false;
      throw error;
    }
    await syncFolder(join(this.#dir, shardOf(key)));
    return true;
  }

  async *list(prefix: string): AsyncIterable<BlobInfo> {
    const shards = (await readdir(this.#dir)).filter((name) => name !== TEMP);
    const keys: string[] = [];
    for (const shard of shards) {
      for await (const entry of await opendir(join(this.#dir, shard))) {
        const key = keyOf(entry.name);
        if (key.startsWith(prefix)) keys.push(key);
      }
    }
    for (const key of keys.sort()) {
      const info = await this.stat(key);
      // Deleted since.
      if (info) yield info;
    }
  }

  async check(): Promise<void> {
    const probe = join(this.#dir, TEMP, newId());
    await (await open(probe, 'wx', 0o600)).close();
    await rm(probe);
  }

  async close(): Promise<void> {}

  /** Folders are made when first needed. */
  async #move(temp: string, path: string): Promise<void> {
    try {
      await rename(temp, path);
    } catch (error) {
      if (!isMissingFile(error)) throw error;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await syncFolder(this.#dir);
      await rename(temp, path);
    }
  }

  #pathOf(key: string): string {
    assertBlobKey(key);
    return join(this.#dir, shardOf(key), fileOf(key));
  }

  async #info(key: string, path: string): Promise<BlobInfo | null> {
    try {
      const file = await open(path, 'r');
      try {
        const header = await readHeader(file);
        return { key, bytes: (await file.stat()).size - header.length, contentType: header.contentType };
      } finally {
        await file.close();
      }
    } catch (error) {
      if (isMissingFile(error)) return null;
      throw error;
    }
  }
}

/**
 * Opens a folder as a blob store and clears what a killed process left half written. Only one process may have it open.
 */
export async function openFileBlobStore(options: { dir: string }): Promise<BlobStore> {
  const temp = join(options.dir, TEMP);
  await rm(temp, { recursive: true, force: true });
  await mkdir(temp, { recursive: true, mode: 0o700 });
  return new FileBlobStore(options.dir);
}
