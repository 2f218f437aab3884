import type { EventData } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import type { JobState } from '../domain/job-state.ts';
import { reusesFresh } from '../domain/passes.ts';
import { type PhoneState, RETRY } from './phone-result.ts';
import { unpackSources, waitedFor } from './source-codes.ts';

/** A phone to be handed out. */
export interface Taken {
  phone: number;
  /** The sources to ask, as JSON; null for all. */
  only: string | null;
}

/** Of a phone to be tried again only what was waited for is asked, else what failed. */
export function takenOf(phone: number, { flags, sources }: Omit<PhoneState, 'status'>): Taken {
  if ((flags & RETRY) === 0) return { phone, only: null };
  const waited = waitedFor(sources);
  const failed = unpackSources(sources).filter((answer) => answer.status === 'FAILED');
  const names = (waited.length > 0 ? waited : failed.map((answer) => answer.source)).sort();
  return { phone, only: names.length > 0 ? JSON.stringify(names) : null };
}

/** What sources are told: an event for all phones that are to be asked of the same sources. */
export function requestsFor(job: JobState, pass: number, taken: readonly Taken[]): OutgoingEvent[] {
  const groups = Map.groupBy(taken, (each) => each.only);
  return [...groups].map(([only, group]) => {
    const phones = group.map(({ phone }) => `+${phone}`);
    const [key = ''] = phones;
    const data: EventData<'phone.requested'> = {
      job: { id: job.id, number: job.number, pass },
      run: job.run,
      lane: job.type,
      reuseFresh: reusesFresh(pass, job.main),
      only: only === null ? null : (JSON.parse(only) as string[]),
      phones,
    };
    // A job is one trace, from its upload to its last profile.
    return outgoing('phone.requested', key, data, { trace: job.id });
  });
}
