import * as z from 'zod';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { MOST_TIME_MS } from '../text/times.ts';

/** Milliseconds since the epoch, as far as dates reach. */
export const Timestamp = z
  .number()
  .int({ abort: true, error: ({ code }) => (code === 'invalid_type' ? undefined : messages.timeBounds) })
  .min(-MOST_TIME_MS, { error: messages.timeBounds })
  .max(MOST_TIME_MS, { error: messages.timeBounds });

/** A time of what was said of a number. Versions before kept any: `isoTime` shows each. */
export const KeptTime = z.number().int();

/** E.164 with its plus sign, as the product keeps it. */
export const E164 = z.string().regex(/^\+[1-9]\d{1,14}$/);

const aPhone = 'must be a phone number: digits, with or without +';
/** A phone as a caller may write it: with or without the plus sign; becomes E.164. One that is not there at all is told by the same words. */
export const PhoneParam = z
  .string(aPhone)
  .regex(/^[ \t\r\n]*\+?[1-9][0-9]{1,14}[ \t\r\n]*$/, aPhone)
  .transform((text) => `+${text.trim().replace('+', '')}`);

/**
 * A value as forms and query strings write it, which fits only as the rule says. A name that comes twice there is a
 * list, which nobody can mean. What our own code hands over may be the value itself, which is written as the same text.
 */
const written = <T extends number | boolean>(rule: string, fits: (text: string) => boolean) =>
  z.custom<string | T>((value) => typeof value !== 'object' && value !== undefined && fits(String(value)), {
    error: ({ input }) => (Array.isArray(input) ? 'must be given once' : rule),
  });

/** Digits alone: JavaScript would also take "", " 1", "1e3" and "0x10" for numbers. No more of them than are exact. */
const digits = /^\d{1,15}$/;
const mostDigits = 999_999_999_999_999;

/**
 * A whole number as forms and query strings write it. JSON bodies carry numbers, which are never made of anything else.
 */
export const wholeNumberText = (least = 0, most: number = mostDigits) =>
  written<number>(
    `must be a whole number from ${least} to ${most}, in digits`,
    (text) => digits.test(text) && Number(text) >= least && Number(text) <= most,
  )
    .transform(Number)
    .meta({ type: 'integer', minimum: least, maximum: most });

/** As people and programs write a number from 0 to 1: 0.4, 1, 2.5e-05. */
const part = /^\d(?:\.\d{1,30})?(?:e-\d{1,3})?$/i;

/** A part of a whole, 0 to 1, as forms and query strings write it. */
export const PartText = written<number>(
  'must be a number from 0 to 1, as 0.4',
  (text) => part.test(text) && Number(text) <= 1,
)
  .transform(Number)
  .meta({ type: 'number', minimum: 0, maximum: 1 });

/**
 * True and false as forms and query strings write them. JSON bodies carry booleans, which are never made of anything
 * else.
 */
export const Flag = written<boolean>('must be true or false', (text) => text === 'true' || text === 'false')
  .transform((value) => String(value) === 'true')
  .meta({ type: 'boolean' });

/** What an export is for, as its query says it. A blank one is none. */
export const exportPurpose = {
  purpose: z
    .string()
    .max(limits.purposeChars)
    .transform((text) => text.trim() || undefined)
    .optional(),
};

/** Of a call that has nothing to say. */
export const answersNothing = { answer: z.void(), status: 204 } as const;
