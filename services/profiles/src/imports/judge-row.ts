import {
  type CarriedPicture,
  ImportedProfile,
  type ImportFault,
  type ImportMapping,
  PictureLine,
  WholeProfile,
} from '@numscope/contracts';
import { candidateOf } from './import-row.ts';
import type { FileRow } from './rows-of-file.ts';
import { restoredOf, type RowOfImport, type StagedProfile, stagedOf } from './staged-profile.ts';

/** A picture that came with a profile, or before it. */
export interface Picture {
  id: string;
  bytes: Uint8Array;
}

export type Judged = { picture: Picture } | { profile: StagedProfile; pictures: Picture[] } | { faults: ImportFault[] };

const pictureOf = ({ id, bytes }: CarriedPicture): Picture => ({ id, bytes: Buffer.from(bytes, 'base64') });

/** Whether a row is no profile, but a picture of one that follows. */
export const isPictureLine = (row: Readonly<Record<string, unknown>>): boolean =>
  typeof row['picture'] === 'object' && Object.keys(row).length === 1;

/** @param place of the row, from 1 */
export function judgeRow(
  { row, hasColumns }: FileRow,
  mapping: ImportMapping | undefined,
  place: number,
  named: RowOfImport,
): Judged {
  const faultsOf = (issues: ReadonlyArray<{ path: PropertyKey[]; message: string }>): Judged => ({
    faults: issues.map(({ path, message }) => ({ row: place, field: path.join('.'), message })),
  });
  if (!hasColumns && isPictureLine(row)) {
    const line = PictureLine.safeParse(row);
    return line.success ? { picture: pictureOf(line.data.picture) } : faultsOf(line.error.issues);
  }
  if (!hasColumns && Array.isArray(row['observations'])) {
    const whole = WholeProfile.safeParse(row);
    if (!whole.success) return faultsOf(whole.error.issues);
    return { profile: restoredOf(whole.data), pictures: (whole.data.pictures ?? []).map(pictureOf) };
  }
  const parsed = ImportedProfile.safeParse(hasColumns ? candidateOf(row, mapping) : row);
  return parsed.success ? { profile: stagedOf(parsed.data, named), pictures: [] } : faultsOf(parsed.error.issues);
}
