export interface PhonePair {
  phone: string;
  other: string;
}

/** The newest verdicts of a pair that are shown. */
export const MOST_VERDICTS = 100;

/** The same for both sides. */
export const sortedPair = ({ phone, other }: PhonePair): { low: string; high: string } =>
  Number(phone) < Number(other) ? { low: phone, high: other } : { low: other, high: phone };
