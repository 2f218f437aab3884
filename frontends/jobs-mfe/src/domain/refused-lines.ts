/** A line of a phones file that was refused. */
export interface RefusedLine {
  line: number;
  text: string;
}

/** The lines that a refusal names, as far as its details are that. */
export function refusedLines(details: unknown): RefusedLine[] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('line' in one) || !('text' in one)) return [];
    return typeof one.line === 'number' && typeof one.text === 'string' ? [{ line: one.line, text: one.text }] : [];
  });
}
