import { apiError } from '@numscope/contracts';
import { reasonOf } from '@numscope/platform';
import type { UploadOptions } from '../ingest/phones-protocol.ts';
import type { UploadReader } from '../ingest/upload-reader.ts';
import type { JobsContext } from '../jobs-context.ts';
import type { UploadCounts } from '../store/job-store.port.ts';

/** Stores what was read, slice by slice. What does not become part of a job is removed. */
async function storePhones<T>(
  reader: UploadReader,
  summary: UploadCounts,
  { store, carrier, kit }: JobsContext,
  finish: (upload: number, counts: UploadCounts) => Promise<T>,
  isWanted: () => void,
): Promise<T> {
  const upload = await store.beginUpload();
  try {
    const slices = reader.slices();
    for (;;) {
      const next = await slices.next();
      isWanted();
      if (!next.done) await store.addPhones(upload, next.value);
      else {
        if (next.value.length > 0) await store.addMoved(upload, next.value);
        break;
      }
    }
    isWanted();
    return await finish(upload, summary);
  } catch (error) {
    await store
      .dropUpload(upload)
      .catch((fault: unknown) => kit.log.warn({ reason: reasonOf(fault) }, 'an upload is removed at the next start'));
    carrier.remove();
    throw error;
  }
}

/**
 * Reads phones from bytes in a worker thread, stores them, and hands them to `finish`, which makes them part of a job.
 * @param feed gives the bytes to the reader; throws when they break off
 * @param isWanted throws when they are not wanted any more; asked before each slice, and last before `finish`
 * @throws ApiError with what is wrong with the file
 */
export async function takePhones<T>(
  options: UploadOptions,
  context: JobsContext,
  feed: (reader: UploadReader) => Promise<void>,
  finish: (upload: number, counts: UploadCounts) => Promise<T>,
  isWanted: () => void = () => undefined,
): Promise<T> {
  const reader = context.phonesThread.begin(options);
  try {
    await feed(reader);
    const outcome = await reader.end();
    if ('fault' in outcome)
      throw apiError(outcome.fault.code, outcome.fault.details === undefined ? {} : { details: outcome.fault.details });
    return await storePhones(reader, outcome.summary, context, finish, isWanted);
  } finally {
    reader.close();
  }
}
