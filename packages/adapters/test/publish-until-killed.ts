// Run as a child by killed-bus.test.ts: publishes without end and says after each publish what is durable, until it is
// killed.
import { openEmbeddedBus } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { profileUpdatedEvent } from '@numscope/testing';

const [path] = process.argv.slice(2);
if (!path) throw new Error('needs the path of the bus');
const bus = await openEmbeddedBus({ path, retentionDays: 7, log: createLogger('child', 'silent') });
for (let from = 0; ; from += 50) {
  const events = Array.from({ length: 50 }, (_none, n) =>
    profileUpdatedEvent({ phone: `+99890${1_000_000 + from + n}`, revision: from + n }),
  );
  await bus.publish(events);
  process.send?.(from + events.length);
}
