import { LONGEST_NUMBER } from '../phone-value.ts';
import type { Collections } from './documents.ts';
import type { Jobs } from './jobs.ts';
import { idsOfPass } from './phone-id.ts';

/**
 * Has running jobs hand out anew what they handed out, where a number is among it that no event can name: with it all
 * beside it was refused, and nobody would ever answer. Which numbers these are is told when they are handed out.
 */
export async function releaseOverlong({ jobs: documents }: Collections, jobs: Jobs): Promise<void> {
  for (const found of await documents.find({ status: 'IN_PROGRESS' }).toArray()) {
    if (!(await jobs.phones.isAsked(found, idsOfPass(found, found.pass, LONGEST_NUMBER + 1)))) continue;
    await jobs.change(found.key, ({ job }) => {
      // Another process may have done so.
      if (job.run === found.run && job.status === 'IN_PROGRESS') job.run++;
    });
  }
}
