import { loadedOnce } from '../net/keep-trying.ts';

export interface PhoneText {
  /** As people write it abroad: +44 7700 900142. */
  international: string;
  /** ISO code, null when the number belongs to no country. */
  country: string | null;
}

const library = loadedOnce(() => import('libphonenumber-js/min'));
const known = new Map<string, PhoneText>();

/** Formats an E.164 number; the numbering data loads with the first. What cannot be read stays as it is. */
export async function formatPhone(phone: string): Promise<PhoneText> {
  const seen = known.get(phone);
  if (seen !== undefined) return seen;
  const { parsePhoneNumberFromString } = await library();
  const parsed = parsePhoneNumberFromString(phone);
  const text = {
    international: parsed?.formatInternational() ?? phone,
    country: parsed?.country ?? parsed?.getPossibleCountries()[0] ?? null,
  };
  if (known.size > 5000) known.clear();
  known.set(phone, text);
  return text;
}

/** What is known without waiting. */
export const formattedPhone = (phone: string): PhoneText | undefined => known.get(phone);
