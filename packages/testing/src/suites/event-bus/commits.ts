import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Seen } from '../seen.ts';
import { type BusUnderTest, numbered, users } from './bus-under-test.ts';

/** What a group has handled is committed, and comes again or not after a close by that. */
export function commitTests(under: BusUnderTest): void {
  const { follow, reopen } = under;
  it('has after a reopening all that was acknowledged, and repeats nothing that was committed', async () => {
    const first = await follow('g');
    await under.bus.publish(users('a', 'b'));
    await first.seen.count(2);
    await first.consumer.close();
    await under.bus.publish(users('c', 'd'));
    await reopen();
    const second = await follow('g');
    const other = await follow('other');
    await Promise.all([second.seen.count(2), other.seen.count(4)]);
    expect(second.seen.all).toEqual(['c', 'd']);
    expect(other.seen.all).toEqual(['a', 'b', 'c', 'd']);
  });

  it('hands over again what was being handled when it was closed', async () => {
    const begun = new Seen<string>();
    await follow('g', {
      handle: (events, { signal }) => {
        begun.add(...events.map((event) => event.data.userName));
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
      },
    });
    await under.bus.publish(users('a'));
    await begun.count(1);
    await reopen();
    const { seen } = await follow('g');
    await seen.count(1);
    expect(seen.all).toEqual(['a']);
  });

  it('lets a batch finish and commits it when its consumer is closed', async () => {
    const begun = new Seen<string>();
    let finish = (): void => undefined;
    const { consumer } = await follow('g', {
      handle: (events) => {
        begun.add(...events.map((event) => event.data.userName));
        return new Promise((resolve) => (finish = resolve));
      },
    });
    await under.bus.publish(users('a'));
    await begun.count(1);
    const closed = consumer.close(60_000);
    finish();
    await closed;
    expect(await under.bus.lag('user.changed', 'g')).toBe(0);
    expect(begun.all).toEqual(['a']);
  });

  it('handles several batches at once for concurrent consumers, no more than allowed', async () => {
    const begun = new Seen<string>();
    let now = 0;
    let most = 0;
    const release: Array<() => void> = [];
    await under.bus.publish(users(...numbered(6)));
    await follow('g', {
      mode: 'concurrent',
      maxInFlight: 3,
      batchSize: 1,
      handle: async (events) => {
        most = Math.max(most, ++now);
        begun.add(...events.map((event) => event.data.userName));
        await new Promise<void>((resolve) => release.push(resolve));
        now--;
      },
    });
    await begun.count(3);
    expect(now).toBe(3);
    for (let done = 0; done < 6; done++) {
      await begun.count(done + 1);
      release[done]?.();
    }
    await begun.count(6);
    expect(most).toBe(3);
    expect(begun.all.sort()).toEqual(numbered(6));
  });

  it('commits concurrent batches only up to the oldest unfinished one', async () => {
    const handled = new Seen<string>();
    const { consumer } = await follow('g', {
      mode: 'concurrent',
      maxInFlight: 3,
      batchSize: 1,
      async handle(events, { signal }) {
        const name = events[0]?.data.userName ?? '';
        if (name === 'u1')
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
        handled.add(name);
      },
    });
    await under.bus.publish(users(...numbered(3)));
    await handled.count(2);
    await consumer.close(0);
    expect(await under.bus.lag('user.changed', 'g')).toBeGreaterThanOrEqual(2);
    await reopen();
    const { seen } = await follow('g');
    await seen.until((all) => all.includes('u1') && all.includes('u2'));
    expect(seen.all).not.toContain('u0');
  });

  it('is not set back by the dead letter of a batch that ended just before another', async () => {
    let given = (): void => undefined;
    const isDead = new Promise<void>((resolve) => (given = resolve));
    const handled = new Seen<string>();
    await follow('g', {
      mode: 'concurrent',
      maxInFlight: 2,
      batchSize: 1,
      attempts: 1,
      onDead: () => given(),
      async handle(events) {
        const name = events[0]?.data.userName ?? '';
        if (name === 'u0') throw new Error('none of ours');
        await isDead;
        handled.add(name);
      },
    });
    await under.bus.publish(users(...numbered(2)));
    await handled.count(1);
    while ((await under.bus.deadLetters(10)).length === 0 || (await under.bus.lag('user.changed', 'g')) > 0)
      await pause(20);
    await reopen();
    const { seen } = await follow('g');
    await under.bus.publish(users('later'));
    await seen.until((all) => all.includes('later'));
    expect(seen.all).toEqual(['later']);
    expect((await under.bus.deadLetters(10)).map(({ json }) => JSON.parse(json).data.userName)).toEqual(['u0']);
  });
}
