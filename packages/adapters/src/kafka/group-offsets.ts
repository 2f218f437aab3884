import type { Admin } from 'kafkajs';

/** Offsets are counted in 64 bits, so they are texts. */
export interface PartitionOffset {
  partition: number;
  offset: string;
}

/** Where a group goes on in a topic; nothing of a partition that it has not been in yet. */
export async function committedOffsets(admin: Admin, groupId: string, topic: string): Promise<PartitionOffset[]> {
  const groups = await admin.fetchOffsets({ groupId, topics: [topic] });
  return groups
    .flatMap(({ partitions }) => partitions)
    .filter(({ offset }) => Number(offset) >= 0)
    .map(({ partition, offset }) => ({ partition, offset }));
}

async function endsAndCommitted(admin: Admin, groupId: string, topic: string) {
  const [ends, offsets] = await Promise.all([admin.fetchTopicOffsets(topic), committedOffsets(admin, groupId, topic)]);
  return { ends, committed: new Map(offsets.map(({ partition, offset }) => [partition, offset])) };
}

/** How many events of a topic a group has not handled. */
export async function lagOf(admin: Admin, groupId: string, topic: string): Promise<number> {
  const { ends, committed } = await endsAndCommitted(admin, groupId, topic);
  return ends.reduce((sum, { partition, low, high }) => {
    const handled = Math.max(Number(committed.get(partition) ?? 0), Number(low));
    return sum + Math.max(0, Number(high) - handled);
  }, 0);
}

/** The ends of the partitions that a group has not been in yet, by partition. */
export async function endsOfUnread(admin: Admin, groupId: string, topic: string): Promise<Map<number, string>> {
  const { ends, committed } = await endsAndCommitted(admin, groupId, topic);
  return new Map(
    ends.filter(({ partition }) => !committed.has(partition)).map(({ partition, high }) => [partition, high]),
  );
}
