import { describe, expect, it } from '@jest/globals';
import { openKafkaGroups } from '@numscope/adapters/kafka';
import { createLogger, type EventBus, outgoing } from '@numscope/platform';
import { busAtKafka, type TestKafka } from './kafka-kit.ts';

const HOUR_MS = 3_600_000;

describe('the groups of the services', () => {
  let kafka: TestKafka;
  let bus: EventBus;
  busAtKafka(1, (opened) => ({ kafka, bus } = opened));

  const tell = (key: string) =>
    bus.publish([outgoing('user.changed', key, { userName: key, at: 1, roles: [], modules: [], deleted: true })]);

  /** What a group hears, once it has heard so many. */
  async function hear(group: string, count: number): Promise<{ names: string[]; close(): Promise<void> }> {
    const names: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const consumer = await bus.subscribe({
      topic: 'user.changed',
      group,
      async handle(events) {
        names.push(...events.map(({ data }) => data.userName));
        if (names.length >= count) resolve();
      },
    });
    await promise;
    return { names, close: () => consumer.close() };
  }

  it('go back to what they had handled, or to a moment where that is earlier or all that is known', async () => {
    const groups = await openKafkaGroups({ url: kafka.url, log: createLogger('groups', 'silent') });
    await tell('one');
    const [auth, console] = await Promise.all([hear('auth', 1), hear('gateway-console', 1)]);
    expect(await groups.running()).toContain(`${kafka.prefix}auth.user.changed`);
    await expect(groups.setBack([], new Date())).rejects.toThrow('must have no running instances');
    await Promise.all([auth.close(), console.close()]);
    expect(await groups.running()).toEqual([]);
    const places = await groups.places();
    const at = (offset: string) => [{ group: 'auth', topic: 'user.changed', partitions: [{ partition: 0, offset }] }];
    expect(places).toEqual(at('1'));

    await tell('two');
    await (await hear('auth', 1)).close();
    expect(await groups.places()).toEqual(at('2'));
    const later = new Date(Date.now() + HOUR_MS);
    expect(await groups.setBack(places, later)).toBe(1);
    expect(await groups.places()).toEqual(at('1'));
    const again = await hear('auth', 1);
    await again.close();
    expect(again.names).toEqual(['two']);

    // A log that has begun anew is not as long as it was.
    const longer = places.map((each) => ({ ...each, partitions: [{ partition: 0, offset: '900' }] }));
    await groups.setBack(longer, later);
    expect(await groups.places()).toEqual(at('2'));
    await groups.setBack(longer, new Date(Date.now() - HOUR_MS));
    expect(await groups.places()).toEqual(at('0'));
    await groups.close();
  });

  it('hear nothing of what was dropped, and all that is told after', async () => {
    const groups = await openKafkaGroups({ url: kafka.url, log: createLogger('groups', 'silent') });
    await tell('dropped');
    await groups.dropEvents();
    const { partitions } = await bus.extent(['user.changed', 'phone.requested']);
    expect(partitions.filter(({ start, end }) => start < end)).toEqual([]);
    // Of nothing it drops nothing.
    await groups.dropEvents();
    await tell('kept');
    const heard = await hear('users', 1);
    expect(heard.names).toEqual(['kept']);
    await heard.close();
    await groups.close();
  });
});
