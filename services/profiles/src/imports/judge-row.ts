import { ImportedProfile, type ImportFault, type ImportMapping, WholeProfile } from '@numscope/contracts';
import { candidateOf } from './import-row.ts';
import type { FileRow } from './rows-of-file.ts';
import { restoredOf, type RowOfImport, type StagedProfile, stagedOf } from './staged-profile.ts';

/** A picture that came with a profile. */
export interface Picture {
  id: string;
  bytes: Uint8Array;
}

export type Judged = { profile: StagedProfile; pictures: Picture[] } | { faults: ImportFault[] };

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
  if (!hasColumns && Array.isArray(row['observations'])) {
    const whole = WholeProfile.safeParse(row);
    if (!whole.success) return faultsOf(whole.error.issues);
    const pictures = whole.data.pictures ?? [];
    return {
      profile: restoredOf(whole.data),
      pictures: pictures.map(({ id, bytes }) => ({ id, bytes: Buffer.from(bytes, 'base64') })),
    };
  }
  const parsed = ImportedProfile.safeParse(hasColumns ? candidateOf(row, mapping) : row);
  return parsed.success ? { profile: stagedOf(parsed.data, named), pictures: [] } : faultsOf(parsed.error.issues);
}
