import type { PhoneResolved } from '@numscope/contracts';
import { type EventOptions, outgoing, type OutgoingEvent } from '@numscope/platform';
import { fitResolved, MOST_BYTES } from '../domain/fit-resolved.ts';

/** No character takes more bytes. */
const MOST_CHAR_BYTES = 3;

/** What all sources together said about one number, as an event that a bus can take. */
export function resolvedEvent(phone: string, result: PhoneResolved, options: EventOptions): OutgoingEvent {
  const event = outgoing('phone.resolved', phone, result, options);
  if (event.json.length * MOST_CHAR_BYTES <= MOST_BYTES) return event;
  return outgoing('phone.resolved', phone, fitResolved(result), options);
}
