import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, calls, type ImportFault, type ImportInfo } from '@numscope/contracts';
import { newId, type OutgoingEvent, reasonOf, type ServiceClient, type ServiceKit } from '@numscope/platform';
import type { ImportPart, ImportSource } from '../imports/read-import.ts';
import { settlePictures } from '../imports/settle-pictures.ts';
import { type ImportThread, readable } from '../store/import-thread.ts';
import type { ProfileStore } from '../store/profile-store.port.ts';
import type { ImportApplier } from './apply-imports.ts';

/** Callers and those between them wait two minutes for a silent answer; a large import is answered before. */
export const IMPORT_ANSWER_MS = 100_000;

export interface ImportParts {
  store: ProfileStore;
  thread: ImportThread;
  applier: ImportApplier;
  client: ServiceClient;
  kit: ServiceKit;
  /** After how long it is answered, however far it is; in milliseconds. */
  answerMs: number;
  /** What is being read. */
  readings: Set<Promise<void>>;
}

interface Import {
  source: ImportSource;
  by: string;
  requestId: string;
  audit: OutgoingEvent | null;
  /** The audit entry of an import that is refused after it was answered. */
  refusal(outcome: string): OutgoingEvent | null;
  /** Lets go of what it is read from. */
  release(): Promise<void>;
}

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
      const { part } = readable(await reader.next(id));
      if (part === null) return;
      yield part;
    }
  } finally {
    await reader.drop(id);
  }
}

const faultsOf = (error: unknown): ImportFault[] =>
  error instanceof ApiError && Array.isArray(error.details) ? (error.details as ImportFault[]) : [];

/** Keeps the import, so that its progress can be asked for. @returns when that was, in milliseconds */
async function begin(id: string, { by, requestId }: Import, { store, client, kit }: ImportParts): Promise<number> {
  const { id: job, number } = await client.call(calls.mainJob, { requestId });
  const at = kit.clock.now();
  await store.beginImport({ id, at, by, job: { id: job, number } });
  return at;
}

/** Reads all of an import and has it count. @throws ApiError INVALID_DATA, FILE_PARSING */
async function readAll(id: string, at: number, { source, audit }: Import, parts: ImportParts): Promise<void> {
  const { store, thread, client } = parts;
  const renamed = new Map<string, string>();
  try {
    for await (const part of partsOf(id, at, source, thread)) {
      const profiles = await settlePictures(part, renamed, client);
      if (part.count > 0) await store.stageImport(id, profiles, part.count);
    }
    await store.countImport(id, audit);
  } catch (error) {
    await store.withdrawImport(id, faultsOf(error));
    throw error;
  }
}

/** What the answer of the call cannot tell any more: its audit entry does, and the import itself. */
function noteRefusal(error: unknown, { refusal }: Import, { kit }: ImportParts): void {
  const entry = refusal(error instanceof ApiError ? error.code : 'INTERNAL');
  if (entry) kit.audit.record(entry);
  if (!(error instanceof ApiError)) kit.log.error({ reason: reasonOf(error) }, 'an import was not read to its end');
}

/**
 * Imports profiles into the main job: all of them or none. They are read and put down where nobody sees them; when all
 * are right they count, and from then on they are put in whatever happens to this process. What takes longer than
 * callers wait is answered before its end, and goes on.
 *
 * @throws ApiError INVALID_DATA, details by row
 */
export async function importProfiles(asked: Import, parts: ImportParts): Promise<ImportInfo> {
  const { store, applier, readings, answerMs } = parts;
  const id = newId();
  const at = await begin(id, asked, parts).catch(async (error: unknown) => {
    await asked.release();
    throw error;
  });
  const reading = readAll(id, at, asked, parts).finally(() => asked.release());
  const settled = reading.catch(() => undefined);
  readings.add(settled);
  void settled.finally(() => readings.delete(settled));
  const applied = reading.then(() => applier.run(id).catch(() => undefined));
  const late = new AbortController();
  const isLate = await Promise.race([
    applied.then(() => false),
    pause(answerMs, true, { ref: false, signal: late.signal }).catch(() => true),
  ]).finally(() => late.abort());
  if (isLate) reading.catch((error: unknown) => noteRefusal(error, asked, parts));
  const info = await store.importOf(id);
  if (!info) throw new Error(`the import ${id} is gone`);
  return info;
}
