import { createHash, type Hash } from 'node:crypto';
import { reasonOf } from '@numscope/platform';
import { faultOf } from '../check-backup.ts';
import { mb, type Say } from '../copy-moment.ts';
import type { Found } from './bring-back.ts';
import type { Through } from './cipher.ts';
import { readIndex } from './pack-index.ts';
import { piecesIn } from './pack-pieces.ts';
import { indexFile, type KeptHead, packFile } from './repository.ts';

/** The same, and sums up the bytes as they lie on the disk. */
const summing =
  (through: Through, hash: Hash): Through =>
  (bytes) =>
    through(
      bytes.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, controller) {
            hash.update(chunk);
            controller.enqueue(chunk);
          },
        }),
      ),
    );

/** Packs of a folder, each read once with its content, however many backups need it. */
export class CheckedPacks {
  readonly #folder: string;
  readonly #say: Say;
  /** What is wrong with what was read; null: nothing. */
  readonly #faults = new Map<string, Promise<string | null>>();
  /** In which of them a piece lies. Lists of one pack are shared. */
  readonly #places = new Map<string, readonly string[]>();

  constructor(folder: string, say: Say) {
    this.#folder = folder;
    this.#say = say;
  }

  /** What is wrong with the packs that a backup needs, and with the pieces that it has of them. */
  async faultsFor(found: Found): Promise<string[]> {
    const faults: string[] = [];
    for (const [id, sha256] of Object.entries(found.kept.packs)) {
      const index = await this.#once(`${id} ${sha256}`, () =>
        faultOf(indexFile(this.#folder, id), { bytes: 0, sha256 }),
      );
      // A pack whose pieces another key names is another one: what was found by the first says nothing then.
      const key = `${id} by ${found.kept.hashKey}`;
      const fault = index ?? (await this.#once(key, () => this.#read(id, found)));
      if (fault !== null) faults.push(fault);
    }
    if (faults.length > 0) return faults;
    const missing = new Set<string>();
    for await (const { chunks } of found.files())
      for (const name of chunks) if (!this.#isIn(found.kept.packs, name)) missing.add(name);
    return missing.size === 0 ? [] : [`${missing.size} pieces of the backup are in none of its packs`];
  }

  #isIn(packs: KeptHead['packs'], name: string): boolean {
    return (this.#places.get(name) ?? []).some((id) => packs[id] !== undefined);
  }

  #once(what: string, look: () => Promise<string | null>): Promise<string | null> {
    const looked = this.#faults.get(what) ?? look();
    this.#faults.set(what, looked);
    return looked;
  }

  #add(name: string, alone: readonly string[]): void {
    const others = this.#places.get(name);
    this.#places.set(name, others ? [...others, ...alone] : alone);
  }

  async #read(id: string, { kept: { hashKey }, through }: Found): Promise<string | null> {
    const path = packFile(this.#folder, id);
    try {
      const { sha256, bytes, chunks } = await readIndex(this.#folder, id);
      const hash = createHash('sha256');
      const here = [id];
      const pieces = piecesIn(path, chunks, { through: summing(through, hash), hashKey, isWanted: () => true });
      try {
        for await (const { name } of pieces) this.#add(name, here);
      } catch (error) {
        // What lies on the disk says more than that the cipher does not take it.
        return (await faultOf(path, { sha256, bytes })) ?? reasonOf(error);
      }
      if (hash.digest('hex') !== sha256) return await faultOf(path, { sha256, bytes });
      this.#say(`${path}: read (${mb(bytes)})`);
      return null;
    } catch (error) {
      return reasonOf(error);
    }
  }
}
