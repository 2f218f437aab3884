import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { aroundEach } from '@numscope/testing/around';
import { type Setup, setUp } from './setup.ts';

const LONG = 1000;
const AT_ONCE = 4;
const OF_CALLER = 32;

/** Reads that do not end before they may. */
class HeldReads {
  readonly #waiting: Array<() => void> = [];
  #isFree = false;
  most = 0;

  async read(): Promise<Uint8Array> {
    if (!this.#isFree)
      await new Promise<void>((resolve) => (this.most = Math.max(this.most, this.#waiting.push(resolve))));
    return new TextEncoder().encode('[]');
  }

  free(): void {
    this.#isFree = true;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

let setup: Setup;
let reads: HeldReads;
aroundEach(
  () => {
    reads = new HeldReads();
    const list = (phones: readonly string[]): Promise<Uint8Array> =>
      phones.length === 1 ? Promise.resolve(new TextEncoder().encode('[]')) : reads.read();
    return setUp({}, { profileList: list });
  },
  (opened) => (setup = opened),
);

const phones = (count: number): string[] => Array.from({ length: count }, (_none, at) => `+9989012${10_000 + at}`);
const ask = async (count: number) =>
  (await setup.user.call(calls.profilesByPhoneList, { body: { phones: phones(count) } })).statusCode;

it('reads few long lists at once, refuses a caller with many under way, and short ones never', async () => {
  const asked = Array.from({ length: OF_CALLER }, () => ask(LONG));
  expect(await ask(LONG)).toBe(429);
  expect(await ask(1)).toBe(200);
  reads.free();
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
  expect(reads.most).toBe(AT_ONCE);
  expect(await ask(LONG)).toBe(200);
});
