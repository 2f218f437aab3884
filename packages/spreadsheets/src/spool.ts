import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { tooLarge } from './spreadsheet-error.ts';

/**
 * Puts a stream into a file that has no name, as a zip archive has its table of contents at the end. Nothing of it is
 * left when the handle is closed or the process ends. @throws SpreadsheetError TOO_LARGE
 */
export async function spool(source: Readable, fileBytes: number): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'spreadsheet-'));
  const file = await open(join(folder, 'sheet.xlsx'), 'w+', 0o600);
  try {
    await rm(folder, { recursive: true });
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
