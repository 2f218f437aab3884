import { expect, it } from '@jest/globals';
import { packEvents, type Subscription } from '@numscope/platform';
import { eventTexts } from '@numscope/platform/event-text';
import { Seen } from '../seen.ts';
import { type BusUnderTest, keyed, numbered, users } from './bus-under-test.ts';

/** What is published reaches each group, in order and in batches. */
export function deliveryTests(under: BusUnderTest): void {
  const { follow } = under;
  it('hands every event to each group, those published before it came too', async () => {
    await under.bus.publish(users('a', 'b'));
    const one = await follow('one');
    const two = await follow('two');
    await under.bus.publish(users('c'));
    await Promise.all([one.seen.count(3), two.seen.count(3)]);
    expect([one.seen.all, two.seen.all]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ]);
  });

  it('gives a new group that asks for the latest only what comes from then on', async () => {
    await under.bus.publish(users('old'));
    const { seen } = await follow('late', { from: 'latest' });
    await under.bus.publish(users('new'));
    await seen.count(1);
    expect(seen.all).toEqual(['new']);
  });

  it('keeps the order of each key, over many publishers and batches', async () => {
    const keys = numbered(12);
    const seen = new Seen<{ key: string; revision: number }>();
    await under.bus.subscribe({
      topic: 'profile.updated',
      group: 'g',
      batchSize: 7,
      handle: async (events) => seen.add(...events.map(({ key, data }) => ({ key, revision: data.revision }))),
    });
    for (let revision = 0; revision < 20; revision++) await under.bus.publish(keys.map((key) => keyed(key, revision)));
    await seen.count(240);
    for (const key of keys) {
      const revisions = seen.all.filter((event) => event.key === key).map((event) => event.revision);
      expect(revisions).toEqual(Array.from({ length: 20 }, (_none, n) => n));
    }
  });

  it('never hands over more than a batch', async () => {
    const sizes = new Seen<number>();
    await under.bus.publish(users(...numbered(25)));
    await follow('g', { batchSize: 10, handle: async (events) => sizes.add(events.length) });
    await sizes.until((all) => all.reduce((sum, size) => sum + size, 0) === 25);
    expect(Math.max(...sizes.all)).toBeLessThanOrEqual(10);
  });

  it('lets the consumers of one group share the events, each handled by one of them', async () => {
    const seen = new Seen<string>();
    const subscription: Subscription<'profile.updated'> = {
      topic: 'profile.updated',
      group: 'shared',
      handle: async (events) => seen.add(...events.map(({ key }) => key)),
    };
    await under.bus.subscribe(subscription);
    const leaving = await under.bus.subscribe(subscription);
    const keys = numbered(100);
    await under.bus.publish(keys.slice(0, 50).map((key) => keyed(key, 1)));
    await seen.count(50);
    await leaving.close();
    await under.bus.publish(keys.slice(50).map((key) => keyed(key, 1)));
    await seen.count(100);
    expect(seen.all.sort()).toEqual(keys.sort());
  });

  it('takes events that were packed into one text, and none in an empty one', async () => {
    const seen = new Seen<string>();
    const events = users('a', 'b', 'c');
    const consumer = await under.bus.subscribe({
      topic: 'user.changed',
      group: 'packed',
      batchSize: 2,
      handleTexts: async (texts) => seen.add(...eventTexts(texts)),
    });
    await under.bus.publishPacked('');
    await under.bus.publishPacked(packEvents(events));
    await seen.count(3);
    await consumer.close();
    expect(seen.all).toEqual(events.map(({ json }) => json));
  });

  it('tells how far a group is behind', async () => {
    await under.bus.publish(users('a', 'b', 'c'));
    expect(await under.bus.lag('user.changed', 'g')).toBe(3);
    const { seen, consumer } = await follow('g');
    await seen.count(3);
    await consumer.close();
    await under.bus.publish(users('d'));
    expect(await under.bus.lag('user.changed', 'g')).toBe(1);
  });

  it('answers its check, and takes an empty publish', async () => {
    await under.bus.check();
    await under.bus.publish([]);
    expect(await under.bus.lag('user.changed', 'nobody')).toBe(0);
  });
}
