import type { SourceFields } from '@numscope/contracts';

const sorted = (values: readonly string[] | undefined): string[] | undefined =>
  values && values.length > 0 ? [...new Set(values)].sort() : undefined;

/**
 * What an answer says of who holds the number, as a text: equal for answers that say the same of it. Null when it says
 * nothing of it.
 */
export function saidOfHolder(fields: SourceFields): string | null {
  const { names, firstName, lastName, birthDate, gender, emails, socialNetworks, line, valueTimes } = fields;
  const said = {
    names: sorted(names?.map(({ name }) => name)),
    firstName: firstName ?? undefined,
    lastName: lastName ?? undefined,
    birthDate: birthDate ?? undefined,
    gender: gender ?? undefined,
    emails: sorted(emails),
    accounts: sorted(socialNetworks?.map(({ id, socialNetwork }) => `${socialNetwork} ${id}`)),
    status: line?.status ?? undefined,
    simSwappedAt: line?.simSwappedAt ?? undefined,
    reassigned: line?.reassigned ?? undefined,
    valueTimes,
  };
  const text = JSON.stringify(said);
  return text === '{}' ? null : text;
}
