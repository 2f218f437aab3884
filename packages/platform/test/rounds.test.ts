import { describe, expect, it } from '@jest/globals';
import { array, assert, asyncProperty, integer } from 'fast-check';
import { Rounds } from '@numscope/platform';

const NEVER_MS = 2_000_000_000;
/** One turn of the queue of promises, in which a lost wake-up would hide. */
const tick = (): Promise<void> => Promise.resolve();

describe('rounds', () => {
  it('when they are woken at any moment, then a round begins after each wake-up, one at a time', async () => {
    const ticks = integer({ min: 0, max: 6 });
    await assert(
      asyncProperty(array(ticks, { maxLength: 20 }), array(ticks, { minLength: 1 }), async (gaps, lengths) => {
        let [begun, underWay, missed] = [0, 0, false];
        const rounds = new Rounds(async () => {
          underWay++;
          expect(underWay).toBe(1);
          missed = false;
          const length = lengths[begun++ % lengths.length] ?? 0;
          for (let past = 0; past < length; past++) await tick();
          underWay--;
          return NEVER_MS;
        });
        for (const gap of [...gaps, 0]) {
          missed = true;
          rounds.wake();
          for (let past = 0; past < gap; past++) await tick();
        }
        for (let past = 0; past < 100; past++) await tick();
        expect(missed).toBe(false);
        expect(rounds.underWay).toBe(false);
        await rounds.close();
      }),
    );
  });

  it('when nobody wakes them, then the next one begins after the pause that the last one asked for', async () => {
    let begun = 0;
    await new Promise<void>((resolve) => {
      const rounds = new Rounds(async () => {
        if (++begun === 3) resolve(rounds.close());
        return 1;
      });
      rounds.wake();
    });
    expect(begun).toBe(3);
  });

  it('when they are closed, then the one under way ends and no other begins', async () => {
    let begun = 0;
    const started = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const rounds = new Rounds(async () => {
      begun++;
      started.resolve();
      await free.promise;
      return 0;
    });
    rounds.wake();
    await started.promise;
    rounds.wake();
    const closed = rounds.close();
    free.resolve();
    await closed;
    rounds.wake();
    expect(rounds.underWay).toBe(false);
    expect(begun).toBe(1);
  });
});
