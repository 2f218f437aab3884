import { expect, it } from '@jest/globals';
import type { Topic } from '@numscope/contracts';
import { TransientError } from '@numscope/platform';
import { eventTexts } from '@numscope/platform/event-text';
import { Seen } from '../seen.ts';
import { type BusUnderTest, users } from './bus-under-test.ts';

/** What cannot be handled is tried again, or put aside with its reason, and holds nothing up. */
export function deadLetterTests(under: BusUnderTest): void {
  const { follow } = under;
  it('puts an event that cannot be handled aside with its reason, says so, and goes on with the next', async () => {
    const handled = new Seen<string>();
    let dead = 0;
    const { consumer } = await follow('g', {
      attempts: 2,
      onDead: (count) => void (dead += count),
      async handle(events) {
        if (events.some((event) => event.data.userName === 'poison')) throw new Error('no such user');
        handled.add(...events.map((event) => event.data.userName));
      },
    });
    await under.bus.publish(users('a', 'poison', 'b'));
    await handled.until((all) => all.includes('a') && all.includes('b'));
    await under.bus.publish(users('c'));
    await handled.until((all) => all.includes('c'));
    await consumer.close();
    const letters = await under.bus.deadLetters(10);
    expect(letters.map(({ topic, group, reason }) => ({ topic, group, reason }))).toEqual([
      { topic: 'user.changed', group: 'g', reason: 'no such user' },
    ]);
    expect(letters[0]?.json).toContain('poison');
    expect(dead).toBe(1);
    expect(await under.bus.lag('user.changed', 'g')).toBe(0);
  });

  it('puts aside what can never be published, with its reason, and no group meets it', async () => {
    const { seen, consumer } = await follow('g');
    const events = users('a', 'giant', 'b');
    const giants = events.filter(({ json }) => json.includes('giant'));
    await under.bus.giveUp(giants.map((event) => ({ event, reason: 'it is too large' })));
    await under.bus.publish(events.filter((event) => !giants.includes(event)));
    await seen.count(2);
    await consumer.close();
    expect(seen.all).toEqual(['a', 'b']);
    expect(await under.bus.deadLetters(10)).toMatchObject([
      { topic: 'user.changed', group: 'outbox', reason: 'it is too large', json: giants[0]?.json },
    ]);
  });

  it('gives up no event for a fault of some seconds that all of them meet, whatever it is', async () => {
    let tries = 0;
    const { seen, consumer } = await follow('g', {
      async handle(events, { attempt }) {
        tries = Math.max(tries, attempt);
        if (attempt < 7) throw new Error('of an engine that is just starting');
        seen.add(...events.map((event) => event.data.userName));
      },
    });
    await under.bus.publish(users('a', 'b'));
    await seen.count(2);
    await consumer.close();
    expect(tries).toBe(7);
    expect(seen.all).toEqual(['a', 'b']);
    expect(await under.bus.deadLetters(10)).toEqual([]);
  });

  it('hands texts over as they were published to who wants them so, and puts aside what is refused', async () => {
    const seen = new Seen<string>();
    const events = users('a', 'poison', 'b');
    let dead = 0;
    const consumer = await under.bus.subscribe({
      topic: 'user.changed',
      group: 'texts',
      attempts: 1,
      onDead: (count) => void (dead += count),
      async handleTexts(texts) {
        if (texts.some((text) => text.includes('poison'))) throw new Error('not an event');
        seen.add(...eventTexts(texts));
      },
    });
    await under.bus.publish(events);
    await seen.count(2);
    await consumer.close();
    expect(seen.all).toEqual([events[0]?.json, events[2]?.json]);
    expect(await under.bus.deadLetters(10)).toMatchObject([
      { group: 'texts', reason: 'not an event', json: events[1]?.json },
    ]);
    expect(dead).toBe(1);
  });

  it('puts an event that does not fit its schema aside alone', async () => {
    const { seen, consumer } = await follow('g');
    const wrong = {
      topic: 'user.changed' as Topic,
      id: 'x',
      key: 'x',
      json: '{"id":"x","type":"user.changed","data":{}}',
    };
    const broken = { ...wrong, json: '{"id": \n "y", and no more' };
    await under.bus.publish([...users('a'), wrong, broken, ...users('b')]);
    await seen.count(2);
    await consumer.close();
    expect(seen.all).toEqual(['a', 'b']);
    expect(await under.bus.deadLetters(10)).toHaveLength(2);
  });

  it('tries a transient fault again without end, in place', async () => {
    let tries = 0;
    const { seen, consumer } = await follow('g', {
      attempts: 1,
      async handle(events, { attempt }) {
        tries = Math.max(tries, attempt);
        if (attempt < 5) throw new TransientError('the store is away');
        seen.add(...events.map((event) => event.data.userName));
      },
    });
    await under.bus.publish(users('a', 'b'));
    await seen.count(2);
    await consumer.close();
    expect(seen.all).toEqual(['a', 'b']);
    expect(tries).toBe(5);
    expect(await under.bus.deadLetters(10)).toEqual([]);
  });

  it('asks a handler again that says nothing, and leaves the order of its events as it was', async () => {
    const attempts: number[] = [];
    const { seen, consumer } = await follow('g', {
      attempts: 1,
      withinMs: 200,
      async handle(events, { attempt }) {
        attempts.push(attempt);
        if (attempt === 1) await new Promise<never>(() => undefined);
        seen.add(...events.map((event) => event.data.userName));
      },
    });
    await under.bus.publish(users('a', 'b'));
    await seen.count(2);
    await consumer.close();
    expect(seen.all).toEqual(['a', 'b']);
    expect(attempts.slice(0, 2)).toEqual([1, 2]);
    expect(await under.bus.deadLetters(10)).toEqual([]);
  });
}
