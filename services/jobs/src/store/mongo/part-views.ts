import type { Tally } from '../../domain/phone-status.ts';
import type { JobState } from '../../domain/job-state.ts';
import type { Part } from '../job-record.ts';
import { before, type PhoneValue } from '../phone-value.ts';
import { type BlockSummary, type Collections, type JobDocument, type PartDocument, partId } from './documents.ts';

/** A block as its part counts it, for the job as it is now. */
export interface BlockView {
  block: number;
  first: PhoneValue;
  tally: Tally;
  failing: number;
}

/** A part as its job's directory bounds it; `key` is its number within the job. */
export interface PartView extends Part {
  blocks: BlockView[];
}

/** What was handed out in a run that is over waits to be handed out again, but for what only misses its profile. */
function tallyNow(job: Pick<JobState, 'status' | 'run'>, { tally, waiting, run }: BlockSummary): Tally {
  const [pending, sent, ...final] = tally;
  const released = job.status === 'IN_PROGRESS' && run === job.run ? 0 : sent - waiting;
  return [pending + released, sent - released, ...final];
}

/** What of a job its parts are seen by; an upload has that as well. */
export type Divided = Pick<JobDocument, 'key' | 'number' | 'status' | 'run' | 'main' | 'parts'>;

function viewOf(job: Divided, index: number, document: PartDocument): PartView {
  const head = job.parts[index];
  if (!head) throw new Error(`job ${job.number} has no part ${index}`);
  const end = job.main ? undefined : job.parts[index + 1]?.first;
  const blocks: BlockView[] = [];
  const tally: Tally = [0, 0, 0, 0, 0, 0];
  for (const [block, summary] of Object.entries(document.blocks)) {
    // What a cut gave to the next part is that one's, whatever is still written here.
    if (end !== undefined && !before(summary.first, end)) continue;
    const now = tallyNow(job, summary);
    blocks.push({ block: Number(block), first: summary.first, tally: now, failing: summary.failing });
    for (let code = 0; code < now.length; code++) tally[code as 0] += now[code as 0];
  }
  blocks.sort((a, b) => (before(a.first, b.first) ? -1 : 1));
  return {
    key: head.part,
    job: job.key,
    pass: document.pass,
    first: head.first,
    number: head.number,
    id: head.id,
    tally,
    blocks,
  };
}

/** Reads the parts of jobs with their counts. */
export class PartViews {
  readonly #parts: Collections['parts'];

  constructor({ parts }: Pick<Collections, 'parts'>) {
    this.#parts = parts;
  }

  /** In order of their phones; of the main job in order of their passes. */
  async of(job: Divided): Promise<PartView[]> {
    return (await this.ofAll([job])).get(job.key) ?? [];
  }

  async ofAll(jobs: readonly Divided[]): Promise<Map<number, PartView[]>> {
    const $in = jobs.flatMap(({ key, parts }) => parts.map(({ part }) => partId(key, part)));
    const documents = $in.length > 0 ? await this.#parts.find({ _id: { $in } }).toArray() : [];
    const byId = new Map(documents.map((document) => [document._id, document]));
    return new Map(
      jobs.map((job) => [
        job.key,
        job.parts.flatMap(({ part }, index) => {
          const document = byId.get(partId(job.key, part));
          return document ? [viewOf(job, index, document)] : [];
        }),
      ]),
    );
  }
}
