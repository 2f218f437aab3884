import { apiError, type ImportMapping, type ImportPreview } from '@numscope/contracts';
import type { ImportThread } from '../store/import-thread.ts';

/**
 * The first rows of a file, and what is wrong with them by a mapping.
 * @throws ApiError INVALID_DATA, FILE_PARSING for a file that cannot be read at all
 */
export async function previewImport(
  { fd, mapping }: { fd: number; mapping: ImportMapping | undefined },
  thread: ImportThread,
): Promise<ImportPreview> {
  const read = await (await thread.reader()).preview(fd, mapping);
  if ('isUndecodable' in read)
    throw apiError(read.isUndecodable ? 'FILE_PARSING' : 'INVALID_DATA', { details: read.faults });
  return read;
}
