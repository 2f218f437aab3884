import { column } from '@numscope/adapters/sqlite';
import type { JobState } from '../../domain/job-state.ts';
import { afterDeletion, type DeletedProfile } from '../phone-result.ts';
import { valueOf } from '../phone-value.ts';
import { deletedOf } from '../read-events.ts';
import { heldPhones } from './held-phones.ts';
import { jobRow } from './job-rows.ts';
import { stateOf } from './phone-rows.ts';
import type { Writing } from './writing.ts';

/** Has jobs forget what was found of numbers whose profile is deleted. */
export function deletions(writing: Writing) {
  const { db, parts } = writing;
  const jobs = db.prepare(`SELECT * FROM job WHERE status <> 'DELETED'`);
  const held = heldPhones(db, parts);

  const forget = (job: JobState, { phone, at }: DeletedProfile): void => {
    const value = Number(valueOf(phone));
    for (const row of held(job, value)) {
      const pass = column.number(row, 'pass');
      const state = stateOf(row);
      const after = afterDeletion(state, at);
      if (!after) continue;
      const part = parts.holding(job.key, pass, value);
      // An earlier pass did find it; only what was said is forgotten.
      if (!part && state.sources === null) continue;
      writing.phones.set(part ? after : { ...state, sources: null }, job.key, pass, value);
      if (part) parts.move(part, state.status, after.status);
    }
  };

  return {
    profilesDeleted: (texts: readonly string[]): void => {
      const deleted = deletedOf(texts);
      writing.change(() => {
        for (const row of jobs.all()) for (const each of deleted) forget(jobRow(row), each);
      });
    },
  };
}
