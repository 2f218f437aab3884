import { networkTwins } from '@numscope/contracts/lists';
import { datesOf, mayBeOneDay } from './comparison/dates.ts';
import { genderOf } from './comparison/genders.ts';
import { comparisonOf } from './comparison/single-values.ts';
import type { NameMatch, SourceNames } from './names-of.ts';
import type { Found } from './preference.ts';

/** A date of birth, read once and when it is compared: most are compared with none, some with hundreds. */
class BirthDate {
  readonly #text: string;
  #key: string | undefined;
  #dates: readonly string[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Equal for dates that are the same, and for equal texts that are no dates. */
  get key(): string {
    return (this.#key ??= comparisonOf.birthDate.key(this.#text));
  }

  get dates(): readonly string[] {
    return (this.#dates ??= datesOf(this.#text));
  }
}

/** What one source says by which a holder is known. */
export interface Evidence {
  by: Found;
  names: SourceNames;
  birthDate: BirthDate | null;
  gender: string | null;
  emails: ReadonlySet<string>;
  accounts: ReadonlySet<string>;
  photos: ReadonlySet<string>;
}

/** How two sources agree: what fits, in parts of what both speak of, and whether it makes them sure of each other. */
export interface Match {
  fitting: number;
  compared: number;
  confirms: boolean;
}

const weights = { name: 4, birthDate: 3, gender: 1, shared: 3 };

const twin = (network: string): string => {
  const other = networkTwins[network] ?? network;
  return other < network ? other : network;
};

export function evidenceOf(by: Found, names: SourceNames): Evidence {
  const { birthDate, gender, emails = [], socialNetworks = [], photos = [] } = by.fields;
  const known = gender ? genderOf(gender) : 'unknown';
  return {
    by,
    names,
    birthDate: birthDate === undefined || birthDate === null ? null : new BirthDate(birthDate),
    gender: known === 'unknown' ? null : known,
    emails: new Set(emails),
    accounts: new Set(socialNetworks.map(({ id, socialNetwork }) => `${twin(socialNetwork)}\n${id.toLowerCase()}`)),
    photos: new Set(photos),
  };
}

export const speaks = ({ names, birthDate, gender, emails, accounts, photos }: Evidence): boolean =>
  birthDate !== null ||
  gender !== null ||
  names.compared.length > 0 ||
  [emails, accounts, photos].some(({ size }) => size > 0);

export function birthMatch(one: BirthDate | null, other: BirthDate | null): number | null {
  if (one === null || other === null) return null;
  if (one.key === other.key) return 1;
  return mayBeOneDay(one.dates, other.dates) ? 0.5 : 0;
}

export const share = (ones: ReadonlySet<string>, others: ReadonlySet<string>): boolean => !ones.isDisjointFrom(others);

/**
 * Compares two sources in all that both speak of, the names as found out. Emails, accounts and photos count only where they share one: other
 * ones contradict nobody. A gender alone makes nobody sure, and where the names differ nothing does.
 */
export function matchOf(a: Evidence, b: Evidence, name: NameMatch): Match {
  const birth = birthMatch(a.birthDate, b.birthDate);
  const gender = a.gender === null || b.gender === null ? null : Number(a.gender === b.gender);
  const shared = (['emails', 'accounts', 'photos'] as const).filter((list) => share(a[list], b[list])).length;
  const told: Array<readonly [number, number | null]> = [
    [weights.name, name],
    [weights.birthDate, birth],
    [weights.gender, gender],
    [weights.shared * shared, shared > 0 ? 1 : null],
  ];
  let fitting = 0;
  let compared = 0;
  for (const [weight, match] of told) {
    if (match === null) continue;
    fitting += weight * match;
    compared += weight;
  }
  return { fitting, compared, confirms: name !== 0 && (name === 1 || birth === 1 || shared > 0) };
}
