/** A phone as the store's key and back. */
export const keyOfPhone = (phone: string): number => Number(phone.slice(1));
export const phoneOfKey = (key: unknown): string => `+${String(key)}`;

/** The order of the keys. */
export const byPhone = (a: { phone: string }, b: { phone: string }): number =>
  keyOfPhone(a.phone) - keyOfPhone(b.phone);
