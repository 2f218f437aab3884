import {
  apiError,
  type JobPhoneSource,
  type JobSources,
  NUMBERING_PLAN,
  phoneStatuses,
  sourceNotAsked,
} from '@numscope/contracts';
import type { JobsContext } from '../jobs-context.ts';
import type { JobRecord, PhoneRecord } from '../store/job-store.port.ts';

/** Phones read at once: some milliseconds, after which others may read. */
const SLICE = 2000;
// Numbers do not change their validity, so that places among these stay while results come in.
const valid = phoneStatuses.filter((status) => status !== 'NOT_VALID');

type Tally = JobSources['sources'][number];

function count(tally: Tally, { status, cached, message }: JobPhoneSource): void {
  if (cached) tally.cached++;
  else if (message?.startsWith(sourceNotAsked) === true) tally.notAsked++;
  else {
    tally.asked++;
    if (status === 'FOUND') tally.found++;
    if (status === 'FAILED') tally.failed++;
  }
}

const plan = ({ source }: Tally): number => (source === NUMBERING_PLAN ? 1 : 0);

async function read(ref: string, { store, kit }: JobsContext): Promise<JobSources> {
  const at = kit.clock.now();
  const tallies = new Map<string, Tally>();
  let foundIncomplete = 0;
  const take = ({ status, sources }: PhoneRecord): void => {
    if (status === 'FOUND' && sources.some((answer) => answer.status === 'FAILED')) foundIncomplete++;
    for (const answer of sources) {
      const { source } = answer;
      const tally = tallies.get(source) ?? { source, asked: 0, found: 0, failed: 0, cached: 0, notAsked: 0 };
      tallies.set(source, tally);
      count(tally, answer);
    }
  };
  let phones = 0;
  for (;;) {
    const slice = await store.phones(ref, { statuses: valid, offset: phones, limit: SLICE });
    if (!slice) throw apiError('NOT_FOUND');
    for (const phone of slice.phones) take(phone);
    phones += slice.phones.length;
    if (slice.phones.length < SLICE) break;
  }
  const sources = [...tallies.values()].sort(
    (a, b) => plan(a) - plan(b) || b.found - a.found || b.asked - a.asked || a.source.localeCompare(b.source),
  );
  return { phones, foundIncomplete, at, sources };
}

/**
 * What each source answered for the valid phones of a job's present pass, all of them: the most telling first, the
 * numbering plan, which answers nearly always, last.
 * @throws ApiError NOT_FOUND
 */
export function jobSources({ id, status, pass, tally }: JobRecord, context: JobsContext): Promise<JobSources> {
  const state = JSON.stringify([status, pass, tally]);
  return context.sourceTallies.of(id, state, () => read(id, context));
}
