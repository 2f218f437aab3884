import type { Readable } from 'node:stream';
import { ImportFaultError } from './import-fault-error.ts';
import { MOST_ROW_BYTES } from './json-row.ts';

const NEWLINE = 10;

/** The lines of a stream, each with its end. @throws ImportFaultError for a line longer than 64 MB */
export async function* linesOfStream(stream: Readable): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    let rest = Buffer.from(chunk);
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const line = rest.subarray(0, end + 1);
      yield begun.length > 0 ? Buffer.concat([...begun, line]) : line;
      begun = [];
      bytes = 0;
      rest = rest.subarray(end + 1);
    }
    bytes += rest.length;
    if (bytes > MOST_ROW_BYTES) throw new ImportFaultError(`a line is longer than ${MOST_ROW_BYTES} bytes`);
    if (rest.length > 0) begun.push(rest);
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}
