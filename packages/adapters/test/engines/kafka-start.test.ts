import { expect, it } from '@jest/globals';
import { openKafkaBus } from '@numscope/adapters/kafka';
import { createLogger } from '@numscope/platform';
import { freePort, testEngine } from '@numscope/testing';
import { TcpProxy } from '@numscope/testing/tcp-proxy';
import { testKafka } from './kafka-kit.ts';

const log = createLogger('bus', 'silent');

it('waits for a Kafka that starts later', async () => {
  const kafka = testKafka();
  const [host = '', port = ''] = testEngine('kafka').split(',')[0]?.split(':') ?? [];
  const proxy = await TcpProxy.before(host, Number(port));
  proxy.shut();
  const opening = openKafkaBus({ url: kafka.url.replace(testEngine('kafka'), `127.0.0.1:${proxy.port}`), log });
  await proxy.turnedAway(6);
  proxy.open();
  const bus = await opening;
  await bus.check();
  await bus.close();
  await proxy.close();
  await kafka.dispose();
});

it('says where it looked when there is no Kafka, and what to do', async () => {
  const port = await freePort();
  await expect(openKafkaBus({ url: `kafka://127.0.0.1:${port}`, log, startWithinMs: 1 })).rejects.toThrow(
    new RegExp(`Kafka at 127\\.0\\.0\\.1:${port} could not be used for 0 s: .*Start it, or mend BUS_URL`),
  );
});

it('is opened by several processes at once, of whom one makes the topics', async () => {
  const kafka = testKafka();
  const buses = await Promise.all(Array.from({ length: 6 }, () => kafka.open()));
  await Promise.all(buses.map((bus) => bus.check()));
  await Promise.all(buses.map((bus) => bus.close()));
  await kafka.dispose();
});
