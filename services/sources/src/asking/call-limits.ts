import type { AskedSource } from '../config/source-config.ts';
import { AdaptivePace } from '../domain/limits/adaptive-pace.ts';
import type { CallQuota } from '../domain/limits/call-quota.ts';
import { Pace } from '../domain/limits/pace.ts';
import { PeriodQuota } from '../domain/limits/period-quota.ts';

/** How often a source may be called. */
export interface CallLimits {
  quota: CallQuota;
  pace: AdaptivePace;
  /** How many instances call it at the same time, this one included. */
  readonly instances: number;
  /** Which of them this one is, from 0. */
  readonly rank: number;
}

/** The limits of a source that nobody else calls. */
export const ownLimits = ({ accounts, limits }: AskedSource): CallLimits => ({
  quota: new PeriodQuota(accounts, limits),
  pace: new AdaptivePace(new Pace(limits.perSecond)),
  instances: 1,
  rank: 0,
});
