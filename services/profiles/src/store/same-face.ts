export interface PhonePair {
  phone: string;
  other: string;
}

/** So many of a pair are shown, the newest. */
export const MOST_VERDICTS = 100;

/** The same for both sides. */
export const sortedPair = ({ phone, other }: PhonePair): { low: string; high: string } =>
  Number(phone) < Number(other) ? { low: phone, high: other } : { low: other, high: phone };
