import { calls } from '@numscope/contracts';
import type { Setup } from './setup.ts';

const DAY_MS = 86_400_000;

export const chainOf = async ({ admin }: Setup) =>
  calls.auditChain.answer.parse((await admin.call(calls.auditChain)).json());
const five = (what: string) => Array.from({ length: 5 }, (_none, n) => ({ details: `${what} ${n}` }));

/**
 * Ten entries signed at 5 and 10; forty days later five more, signed at 15.
 * @param setup has each five entries signed
 */
export async function logFortyDays({ test: { bus, clock }, log }: Setup): Promise<void> {
  clock.freeze('2026-01-01T12:00:00Z');
  await log(...five('old'));
  await bus.waitFor('audit.checkpoint', ({ data }) => data.seq === 5);
  await log(...five('older'));
  await bus.waitFor('audit.checkpoint', ({ data }) => data.seq === 10);
  clock.advance(40 * DAY_MS);
  await log(...five('young'));
  await bus.waitFor('audit.checkpoint', ({ data }) => data.seq === 15);
}
