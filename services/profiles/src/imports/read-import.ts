import { ImportedProfile, type ImportMapping, type ImportProfileDto, limits } from '@numscope/contracts';
import * as z from 'zod';
import { candidateOf, importFields } from './import-row.ts';
import { rowsOfText } from './rows-of-text.ts';

/** What was sent: the text of a file, or the specification's importProfileDto. */
export type ImportSource =
  | { text: string; mapping: ImportMapping | undefined }
  | { dto: z.infer<typeof ImportProfileDto> };

/** What is wrong with a row, counted from 1; 0 for the whole. */
export interface ImportFault {
  row: number;
  field?: string;
  message: string;
}

const MOST_FAULTS = 100;
const Row = z.record(z.string(), z.unknown());

const whole = (message: string): ImportFault[] => [{ row: 0, message }];

function candidatesOf(source: ImportSource): Array<Record<string, unknown>> {
  if ('text' in source) {
    const { rows, hasColumns } = rowsOfText(source.text);
    return rows.map((row) => (hasColumns || source.mapping ? candidateOf(row, source.mapping) : row));
  }
  const { profiles = [], rows = [], mapping } = source.dto;
  return [
    ...z.array(Row).parse(profiles),
    ...z
      .array(Row)
      .parse(rows)
      .map((row) => candidateOf(row, mapping)),
  ];
}

/** Reads an import to its end before anything is applied: all its profiles, or what is wrong with which rows. */
export function readImport(source: ImportSource): { profiles: ImportedProfile[] } | { faults: ImportFault[] } {
  const mapping = 'text' in source ? source.mapping : source.dto.mapping;
  const unknown = Object.keys(mapping ?? {}).filter((field) => !importFields.includes(field));
  if (unknown.length > 0) return { faults: whole(`no such fields: ${unknown.join(', ')}`) };
  let candidates;
  try {
    candidates = candidatesOf(source);
  } catch (error) {
    return {
      faults: whole(
        error instanceof z.ZodError
          ? 'every row must be an object'
          : String(error instanceof Error ? error.message : error),
      ),
    };
  }
  if (candidates.length === 0) return { faults: whole('there is nothing to import') };
  if (candidates.length > limits.importProfiles)
    return { faults: whole(`more than ${limits.importProfiles} profiles`) };
  const profiles: ImportedProfile[] = [];
  const faults: ImportFault[] = [];
  for (const [place, candidate] of candidates.entries()) {
    const parsed = ImportedProfile.safeParse(candidate);
    if (parsed.success) profiles.push(parsed.data);
    else
      faults.push(
        ...parsed.error.issues.map(({ path, message }) => ({ row: place + 1, field: path.join('.'), message })),
      );
    if (faults.length >= MOST_FAULTS) break;
  }
  return faults.length > 0 ? { faults } : { profiles };
}
