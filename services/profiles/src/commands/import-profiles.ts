import { apiError, calls, type ImportFault, type ImportInfo } from '@numscope/contracts';
import { type Clock, newId, type OutgoingEvent, type ServiceClient } from '@numscope/platform';
import type { ImportPart, ImportSource } from '../imports/read-import.ts';
import { settlePictures } from '../imports/settle-pictures.ts';
import type { ImportThread } from '../store/import-thread.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import type { ImportApplier } from './apply-imports.ts';

/** Callers and those between them wait two minutes for a silent answer; a large import is answered before. */
const WAIT_MS = 100_000;

export interface ImportParts {
  store: ProfileStore;
  thread: ImportThread;
  applier: ImportApplier;
  client: ServiceClient;
  clock: Clock;
}

interface Import {
  source: ImportSource;
  by: string;
  requestId: string;
  audit: OutgoingEvent | null;
}

const refused = (faults: ImportFault[], isUndecodable: boolean) =>
  apiError(isUndecodable ? 'FILE_PARSING' : 'INVALID_DATA', { details: faults });

/** The parts of an import as they are read. @throws ApiError INVALID_DATA, FILE_PARSING with details by row */
async function* partsOf(
  id: string,
  at: number,
  source: ImportSource,
  thread: ImportThread,
): AsyncGenerator<ImportPart> {
  const reader = await thread.reader();
  await reader.begin(id, at, source);
  try {
    for (;;) {
      const read = await reader.next(id);
      if ('faults' in read) throw refused(read.faults, read.isUndecodable);
      if (read.part === null) return;
      yield read.part;
    }
  } finally {
    await reader.drop(id);
  }
}

const faultsOf = (error: unknown): ImportFault[] => {
  const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : null;
  return Array.isArray(details) ? (details as ImportFault[]) : [];
};

/** What a caller hears of an import that counts: how it stands when it is in, or when waiting was long enough. */
async function settled(id: string, { store, applier }: ImportParts): Promise<ImportInfo | null> {
  const late = AbortSignal.timeout(WAIT_MS);
  await Promise.race([
    applier.run(id).catch(() => undefined),
    new Promise<void>((resolve) => late.addEventListener('abort', () => resolve(), { once: true })),
  ]);
  return store.importOf(id);
}

/**
 * Imports profiles into the main job: all of them or none. They are read and put down where nobody sees them; when all
 * are right they count, and from then on they are put in whatever happens to this process.
 *
 * @throws ApiError INVALID_DATA, details by row
 */
export async function importProfiles(
  { source, by, requestId, audit }: Import,
  parts: ImportParts,
): Promise<ImportInfo> {
  const { store, thread, client, clock } = parts;
  const { id: job, number } = await client.call(calls.mainJob, { requestId });
  const id = newId();
  const at = clock.now();
  await store.beginImport({ id, at, by, job: { id: job, number } });
  const renamed = new Map<string, string>();
  try {
    for await (const part of partsOf(id, at, source, thread))
      await store.stageImport(id, await settlePictures(part, renamed, client), part.count);
    await store.countImport(id, audit);
  } catch (error) {
    await store.withdrawImport(id, faultsOf(error));
    throw error;
  }
  const info = await settled(id, parts);
  if (!info) throw new Error(`the import ${id} is gone`);
  return info;
}
