import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import { answerStatuses } from '@numscope/contracts/lists';
import { limits } from '@numscope/contracts/limits';
import type { CountOfOld, Observation, RemovedOld } from '@numscope/contracts';
import { givenOf } from '../../domain/results/as-is-room.ts';
import { countingAnswer } from '../../domain/results/counting-answer.ts';
import { answerOf, asIs, type KeptAnswer, type KeptAsIs, oldestFirst } from '../known-answer.ts';
import type { KnownAnswer, KnownRequest, NewObservation } from '../source-store.port.ts';

/** Where the answer of a source in a pass is. */
interface AnswerIn {
  place: number;
  run: number;
  status: Observation['status'];
  at: number;
}

const COLUMNS = 'id, phone, source, account, at, observed_at, status, message, fields, raw, job, pass, run, cost';
const answered = `status <> '${'FAILED' satisfies Observation['status']}'`;

const placeOf = (row: SqlRow): number => column.number(row, 'place');

/** What a row of the table `observation` has of the answer itself. */
export const keptAnswer = (row: SqlRow): KeptAnswer => ({
  id: column.text(row, 'id'),
  source: column.text(row, 'source'),
  account: column.textOrNull(row, 'account'),
  at: column.number(row, 'at'),
  observedAt: column.numberOrNull(row, 'observed_at'),
  status: column.oneOf(row, 'status', answerStatuses),
  message: column.textOrNull(row, 'message'),
  fields: column.textOrNull(row, 'fields'),
});

/** Every answer of every source. */
export function observationRows(db: DatabaseSync) {
  const sql = {
    insert: db.prepare(`INSERT INTO observation (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    any: db.prepare('SELECT 1 FROM observation WHERE phone = ? LIMIT 1'),
    ofPass: db.prepare(
      'SELECT rowid AS place, run, status, at FROM observation WHERE phone = ? AND source = ? AND job = ? AND pass = ? ORDER BY at DESC, rowid DESC LIMIT 1',
    ),
    newest: db.prepare(
      `SELECT rowid AS place FROM observation WHERE phone = ? AND source = ? AND at >= ? AND ${answered} ORDER BY at DESC, rowid DESC LIMIT 1`,
    ),
    newestFound: db.prepare(
      `SELECT rowid AS place FROM observation WHERE phone = ? AND source = ? AND status = '${'FOUND' satisfies Observation['status']}' ORDER BY at DESC, rowid DESC LIMIT 1`,
    ),
    one: db.prepare(
      'SELECT id, phone, source, account, at, observed_at, status, message, fields FROM observation WHERE rowid = ?',
    ),
    isFresh: db.prepare(`SELECT 1 FROM observation WHERE phone = ? AND source = ? AND at >= ? AND ${answered} LIMIT 1`),
    sizes: db.prepare(
      `SELECT rowid AS place, coalesce(octet_length(fields), 0) AS fields, octet_length(raw) AS raw
         FROM observation WHERE phone = ? ORDER BY at DESC, rowid DESC LIMIT ?`,
    ),
    count: db.prepare('SELECT count(*) AS n FROM observation WHERE phone = ?'),
    raw: db.prepare('SELECT raw FROM observation WHERE rowid = ?'),
    delete: db.prepare('DELETE FROM observation WHERE phone = ? AND at <= ?'),
    countOlder: db.prepare(
      `SELECT count(*) AS n FROM (SELECT 1 FROM observation WHERE at < ? LIMIT ${limits.exactSearchHits + 1})`,
    ),
    removeOlder: db.prepare(
      'DELETE FROM observation WHERE rowid IN (SELECT rowid FROM observation WHERE at < ? ORDER BY at LIMIT ?)',
    ),
  };

  const answerAt = (place: number): KnownAnswer['observation'] => {
    const row = sql.one.get(place) ?? {};
    return answerOf(column.text(row, 'phone'), keptAnswer(row));
  };

  const withAny = (phones: readonly string[]): string[] => phones.filter((phone) => sql.any.get(phone) !== undefined);

  const answerIn = (phone: string, source: string, job: number, pass: number): AnswerIn | null => {
    const row = sql.ofPass.get(phone, source, job, pass);
    return row
      ? {
          place: placeOf(row),
          run: column.number(row, 'run'),
          status: column.oneOf(row, 'status', answerStatuses),
          at: column.number(row, 'at'),
        }
      : null;
  };

  const knownOf = (
    phone: string,
    { source, freshSince }: KnownRequest['sources'][number],
    request: KnownRequest,
  ): KnownAnswer[] => {
    const own = answerIn(phone, source, request.job, request.pass);
    const merged = request.merged.flatMap(({ number, pass }) => answerIn(phone, source, number, pass) ?? []);
    const ofPass = countingAnswer(own, merged);
    const fresh = ofPass || freshSince === null ? undefined : sql.newest.get(phone, source, freshSince);
    const place = ofPass?.place ?? (fresh && placeOf(fresh));
    if (place === undefined) return [];
    const sameRun = ofPass !== null && ofPass === own && own.run === request.run;
    return [{ observation: answerAt(place), samePass: ofPass !== null, sameRun }];
  };

  return {
    insert(o: NewObservation): void {
      sql.insert.run(
        o.id,
        o.phone,
        o.source,
        o.account,
        o.at,
        o.observedAt,
        o.status,
        o.message,
        o.fields,
        o.raw,
        o.job,
        o.pass,
        o.run,
        o.cost,
      );
    },

    /** @returns how many there were */
    deleteOf: (phone: string, until: number): number => Number(sql.delete.run(phone, until).changes),

    /** As the store has it. */
    store: {
      known: (request: KnownRequest): KnownAnswer[] =>
        withAny(request.phones).flatMap((phone) =>
          request.sources.flatMap((source) => knownOf(phone, source, request)),
        ),

      fresh(phones: string[], sources: Array<{ source: string; freshSince: number }>): number[][] {
        const any = new Set(withAny(phones));
        const places = phones.flatMap((phone, place) => (any.has(phone) ? place : []));
        return sources.map(({ source, freshSince }) =>
          places.filter((place) => sql.isFresh.get(phones[place] ?? '', source, freshSince) !== undefined),
        );
      },

      observationsOf(phone: string, limit: number, rawBytes: number): KeptAsIs[] {
        const sizes = sql.sizes.all(phone, limit).map((row) => ({
          place: placeOf(row),
          fields: column.number(row, 'fields'),
          raw: column.numberOrNull(row, 'raw'),
        }));
        const given = givenOf(sizes, rawBytes);
        const newestFirst = given.map(({ rawLeftOut }, index): KeptAsIs => {
          const place = sizes[index]?.place ?? 0;
          const raw = rawLeftOut === null ? column.textOrNull(sql.raw.get(place) ?? {}, 'raw') : null;
          return asIs(answerAt(place), raw, rawLeftOut);
        });
        return oldestFirst(newestFirst, column.number(sql.count.get(phone) ?? {}, 'n') - given.length);
      },

      newestFound(phone: string, source: string): KnownAnswer['observation'] | null {
        const found = sql.newestFound.get(phone, source);
        return found ? answerAt(placeOf(found)) : null;
      },

      countOlder(before: number): CountOfOld {
        const found = column.number(sql.countOlder.get(before) ?? {}, 'n');
        return { count: Math.min(found, limits.exactSearchHits), atLeast: found > limits.exactSearchHits };
      },

      removeOlder(before: number, limit: number): RemovedOld {
        const removed = Number(sql.removeOlder.run(before, limit).changes);
        return { removed, more: removed === limit };
      },
    },
  };
}
