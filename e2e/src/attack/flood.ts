import { Worker } from 'node:worker_threads';

/** What is sent big bodies, without a token, so many at once. */
export interface Target {
  method: string;
  /** Absolute. */
  url: string;
  atOnce: number;
  /** Which of the bodies, by their places; all unless said. */
  bodies?: readonly number[];
}

/** Sends the big bodies, in a thread of its own, so that it holds up nothing that the test measures. @returns the statuses; 0 where the connection broke */
export function floodWithBigBodies(targets: readonly Target[]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./flood-thread.ts', import.meta.url), { workerData: targets });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
