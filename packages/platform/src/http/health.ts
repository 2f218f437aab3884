import { productVersion, type HealthState as HealthStateSchema, type ServiceHealth } from '@numscope/contracts';
import type * as z from 'zod';
import { reasonOf } from '../errors.ts';
import { answerWithin, PART_ANSWERS_MS } from '../runtime/answer-within.ts';
import { sharedFor } from '../runtime/shared-for.ts';

type HealthState = z.infer<typeof HealthStateSchema>;

/** What a service needs to be ready: each check rejects while its part is not. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

/** How long an answer about health counts, in milliseconds. */
export const HEALTH_COUNTS_MS = 1000;

async function healthOf(name: string, checks: Checks): Promise<ServiceHealth> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([check, run]) => {
      const begun = performance.now();
      try {
        await answerWithin(run(), PART_ANSWERS_MS);
        return { name: check, status: 'UP' as HealthState, ms: Math.round(performance.now() - begun) };
      } catch (error) {
        return {
          name: check,
          status: 'DOWN' as HealthState,
          message: reasonOf(error),
          ms: Math.round(performance.now() - begun),
        };
      }
    }),
  );
  return {
    name,
    status: results.every((result) => result.status === 'UP') ? 'UP' : 'DOWN',
    version: productVersion,
    checks: results,
  };
}

/**
 * Runs all checks and tells how the service is. They write to engines and anybody may ask, so that who asks meanwhile,
 * or within a second after, gets the same answer.
 */
export const healthCheck = (name: string, checks: Checks): (() => Promise<ServiceHealth>) =>
  sharedFor(HEALTH_COUNTS_MS, () => healthOf(name, checks));
