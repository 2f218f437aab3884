import { apiError, limits } from '@numscope/contracts';

const clean = (end: string | number | null | undefined): string => String(end ?? '').replaceAll(/\s+/g, '');

/**
 * The numbers from `from` to `to`, both included, as text: with `+` where the start has it, and with leading zeros
 * kept.
 * @throws ApiError RANGE_START_REQUIRED, RANGE_END_REQUIRED, PHONES_NOT_NUMERIC, RANGE_LENGTH, RANGE_ORDER or
 * RANGE_TOO_LARGE, in this order
 */
export function phoneRange(from: string | number | null | undefined, to: string | number | null | undefined): string[] {
  const start = clean(from);
  const end = clean(to);
  if (start === '') throw apiError('RANGE_START_REQUIRED');
  if (end === '') throw apiError('RANGE_END_REQUIRED');
  const wrong = Object.entries({ from: start, to: end }).filter(([, text]) => !/^\+?\d{1,18}$/.test(text));
  if (wrong.length > 0)
    throw apiError('PHONES_NOT_NUMERIC', { details: wrong.map(([field, text]) => ({ field, text })) });
  const first = start.replace('+', '');
  const last = end.replace('+', '');
  const [low, high] = [BigInt(first), BigInt(last)];
  // First: of ends of other lengths the shorter is the smaller, but that is not what is wrong with them.
  if (first.length !== last.length) throw apiError('RANGE_LENGTH');
  if (low > high) throw apiError('RANGE_ORDER');
  if (high - low >= BigInt(limits.phonesInRange)) throw apiError('RANGE_TOO_LARGE');
  const plus = start.startsWith('+') ? '+' : '';
  return Array.from(
    { length: Number(high - low) + 1 },
    (_none, index) => plus + String(low + BigInt(index)).padStart(first.length, '0'),
  );
}
