import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, reasonOf } from '@numscope/platform';
import type { AskedSource } from '../config/source-config.ts';
import { AdaptivePace } from '../domain/limits/adaptive-pace.ts';
import { isLimited } from '../domain/limits/periods.ts';
import { Pace } from '../domain/limits/pace.ts';
import { PeriodQuota } from '../domain/limits/period-quota.ts';
import { type QuotaPool, SharedQuota } from '../domain/limits/shared-quota.ts';
import type { SharedRecords } from '../store/shared-records.port.ts';
import type { CallLimits } from './call-limits.ts';
import type { Standing } from './membership.ts';
import { SharedPace, type Turns } from './shared-pace.ts';

const RETRY_MS = 500;

export interface SharedLimitsOptions {
  source: string;
  config: AskedSource;
  shared: SharedRecords;
  log: Logger;
}

/** The limits of a source that several instances call. What is not limited is counted only. */
export class SharedLimits implements CallLimits {
  readonly quota: PeriodQuota;
  readonly pace: AdaptivePace;
  readonly #options: SharedLimitsOptions;
  /** Reserves what is limited; null where nothing is. */
  readonly reserving: SharedQuota | null = null;
  readonly #pace: SharedPace | null = null;
  instances = 1;
  rank = 0;
  #isClosed = false;

  constructor(options: SharedLimitsOptions) {
    const { accounts, limits } = options.config;
    this.#options = options;
    if ([limits, ...accounts].some(isLimited)) this.reserving = new SharedQuota(accounts, limits, this.#pool());
    if (limits.perSecond > 0) this.#pace = new SharedPace(limits.perSecond, this.#turns());
    this.quota = this.reserving ?? new PeriodQuota(accounts, limits);
    this.pace = new AdaptivePace(this.#pace ?? new Pace(limits.perSecond));
  }

  stand(standing: Standing): void {
    this.instances = Math.max(1, standing.members.length);
    this.rank = Math.max(0, standing.rank);
    this.#pace?.stand(standing);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#pace?.close();
    await this.reserving?.giveBack();
  }

  #pool(): QuotaPool {
    const { source, config, shared } = this.#options;
    const { accounts, limits } = config;
    return {
      reserve: async (now, calls, only) => {
        const reserved = shared.reserve({ source, now, accounts, limits, calls, only });
        const granted = await this.#tried(reserved, 'calls could not be reserved; it is tried again');
        if (granted === null) await pause(RETRY_MS);
        return granted;
      },
      giveBack: (reservedAt, account, calls) => shared.giveBack(source, reservedAt, account, calls),
    };
  }

  #turns(): Turns {
    const { source, shared } = this.#options;
    const handedOn = async (): Promise<boolean> => {
      const ended = shared.endTurn(source).then(() => true);
      return (await this.#tried(ended, 'the turn could not be handed on; it is tried again')) ?? false;
    };
    return {
      take: async (living) => {
        const taken = shared.takeTurn(source, living);
        return (await this.#tried(taken, 'the turn could not be asked for; it is tried again')) ?? false;
      },
      end: async () => {
        while (!this.#isClosed && !(await handedOn())) await pause(RETRY_MS);
      },
    };
  }

  /** What comes of it; null where it failed, which is told by this message. */
  async #tried<T>(work: Promise<T>, message: string): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      this.#options.log.warn({ source: this.#options.source, reason: reasonOf(error) }, message);
      return null;
    }
  }
}
