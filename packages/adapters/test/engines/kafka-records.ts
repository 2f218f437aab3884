import { newId } from '@numscope/platform';
import { testEngine } from '@numscope/testing';
import { Kafka, logLevel } from 'kafkajs';

interface FoundRecord {
  key: string;
  value: string | null;
}

/** All records of a topic with one partition, as any reader gets them. */
export async function recordsOf(topic: string): Promise<FoundRecord[]> {
  const kafka = new Kafka({ brokers: testEngine('kafka').split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const [range] = await admin.fetchTopicOffsets(topic);
  const groupId = `${topic}.${newId()}`;
  const found: FoundRecord[] = [];
  try {
    if (!range || range.low === range.high) return found;
    const last = Number(range.high) - 1;
    const consumer = kafka.consumer({ groupId, allowAutoTopicCreation: false });
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await new Promise<void>((resolve, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
      const eachMessage = async ({ message: { offset, key, value } }: { message: Found }): Promise<void> => {
        found.push({ key: key?.toString() ?? '', value: value?.toString() ?? null });
        if (Number(offset) >= last) resolve();
      };
      consumer.run({ autoCommit: false, eachMessage }).catch(reject);
    });
    await consumer.disconnect();
    await admin.deleteGroups([groupId]);
    return found;
  } finally {
    await admin.disconnect();
  }
}

interface Found {
  offset: string;
  key: Buffer | null;
  value: Buffer | null;
}
