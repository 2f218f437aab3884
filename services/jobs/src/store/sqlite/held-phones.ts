import { column, type DatabaseSync, type SqlRow } from '@numscope/adapters/sqlite';
import type { JobState } from '../../domain/job-state.ts';
import { total } from '../../domain/phone-status.ts';
import type { PhoneValue } from '../phone-value.ts';
import type { PartCache } from './part-cache.ts';

/**
 * Finds a number in the passes of a job or an upload, oldest first. A job may have had hundreds of thousands of them, but each began with all numbers of the
 * one before: so what its parts are in tells whether it has a number at all. The main job has a part a pass, and a number in one of them.
 */
export function heldPhones(db: DatabaseSync, parts: PartCache) {
  const inPass = db.prepare('SELECT pass, status, flags, sources FROM phone WHERE job = ? AND pass = ? AND phone = ?');
  const passesOf = db.prepare(
    `SELECT (SELECT MAX(pass) FROM part WHERE job = ?1) AS passes
     FROM (SELECT DISTINCT pass FROM part WHERE job = ?1) AS present
     CROSS JOIN phone ON phone.job = ?1 AND phone.pass = present.pass AND phone.phone = ?2 LIMIT 1`,
  );
  const inPasses = db.prepare(
    `WITH RECURSIVE passes (pass) AS (SELECT 1 UNION ALL SELECT pass + 1 FROM passes WHERE pass < ?)
     SELECT phone.pass, status, flags, sources FROM passes CROSS JOIN phone ON phone.pass = passes.pass
     WHERE job = ? AND phone = ?`,
  );

  return ({ key, main }: Pick<JobState, 'key' | 'main'>, phone: PhoneValue): SqlRow[] => {
    if (main)
      return parts
        .of(key)
        .map(({ pass, tally }) => (total(tally) > 0 ? inPass.get(key, pass, phone) : undefined))
        .filter((row) => row !== undefined);
    const present = passesOf.get(key, phone);
    return present ? inPasses.all(column.number(present, 'passes'), key, phone) : [];
  };
}
