import { before, placeOf, type PhoneValue } from '../phone-value.ts';
import { type Collections, type JobDocument, partId } from './documents.ts';

/** Jobs whose places are kept in mind. */
const MOST_JOBS = 16;

interface Place {
  block: number;
  first: PhoneValue;
}

interface Known {
  shape: number;
  /** The main job's by pass; of others all stand under 0, because they are the same in each pass. */
  places: Map<number, Place[]>;
}

/** In which block of a job a phone is, if it is in any; kept in mind for the jobs at work. */
export class Directory {
  readonly #parts: Collections['parts'];
  readonly #jobs = new Map<string, Known>();

  constructor({ parts }: Pick<Collections, 'parts'>) {
    this.#parts = parts;
  }

  /** As of the shape that the given `job` has. */
  async blockFor(job: JobDocument, pass: number, phone: PhoneValue): Promise<number | null> {
    const { places } = await this.#known(job);
    return placeOf(places.get(job.main ? pass : 0) ?? [], phone)?.block ?? null;
  }

  async #known(job: JobDocument): Promise<Known> {
    const known = this.#jobs.get(job.id);
    if (known?.shape === job.shape) return known;
    const $in = job.parts.map(({ part }) => partId(job.key, part));
    const documents = await this.#parts.find({ _id: { $in } }).toArray();
    const all = documents.flatMap(({ pass, blocks }) =>
      Object.entries(blocks).map(([block, { first }]) => ({ block: Number(block), first, pass: job.main ? pass : 0 })),
    );
    all.sort((a, b) => (before(a.first, b.first) ? -1 : 1));
    const fresh = { shape: job.shape, places: Map.groupBy(all, ({ pass }) => pass) };
    this.#jobs.delete(job.id);
    this.#jobs.set(job.id, fresh);
    for (const id of this.#jobs.keys()) {
      if (this.#jobs.size <= MOST_JOBS) break;
      this.#jobs.delete(id);
    }
    return fresh;
  }
}
