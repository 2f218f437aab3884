import {
  productVersion,
  type HealthState as HealthStateSchema,
  type QueueState,
  type ServiceHealth,
} from '@numscope/contracts';
import type * as z from 'zod';
import { reasonOf } from '../errors.ts';
import { sharedFor } from '../runtime/shared-for.ts';

type HealthState = z.infer<typeof HealthStateSchema>;

/** What a service needs to be ready: each check rejects while its part is not. */
export type Checks = Readonly<Record<string, () => Promise<void>>>;

/** How long an answer about health counts, in milliseconds. */
export const HEALTH_COUNTS_MS = 1000;

/** Asks for the figures of a part that may not answer: that it does not is told by its check. */
const told = <T>(ask: () => Promise<T>): Promise<T | undefined> => ask().catch(() => undefined);

async function healthOf(
  name: string,
  checks: Checks,
  askQueues: () => Promise<QueueState[] | undefined>,
): Promise<ServiceHealth> {
  const asking = told(askQueues);
  const results = await Promise.all(
    Object.entries(checks).map(async ([check, run]) => {
      const begun = performance.now();
      try {
        await run();
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
  const queues = await asking;
  return {
    name,
    status: results.every((result) => result.status === 'UP') ? 'UP' : 'DOWN',
    version: productVersion,
    checks: results,
    ...(queues === undefined || queues.length === 0 ? {} : { queues }),
  };
}

/**
 * Runs all checks and tells how the service is. They write to engines and anybody may ask, so that who asks meanwhile,
 * or within a second after, gets the same answer.
 */
export const healthCheck = (
  name: string,
  checks: Checks,
  queues: () => Promise<QueueState[] | undefined> = async () => undefined,
): (() => Promise<ServiceHealth>) => sharedFor(HEALTH_COUNTS_MS, () => healthOf(name, checks, queues));
