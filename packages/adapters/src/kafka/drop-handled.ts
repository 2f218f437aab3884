import { setTimeout as pause } from 'node:timers/promises';
import type { Admin } from 'kafkajs';
import type { AdminLink } from './admin-link.ts';

/** What is just being handled mostly is within this time; what is not stays until it is dropped with the rest. */
const HANDLED_WITHIN_MS = 5000;
const LOOK_EVERY_MS = 200;

/** How our own groups of one topic are called at Kafka. */
export interface GroupNames {
  prefix: string;
  suffix: string;
}

/** Up to where all groups have handled each partition; nothing of one where nobody says so. */
async function handledBy(
  admin: Admin,
  topic: string,
  { prefix, suffix }: GroupNames,
): Promise<ReadonlyMap<number, number>> {
  const { groups } = await admin.listGroups();
  const ours = groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix) && id.endsWith(suffix));
  const handled = new Map<number, number>();
  for (const groupId of ours) {
    const [found] = await admin.fetchOffsets({ groupId, topics: [topic] });
    const partitions = (found?.partitions ?? []).map(({ partition, offset }) => ({ partition, to: Number(offset) }));
    // A group of another installation, whose topics have other names.
    if (partitions.every(({ to }) => to < 0)) continue;
    for (const { partition, to } of partitions)
      handled.set(partition, Math.min(handled.get(partition) ?? Number.POSITIVE_INFINITY, Math.max(0, to)));
  }
  return handled;
}

/** Drops the events that are in a topic now, as far as every group of ours has handled them. */
export async function dropHandled(link: AdminLink, topic: string, names: GroupNames): Promise<void> {
  const use = <R>(work: (admin: Admin) => Promise<R>): Promise<R> => link.use('dropping handled events', work);
  const now = await use((admin) => admin.fetchTopicOffsets(topic));
  const filled = now
    .map(({ partition, low, high }) => ({ partition, low: Number(low), high: Number(high) }))
    .filter(({ low, high }) => low < high);
  if (filled.length === 0) return;
  const until = Date.now() + HANDLED_WITHIN_MS;
  let handled = await use((admin) => handledBy(admin, topic, names));
  const isBehind = (): boolean => filled.some(({ partition, high }) => (handled.get(partition) ?? 0) < high);
  while (handled.size > 0 && isBehind() && Date.now() < until) {
    await pause(LOOK_EVERY_MS);
    handled = await use((admin) => handledBy(admin, topic, names));
  }
  const partitions = filled
    .map(({ partition, low, high }) => ({ partition, low, to: Math.min(high, handled.get(partition) ?? 0) }))
    .filter(({ low, to }) => to > low)
    .map(({ partition, to }) => ({ partition, offset: String(to) }));
  if (partitions.length === 0) return;
  await use(async (admin) => {
    // So the client learns who leads the partitions.
    await admin.fetchTopicOffsets(topic);
    await admin.deleteTopicRecords({ topic, partitions });
  });
}
