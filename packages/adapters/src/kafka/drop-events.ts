import { TransientError, reasonOf } from '@numscope/platform';
import type { AdminLink } from './admin-link.ts';

/**
 * Drops all events that are in a topic now, whoever has handled them.
 * @throws TransientError when some may still be there
 */
export async function dropEvents(link: AdminLink, topic: string): Promise<void> {
  try {
    await link.use('dropping events', async (admin) => {
      const ends = await admin.fetchTopicOffsets(topic);
      const partitions = ends
        .filter(({ low, high }) => BigInt(low) < BigInt(high))
        .map(({ partition, high }) => ({ partition, offset: high }));
      if (partitions.length > 0) await admin.deleteTopicRecords({ topic, partitions });
    });
  } catch (error) {
    throw new TransientError(`the events of ${topic} were not dropped: ${reasonOf(error)}`, { cause: error });
  }
}
