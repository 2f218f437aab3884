/**
 * One piece of work for many callers: whoever asks gets a run that begins after the asking; all who ask during a run
 * share the next one.
 */
export class SharedRun<T> {
  readonly #work: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(work: () => Promise<T>) {
    this.#work = work;
  }

  run(): Promise<T> {
    if (this.#next) return this.#next;
    if (!this.#running) return this.#start();
    const start = (): Promise<T> => this.#start();
    return (this.#next = this.#running.then(start, start));
  }

  #start(): Promise<T> {
    this.#next = undefined;
    const run = this.#work();
    this.#running = run;
    const end = (): void => {
      if (this.#running === run) this.#running = undefined;
    };
    run.then(end, end);
    return run;
  }
}
