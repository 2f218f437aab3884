import { createHash } from 'node:crypto';
import { limits } from '@numscope/contracts/limits';

/** After so long no request of before an erasure comes again, so that its mark may go. In milliseconds. */
export const ERASED_REMEMBERED_MS = (limits.eventRetentionDays + 1) * 86_400_000;

/** A number that was erased, told by nobody who does not know it. */
export interface ErasedMark {
  digest: string;
  /** In milliseconds: what was asked for before then is not asked any more. */
  at: number;
}

export const digestOf = (phone: string): string => createHash('sha256').update(phone).digest('hex');

/** The numbers that were erased as long as requests of before may come again. */
export class ErasedNumbers {
  #marks = new Map<string, number>();

  replace(marks: readonly ErasedMark[]): void {
    this.#marks = new Map(marks.map(({ digest, at }) => [digest, at]));
  }

  add({ digest, at }: ErasedMark): void {
    this.#marks.set(digest, at);
  }

  /** Whether what was asked for at `at` (milliseconds) was erased since. */
  isErased(phone: string, at: number): boolean {
    return this.#marks.size > 0 && at < (this.#marks.get(digestOf(phone)) ?? -1);
  }
}
