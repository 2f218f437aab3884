import { isRecord } from '@numscope/contracts/is-record';

/**
 * An event's envelope, read without zod: threads that hold a store read events with this, and each copy of zod would
 * cost 10 MB there.
 */
export interface EventText {
  id: string;
  /** When it was made, in milliseconds. */
  at: number;
  trace?: string | undefined;
  data: Readonly<Record<string, unknown>>;
}

/** The events in these texts, of which each has one or several, one a line. */
export const eventTexts = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split('\n'));

/** The same one by one: what is made of an event can be garbage before the next one is read. */
export function* eachEventText(texts: readonly string[]): Generator<string, void> {
  for (const text of texts) {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield text.slice(from, end);
      from = end + 1;
    }
    yield text.slice(from);
  }
}

/** How `outgoing` begins an event whose id and key have no escapes. */
const beginning = /^\{"id":"[^"\\]*","type":"[^"\\]*","version":\d+,"at":\d+,"key":"([^"\\]*)"/;

/** An event's key without reading the rest; null of one that does not begin so. */
export const keyOfText = (text: string): string | null => beginning.exec(text)?.[1] ?? null;

/** What an event that cannot be read is refused with. */
export const notAnEvent = (topic: string): Error => new Error(`not an event of ${topic}`);

/** @throws Error when the text is not an envelope; its data is for the caller to check */
export function readEventText(topic: string, text: string): EventText {
  const event: unknown = JSON.parse(text);
  if (!isRecord(event) || event['type'] !== topic) throw notAnEvent(topic);
  const { id, at, trace, data } = event;
  if (
    typeof id !== 'string' ||
    typeof at !== 'number' ||
    (trace !== undefined && typeof trace !== 'string') ||
    !isRecord(data)
  )
    throw notAnEvent(topic);
  return { id, at, trace, data };
}
