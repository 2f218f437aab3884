import { type Topic, topics } from '@numscope/contracts';
import type { OutgoingEvent } from '@numscope/platform';
import { column, openDatabase } from '../../sqlite/index.ts';
import { streamsOf } from './streams.ts';

/** The event of a line that the bus wrote. */
function eventOf(topic: Topic, json: string): OutgoingEvent {
  const { id, key } = JSON.parse(json) as { id: string; key: string };
  return { topic, id, key, json };
}

/**
 * The events in the log of an embedded bus that nobody has open, from the first of each stream on that some group has
 * not handled; in order of each stream, a stored chunk at a time.
 * @param isNeeded whether what this group has not handled counts
 */
export function* undeliveredEvents(
  path: string,
  isNeeded: (topic: Topic, group: string) => boolean,
): Iterable<OutgoingEvent[]> {
  const db = openDatabase({ path, migrations: [], readOnly: true });
  try {
    const offsets = db.prepare('SELECT grp, next FROM offsets WHERE stream = ?');
    const chunks = db.prepare('SELECT last, count, payload FROM chunks WHERE stream = ? AND last >= ? ORDER BY last');
    for (const topic of topics) {
      for (const stream of streamsOf(topic)) {
        const needed = offsets.all(stream).filter((row) => isNeeded(topic, String(row['grp'])));
        const from = Math.min(...needed.map((row) => Number(row['next'])));
        if (!Number.isFinite(from)) continue;
        for (const row of chunks.iterate(stream, from)) {
          const first = Number(row['last']) - Number(row['count']) + 1;
          const lines = column.longText(row, 'payload').split('\n');
          yield lines.slice(Math.max(0, from - first)).map((json) => eventOf(topic, json));
        }
      }
    }
  } finally {
    db.close();
  }
}
