import type { Profile } from '@numscope/contracts';
import { guardedText } from '@numscope/contracts/csv-text';
import type { Digest } from './digest.ts';
import { type Cell, tableColumns } from './table-columns.ts';

const BYTE_ORDER_MARK = '\uFEFF';
const header = `${BYTE_ORDER_MARK}${Object.keys(tableColumns).join(';')}\r\n`;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = guardedText(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (profile: Profile): string =>
  `${Object.values(tableColumns)
    .map((read) => cellText(read(profile)))
    .join(';')}\r\n`;

/** Semicolons and a byte-order mark, as all CSV of the product. */
export async function* csvExport(slices: AsyncIterable<string[]>, digest: Digest): AsyncGenerator<string> {
  yield digest.add(header, 0);
  for await (const profiles of slices) {
    const lines = profiles.map((text) => line(JSON.parse(text) as Profile));
    if (lines.length > 0) yield digest.add(lines.join(''), lines.length);
  }
}
