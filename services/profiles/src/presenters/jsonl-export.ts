import type { Digest } from './digest.ts';

/** Lines are sent when there are this many characters of them: pictures make them long. */
const PIECE_CHARS = 256 * 1024;

/**
 * One profile a line; the last line is `{ count, sha256 }` of all bytes before it.
 * @param complete adds to the JSON of a profile what is not kept with it
 */
export async function* jsonlExport(
  slices: AsyncIterable<string[]>,
  digest: Digest,
  complete: (profile: string) => Promise<string>,
): AsyncGenerator<string> {
  let lines = '';
  let count = 0;
  const piece = (): string => {
    const text = digest.add(lines, count);
    [lines, count] = ['', 0];
    return text;
  };
  for await (const profiles of slices)
    for (const profile of profiles) {
      lines += `${await complete(profile)}\n`;
      count += 1;
      if (lines.length > PIECE_CHARS) yield piece();
    }
  if (count > 0) yield piece();
  yield `${JSON.stringify({ count: digest.count, sha256: digest.hex() })}\n`;
}
