import { namesPhone } from '../../names-phone.ts';

interface Requested {
  key: string;
  data: { phones: string[] };
}

/** A chunk of numbers to be asked about without one of them; null: it was the only one. */
function withoutOne(line: string, phone: string): string | null {
  // Written by this bus's own publishers.
  const event = JSON.parse(line) as Requested;
  const phones = event.data.phones.filter((each) => each !== phone);
  const [first] = phones;
  if (first === undefined) return null;
  return JSON.stringify({ ...event, key: event.key === phone ? first : event.key, data: { ...event.data, phones } });
}

/**
 * The events of a chunk without a number: those that are about it are left out, from a request for several only the
 * number.
 * @param lines one event each
 * @returns null where nothing names it
 */
export function withoutPhone(topic: string, lines: readonly string[], phone: string): string[] | null {
  if (!lines.some((line) => namesPhone(line, phone))) return null;
  return lines.flatMap((line) => {
    if (!namesPhone(line, phone)) return [line];
    return (topic === 'phone.requested' ? withoutOne(line, phone) : null) ?? [];
  });
}
