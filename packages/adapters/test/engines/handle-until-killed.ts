// A process of its own that reads and tells what it was handed, until it is killed. It finishes its first batch only.
import { openKafkaBus } from '@numscope/adapters/kafka';
import { createLogger } from '@numscope/platform';

const [url = ''] = process.argv.slice(2);
const bus = await openKafkaBus({ url, log: createLogger('bus', 'silent') });
let batches = 0;
await bus.subscribe({
  topic: 'profile.updated',
  group: 'g',
  batchSize: 10,
  async handle(events) {
    process.send?.(events.map(({ data }) => data.revision));
    if (++batches > 1) await new Promise(() => undefined);
  },
});
