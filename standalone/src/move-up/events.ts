import { existsSync } from 'node:fs';
import type { KafkaGroups } from '@numscope/adapters/kafka';
import { undeliveredEvents } from '@numscope/adapters/embedded';
import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import { serviceNames, type Topic } from '@numscope/contracts';
import { type EventBus, type OutgoingEvent, unpackEvents } from '@numscope/platform';
import { waitingForIndex } from '@numscope/profiles/store/move-up';
import type { Installation } from './installation.ts';
import type { Ledger } from './ledger.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { Progress } from './progress.ts';

const ENTITY = 'events on their way';
const AT_ONCE = 500;

/**
 * Requests belong to runs that are over: jobs hand their phones out again. A job that has not heard an answer does so
 * as well. The consoles of the gateway are gone.
 */
const isNeeded = (topic: Topic, group: string): boolean =>
  topic !== 'phone.requested' && !(topic === 'phone.resolved' && group === 'jobs') && !group.startsWith('gateway-');

const isOver = ({ topic }: OutgoingEvent): boolean => topic === 'phone.requested';

function* outboxOf(db: DatabaseSync): Iterable<OutgoingEvent[]> {
  const isThere = db.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'outbox'`).get();
  if (isThere)
    for (const row of db.prepare('SELECT events FROM outbox ORDER BY id').iterate())
      yield unpackEvents(column.longText(row, 'events'));
}

/** First what is on the bus, because what waits in the outboxes is younger; what waited for the index last. */
function* eventsOf({ busFile, databases }: Pick<Installation, 'busFile' | 'databases'>): Iterable<OutgoingEvent[]> {
  if (existsSync(busFile)) yield* undeliveredEvents(busFile, isNeeded);
  for (const name of serviceNames) yield* outboxOf(databases[name]);
  for (const { events } of waitingForIndex(databases.profiles)) yield events;
}

/**
 * Tells the new bus what the old one, and the services, had still to tell. What a run that did not end told there goes
 * first: its topics held nothing when the move began, and nobody reads them yet.
 */
export async function tellOfEvents(
  installation: Pick<Installation, 'busFile' | 'databases'>,
  { bus, groups }: { bus: Pick<EventBus, 'publish'>; groups: Pick<KafkaGroups, 'dropEvents'> },
  ledger: Pick<Ledger, 'part' | 'note'>,
  say: (line: string) => void,
): Promise<void> {
  const part = await retryWhileAway(() => ledger.part(ENTITY));
  let published = part.done;
  if (!part.ended) {
    published = 0;
    await retryWhileAway(() => groups.dropEvents());
    for (const events of eventsOf(installation)) {
      const needed = events.filter((event) => !isOver(event));
      for (let at = 0; at < needed.length; at += AT_ONCE)
        await retryWhileAway(() => bus.publish(needed.slice(at, at + AT_ONCE)));
      published += needed.length;
    }
    await retryWhileAway(() => ledger.note(ENTITY, { cursor: null, done: published, ended: true }));
  }
  new Progress(say, ENTITY, published, published).tell();
}
