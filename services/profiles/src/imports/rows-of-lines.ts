import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { ImportFaultError } from './import-fault-error.ts';
import { jsonRow } from './json-row.ts';
import { isPictureLine } from './judge-row.ts';
import { linesOfStream } from './lines-of-stream.ts';

const ExportEnd = z.strictObject({ count: z.number().int(), sha256: z.string() });

/**
 * The rows of JSON lines. The last line of a streamed export is no row: it says how many profiles there are and what the
 * bytes of all lines hash to.
 * @throws ImportFaultError when that does not fit, or for a line that is no object
 */
export async function* rowsOfLines(stream: Readable): AsyncGenerator<Record<string, unknown>> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let count = 0;
  let end: z.infer<typeof ExportEnd> | undefined;
  for await (const line of linesOfStream(stream)) {
    const text = decoder.decode(line).trim();
    if (text === '') {
      hash.update(line);
      continue;
    }
    const row = jsonRow(text, count + 1);
    if (end) throw new ImportFaultError('the export is not whole: there are rows after its end');
    end = ExportEnd.safeParse(row).data;
    if (end) {
      if (end.count !== count || end.sha256 !== hash.copy().digest('hex'))
        throw new ImportFaultError('the export is not whole: its count or hash does not fit');
      continue;
    }
    hash.update(line);
    if (!isPictureLine(row)) count += 1;
    yield row;
  }
}
