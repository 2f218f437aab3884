import { before, type PhoneValue, textValue } from './phone-value.ts';

/** Where a phone stands among those of a job: the main job's are in order of their passes first. */
export interface PhonePlace {
  pass: number;
  phone: PhoneValue;
}

/** As callers get and send it: `<pass>:<digits>`, or `<pass>:#<text>` of what is no number. */
export const placeText = ({ pass, phone }: PhonePlace): string => `${pass}:${phone}`;

/** What a caller sent; null where that is no place. */
export function readPlace(text: string): PhonePlace | null {
  const [, pass, digits, written] = /^(\d{1,9}):(?:(\d{1,15})|#(.*))$/su.exec(text) ?? [];
  if (pass === undefined) return null;
  return { pass: Number(pass), phone: digits === undefined ? textValue(written ?? '') : Number(digits) };
}

/**
 * Behind which phone a part is read on; undefined: from its first one; null: it lies before the place.
 * @param part its pass, and whether it has all phones of that pass, as those of the main job
 * @param end the first phone behind it
 */
export function readOn(
  { pass, isWhole }: { pass: number; isWhole: boolean },
  end: PhoneValue,
  after: PhonePlace | undefined,
): PhoneValue | undefined | null {
  if (after === undefined) return undefined;
  if (isWhole && pass !== after.pass) return pass > after.pass ? undefined : null;
  return before(after.phone, end) ? after.phone : null;
}
