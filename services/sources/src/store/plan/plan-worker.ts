import type { AnswerStatus, JobPass, Numbering } from '@numscope/contracts';
import { describePhone } from '@numscope/numbering';
import { outgoing } from '@numscope/platform/events';
import { stableId } from '@numscope/platform/ids';
import { packEvents } from '@numscope/platform/packed-events';
import {
  listedPhone,
  type Part,
  planPart,
  refusedPlanPart,
  resolutionKey,
  resolvePhone,
} from '../../domain/results/resolve-phone.ts';

export interface PlanOnlyRequest {
  phones: string[];
  /** Those of them that are on the do-not-look-up list. */
  listed: string[];
  job: JobPass;
  run: number;
  retryOf: string | null;
  at: number;
  /** Null when the numbering plan is off: then nobody is asked at all. */
  plan: { trust: number; pausedBy: string | null } | null;
  trace: string;
}

export interface PlanOnlyResult {
  /** `phone.resolved` of each number, as `packEvents` makes them. */
  events: string;
  /** Numbers by what the numbering plan answered. */
  answered: Record<AnswerStatus, number>;
}

function partsOf(phone: string, plan: PlanOnlyRequest['plan'], at: number): Part[] {
  if (plan === null) return [];
  return [
    plan.pausedBy === null ? planPart(phone, describePhone(phone), at, plan.trust) : refusedPlanPart(plan.pausedBy, at),
  ];
}

/** Runs in a worker thread, so that reading numbering plans and making events of them never holds up the event loop. */
export function open() {
  return {
    describe: (phones: string[]): Array<Numbering | null> => phones.map(describePhone),
    /** The finished events of numbers about which only the numbering plan is asked. */
    resolve: ({ phones, listed, job, run, retryOf, at, plan, trace }: PlanOnlyRequest): PlanOnlyResult => {
      const notAsked = new Set(listed);
      const answered: PlanOnlyResult['answered'] = { FOUND: 0, NOT_FOUND: 0, FAILED: 0 };
      const events = phones.map((phone) => {
        const parts = notAsked.has(phone) ? null : partsOf(phone, plan, at);
        for (const { status } of parts ?? []) answered[status]++;
        const data = parts === null ? listedPhone(phone, job) : resolvePhone(phone, job, parts);
        return outgoing('phone.resolved', phone, data, {
          id: stableId(resolutionKey(job, run, phone, retryOf)),
          at,
          trace,
        });
      });
      return { events: packEvents(events), answered };
    },
  };
}
