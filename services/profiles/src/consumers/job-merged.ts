import { ApiError, calls } from '@numscope/contracts';
import type { Consumer, EventBus, ServiceClient } from '@numscope/platform';
import type { ProfileStore } from '../store/profile-store.port.ts';

/**
 * Learns which job another was merged into: its numbers are not looked up again, so no other event brings their
 * profiles there.
 */
export function consumeJobMerged(bus: EventBus, client: ServiceClient, store: ProfileStore): Promise<Consumer> {
  const merged = async (number: number): Promise<void> => {
    const source = await client.call(calls.getJob, { params: { number: String(number) } });
    if (source.mergedInto === null) return;
    const target = await client.call(calls.getJob, { params: { number: String(source.mergedInto) } });
    await store.noteMerge({ id: source.id, number: source.number }, { id: target.id, number: target.number });
  };
  return bus.subscribe({
    topic: 'job.status-changed',
    group: 'profiles',
    handle: async (events) => {
      for (const { data } of events) {
        if (data.to !== 'MERGED') continue;
        await merged(data.number).catch((error: unknown) => {
          // A job that is deleted by now is searched by nobody.
          if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
        });
      }
    },
  });
}
