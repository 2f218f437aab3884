import type { JobWork } from '../store/shared-records.port.ts';

interface Work {
  number: number;
  run: number;
  over: Promise<unknown>;
}

/** What begins: of which run of which job, and which jobs' answers count in it because they were merged into that one. */
export interface Begun {
  job: string;
  number: number;
  run: number;
  merged: readonly number[];
}

/** Whether a work is over before the other begins: of a former run of the same job, or of a job that was merged into it. */
export const isBefore = (work: JobWork, { job, run, merged }: Begun): boolean =>
  work.job === job ? work.run < run : work.number !== undefined && merged.includes(work.number);

/** Waits until no other instance has work under way that comes before. */
type Entering = (begun: Begun) => Promise<void>;

/**
 * Which chunks of which job are under way. After Pause and Play the calls of the former run may still be in flight, and
 * after a merger those of the other job: the new run waits for them, so that their answers are found and no number is
 * asked twice.
 */
export class UnderWay {
  readonly #works = new Map<string, Set<Work>>();

  /** The runs of jobs that are under way here. */
  get runs(): JobWork[] {
    return [...this.#works].flatMap(([job, works]) => [
      ...new Map([...works].map(({ number, run }) => [run, { job, number, run }])).values(),
    ]);
  }

  /** Does the work once all that comes before it is over; here, and elsewhere if there is an elsewhere. */
  async after(begun: Begun, entering: Entering | null, work: () => Promise<void>): Promise<void> {
    const { job, number, run } = begun;
    const former = [...this.#works].flatMap(([other, works]) =>
      [...works].filter((one) => isBefore({ job: other, ...one }, begun)).map(({ over }) => over),
    );
    const works = this.#works.get(job) ?? new Set();
    this.#works.set(job, works);
    const over = Promise.allSettled(former).then(async () => {
      if (entering) await entering(begun);
      await work();
    });
    const entry = { number, run, over };
    works.add(entry);
    try {
      await over;
    } finally {
      works.delete(entry);
      if (works.size === 0) this.#works.delete(job);
    }
  }
}
