/**
 * A set of whole numbers from 0 on: bit n says whether n is in it. Signed words stay small integers, which V8 keeps in
 * registers.
 */
export type Bits = Int32Array;

const WORD = 32;

/** The empty set, with room for the numbers below `most`. */
export const noBits = (most: number): Bits => new Int32Array(Math.ceil(most / WORD));
/** The same for all threads. */
export const noSharedBits = (most: number): Bits =>
  new Int32Array(new SharedArrayBuffer(Math.ceil(most / WORD) * Int32Array.BYTES_PER_ELEMENT));

export function addBit(bits: Bits, number: number): void {
  const word = Math.floor(number / WORD);
  bits[word] = (bits[word] ?? 0) | (1 << (number % WORD));
}

export function dropBit(bits: Bits, number: number): void {
  const word = Math.floor(number / WORD);
  bits[word] = (bits[word] ?? 0) & ~(1 << (number % WORD));
}

/** Leaves in `into` what is in both. */
export function keepCommon(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word++) {
    const own = into[word] ?? 0;
    if (own !== 0) into[word] = own & (other[word] ?? 0);
  }
}

/** What is in all of these, of which there is one at least: four in one pass take as long as two one after the other. */
export function fillCommon(into: Bits, sets: readonly Bits[]): void {
  const [a = into, b = a, c = b, d = c, ...others] = sets;
  for (let word = 0; word < into.length; word++) {
    let common = (a[word] ?? 0) & (b[word] ?? 0);
    if (common !== 0) common &= (c[word] ?? 0) & (d[word] ?? 0);
    into[word] = common;
  }
  for (const other of others) keepCommon(into, other);
}

export function addAll(into: Bits, other: Bits): void {
  for (let word = 0; word < into.length; word++) into[word] = (into[word] ?? 0) | (other[word] ?? 0);
}

function bitsIn(word: number): number {
  if (word === 0) return 0;
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

export function countBits(bits: Bits): number {
  let count = 0;
  for (let word = 0; word < bits.length; word++) count += bitsIn(bits[word] ?? 0);
  return count;
}

/** The members from the `from`-th on, before the `to`-th, in order. */
export function membersOf(bits: Bits, from: number, to: number): number[] {
  const members: number[] = [];
  let before = 0;
  for (let word = 0; word < bits.length && before < to; word++) {
    let rest = bits[word] ?? 0;
    const here = bitsIn(rest);
    if (before + here <= from) before += here;
    else {
      for (; rest !== 0 && before < to; before++) {
        if (before >= from) members.push(word * WORD + 31 - Math.clz32(rest & -rest));
        rest &= rest - 1;
      }
    }
  }
  return members;
}

export const hasBit = (bits: Bits, number: number): boolean =>
  ((bits[Math.floor(number / WORD)] ?? 0) & (1 << (number % WORD))) !== 0;

/**
 * The member at a number or the first beyond it, upwards for 1 and downwards for -1; NaN where there is none.
 */
export function memberFrom(bits: Bits, number: number, step: 1 | -1): number {
  const first = Math.floor(number / WORD);
  const mask = step === 1 ? -1 << (number % WORD) : -1 >>> (WORD - 1 - (number % WORD));
  let rest = (bits[first] ?? 0) & mask;
  let word = first;
  for (; rest === 0; rest = bits[word] ?? 0) {
    word += step;
    if (word < 0 || word >= bits.length) return Number.NaN;
  }
  return word * WORD + 31 - Math.clz32(step === 1 ? rest & -rest : rest);
}
