import * as z from 'zod';

/** What of an identity provider's claims gives a role or a module. */
interface ClaimRule<Grant extends string> {
  grant: Grant;
  claim: string;
  /** Null: anything. */
  value: string | null;
}

/** `GRANT: claim = value`. The claim ends at the first ` = `; both may have colons, dots and commas. */
const pattern = /^(\w+)\s*:\s*(\S(?:.*?\S)?)\s+=\s+(\S.*)$/;

function readRule<Grant extends string>(text: string, grants: readonly Grant[]): ClaimRule<Grant> | null {
  const [, name, claim, value] = pattern.exec(text) ?? [];
  const grant = grants.find((one) => one === name);
  if (grant === undefined || claim === undefined || value === undefined) return null;
  return { grant, claim, value: value === '*' ? null : value };
}

/**
 * Rules with semicolons between: `ADMIN: groups = numscope-admins; USER: email = *`. Each gives its role or module to
 * whoever has that value of the claim, or among the values of it; `*` is any value.
 */
export const claimRules = <const Grant extends string>(grants: readonly Grant[]) =>
  z.string().transform((text, context): Array<ClaimRule<Grant>> => {
    const parts = text
      .split(';')
      .map((part) => part.trim())
      .filter(Boolean);
    const rules = parts.flatMap((part) => readRule(part, grants) ?? []);
    if (rules.length === parts.length && rules.length > 0) return rules;
    const wrong = parts.find((part) => readRule(part, grants) === null) ?? text;
    context.addIssue({
      code: 'custom',
      message: `must be rules such as "${grants[0]}: groups = some-group" with semicolons between, for ${grants.join(' or ')}; not so: ${wrong}`,
    });
    return z.NEVER;
  });
