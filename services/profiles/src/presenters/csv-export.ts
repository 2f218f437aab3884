import type { Profile } from '@numscope/contracts';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '@numscope/contracts/csv-text';
import { type Digest, piecesOf } from './digest.ts';
import { type Cell, tableColumns } from './table-columns.ts';

const header = BYTE_ORDER_MARK + csvLine(Object.keys(tableColumns));

const cellText = (cell: Cell): string => (typeof cell === 'string' ? csvCell(cell) : String(cell ?? ''));

const line = (profile: Profile): string => csvLine(Object.values(tableColumns).map((read) => cellText(read(profile))));

/** A line for each profile under the columns' names. */
export async function* csvExport(slices: AsyncIterable<string[]>, digest: Digest): AsyncGenerator<string> {
  yield digest.add(header, 0);
  yield* piecesOf(slices, digest, line);
}
