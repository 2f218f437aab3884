import { limits } from '@numscope/contracts/limits';
import { readPhone } from '@numscope/numbering';
import { NumberList } from './number-list.ts';
import type { PhoneRows } from '../store/job-store.port.ts';

const SAMPLE = 1000;

interface Candidates {
  /** Twice the digits, plus 1 with `+`. */
  candidates: NumberList;
  texts: readonly string[];
  region: string | null;
}

/** Digits of the E.164 form; null where no plan allows the number. */
function judge(text: string, region: string | null): number | null {
  const phone = readPhone(text, region ?? undefined);
  return phone ? Number(phone.e164.slice(1)) : null;
}

// Not by `String`: it keeps the latest texts it made, so that each of a million lives on until the heap takes it for an
// old object, 30 MB of them.
const textOf = (candidate: number): string => (candidate % 2 === 1 ? '+' : '') + Math.floor(candidate / 2).toFixed(0);

/**
 * Judges numbers by the numbering plan and hands them out in order, without repeats, in slices of a sub-task's size.
 */
export class JudgedPhones {
  readonly #region: string | null;
  readonly #texts: string[];
  /** In order of their digits; without repeats of what is written alike. */
  #numbers: Float64Array;
  #judged = false;
  readonly #notValid = new Set<number>();
  readonly #moved = new NumberList();
  #next = 0;
  #nextText = 0;
  #last = -1;

  constructor({ candidates, texts, region }: Candidates) {
    this.#region = region;
    this.#numbers = candidates.sortedUnique();
    const notNumbers = new Set<string>();
    for (const text of texts) {
      const digits = judge(text, region);
      if (digits === null) notNumbers.add(text);
      else this.#moved.push(digits);
    }
    this.#texts = [...notNumbers].sort();
    // Where many numbers are written otherwise than in E.164 (a list of national ones), their order is known only when
    // all are judged.
    if (this.#sampleMoves()) this.#judgeAll();
  }

  /** The next phones in order; null after the last. */
  slice(): PhoneRows | null {
    const size = limits.subTaskPhones;
    const numbers = new Float64Array(Math.min(size, this.#numbers.length - this.#next));
    const notValid = new Uint8Array(numbers.length);
    let kept = 0;
    let wrong = 0;
    while (kept < numbers.length && this.#next < this.#numbers.length) {
      const candidate = this.#numbers[this.#next++] ?? 0;
      const digits = this.#judged ? candidate : Math.floor(candidate / 2);
      if (digits === this.#last) continue;
      const judged = this.#judged ? (this.#notValid.has(digits) ? null : digits) : this.#judgeOne(candidate);
      if (judged !== null && judged !== digits) {
        this.#moved.push(judged);
        continue;
      }
      this.#last = digits;
      if (judged === null) {
        // Of `12` and `+12` the first comes without the plus, and may be all that the second may be.
        notValid[kept] = 1;
        wrong++;
      }
      numbers[kept++] = digits;
    }
    const texts =
      this.#next >= this.#numbers.length ? this.#texts.slice(this.#nextText, this.#nextText + size - kept) : [];
    this.#nextText += texts.length;
    if (kept === 0 && texts.length === 0) return null;
    return {
      numbers: kept === numbers.length ? numbers : numbers.slice(0, kept),
      notValid: wrong > 0 ? notValid.slice(0, kept) : null,
      texts,
    };
  }

  /** E.164 digits that belong somewhere in the order of what the slices held; complete after the last slice. */
  moved(): Float64Array {
    return this.#moved.sortedUnique().slice();
  }

  #judgeOne(candidate: number): number | null {
    return judge(textOf(candidate), this.#region);
  }

  #sampleMoves(): boolean {
    const step = Math.max(1, Math.floor(this.#numbers.length / SAMPLE));
    for (let index = 0; index < this.#numbers.length; index += step) {
      const candidate = this.#numbers[index] ?? 0;
      const digits = this.#judgeOne(candidate);
      if (digits !== null && digits !== Math.floor(candidate / 2)) return true;
    }
    return false;
  }

  #judgeAll(): void {
    const all = this.#moved;
    for (const candidate of this.#numbers) {
      const digits = this.#judgeOne(candidate);
      if (digits === null) this.#notValid.add(Math.floor(candidate / 2));
      else all.push(digits);
    }
    // What one cell's `+` forbids another's national form may allow: then it is valid.
    for (const digits of all.sortedUnique()) this.#notValid.delete(digits);
    for (const digits of this.#notValid) all.push(digits);
    this.#numbers = all.sortedUnique().slice();
    all.length = 0;
    this.#judged = true;
  }
}
