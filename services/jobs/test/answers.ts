import type { PhoneRequested } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { buildObservation, phoneResolvedEvent, profileUpdatedEvent } from '@numscope/testing';

export type Answer = 'FOUND' | 'NOT_FOUND' | 'FAILED';

/** The events by which sources and profiles answer a request. */
export function answers(request: PhoneRequested, answer: (phone: string) => Answer): OutgoingEvent[] {
  return request.phones.flatMap((phone) => {
    const status = answer(phone);
    const resolved = phoneResolvedEvent({
      phone,
      job: request.job,
      status,
      observations: [buildObservation({ phone, status })],
    });
    return status === 'FOUND' ? [resolved, profileUpdatedEvent({ phone, job: request.job })] : [resolved];
  });
}
