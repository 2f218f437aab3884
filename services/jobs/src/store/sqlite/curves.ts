import { column, type DatabaseSync } from '@numscope/adapters/sqlite';
import type { PassCurve } from '../../domain/pass-curve.ts';
import type { Outage } from '../job-store.port.ts';
import { CURVES_KEPT, OUTAGES_KEPT } from '../kept-curves.ts';

/** Reads how passes got on, and when sources were out. */
export function curveReads(db: DatabaseSync) {
  const find = db.prepare('SELECT curve FROM curve WHERE job = ? AND pass = ?');
  const between = db.prepare(
    'SELECT * FROM outage WHERE since <= ? AND (until IS NULL OR until > ?) ORDER BY since, source',
  );
  return {
    curveOf(key: number, pass: number): PassCurve | null {
      const row = find.get(key, pass);
      return row ? (JSON.parse(column.text(row, 'curve')) as PassCurve) : null;
    },
    outages: (from: number, to: number): Outage[] =>
      between.all(to, from).map((row) => ({
        source: column.text(row, 'source'),
        since: column.number(row, 'since'),
        until: column.numberOrNull(row, 'until'),
      })),
  };
}

/** Keeps them. */
export function curveWrites(db: DatabaseSync) {
  const keep = db.prepare(
    `INSERT INTO curve (job, pass, curve) SELECT key, ?, ? FROM job WHERE key = ? AND status <> 'DELETED'
     ON CONFLICT DO UPDATE SET curve = excluded.curve`,
  );
  const trimCurves = db.prepare('DELETE FROM curve WHERE job = ? AND pass <= ?');
  const begin = db.prepare(
    `INSERT OR IGNORE INTO outage (source, since) SELECT ?1, ?2
     WHERE NOT EXISTS (SELECT 1 FROM outage WHERE source = ?1 AND until IS NULL)`,
  );
  const end = db.prepare('UPDATE outage SET until = ?2 WHERE source = ?1 AND until IS NULL AND since <= ?2');
  const trimOutages = db.prepare(
    'DELETE FROM outage WHERE until IS NOT NULL AND since < (SELECT since FROM outage ORDER BY since DESC LIMIT 1 OFFSET ?)',
  );
  return {
    keepCurve(key: number, pass: number, curve: PassCurve): void {
      keep.run(pass, JSON.stringify(curve), key);
      trimCurves.run(key, pass - CURVES_KEPT);
    },
    noteSource(source: string, isOut: boolean, at: number): void {
      if (isOut) begin.run(source, at);
      else end.run(source, at);
      trimOutages.run(OUTAGES_KEPT - 1);
    },
  };
}
