interface Work {
  run: number;
  over: Promise<unknown>;
}

/** Waits until no other instance has a former run of the job under way. */
type Entering = (job: string, run: number) => Promise<void>;

/**
 * Which chunks of which job are under way. After Pause and Play the calls of the former run may still be in flight: the
 * new run waits for them, so that their answers are found and no number is asked twice.
 */
export class UnderWay {
  readonly #works = new Map<string, Set<Work>>();

  /** The runs of jobs that are under way here. */
  get runs(): Array<{ job: string; run: number }> {
    return [...this.#works].flatMap(([job, works]) =>
      [...new Set([...works].map(({ run }) => run))].map((run) => ({ job, run })),
    );
  }

  /** Does the work once all of former runs of the same job is over; here, and elsewhere if there is an elsewhere. */
  async after(job: string, run: number, entering: Entering | null, work: () => Promise<void>): Promise<void> {
    const works = this.#works.get(job) ?? new Set();
    this.#works.set(job, works);
    const former = [...works].filter((other) => other.run < run).map(({ over }) => over);
    const over = Promise.allSettled(former).then(async () => {
      if (entering) await entering(job, run);
      await work();
    });
    const entry = { run, over };
    works.add(entry);
    try {
      await over;
    } finally {
      works.delete(entry);
      if (works.size === 0) this.#works.delete(job);
    }
  }
}
