import type { Collection, Connection } from '@numscope/adapters/mongo';
import { openWorkerStore, type RemoteStore } from '@numscope/adapters/sqlite';
import type { ImportedProfile } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import type { JobRef } from '../domain/observation.ts';
import { importedPhones } from '../imports/imported-phones.ts';
import type { ImportSource } from '../imports/read-import.ts';
import type { Absorbed, DocumentAbsorber } from './absorb.mongo.ts';
import type { ImportParts } from './import-reader.ts';
import { type Hold, indexWorkOf } from './index-work.mongo.ts';
import type { ImportOptions, IndexWork } from './profile-store.port.ts';
import type { Slices } from './slices.ts';

/**
 * The intent to apply an import whose parts all stand in the database: with it in the journal the import counts, as a
 * whole.
 */
export interface StagedImport {
  kind: 'import';
  id: string;
  at: number;
  resolvedAt: number;
  job: JobRef;
  audit: OutgoingEvent | null;
  /** How many parts. */
  parts: number;
}

interface PartDocument {
  _id: string;
  first: number;
  profiles: string;
  /** Parts of an import that never counted go by themselves. */
  expires: Date;
}

type Parts = Extract<ImportParts, { parts: unknown }>['parts'];

const STAGED_MS = 24 * 60 * 60 * 1000;

const namesOf = ({ id, parts }: StagedImport): string[] =>
  Array.from({ length: parts }, (_none, place) => `${id}/${place}`);

type ImportReader = typeof import('./import-reader.ts');

/** Imports: read in a thread, put down in parts, then applied as one change. */
export class Imports {
  readonly #parts: Collection<PartDocument>;
  readonly #absorber: DocumentAbsorber;
  readonly #slices: Slices;
  #reader: Promise<RemoteStore<ImportReader>> | undefined;

  constructor(connection: Connection, absorber: DocumentAbsorber, slices: Slices) {
    this.#parts = connection.collection<PartDocument>('import_parts');
    this.#absorber = absorber;
    this.#slices = slices;
  }

  async declareIndexes(): Promise<void> {
    await this.#parts.createIndex({ expires: 1 }, { name: 'expires', expireAfterSeconds: 0 });
  }

  async read(source: ImportSource): Promise<ImportParts> {
    this.#reader ??= openWorkerStore<ImportReader>({
      module: new URL('./import-reader.ts', import.meta.url),
      options: undefined,
    });
    return (await this.#reader).read(source);
  }

  /** Puts the parts down. Nothing counts before the change that is returned does. */
  async stage(parts: Parts, { id, at, job, audit }: ImportOptions): Promise<StagedImport> {
    const staged: StagedImport = { kind: 'import', id, at, resolvedAt: Date.now(), job, audit, parts: parts.length };
    const expires = new Date(Date.now() + STAGED_MS);
    const names = namesOf(staged);
    for (const [place, part] of parts.entries())
      await this.#parts.insertOne({ _id: names[place] ?? '', ...part, expires });
    return staged;
  }

  /** Applies an import; its events wait for the index. Safe to repeat. @returns null when it was done before */
  async carryOut(hold: Hold, staged: StagedImport): Promise<IndexWork | null> {
    const { at, audit } = staged;
    const all: Absorbed = { rows: [], events: audit ? [audit] : [] };
    for (const name of namesOf(staged)) {
      const part = await this.#parts.findOne({ _id: name });
      // The parts go when everything is applied and held by the journal.
      if (!part) return null;
      const { rows, events } = await this.#absorber.absorb(
        importedPhones(JSON.parse(part.profiles) as ImportedProfile[], staged, part.first),
        at,
      );
      all.rows.push(...rows);
      all.events.push(...events);
    }
    const work = await indexWorkOf(hold, this.#slices, all);
    await this.#parts.deleteMany({ _id: { $in: namesOf(staged) } });
    return work;
  }

  async close(): Promise<void> {
    await (await this.#reader)?.close();
  }
}
