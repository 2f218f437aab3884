import { aroundEach } from '@numscope/testing/around';
import { openKafkaBus } from '@numscope/adapters/kafka';
import { createLogger, type EventBus, newId } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { Kafka, logLevel } from 'kafkajs';

export interface TestKafka {
  url: string;
  /** Before the names of its topics. */
  prefix: string;
  open(): Promise<EventBus>;
  /** Deletes the topics and groups of this test. */
  dispose(): Promise<void>;
}

/** Topics of a test's own on the Kafka that all tests share. */
export function testKafka(partitions = 3): TestKafka {
  const brokers = testEngine('kafka');
  const prefix = `test-${newId()}.`;
  const url = `kafka://${brokers}?prefix=${prefix}&partitions=${partitions}`;
  return {
    url,
    prefix,
    open: () => openKafkaBus({ url, log: createLogger('bus', process.env['LOG_LEVEL'] ?? 'silent') }),
    async dispose() {
      const admin = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      const { groups } = await admin.listGroups();
      const ours = groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix));
      if (ours.length > 0) await admin.deleteGroups(ours);
      await admin.deleteTopics({ topics: (await admin.listTopics()).filter((topic) => topic.startsWith(prefix)) });
      await admin.disconnect();
    },
  };
}

/** A bus of its own for each test of the block. */
export function busAtKafka(partitions: number, take: (opened: { kafka: TestKafka; bus: EventBus }) => void): void {
  const open = async () => {
    const kafka = testKafka(partitions);
    const bus = await kafka.open();
    const close = async (): Promise<void> => {
      await bus.close();
      await kafka.dispose();
    };
    return { kafka, bus, close };
  };
  aroundEach(open, take);
}
