/** A phone as the store's key and back. */
export const keyOfPhone = (phone: string): number => Number(phone.slice(1));
export const phoneOfKey = (key: unknown): string => `+${String(key)}`;
