import { hash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { asked, isFault } from './elastic-faults.ts';
import { writeAliasOf } from './index-layout.ts';

/** Raise it with every change of what follows: an index of another shape is dropped and filled anew. */
const SHAPE_VERSION = 1;

/**
 * `id` is the document's id once more, as a key to walk by. Vectors are searched by a byte for each number, which takes a
 * quarter of the memory; what they were lies on the disk.
 */
const mappings = (length: number): estypes.MappingTypeMapping => ({
  dynamic: 'strict',
  _source: { enabled: false },
  properties: {
    id: { type: 'keyword' },
    vector: {
      type: 'dense_vector',
      dims: length,
      similarity: 'l2_norm',
      index_options: { type: 'int8_hnsw', m: 16, ef_construction: 128 },
    },
  },
});

const settings: estypes.IndicesIndexSettings = {
  number_of_shards: 1,
  auto_expand_replicas: '0-1',
  refresh_interval: '30s',
};

const namesOf = (prefix: string): string => `${prefix}faces-`;
/** What comes behind that. Another index of the cluster may begin alike. */
const MODEL_HASH = /^[0-9a-f]{16}$/;

/** The model whose vectors an index holds, and their length. */
export interface FaceVectors {
  model: string;
  length: number;
}

const nameOf = (prefix: string, { model, length }: FaceVectors): string =>
  `${namesOf(prefix)}${hash('sha256', `${SHAPE_VERSION}/${model}/${length}`, 'hex').slice(0, 16)}`;

async function drop(client: Client, index: string): Promise<void> {
  await asked('dropping an index', () => client.indices.delete({ index, ignore_unavailable: true }));
}

/** Drops the indices of all models but one. */
export async function dropFaceIndices(client: Client, prefix: string, kept: FaceVectors | null): Promise<void> {
  const names = namesOf(prefix);
  const keptName = kept && nameOf(prefix, kept);
  const all = await asked('listing indices', () => client.indices.getAlias({ index: `${names}*` }));
  for (const name of Object.keys(all))
    if (MODEL_HASH.test(name.slice(names.length)) && name !== keptName) await drop(client, name);
}

/**
 * The names of the index of one model. It is written by an alias alone (`<index>.write`), so that one that was dropped
 * is not made anew by a write that comes late.
 */
export class FaceLayout {
  readonly index: string;
  readonly written: string;
  readonly #client: Client;
  readonly #length: number;

  constructor(client: Client, prefix: string, vectors: FaceVectors) {
    this.#client = client;
    this.#length = vectors.length;
    this.index = nameOf(prefix, vectors);
    this.written = writeAliasOf(this.index);
  }

  /** Makes the index where it is not there. Safe for any number of processes at once. */
  async ensure(): Promise<void> {
    const made = { mappings: mappings(this.#length), settings, aliases: { [this.written]: {} } };
    await asked('making an index', async () => {
      try {
        await this.#client.indices.create({ index: this.index, ...made });
      } catch (error) {
        if (!isFault(error, 'resource_already_exists_exception')) throw error;
      }
    });
  }
}
