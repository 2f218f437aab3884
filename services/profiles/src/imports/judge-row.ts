import {
  type CarriedPicture,
  ImportedProfile,
  type ImportFault,
  type ImportMapping,
  limits,
  PictureLine,
  WholeProfile,
} from '@numscope/contracts';
import { MOST_BYTES } from '../domain/fold-within.ts';
import { candidateOf, cutField } from './import-row.ts';
import { restoredOf, type RowOfImport, type StagedProfile, stagedOf } from './staged-profile.ts';

/** A row of a file that is imported. */
export interface FileRow {
  row: Record<string, unknown>;
  /** The cells of a table by the names of its columns, and not a profile as exported. */
  hasColumns: boolean;
}

/** A picture that came with a profile, or before it. */
export interface Picture {
  id: string;
  bytes: Uint8Array;
}

export type Judged = { picture: Picture } | { profile: StagedProfile; pictures: Picture[] } | { faults: ImportFault[] };

const pictureOf = ({ id, bytes }: CarriedPicture): Picture => ({ id, bytes: Buffer.from(bytes, 'base64') });

/** Characters of a fault and of its place: a file's field names may be of any length. */
const TOLD_CHARS = 500;
/** Characters of a row. Whether it has room with who says each of its values is checked besides. */
export const MOST_CHARS = 1_000_000;
export const tooLong = `is longer than ${MOST_CHARS} characters`;
export const hasNoRoom = `says more than is kept of a number: ${MOST_BYTES / 2 ** 20} MB with who says each value`;
const wasCut = 'was cut: a cell of a spreadsheet has no room for all of it; import the same as CSV or JSON lines';
/** Values of one row, lists and objects among them: as many as stand in that many characters. */
const MOST_VALUES = MOST_CHARS / 2;

/** How many values there are, those within each other together; not much beyond the most. */
function valuesIn(value: unknown, most: number): number {
  if (value === null || typeof value !== 'object') return 1;
  let values = 1;
  for (const name in value) {
    values += valuesIn(Reflect.get(value, name), most - values);
    if (values > most) break;
  }
  return values;
}

/** What a row has too much of, or null: found before it is checked, as each wrong value of millions would be told of. */
function excessOfRow({ row, hasColumns }: FileRow): string | null {
  if (valuesIn(row, MOST_VALUES) > MOST_VALUES) return `has more than ${MOST_VALUES} values`;
  if (!hasColumns) return null;
  let chars = 0;
  for (const cell of Object.values(row)) chars += typeof cell === 'string' ? cell.length : 0;
  return chars > MOST_CHARS ? tooLong : null;
}

/** Whether a row is no profile, but a picture of one that follows. */
export const isPictureLine = (row: Readonly<Record<string, unknown>>): boolean =>
  typeof row['picture'] === 'object' && Object.keys(row).length === 1;

/** @param place of the row, from 1 */
export function judgeRow(
  fileRow: FileRow,
  mapping: ImportMapping | undefined,
  place: number,
  named: RowOfImport,
): Judged {
  const { row, hasColumns } = fileRow;
  const faultsOf = (issues: ReadonlyArray<{ path: PropertyKey[]; message: string }>): Judged => ({
    faults: issues.slice(0, limits.importFaults).map(({ path, message }) => ({
      row: place,
      field: path.join('.').slice(0, TOLD_CHARS),
      message: message.slice(0, TOLD_CHARS),
    })),
  });
  const excess = excessOfRow(fileRow);
  if (excess !== null) return { faults: [{ row: place, message: excess }] };
  if (!hasColumns && isPictureLine(row)) {
    const line = PictureLine.safeParse(row);
    return line.success ? { picture: pictureOf(line.data.picture) } : faultsOf(line.error.issues);
  }
  if (!hasColumns && Array.isArray(row['observations'])) {
    const whole = WholeProfile.safeParse(row);
    if (!whole.success) return faultsOf(whole.error.issues);
    return { profile: restoredOf(whole.data), pictures: (whole.data.pictures ?? []).map(pictureOf) };
  }
  const cut = hasColumns ? cutField(row, mapping) : undefined;
  if (cut !== undefined) return { faults: [{ row: place, field: cut, message: wasCut }] };
  const parsed = ImportedProfile.safeParse(hasColumns ? candidateOf(row, mapping) : row);
  return parsed.success ? { profile: stagedOf(parsed.data, named), pictures: [] } : faultsOf(parsed.error.issues);
}
