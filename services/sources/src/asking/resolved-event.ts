import { eventSchema, type PhoneResolved } from '@numscope/contracts';
import { type EventOptions, outgoing, type OutgoingEvent } from '@numscope/platform';
import { fitResolved, MOST_BYTES } from '../domain/results/fit-resolved.ts';

/** No character takes more bytes. */
const MOST_CHAR_BYTES = 3;
const TOPIC = 'phone.resolved';

/** What all sources together said about one number, as an event that a bus can take. */
export function resolvedEvent(phone: string, result: PhoneResolved, options: EventOptions): OutgoingEvent {
  const event = outgoing(TOPIC, phone, result, options);
  if (event.json.length * MOST_CHAR_BYTES <= MOST_BYTES) return event;
  return outgoing(TOPIC, phone, fitResolved(result), options);
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * A number's result for a bus whose operator allows less: a job waits for it, so the number fails with the reason
 * rather than being told of never. Photos that came late are no result, and nobody waits for them.
 */
export function shorterResolved({ topic, json }: OutgoingEvent, mostBytes: number): OutgoingEvent | null {
  if (topic !== TOPIC) return null;
  const { id, at, key, trace, data } = eventSchema(TOPIC).parse(JSON.parse(json));
  if (data.late) return null;
  const tooMuch = (bytes: number): string =>
    `found ${bytes} bytes, which do not fit beside what else is told of the number: the event bus takes ${mostBytes} bytes (raise max.message.bytes of its topic ${TOPIC}, or map fewer fields)`;
  const shorter = (room: number): OutgoingEvent =>
    outgoing(TOPIC, key, fitResolved(data, { mostBytes: room, tooMuch }), { id, at, trace });
  // Without any answer all sources say why; those whose answer stays may say something else instead.
  const aroundBytes = Buffer.byteLength(shorter(-1).json) + bytesOf(data.sources) + data.observations.length;
  return shorter(mostBytes - aroundBytes);
}
