import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '@numscope/platform';
import { backUp, requireInstallation } from '../backup.ts';
import { measure } from '../copy-file.ts';
import { mb, type Say } from '../copy-moment.ts';
import { sync } from '../durable.ts';
import { dataOf, overlap } from '../layout.ts';
import { type Manifest, readManifest } from '../manifest.ts';
import { listedPictures } from '../picture-list.ts';
import { withRoom } from '../room.ts';
import { chunkBytesOf, chunksOf, nameOfChunk } from './chunks.ts';
import { encryptingFor, unchanged } from './cipher.ts';
import { FileLines, isFullLine, writeFileList } from './file-list.ts';
import { type PackIndex, readIndex, writeIndex } from './pack-index.ts';
import { indexFile, type KeptFile, type KeptHead, listed, listFile, packFile } from './repository.ts';
import { lockStaging, withStaging } from './staging.ts';
import { writeThrough } from './streams.ts';
import { hashKeyOf, type KeepOptions, refuse, takeRepository, whileLocked } from './take-repository.ts';

/**
 * Where each piece lies that is there already. Of a pack that is gone or cut off, or of which nobody knows what it holds,
 * none counts: they are written anew.
 */
async function knownChunks(folder: string, keyId: string | null, say: Say): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  for (const { id } of listed(folder)) {
    const index = await readIndex(folder, id).catch((error: unknown) => {
      say(`${reasonOf(error)}, so that backups of before do not come back; what it held is written anew.`);
      return null;
    });
    if (index?.keyId !== keyId) continue;
    const { bytes, chunks } = index;
    const pack = packFile(folder, id);
    if (statSync(pack, { throwIfNoEntry: false })?.size === bytes) for (const [name] of chunks) known.set(name, id);
    else
      say(`${pack} is missing or damaged, so that backups of before do not come back; what it held is written anew.`);
  }
  return known;
}

/** What the backup of the moment is made of. */
async function* filesOf(staging: string, { databases, files }: Manifest): AsyncIterable<Omit<KeptFile, 'chunks'>> {
  for (const { file, bytes, sha256: sum } of [...databases, ...files]) yield { file, bytes, sha256: sum };
  for await (const { file, sha256: sum } of listedPictures(staging)) yield { file, bytes: 0, sha256: sum };
}

/** Brings the files of a moment into the folder: what is there already is only named. */
async function pack(
  staging: string,
  folder: string,
  manifest: Manifest,
  options: KeepOptions,
  key: string | null,
  say: Say,
) {
  const { id } = manifest;
  const keyId = key === null ? null : createHash('sha256').update(key).digest('hex').slice(0, 16);
  const known = await knownChunks(folder, keyId, say);
  const chunks: PackIndex['chunks'] = [];
  const files = await FileLines.create(join(staging, 'files.jsonl'));
  const needed = new Set([id]);
  async function* fresh(): AsyncIterable<Uint8Array> {
    for await (const entry of filesOf(staging, manifest)) {
      const kept: KeptFile = { ...entry, bytes: 0, chunks: [] };
      for await (const chunk of chunksOf(join(dataOf(staging), entry.file), chunkBytesOf(entry.file))) {
        const name = nameOfChunk(chunk, key);
        kept.bytes += chunk.length;
        if (isFullLine(kept.chunks)) await files.more(kept.chunks.splice(0));
        kept.chunks.push(name);
        const pack = known.get(name);
        needed.add(pack ?? id);
        if (pack !== undefined) continue;
        known.set(name, id);
        chunks.push([name, chunk.length]);
        yield chunk;
      }
      await files.add(kept);
    }
  }
  const through = options.recipients === null ? unchanged : encryptingFor(options.recipients);
  const written = await writeThrough(packFile(folder, id), fresh(), through).finally(() => files.close());
  await writeIndex(folder, { id, keyId, ...written, chunks });
  const packs: KeptHead['packs'] = {};
  for (const each of needed) packs[each] = (await measure(indexFile(folder, each))).sha256;
  sync(join(folder, 'packs'));
  // From here on it is a backup.
  await writeFileList(listFile(folder, manifest), { manifest, hashKey: key, packs }, files, through);
  return written.bytes;
}

/** @throws SettingsError when there is no installation, or another backup of it is being made in this way */
async function addTo(dataDir: string, folder: string, options: KeepOptions, say: Say) {
  requireInstallation(dataDir);
  takeRepository(folder, 'folder', options, ['packs', 'backups']);
  const lock = lockStaging(dataDir);
  try {
    const key = options.recipients === null ? null : hashKeyOf(dataDir);
    return await withStaging(dataDir, async (staging) => {
      await backUp(dataDir, staging, say, { passing: true });
      const manifest = readManifest(staging);
      const written = await withRoom(folder, 0, () => pack(staging, folder, manifest, options, key, say));
      say(`${mb(written)} written; the folder holds ${listed(folder).length}.`);
      return { manifest, written };
    });
  } finally {
    lock.release();
  }
}

/**
 * Adds a backup of the installation in `dataDir` to those in `folder`: taken of one moment as `backUp` does, cut into
 * pieces, of which only those are written that no former one has. Ended before its end it leaves nothing that counts,
 * and the next one clears away what it left.
 * @throws SettingsError when it cannot be begun; Error when it could not be ended: then it is no backup
 */
export async function keep(
  dataDir: string,
  folder: string,
  options: KeepOptions,
  say: Say,
): Promise<{ manifest: Manifest; written: number }> {
  if (overlap(folder, dataDir))
    refuse(`--to: ${folder} and DATA_DIR (${dataDir}) lie in each other; name a folder elsewhere`);
  return whileLocked(folder, () => addTo(dataDir, folder, options, say));
}
