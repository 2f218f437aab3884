/** How far dates reach, in milliseconds before and after the epoch. */
export const MOST_TIME_MS = 8_640_000_000_000_000;

/**
 * A time in UTC by ISO 8601. One that no date reaches, as versions before kept any number, is told as the number that it
 * is.
 */
export const isoTime = (at: number): string => (Math.abs(at) <= MOST_TIME_MS ? new Date(at).toISOString() : `${at} ms`);

/** Its day; of a time that no date reaches the number. */
export const isoDay = (at: number): string => isoTime(at).replace(/T.*/, '');

/** A time in UTC as the names of downloaded files have it: `2026_01_31_23_59_59`. */
export const fileStamp = (at: number): string => new Date(at).toISOString().slice(0, 19).replaceAll(/\D/g, '_');
