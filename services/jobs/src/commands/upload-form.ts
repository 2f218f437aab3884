import { apiError, JobFileForm, limits } from '@numscope/contracts';
import { DRAINED_BYTES, formFault, formParts } from '@numscope/platform';
import { SpreadsheetError } from '@numscope/spreadsheets/spreadsheet-error';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { sheetFault, sheetText, sniffZip } from '../ingest/sheet-text.ts';
import { sweptPieces } from '../ingest/swept-pieces.ts';
import type { UploadReader } from '../ingest/upload-reader.ts';

/** Fields that say how the file is read: they must come before it. */
const before: ReadonlySet<string> = new Set(['region', 'targetNumber', 'clean', 'skipInvalidLines']);

/** One form on its way in: fields, then the file, then perhaps more fields. */
export interface UploadForm {
  /** The fields before the file. */
  fields: Record<string, string>;
  /** Null when there is none. */
  file: Readable | null;
  /** Reads what comes after the file into `fields`. */
  rest(): Promise<void>;
}

/** Reads a multipart form up to its file. */
export async function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  const fields: Record<string, string> = {};
  const parts = formParts(request);
  const next = async (): Promise<Readable | null> => {
    for (;;) {
      const { done, value: part } = await parts.next();
      if (done) return null;
      if ('text' in part) fields[part.field] = part.text;
      else if (part.field === 'file') return part.file.file;
      else part.file.file.resume();
    }
  };
  const file = await next();
  const known = new Set(Object.keys(fields));
  return {
    fields,
    file,
    async rest() {
      const second = await next();
      second?.resume();
      const late = Object.keys(fields).find((name) => before.has(name) && !known.has(name));
      if (late) throw apiError('FIELD_AFTER_FILE', { details: { field: late } });
      if (second) throw apiError('INVALID', { details: [{ field: 'file', message: 'one file only' }] });
    },
  };
}

/**
 * To be called while a read file is stored, and just before the commit: whoever went away takes it that nothing was kept.
 * @throws ApiError UPLOAD_BROKEN
 */
export function refuseGone(request: FastifyRequest): void {
  if (request.raw.socket.destroyed) throw apiError('UPLOAD_BROKEN');
}

/** @throws ApiError INVALID that names each wrong field */
export function parseForm(fields: Record<string, string>): JobFileForm {
  // An empty field of a form is one that was not filled in.
  const given = Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== '' || name === 'name'));
  const result = JobFileForm.safeParse(given);
  if (result.success) return result.data;
  throw apiError('INVALID', {
    details: result.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
  });
}

/**
 * Reads and throws away.
 * @throws ApiError FILE_TOO_LARGE when it is more than one can wait for
 */
async function drain(file: AsyncIterator<Uint8Array>, from: number): Promise<void> {
  for (let bytes = from; bytes < DRAINED_BYTES;) {
    const next = await file.next();
    if (next.done) return;
    bytes += next.value.length;
  }
  throw apiError('FILE_TOO_LARGE');
}

/** Feeds text to a reader until it knows of a fault; what is left is read then, and thrown away. */
async function feedText(pieces: AsyncIterator<Uint8Array>, reader: UploadReader): Promise<void> {
  for (let bytes = 0; ;) {
    const next = await pieces.next();
    if (next.done) return;
    bytes += next.value.length;
    if (bytes > limits.phonesFileBytes || reader.fault) {
      await drain(pieces, bytes);
      if (!reader.fault) throw apiError('FILE_TOO_LARGE');
      return;
    }
    await reader.write(next.value);
  }
}

/** Bytes up to the limit. @throws ApiError FILE_TOO_LARGE beyond, once the sender can hear of it */
async function* bounded(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for (;;) {
    const next = await pieces.next();
    if (next.done) return;
    bytes += next.value.length;
    if (bytes > limits.phonesFileBytes) {
      await drain(pieces, bytes);
      throw apiError('FILE_TOO_LARGE');
    }
    yield next.value;
  }
}

/** Feeds the first sheet of a spreadsheet to a reader. @throws ApiError with what is wrong with the spreadsheet */
async function feedSheet(pieces: AsyncIterable<Uint8Array>, reader: UploadReader): Promise<void> {
  try {
    for await (const text of sheetText(pieces)) {
      if (reader.fault) return;
      await reader.write(text);
    }
  } catch (error) {
    if (error instanceof SpreadsheetError) throw apiError(sheetFault(error), { cause: error });
    throw error;
  }
}

/**
 * Feeds a file to its reader, no faster than it reads; of a spreadsheet, where `sheets` are taken, its first sheet.
 * @throws ApiError FILE_TOO_LARGE over 500 MB, UPLOAD_BROKEN when the sender went away
 */
export async function feedFile(
  file: Readable,
  request: FastifyRequest,
  reader: UploadReader,
  sheets: boolean,
): Promise<void> {
  const gone = (): void => void (request.raw.complete || file.destroy(new Error('the sender went away')));
  request.raw.once('close', gone);
  try {
    const plain = sweptPieces(file);
    const { zip, pieces } = sheets ? await sniffZip(plain) : { zip: false, pieces: plain };
    await (zip ? feedSheet(bounded(pieces), reader) : feedText(pieces, reader));
  } catch (error) {
    if (file.errored) throw formFault(error);
    throw error;
  } finally {
    request.raw.off('close', gone);
  }
}
