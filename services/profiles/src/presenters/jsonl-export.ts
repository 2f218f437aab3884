import type { Digest } from './digest.ts';

/** One profile a line; the last line is `{ count, sha256 }` of all bytes before it. */
export async function* jsonlExport(slices: AsyncIterable<string[]>, digest: Digest): AsyncGenerator<string> {
  for await (const profiles of slices) {
    if (profiles.length > 0) yield digest.add(`${profiles.join('\n')}\n`, profiles.length);
  }
  yield `${JSON.stringify({ count: digest.count, sha256: digest.hex() })}\n`;
}
