import type { AskedSource } from '../config/source-config.ts';
import type { InstancePlace } from '../domain/health/refusal-watch.ts';
import { AdaptivePace } from '../domain/limits/adaptive-pace.ts';
import type { CallQuota } from '../domain/limits/call-quota.ts';
import { Pace } from '../domain/limits/pace.ts';
import { PeriodQuota } from '../domain/limits/period-quota.ts';

/** How often a source may be called. */
export interface CallLimits extends Readonly<InstancePlace> {
  quota: CallQuota;
  pace: AdaptivePace;
}

/** The limits of a source that nobody else calls. */
export const ownLimits = ({ accounts, limits }: AskedSource): CallLimits => ({
  quota: new PeriodQuota(accounts, limits),
  pace: new AdaptivePace(new Pace(limits.perSecond)),
  instances: 1,
  rank: 0,
});
