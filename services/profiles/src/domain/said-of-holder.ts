import type { SourceFields } from '@numscope/contracts';

const sorted = (values: readonly string[] | undefined): string[] | undefined =>
  values && values.length > 0 ? [...new Set(values)].sort() : undefined;

/** Cached, as each answer is compared again and again with all that its source said before. */
const known = new WeakMap<SourceFields, string | null>();

/**
 * What an answer says of who holds the number, as a text: equal for answers that say the same of it. Null when it says
 * nothing of it. When a value was so is no part of it: a source that says with each answer when somebody was last seen
 * says the same of them, and would soon leave no room for what it said before.
 */
export function saidOfHolder(fields: SourceFields): string | null {
  let said = known.get(fields);
  if (said === undefined) known.set(fields, (said = textOf(fields)));
  return said;
}

function textOf(fields: SourceFields): string | null {
  const { names, firstName, lastName, birthDate, gender, emails, socialNetworks, line } = fields;
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
  };
  const text = JSON.stringify(said);
  return text === '{}' ? null : text;
}
