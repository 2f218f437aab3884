/** How many there are on a side, and the SHA-256 of all of them in order. */
export interface Side {
  count: number;
  sha256: string;
}

/** What was found of one kind of records. */
export interface Line {
  entity: string;
  from: Side;
  to: Side;
  /** What differs, in words; at most some. */
  faults: string[];
}

const HEAD = ['', 'there', 'here', 'SHA-256 there', 'SHA-256 here', ''];

/** The lines as a table for a terminal: `there` is where it came from, `here` where it is now. */
export function tableOf(lines: readonly Line[]): string {
  const rows = lines.map(({ entity, from, to, faults }) => [
    entity,
    String(from.count),
    String(to.count),
    from.sha256.slice(0, 16),
    to.sha256.slice(0, 16),
    faults.length === 0 ? 'the same' : 'DIFFERS',
  ]);
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_head, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
