import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { Follower } from '../src/follower.ts';

describe('who waits for work that follows the chain', () => {
  it('is told by what was looked at since: what was done before may be undone meanwhile', async () => {
    let done = 0;
    let places = 0;
    const reading = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const follower = new Follower({
      head: () => Promise.resolve({ entries: 2, hash: '', begins: { seq: 0, hash: '' } }),
      place: async () => {
        const place = done;
        if (++places < 2) return place;
        reading.resolve();
        await goOn.promise;
        return place;
      },
      keepPlace: (seq) => {
        done = seq;
        return Promise.resolve();
      },
      work: () => Promise.resolve(),
      slice: 10,
      log: createLogger('audit', 'silent'),
      onFault: 'not expected',
    });
    expect(await follower.reached(2, 10_000)).toBe(true);
    follower.wake();
    await reading.promise;
    done = 0;
    const reached = follower.reached(2, 10_000);
    goOn.resolve();
    expect(await reached).toBe(true);
    expect(done).toBe(2);
    await follower.close();
  });
});
