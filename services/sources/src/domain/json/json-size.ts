import { isItem } from '../fields/field-shapes.ts';

/** A character may be written as \u0000; a text has quotation marks and a comma, or a colon, besides. */
const CHAR_BYTES = 6;
const AROUND_BYTES = 3;
/** The most that a number, a boolean or null takes, with a comma. */
const PLAIN_BYTES = 26;

/** No less than the bytes of a value's JSON. */
function atMost(value: unknown): number {
  if (typeof value === 'string') return CHAR_BYTES * value.length + AROUND_BYTES;
  let bytes = AROUND_BYTES;
  if (Array.isArray(value)) for (const item of value) bytes += atMost(item);
  // Entries would be made for each field, which takes longer than writing it.
  else if (isItem(value))
    for (const name in value) bytes += CHAR_BYTES * name.length + AROUND_BYTES + atMost(value[name]);
  else return PLAIN_BYTES;
  return bytes;
}

/** Whether a value's JSON has no more bytes than this; of a small one, as almost all are, without writing it. */
export const fitsAsJson = (value: unknown, bytes: number): boolean =>
  atMost(value) <= bytes || Buffer.byteLength(JSON.stringify(value)) <= bytes;

/**
 * The most of a raw answer, in bytes as a store may write it: its JSON as a text within JSON, where each quotation mark
 * takes more. A document of MongoDB has 16 MB, and what was found stands beside it, up to 2 MB written so.
 */
const RAW_BYTES = 12 * 1024 * 1024;

/** Whether a raw answer can be kept. */
export const canBeKept = (raw: string): boolean => fitsAsJson(raw, RAW_BYTES);
