import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { namelessFile } from '@numscope/platform/runtime/nameless-file';
import { tooLarge } from './spreadsheet-error.ts';

/**
 * Puts a stream into a file that has no name, as a zip archive has its table of contents at the end.
 * @throws SpreadsheetError TOO_LARGE
 */
export async function spool(source: Readable, fileBytes: number): Promise<FileHandle> {
  const file = await namelessFile();
  try {
    let bytes = 0;
    for await (const chunk of source) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      if (bytes > fileBytes) throw tooLarge(`the file has more than ${fileBytes} bytes`);
      await file.writeFile(piece);
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}
