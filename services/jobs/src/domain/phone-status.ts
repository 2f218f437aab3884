import type { JobCounts, PhoneStatus } from '@numscope/contracts';
import { phoneStatuses } from '@numscope/contracts/lists';

/**
 * A phone's status as the store keeps it: its place in the contracts' list. WAITING is shown as SENT: it was handed out,
 * and some source answers only once its quota is renewed; nobody has it at work meanwhile.
 */
export const code = {
  PENDING: 0,
  SENT: 1,
  FOUND: 2,
  NOT_FOUND: 3,
  FAILED: 4,
  NOT_VALID: 5,
  WAITING: 6,
} as const satisfies Record<PhoneStatus | 'WAITING', number>;

export const statusOf = (value: number): PhoneStatus =>
  value === code.WAITING ? 'SENT' : (phoneStatuses[value] ?? 'PENDING');

export const isOpen = (status: number): boolean =>
  status === code.PENDING || status === code.SENT || status === code.WAITING;

export const isFinal = (status: number): boolean =>
  status === code.FOUND || status === code.NOT_FOUND || status === code.FAILED;

/** The codes of statuses, in their order. */
export const codesOf = (statuses: readonly PhoneStatus[]): number[] =>
  Object.values(code).filter((each) => statuses.includes(statusOf(each)));

/** How many phones stand in each status, by code. */
export type Tally = [number, number, number, number, number, number, number];

export const emptyTally = (): Tally => [0, 0, 0, 0, 0, 0, 0];

/** A tally as a version before kept it, without those that wait. */
export const wholeTally = ([a, b, c, d, e, f, waiting = 0]: Tally): Tally => [a, b, c, d, e, f, waiting];

/** Adds the second to the first. */
export function addTo(sum: Tally, tally: Tally): void {
  for (let index = 0; index < sum.length; index++) sum[index as 0] += tally[index as 0];
}

export const total = (tally: Tally): number => tally.reduce((sum, phones) => sum + phones, 0);

/** How many stand in any of these statuses. */
export const countOf = (tally: Tally, codes: readonly number[]): number =>
  codes.reduce((sum, each) => sum + tally[each as 0], 0);

/** How many can be looked up. */
export const validIn = (tally: Tally): number => total(tally) - tally[code.NOT_VALID];

/** How many wait for their result. */
export const openIn = (tally: Tally): number => tally[code.PENDING] + tally[code.SENT] + tally[code.WAITING];

/** How many were handed out, answered or not. */
export const askedIn = (tally: Tally): number => validIn(tally) - tally[code.PENDING];

/** How many have their result. */
export const finalIn = (tally: Tally): number => tally[code.FOUND] + tally[code.NOT_FOUND] + tally[code.FAILED];

/** The tally of the same phones at the beginning of a new pass. */
export const fresh = (tally: Tally): Tally => [validIn(tally), 0, 0, 0, 0, tally[code.NOT_VALID], 0];

export const countsOf = (tally: Tally): JobCounts => ({
  PENDING: tally[0],
  SENT: tally[1] + tally[6],
  FOUND: tally[2],
  NOT_FOUND: tally[3],
  FAILED: tally[4],
  NOT_VALID: tally[5],
});

/** 0 to 100 of the valid numbers, rounded down to a tenth. */
export function progressOf(tally: Tally, done: boolean): number {
  const valid = validIn(tally);
  if (valid === 0) return done ? 100 : 0;
  return Math.floor((finalIn(tally) * 1000) / valid) / 10;
}
