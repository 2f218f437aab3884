import { waitedFor } from './source-codes.ts';

/** Most phones that wait and are looked through in one step. */
export const LOOKED_THROUGH = 2000;

/** Whether a phone waits for some source that is not waited for any more. */
export const goesOn = (sources: string | null, waiting: readonly string[]): boolean =>
  waitedFor(sources).some((source) => !waiting.includes(source));
