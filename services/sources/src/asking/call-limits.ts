import type { AskedSource } from '../config/source-config.ts';
import type { CallPace } from '../domain/call-pace.ts';
import type { CallQuota } from '../domain/call-quota.ts';
import { DayQuota } from '../domain/day-quota.ts';
import { Pace } from '../domain/pace.ts';

/** How often a source may be called. */
export interface CallLimits {
  quota: CallQuota;
  pace: CallPace;
}

/** The limits of a source that nobody else calls. */
export const ownLimits = ({ accounts, limits }: AskedSource): CallLimits => ({
  quota: new DayQuota(accounts, limits.perDay),
  pace: new Pace(limits.perSecond),
});
