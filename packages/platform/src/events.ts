import type { DomainEvent, EventData, Topic } from '@numscope/contracts';
import { eventVersion } from '@numscope/contracts/event-version';
import { newId } from './ids.ts';
import type { OutgoingEvent } from './ports/event-bus.port.ts';

export interface EventOptions {
  /** Given where a repeat must carry the same id. */
  id?: string;
  at?: number;
  trace?: string | undefined;
}

/** Makes an event ready for an outbox or the bus. Its data is trusted: it was built by typed code. */
export function outgoing<T extends Topic>(
  type: T,
  key: string,
  data: EventData<T>,
  options: EventOptions = {},
): OutgoingEvent {
  const event: DomainEvent<T> = {
    id: options.id ?? newId(),
    type,
    version: eventVersion,
    at: options.at ?? Date.now(),
    key,
    trace: options.trace,
    data,
  };
  return { topic: type, id: event.id, key, json: JSON.stringify(event) };
}
