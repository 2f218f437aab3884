import type { OutgoingEvent } from '@numscope/platform';
import { outgoing } from '@numscope/platform/events';
import type { Effect } from '../domain/job-state.ts';

/** What others are told of a transition. @param trace the request it came by */
export const eventsOf = (effects: readonly Effect[], trace?: string): OutgoingEvent[] =>
  effects.flatMap((effect) => {
    if (effect.kind === 'CREATED')
      return outgoing('job.created', String(effect.event.number), effect.event, { at: effect.event.createdOn, trace });
    if (effect.kind === 'STATUS_CHANGED')
      return outgoing('job.status-changed', String(effect.event.number), effect.event, { at: effect.event.at });
    if (effect.kind === 'CHANGED') return outgoing('job.changed', String(effect.event.number), effect.event, { trace });
    return [];
  });
