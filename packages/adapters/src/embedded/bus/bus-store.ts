import { namesPhone } from '../../names-phone.ts';
import { column, longText, openDatabase, scrub, transaction } from '../../sqlite/index.ts';
import type {
  BusStoreOptions,
  BusWrite,
  GroupOffset,
  LoggedChunk,
  NewDeadLetter,
  ReadRequest,
  StoredChunk,
  StreamState,
} from './bus-protocol.ts';
import { busMigrations } from './bus-schema.ts';
import { chunksOf, groupName, topicOf } from './streams.ts';
import { enoughChunks } from './enough-chunks.ts';
import { withoutPhone } from './without-phone.ts';
import { withoutPictures } from './without-pictures.ts';

/** What is taken out of the log: a number, and pictures by their ids. */
interface Erased {
  phone: string;
  pictures: readonly string[];
}

/** Runs in a worker thread: the durable log, the groups' offsets and the dead letters of one SQLite file. */
export function open(options: BusStoreOptions) {
  const db = openDatabase({ path: options.path, migrations: busMigrations });
  const insertChunk = db.prepare('INSERT INTO chunks (stream, last, count, at, payload) VALUES (?, ?, ?, ?, ?)');
  const setStream = db.prepare(
    'INSERT INTO streams (stream, start, end) VALUES (?1, 0, ?2) ON CONFLICT (stream) DO UPDATE SET end = excluded.end',
  );
  const setOffset = db.prepare(
    'INSERT INTO offsets (grp, stream, next) VALUES (?, ?, ?) ON CONFLICT (grp, stream) DO UPDATE SET next = max(next, excluded.next)',
  );
  const insertDead = db.prepare('INSERT INTO dead_letters (topic, grp, reason, at, json) VALUES (?, ?, ?, ?, ?)');
  const selectChunks = db.prepare(
    'SELECT last, count, payload FROM chunks WHERE stream = ? AND last >= ? ORDER BY last',
  );
  const selectOldest = db.prepare(
    'SELECT id, last, at FROM chunks WHERE stream = ? AND last < ? ORDER BY last LIMIT ?',
  );
  const dropChunk = db.prepare('DELETE FROM chunks WHERE id = ?');
  const setStart = db.prepare('UPDATE streams SET start = ? WHERE stream = ?');
  const allOffsets = db.prepare('SELECT grp, stream, next FROM offsets');
  const offsets = (): GroupOffset[] =>
    allOffsets
      .all()
      .map((row) => ({ group: String(row['grp']), stream: String(row['stream']), next: Number(row['next']) }));
  const allStreams = db.prepare('SELECT stream, start, end FROM streams');
  const streams = (): StreamState[] =>
    allStreams
      .all()
      .map((row) => ({ stream: String(row['stream']), start: Number(row['start']), end: Number(row['end']) }));
  const ends = new Map(streams().map(({ stream, end }) => [stream, end]));

  /** The first event of each stream that not all of these groups have handled; null: of all groups. */
  function firstUnhandled(awaited: ReadonlySet<string> | null): Map<string, number> {
    const first = new Map<string, number>();
    for (const { group, stream, next } of offsets())
      if (awaited === null || awaited.has(groupName(group, topicOf(stream))))
        first.set(stream, Math.min(next, first.get(stream) ?? next));
    return first;
  }

  function* chunksFrom({ stream, from }: ReadRequest): Iterable<StoredChunk> {
    for (const row of selectChunks.iterate(stream, from)) {
      const count = Number(row['count']);
      yield { first: Number(row['last']) - count + 1, count, payload: column.textOrBytes(row, 'payload') };
    }
  }

  return {
    /** The log's name, all streams and all groups' offsets, as they stand. */
    state(): { log: string; streams: StreamState[]; offsets: GroupOffset[] } {
      return {
        log: column.text(db.prepare('SELECT name FROM log').get() ?? {}, 'name'),
        streams: streams(),
        offsets: offsets(),
      };
    },

    /**
     * Keeps it all or nothing.
     * @returns the new chunks of the log
     */
    write(write: BusWrite): LoggedChunk[] {
      const grown = new Map<string, number>();
      const chunks = chunksOf(write.packed);
      const logged: LoggedChunk[] = [];
      // What only moves offsets need not survive a power cut: the same events would just come once more.
      db.exec(`PRAGMA synchronous = ${chunks.length + write.dead.length > 0 ? 'FULL' : 'NORMAL'}`);
      transaction(db, () => {
        for (const chunk of chunks) {
          const { stream, count, payload } = chunk;
          const first = grown.get(stream) ?? ends.get(stream) ?? 0;
          insertChunk.run(stream, first + count - 1, count, write.at, longText(payload));
          grown.set(stream, first + count);
          logged.push({ ...chunk, first });
        }
        for (const [stream, end] of grown) setStream.run(stream, end);
        for (const { group, stream, next } of write.offsets) setOffset.run(group, stream, next);
        for (const { topic, group, reason, at, json } of write.dead) insertDead.run(topic, group, reason, at, json);
      });
      for (const [stream, end] of grown) ends.set(stream, end);
      return logged;
    },

    /** About `limit` events of each stream, or as many as there are. */
    read(requests: ReadRequest[], limit: number): StoredChunk[][] {
      return requests.map((request) => enoughChunks(chunksFrom(request), request.from, limit));
    },

    /**
     * Drops at most `limit` of the oldest chunks written before `before`, none that a group has not handled yet.
     * @param awaited the groups that count, as `groupName` names them; null: all that are known
     */
    prune(before: number, limit: number, awaited: readonly string[] | null): Array<{ stream: string; start: number }> {
      const unhandled = firstUnhandled(awaited === null ? null : new Set(awaited));
      const ids: number[] = [];
      const starts = new Map<string, number>();
      for (const { stream } of streams()) {
        const mostHandled = unhandled.get(stream) ?? Number.MAX_SAFE_INTEGER;
        for (const row of selectOldest.iterate(stream, mostHandled, limit - ids.length)) {
          if (column.number(row, 'at') >= before) break;
          ids.push(column.number(row, 'id'));
          starts.set(stream, column.number(row, 'last') + 1);
        }
      }
      if (ids.length === 0) return [];
      transaction(db, () => {
        for (const id of ids) dropChunk.run(id);
        for (const [stream, start] of starts) setStart.run(start, stream);
      });
      return [...starts].map(([stream, start]) => ({ stream, start }));
    },

    /** Drops those of the oldest `limit` dead letters that were written before `before`. @returns whether all of them were */
    pruneLetters(before: number, limit: number): boolean {
      const oldest = '(SELECT id FROM dead_letters ORDER BY id LIMIT ?)';
      const { changes } = db.prepare(`DELETE FROM dead_letters WHERE at < ? AND id IN ${oldest}`).run(before, limit);
      return Number(changes) === limit;
    },

    /**
     * Looks through at most `limit` chunks behind `after`, and takes the number and the pictures out of them. An event that is left keeps
     * its place or gets a later one, so that nobody who has not read it misses it.
     * @returns the last chunk that was looked at, null after the end, and how many events were about it
     */
    eraseFrom(erased: Erased, after: number, limit: number): { last: number | null; events: number } {
      const rows = db
        .prepare(
          `SELECT id, stream, count, payload FROM chunks WHERE id > ? AND stream NOT LIKE 'audit.logged/%' ORDER BY id LIMIT ?`,
        )
        .all(after, limit);
      let events = 0;
      transaction(db, () => {
        for (const row of rows) {
          const lines = column.longText(row, 'payload').split('\n');
          const [topic = ''] = column.text(row, 'stream').split('/');
          const left = withoutPictures(topic, lines, erased.pictures) ?? withoutPhone(topic, lines, erased.phone);
          if (left === null) continue;
          const kept = new Set(left);
          events += lines.filter((line) => !kept.has(line)).length;
          const id = column.number(row, 'id');
          if (left.length === 0) db.prepare('DELETE FROM chunks WHERE id = ?').run(id);
          else
            db.prepare('UPDATE chunks SET count = ?, payload = ? WHERE id = ?').run(
              left.length,
              longText(left.join('\n')),
              id,
            );
        }
      });
      const last = rows.at(-1);
      return { last: last ? column.number(last, 'id') : null, events };
    },

    /** Groups that wait for events behind which nothing is left, and where their streams end. */
    waitingForNothing(): GroupOffset[] {
      return db
        .prepare(
          `SELECT grp, offsets.stream AS stream, end FROM offsets JOIN streams ON streams.stream = offsets.stream
           WHERE next < end AND NOT EXISTS (SELECT 1 FROM chunks WHERE chunks.stream = offsets.stream AND last >= next)`,
        )
        .all()
        .map((row) => ({ group: String(row['grp']), stream: String(row['stream']), next: Number(row['end']) }));
    },

    /** Dead letters about a number and its pictures go, and what was deleted is overwritten. */
    scrub({ phone, pictures }: Erased): void {
      const forget = db.prepare('DELETE FROM dead_letters WHERE id = ?');
      const maybe = db.prepare(
        `SELECT id, json FROM dead_letters WHERE topic <> 'audit.logged' AND instr(json, ?) > 0`,
      );
      for (const row of maybe.all(phone.slice(1)))
        if (namesPhone(column.text(row, 'json'), phone)) forget.run(column.number(row, 'id'));
      const forgetPicture = db.prepare(`DELETE FROM dead_letters WHERE topic LIKE 'image.%' AND instr(json, ?) > 0`);
      for (const id of pictures) forgetPicture.run(id);
      scrub(db);
    },

    deadLetters(limit: number): NewDeadLetter[] {
      const rows = db
        .prepare('SELECT topic, grp, reason, at, json FROM dead_letters ORDER BY id DESC LIMIT ?')
        .all(limit);
      return rows.map((row) => ({
        topic: String(row['topic']),
        group: String(row['grp']),
        reason: String(row['reason']),
        at: Number(row['at']),
        json: String(row['json']),
      }));
    },

    /** Throws when the file cannot be written. */
    check(at: number): void {
      db.prepare('INSERT INTO checked (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at').run(at);
    },

    close(): void {
      db.close();
    },
  };
}
