import { limits, messages } from '@numscope/contracts';

export type RangeCheck =
  | { field: 'from' | 'to'; message: string; missing: boolean }
  | { first: string; last: string; count: number };

const clean = (text: string): string => text.replaceAll(/\s+/g, '');
const numeric = /^\+?\d{1,18}$/;

/**
 * Checks a range of numbers in the order in which the server does, with the specified texts; otherwise how many numbers
 * it has.
 */
export function checkRange(from: string, to: string): RangeCheck {
  const [start, end] = [clean(from), clean(to)];
  const wrong = (field: 'from' | 'to', message: string, missing = false): RangeCheck => ({ field, message, missing });
  if (start === '') return wrong('from', messages.rangeStartRequired, true);
  if (!numeric.test(start)) return wrong('from', messages.phonesNotNumeric);
  if (end === '') return wrong('to', messages.rangeEndRequired, true);
  if (!numeric.test(end)) return wrong('to', messages.phonesNotNumeric);
  const [first, last] = [start.replace('+', ''), end.replace('+', '')];
  if (first.length !== last.length) return wrong('to', messages.rangeLength);
  if (BigInt(first) > BigInt(last)) return wrong('from', messages.rangeOrder);
  const count = BigInt(last) - BigInt(first) + 1n;
  return count > BigInt(limits.phonesInRange)
    ? wrong('to', messages.rangeTooLarge)
    : { first: start, last: end, count: Number(count) };
}
