import type { FileHandle } from 'node:fs/promises';
import { apiError, ImportMapping } from '@numscope/contracts';
import { formFault, formParts, reasonOf } from '@numscope/platform';
import { namelessFile } from '@numscope/platform/runtime/nameless-file';
import type { FastifyRequest } from 'fastify';

/** What a form brought: its file on disk, whose handle is the caller's to close. */
export interface ImportUpload {
  file: FileHandle;
  mapping: ImportMapping | undefined;
}

function mappingOf(text: string): ImportMapping {
  try {
    return ImportMapping.parse(JSON.parse(text));
  } catch (error) {
    throw apiError('INVALID', {
      details: [{ field: 'mapping', message: 'must be JSON: an object of fields to columns' }],
      cause: error,
    });
  }
}

/** Puts a file on disk as it comes, however long. @throws ApiError NO_FILES, NO_ROOM, UPLOAD_BROKEN */
async function keep(stream: NodeJS.ReadableStream): Promise<FileHandle> {
  const file = await namelessFile();
  try {
    for await (const chunk of stream) await file.writeFile(chunk);
    if ((await file.stat()).size === 0) throw apiError('NO_FILES');
    return file;
  } catch (error) {
    await file.close();
    if (/ENOSPC|EDQUOT/.test(reasonOf(error))) throw apiError('NO_ROOM', { cause: error });
    throw formFault(error);
  }
}

/**
 * The file of a form, with the mapping before it: it says how the file is read.
 * @throws ApiError NO_FILES, FIELD_AFTER_FILE, INVALID, UPLOAD_BROKEN
 */
export async function readImportForm(request: FastifyRequest): Promise<ImportUpload> {
  let mapping: ImportMapping | undefined;
  let file: FileHandle | undefined;
  try {
    for await (const part of formParts(request)) {
      if ('file' in part) file = await keep(part.file.file);
      else if (part.field === 'mapping') {
        if (file) throw apiError('FIELD_AFTER_FILE', { details: { field: 'mapping' } });
        if (part.text !== '') mapping = mappingOf(part.text);
      }
    }
  } catch (error) {
    await file?.close();
    throw error;
  }
  if (!file) throw apiError('NO_FILES');
  return { file, mapping };
}
