import type { EventData, MergedPass } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import type { JobState } from '../domain/job-state.ts';
import { reusesFresh } from '../domain/passes.ts';
import { type PhoneState, RETRY } from './phone-result.ts';
import { passesIn, unpackSources, waitedFor } from './source-codes.ts';

/** A phone to be handed out. */
export interface Taken {
  phone: number;
  /** The sources to ask, in order of their names; null for all. */
  only: readonly string[] | null;
  /** In which passes of merged jobs some sources have answered. */
  answeredIn: readonly MergedPass[];
}

const NONE: readonly MergedPass[] = [];

/** The sources that are asked about a phone again: those that it waited for, else those that failed. */
export function takenOf(phone: number, { flags, sources }: Omit<PhoneState, 'status'>): Taken {
  const answeredIn = sources === null ? NONE : passesIn(sources);
  if ((flags & RETRY) === 0) return { phone, only: null, answeredIn };
  const waited = waitedFor(sources);
  const failed = unpackSources(sources).filter((answer) => answer.status === 'FAILED');
  const names = (waited.length > 0 ? waited : failed.map((answer) => answer.source)).sort();
  return { phone, only: names.length > 0 ? names : null, answeredIn };
}

/** Nearly all are to be asked of all sources, and nothing is known of them: that is told without writing it. */
const groupOf = ({ only, answeredIn }: Taken): string =>
  only === null && answeredIn.length === 0 ? '' : JSON.stringify([only, answeredIn]);

/** What sources are told: an event for all phones that are to be asked of the same sources, of which the same is known. */
export function requestsFor(job: JobState, pass: number, taken: readonly Taken[]): OutgoingEvent[] {
  const groups = Map.groupBy(taken, groupOf);
  return [...groups.values()].flatMap((group) => {
    const phones = group.map(({ phone }) => `+${phone}`);
    const [key] = phones;
    const [first] = group;
    if (key === undefined || first === undefined) return [];
    const { only, answeredIn } = first;
    const data: EventData<'phone.requested'> = {
      job: { id: job.id, number: job.number, pass },
      run: job.run,
      lane: job.type,
      reuseFresh: reusesFresh(pass, job.main),
      only: only && [...only],
      ...(answeredIn.length > 0 ? { answeredIn: [...answeredIn] } : {}),
      phones,
    };
    // A job is one trace, from its upload to its last profile.
    return outgoing('phone.requested', key, data, { trace: job.id });
  });
}
