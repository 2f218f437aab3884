import { type ImportedProfile, type ProfileName, type UnitedName, type WholeProfile } from '@numscope/contracts';
import { IMPORT, NUMBERING_PLAN, SANDBOX } from '@numscope/contracts/lists';
import { describePhone } from '@numscope/numbering';
import { allKept, type KeptObservation } from '../domain/observation.ts';

/** As much as a source without a stated trust. */
const TRUST = 0.5;

/** A profile of an import as it waits to be put in: what was said of its number, and by what it was known. */
export interface StagedProfile {
  phone: string;
  /** Where a profile comes whole: what it keeps where the number has none yet. */
  identity?: { id: string; createdTimestamp: number };
  observations: KeptObservation[];
}

/** A row of an import: `row` names the profile within all imports; `at` is when it came. */
export interface RowOfImport {
  row: string;
  at: number;
}

/** An exported name stands once, with its forms: each of them was said. */
const everyForm = ({ name, type, forms = [name] }: UnitedName): ProfileName[] =>
  forms.map((form) => ({ name: form, type }));

const said = ({ row, at }: RowOfImport, source: string, fields: KeptObservation['fields']): KeptObservation => ({
  id: source === NUMBERING_PLAN ? `${row}:${NUMBERING_PLAN}` : row,
  source,
  at,
  cached: false,
  status: 'FOUND',
  fields,
  trust: TRUST,
});

/**
 * An imported profile as what the source IMPORT says of its number, and what the numbering plan does. A made-up person
 * stays one: SANDBOX says it then.
 */
export function stagedOf(
  { phone, names, images, numbering, line, sources, ...fields }: ImportedProfile,
  row: RowOfImport,
): StagedProfile {
  const all = {
    ...(names ? { names: names.flatMap(everyForm) } : {}),
    ...fields,
    ...(images ? { photos: images } : {}),
    ...(line ? { line } : {}),
    ...(numbering ? { numbering } : {}),
  };
  const source = sources?.includes(SANDBOX) ? SANDBOX : IMPORT;
  const plan = describePhone(phone);
  return {
    phone,
    observations: [said(row, source, all), ...(plan ? [said(row, NUMBERING_PLAN, { numbering: plan })] : [])],
  };
}

/**
 * A profile that comes with all that it was computed from: nothing is added, so that it comes out the same. What a
 * source said before is an answer like its newest: folded in, it stands behind that again, whatever is known here.
 */
export const restoredOf = ({ id, phone, createdTimestamp, observations }: WholeProfile): StagedProfile => ({
  phone,
  ...(id !== undefined && createdTimestamp !== undefined ? { identity: { id, createdTimestamp } } : {}),
  observations: allKept(observations),
});

/** The pictures that a profile refers to. */
export const imagesOf = ({ observations }: StagedProfile): string[] =>
  observations.flatMap(({ fields }) => fields?.photos ?? []);
