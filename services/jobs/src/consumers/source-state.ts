import type { Consumer } from '@numscope/platform';
import type { JobsContext } from '../jobs-context.ts';

/** States in which a source answers nothing although it should. */
const out: readonly string[] = ['OPEN', 'REFUSED'];

/** When sources are out, so that it can be told why a job stood still. */
export const consumeSourceState = ({ bus, store }: JobsContext): Promise<Consumer> =>
  bus.subscribe({
    topic: 'source.state',
    group: 'jobs',
    async handle(events) {
      for (const { data } of events) await store.noteSource(data.name, out.includes(data.state), data.at);
    },
  });
