import { column, type SqlRow } from '@numscope/adapters/sqlite';
import { modules, roles } from '@numscope/contracts/lists';
import type { SecondFactor } from '../../domain/second-factor.ts';
import type { ProviderIdentity, UserRecord } from '../../domain/user.ts';

/** A column that holds a JSON list of some of `values`. */
function someOf<T extends string>(row: SqlRow, name: string, values: readonly T[]): T[] {
  const parsed: unknown = JSON.parse(column.text(row, name));
  if (!Array.isArray(parsed)) throw new Error(`the column ${name} does not hold a list`);
  return parsed.map((value: unknown) => column.oneOf({ [name]: value }, name, values));
}

const partsOf = (row: SqlRow, name: string): string[] => column.text(row, name).split(',').filter(Boolean);

function factorOf(row: SqlRow): SecondFactor | null {
  const secret = column.textOrNull(row, 'factor_secret');
  if (secret === null) return null;
  return {
    secret,
    confirmedAt: column.numberOrNull(row, 'factor_confirmed_at'),
    usedStep: column.number(row, 'factor_used_step'),
    recovery: partsOf(row, 'factor_recovery'),
    failures: partsOf(row, 'factor_failures').map(Number),
  };
}

/** What the columns of a second factor hold, in the order of `factorColumns`. */
export const factorValues = (factor: SecondFactor | null): Array<string | number | null> => [
  factor?.secret ?? null,
  factor?.confirmedAt ?? null,
  factor?.usedStep ?? 0,
  factor?.recovery.join() ?? '',
  factor?.failures.join() ?? '',
];
export const factorColumns = [
  'factor_secret',
  'factor_confirmed_at',
  'factor_used_step',
  'factor_recovery',
  'factor_failures',
] as const;

function providerOf(row: SqlRow): ProviderIdentity | null {
  const issuer = column.textOrNull(row, 'provider_issuer');
  return issuer === null ? null : { issuer, subject: column.text(row, 'provider_subject') };
}

/** One row of the table `user`. */
export const readUser = (row: SqlRow): UserRecord => ({
  id: column.text(row, 'id'),
  userName: column.text(row, 'user_name'),
  passwordHash: column.text(row, 'password_hash') || null,
  provider: providerOf(row),
  roles: someOf(row, 'roles', roles),
  modules: someOf(row, 'modules', modules),
  secondFactor: factorOf(row),
  createdAt: column.number(row, 'created_at'),
  lastLogin: column.numberOrNull(row, 'last_login'),
  revision: column.number(row, 'revision'),
});
