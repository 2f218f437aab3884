import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Topic } from '@numscope/contracts';
import {
  type EventBus,
  type LogPlace,
  outgoing,
  type OutgoingEvent,
  packEvents,
  type PlacedEvent,
  type Reading,
  type Subscription,
  TransientError,
} from '@numscope/platform';
import { eventTexts } from '@numscope/platform/event-text';
import { buildProfileUpdated, userChangedEvent } from '../builders.ts';
import { Seen } from './seen.ts';
import { onStorage, type Storage } from '../around.ts';

type UserSubscription = Subscription<'user.changed'>;

const users = (...names: string[]): OutgoingEvent[] => names.map((name) => userChangedEvent(name));
const numbered = (count: number, from = 0): string[] => Array.from({ length: count }, (_none, n) => `u${n + from}`);
const keyed = (key: string, revision: number): OutgoingEvent =>
  outgoing('profile.updated', key, buildProfileUpdated({ phone: '+998901234567', profileId: key, revision }));

/** What every event bus must do, by its port alone. */
export function eventBusSuite(name: string, create: () => Promise<Storage<EventBus>>): void {
  describe(`event bus: ${name}`, () => {
    let bus: EventBus;
    const reopen = onStorage('each', create, (opened) => (bus = opened));
    /** A consumer of user names; `seen` gets what was handled. */
    const follow = async (group: string, options: Partial<UserSubscription> = {}) => {
      const seen = new Seen<string>();
      const consumer = await bus.subscribe({
        topic: 'user.changed',
        group,
        handle: async (events) => seen.add(...events.map((event) => event.data.userName)),
        ...options,
      });
      return { seen, consumer };
    };

    it('hands every event to each group, those published before it came too', async () => {
      await bus.publish(users('a', 'b'));
      const one = await follow('one');
      const two = await follow('two');
      await bus.publish(users('c'));
      await Promise.all([one.seen.count(3), two.seen.count(3)]);
      expect([one.seen.all, two.seen.all]).toEqual([
        ['a', 'b', 'c'],
        ['a', 'b', 'c'],
      ]);
    });

    it('gives a new group that asks for the latest only what comes from then on', async () => {
      await bus.publish(users('old'));
      const { seen } = await follow('late', { from: 'latest' });
      await bus.publish(users('new'));
      await seen.count(1);
      expect(seen.all).toEqual(['new']);
    });

    it('keeps the order of each key, over many publishers and batches', async () => {
      const keys = numbered(12);
      const seen = new Seen<{ key: string; revision: number }>();
      await bus.subscribe({
        topic: 'profile.updated',
        group: 'g',
        batchSize: 7,
        handle: async (events) => seen.add(...events.map(({ key, data }) => ({ key, revision: data.revision }))),
      });
      for (let revision = 0; revision < 20; revision++) await bus.publish(keys.map((key) => keyed(key, revision)));
      await seen.count(240);
      for (const key of keys) {
        const revisions = seen.all.filter((event) => event.key === key).map((event) => event.revision);
        expect(revisions).toEqual(Array.from({ length: 20 }, (_none, n) => n));
      }
    });

    it('never hands over more than a batch', async () => {
      const sizes = new Seen<number>();
      await bus.publish(users(...numbered(25)));
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
      await bus.subscribe(subscription);
      const leaving = await bus.subscribe(subscription);
      const keys = numbered(100);
      await bus.publish(keys.slice(0, 50).map((key) => keyed(key, 1)));
      await seen.count(50);
      await leaving.close();
      await bus.publish(keys.slice(50).map((key) => keyed(key, 1)));
      await seen.count(100);
      expect(seen.all.sort()).toEqual(keys.sort());
    });

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
      await bus.publish(users('a', 'poison', 'b'));
      await handled.until((all) => all.includes('a') && all.includes('b'));
      await bus.publish(users('c'));
      await handled.until((all) => all.includes('c'));
      await consumer.close();
      const letters = await bus.deadLetters(10);
      expect(letters.map(({ topic, group, reason }) => ({ topic, group, reason }))).toEqual([
        { topic: 'user.changed', group: 'g', reason: 'no such user' },
      ]);
      expect(letters[0]?.json).toContain('poison');
      expect(dead).toBe(1);
      expect(await bus.lag('user.changed', 'g')).toBe(0);
    });

    it('puts aside what can never be published, with its reason, and no group meets it', async () => {
      const { seen, consumer } = await follow('g');
      const events = users('a', 'giant', 'b');
      const giants = events.filter(({ json }) => json.includes('giant'));
      await bus.giveUp(giants.map((event) => ({ event, reason: 'it is too large' })));
      await bus.publish(events.filter((event) => !giants.includes(event)));
      await seen.count(2);
      await consumer.close();
      expect(seen.all).toEqual(['a', 'b']);
      expect(await bus.deadLetters(10)).toMatchObject([
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
      await bus.publish(users('a', 'b'));
      await seen.count(2);
      await consumer.close();
      expect(tries).toBe(7);
      expect(seen.all).toEqual(['a', 'b']);
      expect(await bus.deadLetters(10)).toEqual([]);
    });

    it('hands texts over as they were published to who wants them so, and puts aside what is refused', async () => {
      const seen = new Seen<string>();
      const events = users('a', 'poison', 'b');
      let dead = 0;
      const consumer = await bus.subscribe({
        topic: 'user.changed',
        group: 'texts',
        attempts: 1,
        onDead: (count) => void (dead += count),
        async handleTexts(texts) {
          if (texts.some((text) => text.includes('poison'))) throw new Error('not an event');
          seen.add(...eventTexts(texts));
        },
      });
      await bus.publish(events);
      await seen.count(2);
      await consumer.close();
      expect(seen.all).toEqual([events[0]?.json, events[2]?.json]);
      expect(await bus.deadLetters(10)).toMatchObject([
        { group: 'texts', reason: 'not an event', json: events[1]?.json },
      ]);
      expect(dead).toBe(1);
    });

    it('takes events that were packed into one text, and none in an empty one', async () => {
      const seen = new Seen<string>();
      const events = users('a', 'b', 'c');
      const consumer = await bus.subscribe({
        topic: 'user.changed',
        group: 'packed',
        batchSize: 2,
        handleTexts: async (texts) => seen.add(...eventTexts(texts)),
      });
      await bus.publishPacked('');
      await bus.publishPacked(packEvents(events));
      await seen.count(3);
      await consumer.close();
      expect(seen.all).toEqual(events.map(({ json }) => json));
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
      await bus.publish([...users('a'), wrong, broken, ...users('b')]);
      await seen.count(2);
      await consumer.close();
      expect(seen.all).toEqual(['a', 'b']);
      expect(await bus.deadLetters(10)).toHaveLength(2);
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
      await bus.publish(users('a', 'b'));
      await seen.count(2);
      await consumer.close();
      expect(seen.all).toEqual(['a', 'b']);
      expect(tries).toBe(5);
      expect(await bus.deadLetters(10)).toEqual([]);
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
      await bus.publish(users('a', 'b'));
      await seen.count(2);
      await consumer.close();
      expect(seen.all).toEqual(['a', 'b']);
      expect(attempts.slice(0, 2)).toEqual([1, 2]);
      expect(await bus.deadLetters(10)).toEqual([]);
    });

    it('tells how far a group is behind', async () => {
      await bus.publish(users('a', 'b', 'c'));
      expect(await bus.lag('user.changed', 'g')).toBe(3);
      const { seen, consumer } = await follow('g');
      await seen.count(3);
      await consumer.close();
      await bus.publish(users('d'));
      expect(await bus.lag('user.changed', 'g')).toBe(1);
    });

    it('has after a reopening all that was acknowledged, and repeats nothing that was committed', async () => {
      const first = await follow('g');
      await bus.publish(users('a', 'b'));
      await first.seen.count(2);
      await first.consumer.close();
      await bus.publish(users('c', 'd'));
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
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(new Error('stopped'))),
          );
        },
      });
      await bus.publish(users('a'));
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
      await bus.publish(users('a'));
      await begun.count(1);
      const closed = consumer.close(60_000);
      finish();
      await closed;
      expect(await bus.lag('user.changed', 'g')).toBe(0);
      expect(begun.all).toEqual(['a']);
    });

    it('handles several batches at once for concurrent consumers, no more than allowed', async () => {
      const begun = new Seen<string>();
      let now = 0;
      let most = 0;
      const release: Array<() => void> = [];
      await bus.publish(users(...numbered(6)));
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
            await new Promise((_resolve, reject) =>
              signal.addEventListener('abort', () => reject(new Error('stopped'))),
            );
          handled.add(name);
        },
      });
      await bus.publish(users(...numbered(3)));
      await handled.count(2);
      await consumer.close(0);
      expect(await bus.lag('user.changed', 'g')).toBeGreaterThanOrEqual(2);
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
      await bus.publish(users(...numbered(2)));
      await handled.count(1);
      while ((await bus.deadLetters(10)).length === 0 || (await bus.lag('user.changed', 'g')) > 0) await pause(20);
      await reopen();
      const { seen } = await follow('g');
      await bus.publish(users('later'));
      await seen.until((all) => all.includes('later'));
      expect(seen.all).toEqual(['later']);
      expect((await bus.deadLetters(10)).map(({ json }) => JSON.parse(json).data.userName)).toEqual(['u0']);
    });

    /** Reads from these places on until told to stop; `seen` gets the events with their places. */
    const readFrom = async (from: readonly LogPlace[], take?: Reading['take']) => {
      const seen = new Seen<PlacedEvent>();
      const faults = new Seen<unknown>();
      const reader = await bus.read({
        from,
        take: take ?? (async (events) => seen.add(...events)),
        failed: (error) => faults.add(error),
      });
      return { seen, faults, reader };
    };
    const endsOf = async (...topics: Topic[]): Promise<LogPlace[]> =>
      (await bus.extent(topics)).partitions.map(({ topic, partition, end }) => ({ topic, partition, offset: end }));

    it('lets a reader without a group begin at the end, and go on at each place exactly', async () => {
      const keys = numbered(10);
      await bus.publish([...users('old'), ...keys.map((key) => keyed(key, 0))]);
      const places = await endsOf('user.changed', 'profile.updated');
      await bus.publish([...users('new'), ...keys.map((key) => keyed(key, 1)), ...keys.map((key) => keyed(key, 2))]);
      const all = await readFrom(places);
      await all.seen.count(21);
      await all.reader.close();
      for (const key of keys) {
        const ofKey = all.seen.all.map(({ json }) => JSON.parse(json)).filter((event) => event.key === key);
        expect(ofKey.map(({ data }) => data.revision)).toEqual([1, 2]);
      }

      const later = new Map(places.map((place) => [`${place.topic}/${place.partition}`, place]));
      for (const { topic, partition, offset } of all.seen.all.slice(0, 9))
        later.set(`${topic}/${partition}`, { topic, partition, offset: offset + 1 });
      const rest = await readFrom([...later.values()]);
      await rest.seen.count(12);
      await rest.reader.close();
      const idsOf = (events: PlacedEvent[]): string[] => events.map(({ json }) => JSON.parse(json).id).toSorted();
      expect(idsOf(rest.seen.all)).toEqual(idsOf(all.seen.all.slice(9)));
    });

    it('tells the same log by the same name, also opened again', async () => {
      const { log } = await bus.extent(['user.changed']);
      await reopen();
      expect((await bus.extent(['user.changed'])).log).toBe(log);
    });

    it('hands a reader the next events only when the last were taken, and what it misses none', async () => {
      let release = (): void => undefined;
      const begun = new Seen<string>();
      const { reader } = await readFrom(await endsOf('user.changed'), async (events) => {
        begun.add(...events.map(({ json }) => JSON.parse(json).data.userName as string));
        await new Promise<void>((resolve) => (release = resolve));
      });
      await bus.publish(users('a'));
      await begun.count(1);
      await bus.publish(users('b', 'c'));
      expect(begun.all).toEqual(['a']);
      release();
      await begun.until((all) => all.includes('b'));
      release();
      const freeing = setInterval(() => release(), 10);
      await begun.count(3);
      await reader.close();
      clearInterval(freeing);
      expect(begun.all).toEqual(['a', 'b', 'c']);
    });

    it('tells a reader once that it could not go on', async () => {
      const { faults } = await readFrom(await endsOf('user.changed'), async () => {
        throw new Error('gone');
      });
      await bus.publish(users('a'));
      await faults.count(1);
      await bus.publish(users('b'));
      expect(faults.all).toEqual([new Error('gone')]);
    });

    it('erases a number: groups come to the end past what went, others miss nothing, and what comes later comes', async () => {
      const [gone, other] = ['+998901234567', '+998901234568'];
      const about = (phone: string, revision: number): OutgoingEvent =>
        outgoing('profile.updated', phone, buildProfileUpdated({ phone, revision }));
      const dead = new Seen<number>();
      const refusing = await follow('letters', {
        attempts: 1,
        onDead: (count) => dead.add(...numbered(count).keys()),
        handle: async () => Promise.reject(new Error('no')),
      });
      await bus.publish(users(`about ${gone.slice(1)}`, 'nobody'));
      await dead.count(2);
      await refusing.consumer.close();
      const before = await endsOf('profile.updated');
      await bus.publish([about(gone, 1), about(other, 1), about(gone, 2)]);
      const erased = await bus.erase(gone, ['a'.repeat(32)]);
      // Where they cannot be changed they are not counted, go later, and that is said.
      if (erased.count === null) expect(erased.keptMs).not.toBe(0);
      else expect(erased).toEqual({ count: 3, keptMs: 0, againMs: null });
      expect((await bus.deadLetters(10)).map(({ json }) => json)).toEqual([expect.stringContaining('nobody')]);
      await bus.publish([about(other, 2), about(gone, 3)]);
      const seen = new Seen<string>();
      const read = (group: string) =>
        bus.subscribe({
          topic: 'profile.updated',
          group,
          handle: async (events) => seen.add(...events.map(({ key, data }) => `${key} ${data.revision}`)),
        });
      const after = await read('after');
      await seen.until((all) => all.includes(`${other} 2`) && all.includes(`${gone} 3`));
      await after.close();
      expect(seen.all).toContain(`${other} 1`);
      if (erased.keptMs === 0) expect(seen.all).not.toContain(`${gone} 2`);
      expect(await bus.lag('profile.updated', 'after')).toBe(0);
      // Also where the last of a partition is what says that all before is gone.
      await bus.erase(gone, []);
      // Whoever reads without a group stands behind it in the end, whether events or what went stood there.
      const places = new Map(before.map((place) => [place.partition, place.offset]));
      const ends = new Map((await endsOf('profile.updated')).map(({ partition, offset }) => [partition, offset]));
      const stands = new Seen<boolean>();
      const standAt = ({ partition, offset }: LogPlace): void => {
        places.set(partition, offset);
        stands.add([...ends].every(([each, end]) => (places.get(each) ?? 0) >= end));
      };
      const reader = await bus.read({
        from: before,
        take: async (events) => events.forEach((event) => standAt({ ...event, offset: event.offset + 1 })),
        passed: standAt,
        failed: () => undefined,
      });
      await stands.until((all) => all.includes(true));
      await reader.close();
      await read('after');
      while ((await bus.lag('profile.updated', 'after')) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await bus.deadLetters(10)).map(({ group }) => group)).toEqual(['letters']);
    });

    it('answers its check, and takes an empty publish', async () => {
      await bus.check();
      await bus.publish([]);
      expect(await bus.lag('user.changed', 'nobody')).toBe(0);
    });
  });
}
