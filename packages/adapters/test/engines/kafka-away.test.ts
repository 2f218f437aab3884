import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type EventBus, outgoing } from '@numscope/platform';
import { buildProfileUpdated, testEngine } from '@numscope/testing';
import { Seen } from '@numscope/testing/suites';
import { TcpProxy } from '@numscope/testing/tcp-proxy';
import { type TestKafka, testKafka } from './kafka-kit.ts';

const event = (revision: number) => outgoing('profile.updated', 'k', buildProfileUpdated({ profileId: 'k', revision }));

/** Asking a Kafka that does not answer takes its time. */
const ways = process.env['SCALE'] === 'full' ? (['shut', 'block'] as const) : (['shut'] as const);

describe('while Kafka is away', () => {
  let proxy: TcpProxy;
  let kafka: TestKafka;
  let bus: EventBus;

  beforeEach(async () => {
    const [host = '', port = ''] = testEngine('kafka').split(',')[0]?.split(':') ?? [];
    proxy = await TcpProxy.before(host, Number(port));
    kafka = testKafka();
    bus = await kafka.open();
    await bus.close();
    // Brokers tell their own address, which would lead past the proxy.
    const { connect } = net;
    jest
      .spyOn(net, 'connect')
      .mockImplementation(((options: net.NetConnectOpts, connected: () => void) =>
        'port' in options && options.port === Number(port)
          ? connect({ host: '127.0.0.1', port: proxy.port }, connected)
          : connect(options, connected)) as typeof net.connect);
    bus = await kafka.open();
  });
  afterEach(async () => {
    await bus.close();
    await proxy.close();
    jest.restoreAllMocks();
    await kafka.dispose();
  });

  it.each(ways)(
    'publishers are told and consumers wait; afterwards all goes on by itself (%s)',
    async (how) => {
      const seen = new Seen<number>();
      const consumer = await bus.subscribe({
        topic: 'profile.updated',
        group: 'g',
        handle: async (events) => seen.add(...events.map(({ data }) => data.revision)),
      });
      await bus.publish([event(0)]);
      await seen.count(1);
      proxy[how]();
      await expect(bus.publish([event(1)])).rejects.toThrow(Error);
      await expect(bus.check()).rejects.toThrow(Error);
      // The members of the group have been trying for some time.
      await proxy.turnedAway(3);
      proxy.open();
      await bus.publish([event(1)]);
      await bus.publish([event(2)]);
      await seen.until((all) => all.includes(1) && all.includes(2));
      await bus.check();
      await consumer.close();
      expect([...new Set(seen.all)]).toEqual([0, 1, 2]);
      expect(await bus.lag('profile.updated', 'g')).toBe(0);
    },
    240_000,
  );
});
