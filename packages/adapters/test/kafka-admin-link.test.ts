import { expect, it } from '@jest/globals';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { AdminLink } from '../src/kafka/admin-link.ts';

/** A client whose admins do nothing and are counted. */
class Counted extends Kafka {
  connected = 0;
  disconnected = 0;

  constructor() {
    super({ brokers: ['127.0.0.1:1'], logLevel: logLevel.NOTHING });
  }

  override admin(): Admin {
    const connect = async (): Promise<void> => void this.connected++;
    const disconnect = async (): Promise<void> => void this.disconnected++;
    return { ...super.admin(), connect, disconnect };
  }
}

const passing = (): Error =>
  Object.assign(new Error('not the leader'), { name: 'KafkaJSProtocolError', retriable: true });

it('asks again, by a new connection, what a broker will know in a moment', async () => {
  const kafka = new Counted();
  let asked = 0;
  const answer = await new AdminLink(kafka).use('asking', async () => {
    if (++asked < 3) throw passing();
    return 'known';
  });
  expect([answer, asked, kafka.connected]).toEqual(['known', 3, 3]);
});

it('keeps its connection while all is well, and hangs up in the end', async () => {
  const kafka = new Counted();
  const link = new AdminLink(kafka);
  for (const n of [1, 2, 3]) expect(await link.use('asking', async () => n)).toBe(n);
  await link.close();
  expect([kafka.connected, kafka.disconnected]).toEqual([1, 1]);
});

it('tells at once of what does not pass, and does not wait without end', async () => {
  const link = new AdminLink(new Counted());
  let asked = 0;
  const refused = link.use('asking', async () => {
    asked++;
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(asked).toBe(1);
  await expect(link.use('asking', () => Promise.reject(passing()), 10)).rejects.toThrow('not the leader');
  await expect(link.use('asking', () => new Promise(() => undefined), 10)).rejects.toThrow(
    /^asking took longer than \d+ ms$/,
  );
});
