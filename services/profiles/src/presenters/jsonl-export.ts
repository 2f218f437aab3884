import type { Digest } from './digest.ts';

/** Lines are sent when there are this many characters of them: pictures make them long. */
const PIECE_CHARS = 256 * 1024;

/**
 * One profile a line, and before it those of its pictures that have no room there; the last line is `{ count, sha256 }`
 * of the profiles and of all bytes before it.
 * @param linesOf the lines of a profile, its own last
 */
export async function* jsonlExport(
  slices: AsyncIterable<string[]>,
  digest: Digest,
  linesOf: (profile: string) => AsyncIterable<string>,
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
      for await (const line of linesOf(profile)) {
        if (lines.length > PIECE_CHARS) yield piece();
        lines += `${line}\n`;
      }
      count += 1;
    }
  if (lines !== '') yield piece();
  yield `${JSON.stringify({ count: digest.count, sha256: digest.hex() })}\n`;
}
