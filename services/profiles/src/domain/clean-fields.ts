import type { ListField, ProfileName, SingleField, SocialAccount, SourceFields } from '@numscope/contracts';
import { withoutDirectionMarks } from '@numscope/contracts/direction-marks';
import { limits } from '@numscope/contracts/limits';
import { byListField, listFields, singleFields } from '@numscope/contracts/profile-fields';

/** A text without marks of direction and without blanks around it. */
export const text = (value: string): string => withoutDirectionMarks(value).trim();
const present = (value: string): boolean => value !== '';
const NAME_CHARS = 500;
/** A name or its type as it is kept; one that is too long is cut between characters. */
const nameText = (value: string): string => text(text(value).slice(0, NAME_CHARS).toWellFormed());
const texts = (items: string[]): string[] => items.map(text).filter(present);

type Cleaners = { readonly [F in ListField]: (items: NonNullable<SourceFields[F]>) => NonNullable<SourceFields[F]> };

const cleaners: Cleaners = byListField({
  text: texts,
  name: (items: ProfileName[]) =>
    items
      .slice(0, limits.namesOfAnswer)
      .map(({ name, type }) => ({ name: nameText(name), type: text(type).slice(0, NAME_CHARS) || 'UNKNOWN' }))
      .filter(({ name }) => present(name)),
  email: (items: string[]) => texts(items).map((email) => email.toLowerCase()),
  phone: texts,
  account: (items: SocialAccount[]) =>
    items
      .map(({ id, socialNetwork }) => ({ id: text(id), socialNetwork: text(socialNetwork) }))
      .filter(({ id, socialNetwork }) => present(id) && present(socialNetwork)),
  site: texts,
  image: texts,
});

function cleanList<F extends ListField>(into: SourceFields, field: F, items: SourceFields[F]): void {
  if (items === undefined) return;
  const kept: SourceFields[F] = cleaners[field](items);
  if (kept !== undefined && kept.length > 0) into[field] = kept;
}

/**
 * One source's fields without what says nothing: blanks, marks of direction, names without letters, social accounts
 * without id or network. Emails become lower case. Unknown words (name types, networks) stay as they were sent. Doing it
 * twice changes nothing.
 */
export function cleanFields(fields: SourceFields): SourceFields {
  const clean: SourceFields = {};
  const singles: Partial<Record<SingleField, unknown>> = clean;
  for (const field of singleFields) {
    const value = fields[field];
    const kept = typeof value === 'string' ? text(value) : (value ?? '');
    if (kept !== '') singles[field] = kept;
  }
  for (const field of listFields) cleanList(clean, field, fields[field]);
  if (fields.valueTimes) clean.valueTimes = fields.valueTimes;
  if (fields.line) clean.line = fields.line;
  if (fields.numbering) clean.numbering = fields.numbering;
  if (fields.other && Object.keys(fields.other).length > 0) clean.other = fields.other;
  return clean;
}
