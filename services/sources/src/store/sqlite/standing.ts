import { column, type DatabaseSync, type Outbox, type SqlRow, transaction } from '@numscope/adapters/sqlite';
import { jobStatuses, sourceStates } from '@numscope/contracts/lists';
import type { OutgoingEvent } from '@numscope/platform';
import type { KeptStop } from '../../domain/health/source-stop.ts';
import { givesWayUpTo, type HeardJob } from '../../domain/job-runs.ts';
import { kindOf } from '../../domain/limits/periods.ts';
import type { CallCount, ToldState } from '../source-store.port.ts';

/** Reads a row of the table `calls`. */
export const callCount = (row: SqlRow): CallCount => ({
  source: column.text(row, 'source'),
  account: column.text(row, 'account'),
  day: column.text(row, 'day'),
  calls: column.number(row, 'calls'),
});
/** Reads a row of the table `job`. */
export const heardJob = (row: SqlRow): HeardJob => ({
  id: column.text(row, 'id'),
  run: column.number(row, 'run'),
  status: column.oneOf(row, 'status', jobStatuses),
});

/** Reads a row of the table `told_state`. */
export const toldState = (row: SqlRow): ToldState => ({
  source: column.text(row, 'source'),
  state: column.oneOf(row, 'state', sourceStates),
  at: column.number(row, 'at'),
});

/** Reads a row of the table `paused`. */
export const keptStopOf = (row: SqlRow): KeptStop => ({
  source: column.text(row, 'source'),
  by: column.text(row, 'by'),
  why: column.textOrNull(row, 'why'),
});

/**
 * How each source stands, as the store has it: what was called of its quota, what stopped it and what was told of it;
 * and the jobs that ask.
 */
export function standingRows(db: DatabaseSync, outbox: Outbox) {
  const sql = {
    addCalls: db.prepare(
      `INSERT INTO calls (source, account, day, calls) VALUES (?, ?, ?, ?)
         ON CONFLICT (source, account, day) DO UPDATE SET calls = calls + excluded.calls`,
    ),
    dropMinutes: db.prepare('DELETE FROM calls WHERE source = ? AND account = ? AND length(day) = 16 AND day < ?'),
    calls: db.prepare('SELECT source, account, day, calls FROM calls WHERE day = ?'),
    callsOfMonth: db.prepare(
      `SELECT source, account, substr(day, 1, 7) AS day, SUM(calls) AS calls FROM calls
         WHERE length(day) = 10 AND substr(day, 1, 7) = ? GROUP BY source, account`,
    ),
    stops: db.prepare('SELECT source, by, why FROM paused'),
    stop: db.prepare(
      `INSERT INTO paused (source, by, at, why) VALUES (?, ?, ?, ?)
         ON CONFLICT (source) DO UPDATE SET by = excluded.by, at = excluded.at, why = excluded.why`,
    ),
    resume: db.prepare('DELETE FROM paused WHERE source = ?'),
    jobs: db.prepare('SELECT id, run, status FROM job'),
    noteJob: db.prepare(
      `INSERT INTO job (id, run, status) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET run = excluded.run, status = excluded.status WHERE run <= ?`,
    ),
    told: db.prepare('SELECT source, state, at FROM told_state'),
    tell: db.prepare(
      `INSERT INTO told_state (source, state, at) VALUES (?, ?, ?)
         ON CONFLICT (source) DO UPDATE SET state = excluded.state, at = excluded.at`,
    ),
  };

  return {
    /** Inside of a transaction. */
    addCalls({ source, account, day, calls }: CallCount): void {
      if (kindOf(day) === 'minute') sql.dropMinutes.run(source, account, day);
      sql.addCalls.run(source, account, day, calls);
    },

    /** As the store has it. */
    store: {
      callsOf: (period: string): CallCount[] =>
        (kindOf(period) === 'month' ? sql.callsOfMonth : sql.calls).all(period).map(callCount),

      stops: (): KeptStop[] => sql.stops.all().map(keptStopOf),

      setStop: (source: string, stop: Omit<KeptStop, 'source'> | null, at: number, events: OutgoingEvent[]): void =>
        transaction(db, () => {
          if (stop === null) sql.resume.run(source);
          else sql.stop.run(source, stop.by, at, stop.why);
          outbox.append(events);
        }),

      toldStates: (): ToldState[] => sql.told.all().map(toldState),

      tellState: ({ source, state, at }: ToldState, events: OutgoingEvent[]): void =>
        transaction(db, () => {
          sql.tell.run(source, state, at);
          outbox.append(events);
        }),

      jobs: (): HeardJob[] => sql.jobs.all().map(heardJob),

      noteJobs: (jobs: HeardJob[]): void =>
        transaction(db, () => {
          for (const job of jobs) sql.noteJob.run(job.id, job.run, job.status, givesWayUpTo(job));
        }),
    },
  };
}
