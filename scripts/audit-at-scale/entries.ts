import type { NewEntry } from '../../services/audit/src/domain/chain-link.ts';

/** How many users there are. */
export const USERS = 200;

const types = ['PROFILE', 'JOB', 'IMAGE', 'LOGIN', 'AUDIT'] as const;

/** When the first entry was made; each next one 50 ms later. */
const FIRST_AT = 1_795_000_000_000;
const APART_MS = 50;

export const timeOf = (n: number): number => FIRST_AT + n * APART_MS;

/** The entry `n`, counted from 0. */
export const entry = (n: number): NewEntry => ({
  id: `019a9f9c-${n.toString(16).padStart(8, '0')}`,
  actionType: types[n % types.length] ?? 'JOB',
  createdTimestamp: timeOf(n),
  details: n % 3 ? 'One profile' : 'Search profiles',
  username: `user${n % USERS}`,
  userId: `id-of-user${n % USERS}`,
  ip: `203.0.113.${n % 250}`,
  args: { phone: `+99890${String(n).padStart(7, '0')}`, filter: { names: [`Name ${n % 5000}`], page: n % 40 } },
  outcome: n % 50 ? 'OK' : 'NOT_FOUND',
});
