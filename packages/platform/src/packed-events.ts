import type { OutgoingEvent } from './ports/event-bus.port.ts';

/** An event's JSON as one line: a line break in it can only be space between tokens. */
export const oneLine = (json: string): string => (json.includes('\n') ? json.replaceAll('\n', ' ') : json);

/**
 * Many events as one text, to be kept or handed to another thread at the cost of one: two lines each, what it is and
 * what it says.
 */
export const packEvents = (events: readonly OutgoingEvent[]): string =>
  events.map(({ topic, id, key, json }) => `${JSON.stringify([topic, id, key])}\n${oneLine(json)}`).join('\n');

/** The events of a text that `packEvents` made. */
export function unpackEvents(text: string): OutgoingEvent[] {
  const lines = text === '' ? [] : text.split('\n');
  const events: OutgoingEvent[] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const [topic, id, key] = JSON.parse(lines[at] ?? '') as [OutgoingEvent['topic'], string, string];
    events.push({ topic, id, key, json: lines[at + 1] ?? '' });
  }
  return events;
}

/** Whether one of the events of a text that `packEvents` made has one of these keys. */
export const hasKey = (text: string, keys: ReadonlySet<string>): boolean =>
  unpackEvents(text).some(({ key }) => keys.has(key));
